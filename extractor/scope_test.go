package extractor_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/internal/console"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

func outcomes(t *testing.T, w *walker) map[string]string {
	t.Helper()
	all := map[string]string{}
	for e, err := range w.run(t).Ledger {
		must(t, err)
		all[strings.TrimPrefix(e.Key, origin)] = e.Outcome()
	}
	return all
}

func TestInclude(t *testing.T) {
	d := newFake(map[string]fakePage{
		origin + "/":          {body: `<a href="/x?b=1&a=2">x</a><a href="/y?a=2&b=1">y</a><a href="/old">old</a>`},
		origin + "/x?b=1&a=2": {body: `<title>x</title><a href="/">home</a>`},
		origin + "/old":       redirectTo("/x?b=1&a=2"),
	})
	w := newWalker(t, d, 1)
	w.limits.Include, w.limits.Exclude = regexp.MustCompile(`b=1&a=2|old`), nil
	got := outcomes(t, w)
	for path, want := range map[string]string{"/": "page", "/x?a=2&b=1": "page", "/y?a=2&b=1": "excluded",
		"/old": "alias-redirect to " + origin + "/x?b=1&a=2"} {
		console.Equal(t, got[path], want, path)
	}
	if asked := d.asked(); !slices.Contains(asked, origin+"/x?b=1&a=2") {
		t.Errorf("asked for %q", asked)
	}
}

// The length limit applies to requests only.
func TestLongURLs(t *testing.T) {
	long := func(n int, prefix string) string { return prefix + strings.Repeat("x", n-len(prefix)) }
	links := []string{long(2048, origin+"/"), long(2049, origin+"/"), long(2049, "http://other.test/"),
		long(65536, "http://other.test/"), long(65537, "http://other.test/")}
	var body strings.Builder
	for _, l := range links {
		fmt.Fprintf(&body, "<a href=%s>x</a>", l)
	}
	w := newWalker(t, newFake(map[string]fakePage{origin + "/": {body: body.String()}}), 1)
	w.limits.MaxURLLength = 2048
	c := w.run(t)
	if c.Counts.InternalLinks != 1 || c.Counts.ExternalLinks != 2 || c.Counts.BadLinks != 2 ||
		c.Counts.Limits[site.LimitURLLength] != 2 {
		t.Errorf("%+v", c.Counts)
	}
	var faults []string
	for b, err := range c.Bad {
		must(t, err)
		faults = append(faults, b.Fault.Error())
	}
	slices.Sort(faults)
	console.Equal(t, faults, []string{"longer than 2048 bytes", "longer than 65536 bytes"})
}

// A crawl without pages never ends as a success.
func TestNoPages(t *testing.T) {
	for _, c := range []struct {
		name          string
		robots, start fakePage
		ended         site.Ending
		states        map[site.State]int
		note          string
	}{
		{"cookie wall", fakePage{status: 404}, redirectTo("/"), site.EndedNoPages,
			map[site.State]int{site.StateRedirectBad: 1}, "it redirects to itself; it may need cookies"},
		{"not found", fakePage{status: 404}, fakePage{status: 404}, site.EndedNoPages,
			map[site.State]int{site.StateStatus: 1}, "status 404"},
		{"forbidden", fakePage{mime: "text/plain", body: "User-agent: *\nDisallow: /"}, hello, site.EndedRobotsForbid,
			map[site.State]int{site.StateRobots: 1}, "forbidden by robots.txt"},
		{"no answer", fakePage{failure: site.FailTimeout}, hello, site.EndedUnreachable,
			map[site.State]int{site.StateUnreachable: 1}, ""},
		{"robots.txt with an error", fakePage{status: 503}, hello, site.EndedRobotsUnavailable,
			map[site.State]int{site.StateRobotsUnavailable: 1}, ""},
		{"robots.txt elsewhere", redirectTo("http://other.test/robots.txt"), hello, site.EndedRobotsUnavailable,
			map[site.State]int{site.StateRobotsUnavailable: 1}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWalker(t, newFake(map[string]fakePage{origin + "/robots.txt": c.robots, origin + "/": c.start,
				"http://other.test/robots.txt": {failure: site.FailRefused}}), 1)
			got := w.walk(t, t.Context())
			if got.Ended != c.ended || got.Complete == c.ended.NeverBegan() ||
				fmt.Sprint(got.Counts.States) != fmt.Sprint(c.states) {
				t.Errorf("ended by %s, complete: %t, %v", got.Ended, got.Complete, got.Counts.States)
			}
			if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, c.note) {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
			if again := rebuild(t, w); again.Ended != c.ended ||
				fmt.Sprint(again.Counts.States) != fmt.Sprint(c.states) {
				t.Errorf("recalled: ended by %s, %v", again.Ended, again.Counts.States)
			}
		})
	}
}

