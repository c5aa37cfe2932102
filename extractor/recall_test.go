package extractor_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"sitegraph/extractor/evidence"
)

// A walk that is stopped, and goes on with other URLs excluded, ends with the
// files of one that excluded them from the beginning, and so does one that had
// ended before; so it is when they are not excluded any more, with another greatest
// depth, and with key stable.
func TestExcludedLater(t *testing.T) {
	const before = `/excluded/`
	sites(t, 3, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		random := rand.New(rand.NewPCG(s.seed, 11))
		wants := map[string]map[string]string{}
		patterns := []string{before, before + `|/[pq]\d*[02468]`, before + `|[^:]//|%c3|&$`, before + `|/[a-o]`}
		other := func(downloads int) *walker {
			w := newWalker(t, d, downloads)
			if s.seed%2 == 1 {
				makeStable(t, w)
			}
			return w
		}
		set := func(w *walker, p string, depth int) string {
			w.limits.Exclude, w.limits.MaxLevel = regexp.MustCompile(p), depth
			w.parts.Settings = map[string]string{"[walk] exclude": p, "[sites] max_depth": fmt.Sprint(depth)}
			return fmt.Sprint(p, " ", depth)
		}
		depths := []int{-1, 2, 4}
		for _, p := range patterns {
			for _, depth := range depths {
				w := other(16)
				what := set(w, p, depth)
				wants[what] = texts(t, w.walk(t, t.Context()))
			}
		}
		w := other(4)
		for range 6 {
			stopOnce(t, w, v, random)
			what := set(w, patterns[random.IntN(len(patterns))], depths[random.IntN(len(depths))])
			if random.IntN(2) == 0 {
				v.watch(nil)
				sameFiles(t, what, texts(t, w.walk(t, t.Context())), wants[what])
				sameFiles(t, what+", recalled", texts(t, rebuild(t, w)), wants[what])
			}
		}
	})
}

// An answer that is known by one spelling comes again when another one, which failed, is forgotten: it counts. By hand:
// /x and /x? are one page, of which the rule leaves out the first.
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
