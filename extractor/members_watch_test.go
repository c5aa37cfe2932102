package extractor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// watcherOf watches an entity.
func watcherOf(t *testing.T, e *entity, downloads int, seed uint64) *watcher {
	base := walkerOf(t, e, downloads)
	w := newWatcher(t, base.parts.Downloader, downloads, seed)
	w.parts.Members, w.parts.Settings = base.parts.Members, base.parts.Settings
	w.limits.PerHost, w.full = base.limits.PerHost, true
	return w
}

// change edits some of the pages.
func (e *entity) change(random *rand.Rand, iteration int) {
	urls := keys(e.pages)
	slices.Sort(urls)
	for i, url := range urls {
		p := e.pages[url]
		if p.location != "" || random.IntN(3) > 0 {
			continue
		}
		p.title = fmt.Sprintf("edited %d in iteration %d", i, iteration)
		p.links = append(slices.Clone(p.links[:len(p.links)/2]), urls[random.IntN(len(urls))])
		e.pages[url] = p
	}
}

// The hosts of an entity are watched together: an iteration that checks everything finds the graph of their union as it
// is then, for any number of connections, and when it is stopped and goes on.
func TestEntityWatched(t *testing.T) {
	for seed := range rounds(t, 4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			e := newEntity(t, seed)
			random := rand.New(rand.NewPCG(seed, 51))
			one, many, stopped := watcherOf(t, e, 1, seed), watcherOf(t, e, 8, seed), watcherOf(t, e, 4, seed)
			for iteration := range 4 {
				if iteration > 0 {
					e.change(random, iteration)
				}
				c := one.iterate(t, t.Context())
				if got, want := graphLines(c), e.plan(); !slices.Equal(got, want) {
					t.Fatalf("iteration %d: not the graph of the union:\n%s", iteration, difference(got, want))
				}
				checkBlocked(t, c)
				want := files(t, c)
				c = many.iterate(t, t.Context())
				sameFiles(t, fmt.Sprint("8 connections, iteration ", iteration), files(t, c), want)
				for c.Complete = false; !c.Complete; {
					ctx, hook, release := cutter(3 + random.Int64N(9))
					e.hook.Store(&hook)
					c = stopped.iterate(t, ctx)
					release()
				}
				e.hook.Store(nil)
				sameFiles(t, fmt.Sprint("stopped, iteration ", iteration), files(t, c), want)
				for _, w := range []*watcher{one, many, stopped} {
					w.now = w.now.Add(30 * time.Hour)
				}
			}
		})
	}
}

// plan is the graph of the union.
func (e *entity) plan() []string {
	lines, _ := e.expect()
	return lines
}