// TestSpellings checks that a check requests no URL twice when its best spelling changes, in any kind of run, and that
// the next run knows what it learnt.
func TestSpellings(t *testing.T) {
	spellings := map[string][2]string{
		"order of parameters": {"/list?s=a&p=5", "/list?p=5&s=a"},
		"hexadecimal digits":  {"/list%c3%a9", "/list%C3%A9"},
		"escaped colon":       {"/list%3a1", "/list%3A1"},
		"slashes":             {"/b//list", "/b/list"},
		"two of slashes":      {"/b///list", "/b//list"},
	}
	for name, both := range spellings {
		for run := range 8 {
			ordered, stable, versions := run&1 == 1, run&2 == 2, run&4 == 4
			said := fmt.Sprintf("%s, ordered %t, stable %t, answers differ %t", name, ordered, stable, versions)
			t.Run(said, func(t *testing.T) {
				t.Parallel()
				checkSpellings(t, both, ordered, stable, versions)
			})
		}
	}
}

func checkSpellings(t *testing.T, both [2]string, ordered, stable, versions bool) {
	list := "<title>list</title><a href=/>home</a>"
	f := newFake(map[string]fakePage{
		origin + "/a":    {body: fmt.Sprintf("<title>a</title><a href='%s'>list</a>", both[0])},
		origin + both[0]: {body: list}, origin + both[1]: {body: list}})
	if versions {
		f.set(origin+both[1], fakePage{body: list + "<p>in other words"})
	}
	k := newWalker(t, f, 4)
	if stable {
		makeStable(t, k)
	}
	w := k.watched(t, 1)
	w.full = true
	world := &world{walkers: []*walker{k}, options: order.Options{Rule: order.All, Pages: order.Pages()[0], Sites: 1},
		maxDepth: -1, ahead: 4, delays: make([]time.Duration, 1), checks: 1}
	for check := range 5 {
		home := "<title>home</title><a href=/a>a</a>"
		if check > 0 {
			home += fmt.Sprintf("<a href='%s'>list</a>", both[check/2%2])
		}
		f.set(origin+"/", fakePage{body: home})
		w.now = w.now.Add(time.Hour)
		f.asked()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begun, crawl := len(w.journal.list), (*site.Crawl)(nil)
		switch {
		case !ordered:
			crawl = w.iterate(t, ctx)
		case check == 0:
			world.unwatched().walk(t, ctx, []evidence.Journal{w.journal}, 4)
		default:
			world.walk(t, ctx, []evidence.Journal{w.journal}, 4)
		}
		times := map[string]int{}
		for _, url := range f.asked() {
			times[url]++
		}
		for url, n := range times {
			if n > 1 {
				t.Errorf("check %d: %s was requested %d times", check, url, n)
			}
		}
		if check > 0 && times[origin+both[0]]+times[origin+both[1]] == 0 {
			t.Errorf("check %d: the list was not requested", check)
		}
		if stable && !ordered {
			w.killed(t, begun, texts(t, crawl))
		}
	}
}

// killed checks that the last iteration comes out the same from any kill, and from its journal alone.
func (w *watcher) killed(t *testing.T, begun int, want map[string]string) {
	t.Helper()
	sameFiles(t, "rebuilt", texts(t, rebuild(t, w.walker)), want)
	whole := w.journal.list
	for cut := begun; cut < len(whole); cut++ {
		w.journal.list = slices.Clone(whole[:cut])
		sameFiles(t, fmt.Sprintf("cut at %d", cut), texts(t, w.iterate(t, t.Context())), want)
	}
	w.journal.list = whole
}
