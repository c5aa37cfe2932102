package extractor_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"sitegraph/extractor"
)

// A walk that is stopped, and goes on with other URLs excluded, ends with the
// files of one that excluded them from the beginning, and so does one that had
// ended before; so it is when they are not excluded any more.
func TestExcludedLater(t *testing.T) {
	const before = `/excluded/`
	sites(t, 6, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		random := rand.New(rand.NewPCG(s.seed, 11))
		wants := map[string]map[string]string{}
		patterns := []string{before, before + `|/[pq]\d*[02468]`, before + `|[^:]//|%c3|&$`, before + `|/[a-o]`}
		for _, p := range patterns {
			w := newWalker(t, d, 16)
			w.limits.Exclude = regexp.MustCompile(p)
			wants[p] = texts(t, w.run(t))
		}
		w := newWalker(t, d, 4)
		for range 6 {
			stopOnce(t, w, v, random)
			p := patterns[random.IntN(len(patterns))]
			w.limits.Exclude = regexp.MustCompile(p)
			w.parts.Settings = map[string]string{"[walk] exclude": p}
			if random.IntN(2) == 0 {
				v.watch(nil)
				sameFiles(t, "exclude "+p, texts(t, w.run(t)), wants[p])
				sameFiles(t, "recalled", texts(t, rebuild(t, w)), wants[p])
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
	w.parts.Settings[extractor.SettingExclude] = w.limits.Exclude.String()
	for _, w.parts.RetryFailed = range []bool{false, true} {
		if c := w.run(t); len(c.Graph.Pages) != 2 || !c.Complete {
			t.Errorf("retry: %t: %d pages, complete: %t; want the home page and x", w.parts.RetryFailed,
				len(c.Graph.Pages), c.Complete)
		}
	}
}
