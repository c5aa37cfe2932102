package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// makeStable makes a watcher tell pages apart by key stable.
func (w *watcher) makeStable(t *testing.T) {
	t.Helper()
	var err error
	w.parts.Parser, err = parse.New("tokenizer", parse.Options{AnchorText: true, Text: true, Pieces: true})
	if err != nil {
		t.Fatal(err)
	}
	w.parts.Stable = true
}

// A watched site whose pages differ at each request has no page that changed, and the same graph, until a page does
// change; with key stable.
func TestWatchedVarying(t *testing.T) {
	varying(t, 2, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.widget = false // what a widget shows differs in more than masks may hide
		plain := stableWalker(t, v, 8)
		w := newWatcher(t, plain.parts.Downloader, 8, seed)
		w.makeStable(t)
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

// graphFiles are the files of a crawl without the times.
func graphFiles(t *testing.T, c *site.Crawl) map[string]string {
	plain := *c
	plain.Watched = nil
	return files(t, &plain)
}

// On sites of which nothing varies, watching with key stable gives the graph of a crawl from scratch, after changes,
// stops and kills.
func TestWatchedStable(t *testing.T) {
	for seed := range min(rounds(t, 2), 60) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := newChanging(seed)
			v := serve(t, s.testSite)
			w := newWatcher(t, network(t, v), 8, seed)
			w.makeStable(t)
			w.full, w.parts.Watch.AcceptGone = true, true
			w.iterate(t, context.Background())
			random := rand.New(rand.NewPCG(seed, 37))
			for i := range 4 {
				s.change()
				w.now = w.now.Add(24 * time.Hour)
				var c *site.Crawl
				for c == nil || len(c.Watched.Iterations) < i+2 || !c.Complete {
					before := len(w.journal.list)
					ctx, hook, release := cutter(5 + random.Int64N(60))
					v.watch(hook)
					c = w.iterate(t, ctx)
					release()
					if at := len(w.journal.list); !c.Complete && random.IntN(2) == 0 && at > before { // killed
						w.journal.list = w.journal.list[:before+random.IntN(at-before+1)]
					}
				}
				v.watch(nil)
				scratch := makeStable(t, newWalker(t, network(t, v), 8)).run(t)
				sameFiles(t, fmt.Sprint("iteration ", i+2), graphFiles(t, c), files(t, scratch))
			}
		})
	}
}
