package extractor_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// TestSpellings: a check asks for no URL twice when the best spelling of a normalized URL changes, whatever the kind of
// run; and what it learnt is known to the next one.
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

// killed checks that the last iteration comes to the same from wherever a kill left it, and from its journal alone.
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
