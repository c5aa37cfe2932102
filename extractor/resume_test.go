package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/stop"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// cutter returns a context, and a hook that cancels it at the nth request for a page.
func cutter(n int64) (ctx context.Context, hook func(target string), release func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var seen atomic.Int64
	return ctx, func(target string) {
		if target != "/robots.txt" && seen.Add(1) == n {
			cancel(site.Ending("cut"))
		}
	}, func() { cancel(nil) }
}

// A walk stopped several times, by a condition or from outside, ends with the files of a walk that ran through,
// requests nothing twice, and shows a part of the graph at each stop.
func TestStopAndGoOn(t *testing.T) {
	sites(t, 6, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		whole := newWalker(t, d, 16).run(t)
		want := files(t, whole)
		random := rand.New(rand.NewPCG(s.seed, 7))
		w := newWalker(t, d, []int{1, 4, 64}[s.seed%3])
		if s.seed%4 == 0 {
			w.parts.Journal = journal(t, store.Options{Dir: t.TempDir()})
		}
		v.watch(nil)
		asked := map[string]int{}
		var c *site.Crawl
		for round := 0; c == nil || !c.Complete; round++ {
			if round == 500 {
				t.Fatal("does not come to an end")
			}
			c = stopOnce(t, w, v, random)
			partOf(t, c, whole)
			for target, n := range v.asked() {
				asked[target] += n
			}
			if round%5 == 0 {
				sameFiles(t, "recalled", texts(t, rebuild(t, w)), texts(t, c))
			}
		}
		sameFiles(t, "stopped and gone on", files(t, c), want)
		for target, n := range asked {
			if n != 1 && v.site.forms[target] == nil || n > 1 && !v.site.forms[target].canonical &&
				v.site.forms[target].kind != isRedirect {
				t.Errorf("%s was asked for %d times", target, n)
			}
		}
	})
}

func stopOnce(t *testing.T, w *walker, v *server, random *rand.Rand) *site.Crawl {
	t.Helper()
	n := 1 + random.Int64N(12)
	if random.IntN(4) > 0 {
		ctx, hook, release := cutter(n)
		defer release()
		v.watch(hook)
		c := w.walk(t, ctx)
		if !c.Complete && c.Ended != "cut" {
			t.Fatalf("ended by %q", c.Ended)
		}
		return c
	}
	v.watch(nil)
	first := -1
	w.parts.StopConditions = []stop.Condition{func(p site.Progress) (site.Ending, bool) {
		if first < 0 {
			first = p.Fetched
		}
		return "enough", p.Fetched >= first+int(n)
	}}
	defer func() { w.parts.StopConditions = nil }()
	c := w.walk(t, context.Background())
	if !c.Complete && c.Ended != "enough" {
		t.Fatalf("ended by %q", c.Ended)
	}
	return c
}

func rebuild(t *testing.T, w *walker) *site.Crawl {
	t.Helper()
	c, err := extractor.Rebuild(w.parts.Journal, w.limits, pastOf(extractor.Past{Settings: w.parts.Settings}))
	must(t, err)
	checkCrawl(t, c)
	return c
}

// partOf checks that a crawl has only pages and arcs of the whole one. Pages are compared by title, since any page may
// show a content.
func partOf(t *testing.T, part, whole *site.Crawl) {
	t.Helper()
	all := arcsByTitle(whole)
	for arc, weight := range arcsByTitle(part) {
		if weight > all[arc] {
			t.Fatalf("arc %s has weight %d, in the whole graph %d", arc, weight, all[arc])
		}
	}
	if part.Counts.Pages > whole.Counts.Pages || part.Complete && part.Counts.Pages != whole.Counts.Pages {
		t.Fatalf("%d pages, the whole graph has %d", part.Counts.Pages, whole.Counts.Pages)
	}
}

func arcsByTitle(c *site.Crawl) map[string]int {
	arcs := map[string]int{}
	for i, p := range c.Graph.Pages {
		targets, weights := c.Graph.Out(i)
		for j, to := range targets {
			arcs[fmt.Sprintf("%q -> %q", p.Title, c.Graph.Pages[to].Title)] = int(weights.At(j))
		}
	}
	return arcs
}

