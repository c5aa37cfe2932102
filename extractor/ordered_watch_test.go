package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// orderedWatcher watches a site that is crawled in an order.
type orderedWatcher struct {
	*watcher
	world *world
}

func newOrderedWatcher(t *testing.T, v *server, seed uint64) *orderedWatcher {
	w := &orderedWatcher{watcher: newWatcher(t, network(t, v), 8, seed)}
	if seed%3 == 2 {
		w.makeStable(t)
	}
	w.world = w.inOrder(v)
	pages := order.Pages()
	w.world.options.Pages = pages[int(seed)%len(pages)]
	return w
}

// iteration makes an iteration, the first of which is the crawl itself.
func (w *orderedWatcher) iteration(t *testing.T, ctx context.Context, connections int) *site.Crawl {
	t.Helper()
	w.world.checks = 1
	c := w.world.onlyCrawl(t, w.world.walk(t, ctx, []evidence.Journal{w.journal}, connections))
	checkWatched(t, c)
	return c
}

// After everything was checked, and what is gone was believed to be, the graph of a site that is crawled in an order is
// that of a crawl from scratch in that order, with key exact or stable.
func TestOrderedWatched(t *testing.T) {
	for seed := range min(rounds(t, 3), 60) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			s := newChanging(seed)
			v := serve(t, s.testSite)
			w := newOrderedWatcher(t, v, seed)
			w.full, w.parts.Watch.AcceptGone = true, true
			w.iteration(t, context.Background(), 8)
			for range 5 {
				s.change()
				w.now = w.now.Add(24 * time.Hour)
				c := w.iteration(t, context.Background(), 8)
				if !c.Complete {
					t.Fatalf("ended by %q", c.Ended)
				}
				plainly := newWalker(t, network(t, v), 8)
				if w.parts.Stable {
					makeStable(t, plainly)
				}
				scratch := plainly.inOrder(v)
				scratch.options = w.world.options
				plain := *c
				plain.Watched = nil
				want := scratch.onlyCrawl(t, scratch.walk(t, context.Background(), scratch.journals(), 8))
				sameFiles(t, w.world.options.Pages, files(t, &plain), files(t, want))
			}
		})
	}
}

// The files of iterations of such a site do not depend on the number of connections, nor on stops and kills, with a
// budget or without one; earlier moments are what they were.
func TestOrderedWatchedAgain(t *testing.T) {
	for seed := range min(rounds(t, 2), 60) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			var wanted []map[string]string
			for _, connections := range []int{8, 1} {
				s := newChanging(seed)
				v := serve(t, s.testSite)
				w := newOrderedWatcher(t, v, seed)
				w.world.budget = int(seed%2) * 20
				random := rand.New(rand.NewPCG(seed, 31))
				for i := range 4 {
					if i > 0 {
						s.change()
						w.now = w.now.Add(24 * time.Hour)
					}
					for connections == 1 && random.IntN(4) > 0 {
						before := len(w.journal.list)
						ctx, hook, release := cutter(1 + random.Int64N(20))
						v.watch(hook)
						c := w.iteration(t, ctx, 1)
						release()
						v.watch(nil)
						if len(c.Watched.Iterations) == i+1 && c.Watched.Iterations[i].Complete {
							break
						}
						if at := len(w.journal.list); random.IntN(2) == 0 && at > before { // killed
							w.journal.list = slices.Clip(w.journal.list[:before+random.IntN(at-before+1)])
						}
					}
					c := w.recalled(t)
					if c == nil || len(c.Watched.Iterations) <= i || !c.Watched.Iterations[i].Complete {
						c = w.iteration(t, context.Background(), connections)
					}
					if got := files(t, c); connections == 8 {
						wanted = append(wanted, got)
					} else {
						sameFiles(t, fmt.Sprint("iteration ", i+1), got, wanted[i])
					}
				}
				w.limits.Budget = w.world.budget
				w.sameMoments(t, wanted)
			}
		})
	}
}

// recalled is the crawl as the journal has it, nil if that has none.
func (w *orderedWatcher) recalled(t *testing.T) *site.Crawl {
	t.Helper()
	if len(w.journal.list) == 0 {
		return nil
	}
	l := w.limits
	l.Budget = w.world.budget
	c, err := extractor.Rebuild(w.journal, l, extractor.Past{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
