package extractor_test

import (
	"context"
	"testing"
	"time"

	"sitegraph/site"
)

// A watched site whose pages differ at each request has no page that changed, and the same graph, until a page does
// change; with key stable.
func TestWatchedVarying(t *testing.T) {
	perSeed(t, 1, 120, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.widget = false // what a widget shows differs in more than masks may hide
		w := stableWalker(t, v, 8).watched(t, seed)
		w.full = true
		first := w.iterate(t, context.Background())
		checkIdentities(t, v, first)
		want := v.lasting(graphFiles(t, first))
		for range 3 {
			w.now = w.now.Add(24 * time.Hour)
			c := w.iterate(t, context.Background())
			its := c.Watched.Iterations
			if last := its[len(its)-1]; last.Changed > 0 || last.Unchanged != last.Planned || !last.Complete {
				t.Errorf("%+v", last)
			}
			sameFiles(t, "an iteration", v.lasting(graphFiles(t, c)), want)
			sameFiles(t, "recalled", texts(t, rebuild(t, w.walker)), texts(t, c))
		}
	})
}

func graphFiles(t *testing.T, c *site.Crawl) map[string]string {
	plain := *c
	plain.Watched = nil
	return files(t, &plain)
}