// TestMaxPages checks that the page limit is met exactly, also after it is raised or lowered. Lowering it causes no
// requests.
func TestMaxPages(t *testing.T) {
	perSeed(t, 3, anyNumber, func(t *testing.T, seed uint64) {
		v := serve(t, generate(seed, true))
		d := network(t, v)
		w, total := newWalker(t, d, 8), newWalker(t, d, 16).run(t).Counts.Pages
		for i, n := range []int{1, total / 2, total - 1, total + 1, total - 1, total / 2, 1} {
			if i == 4 {
				v.watch(nil)
			}
			n = max(n, 1)
			w.limits.MaxPages = n
			c := w.walk(t, t.Context())
			if c.Counts.Pages != min(n, total) || n < total && (c.Complete || c.Ended != site.EndedMaxPages) {
				t.Fatalf("%d pages, want %d of %d: ended by %q, complete: %t", c.Counts.Pages, n, total, c.Ended,
					c.Complete)
			}
		}
		if log := v.asked(); len(log) != 0 {
			t.Errorf("lowering asked for %v", log)
		}
	})
}

// TestMaxLevel checks the level limit against the plan, also after it is raised or lowered. Lowering it causes no
// requests.
func TestMaxLevel(t *testing.T) {
	sites(t, 4, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		w := newWalker(t, network(t, v), 16)
		for i, level := range []int{0, 1, 2, 3, -1, 3, 2, 1, 0} {
			if i == 5 {
				v.watch(nil)
			}
			w.limits.MaxLevel = level
			c := w.run(t)
			sameAsModel(t, c, s.expect(level))
			sameFiles(t, "recalled", texts(t, rebuild(t, w)), texts(t, c))
		}
		if log := v.asked(); len(log) != 0 {
			t.Errorf("lowering asked for %v", log)
		}
	})
}

// The error that refuses a state names the settings that differ.
func TestOtherSettings(t *testing.T) {
	d := newFake(map[string]fakePage{origin + "/": {body: "<title>x</title>"}})
	w := newWalker(t, d, 1)
	w.parts.Settings = map[string]string{"[walk] elements": "a", "[robots] robots": "rfc9309"}
	w.run(t)
	w.parts.Settings = map[string]string{"[walk] elements": "a area", "[robots] robots": "rfc9309"}
	_, err := walkAlone(context.Background(), mustParse(t, origin), w.parts, w.limits)
	if err == nil || !strings.Contains(err.Error(), "[walk] elements") || !strings.Contains(err.Error(), "a area") {
		t.Errorf("Walk: %v", err)
	}
	past := pastOf(extractor.Past{Settings: w.parts.Settings})
	if _, err := extractor.Rebuild(w.parts.Journal, w.limits, past); err == nil ||
		!strings.Contains(err.Error(), "[walk] elements") {
		t.Errorf("Recall: %v", err)
	}
	w.parts.Settings = map[string]string{"[walk] elements": "a"} // this run ignores the setting
	w.run(t)
}

// A known answer counts again when another spelling of its URL, which failed, is forgotten. By hand: /x and /x? are one
// page, and the rule leaves out /x.
func TestRespelledRetry(t *testing.T) {
	f := newFake(map[string]fakePage{origin + "/": {body: "<a href=/x>1</a><a href='/x?'>2</a>"},
		origin + "/x": {status: 503}, origin + "/x?": {body: "x"}})
	w := newWalker(t, f, 2)
	w.parts.Settings = map[string]string{}
	if c := w.run(t); len(c.Graph.Pages) != 1 {
		t.Fatalf("%d pages while /x fails", len(c.Graph.Pages))
	}
	w.limits.Exclude = regexp.MustCompile("/x$")
	w.parts.Settings[evidence.SettingExclude] = w.limits.Exclude.String()
	for _, w.parts.RetryFailed = range []bool{false, true} {
		if c := w.run(t); len(c.Graph.Pages) != 2 || !c.Complete {
			t.Errorf("retry: %t: %d pages, complete: %t; want the home page and x", w.parts.RetryFailed,
				len(c.Graph.Pages), c.Complete)
		}
	}
}
