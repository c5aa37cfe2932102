package extractor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
)

type watchedWorld struct {
	*world
	sites    []*changing
	watchers []*watcher
	version  int // next iteration, from 0
}

func newWatchedWorld(t *testing.T, seed uint64) *watchedWorld {
	r := rand.New(rand.NewPCG(seed, 0xaa7))
	w := &watchedWorld{world: &world{maxDepth: -1, ahead: []int{1, 8, 32}[r.IntN(3)], resident: r.IntN(2), checks: 2}}
	stable := r.IntN(2) == 0
	for i := range 2 + r.IntN(2) {
		s := newChanging(100*seed + uint64(i))
		v := serve(t, s.testSite)
		k := newWalker(t, network(t, v), 64)
		if stable {
			makeStable(t, k)
		}
		one := k.watched(t, seed+uint64(i))
		one.full, k.parts.Watch.AcceptGone = true, true
		k.parts.Watch.Unwritten = func(iteration int) bool { return iteration > w.version }
		w.sites, w.watchers = append(w.sites, s), append(w.watchers, one)
		w.servers, w.walkers = append(w.servers, v), append(w.walkers, k)
		w.delays = append(w.delays, time.Duration(r.IntN(3))*time.Second)
	}
	w.chooseRule(r, r.Int(), seed)
	return w
}

func (w *watchedWorld) crawl(t *testing.T, ctx context.Context, journals []evidence.Journal,
	connections int) map[string]string {

	t.Helper()
	if w.version == 0 {
		return filesOf(t, w.unwatched(), ctx, journals, connections)
	}
	return filesOf(t, w.world, ctx, journals, connections)
}

// filesOf returns the files of all sites of a world. Without checks it crawls them unwatched.
func filesOf(t *testing.T, w *world, ctx context.Context, journals []evidence.Journal,
	connections int) map[string]string {

	t.Helper()
	walk, all := w.walk(t, ctx, journals, connections), map[string]string{}
	for i := range w.walkers {
		c, err := walk.Crawl(i)
		must(t, err)
		if c == nil {
			continue // the rule had no turn for it
		}
		if checkCrawl(t, c); w.checks == 0 {
			c.Watched = nil
		}
		for name, text := range files(t, c) {
			all[fmt.Sprint("site ", i, " ", name)] = text
		}
	}
	return all
}

func (w *world) unwatched() *world {
	out := *w
	out.walkers, out.checks = nil, 0
	for _, k := range w.walkers {
		plain := *k
		plain.parts.Watch = nil
		out.walkers = append(out.walkers, &plain)
	}
	return &out
}

// TestWorldsWatched checks several sites together in an order of decisions, with and without a rule and a budget. The
// result is the same for any number of connections, and after stops and kills that leave journals at different points.
// Under another order, rule, budget and exclude it equals a crawl from scratch. The first run is not watched.
func TestWorldsWatched(t *testing.T) {
	perSeed(t, 3, anyNumber, func(t *testing.T, seed uint64) {
		w := newWatchedWorld(t, seed)
		random := rand.New(rand.NewPCG(seed, 53))
		whole, one, cut := w.journals(), w.journals(), w.journals()
		for w.version = range 4 {
			if w.version > 0 {
				for i, s := range w.sites {
					s.change()
					w.watchers[i].now = w.watchers[i].now.Add(24 * time.Hour)
				}
			}
			said := fmt.Sprintf("%+v budget %d ahead %d stable %t version %d", w.options, w.budget, w.ahead,
				w.walkers[0].parts.Stable, w.version)
			want := w.crawl(t, t.Context(), whole, 64)
			sameFiles(t, said+": one connection", w.crawl(t, t.Context(), one, 1), want)
			sameFiles(t, said+": stopped and killed", w.interrupted(t, cut, random), want)
			scratch, over := w.unwatched(), w.journals()
			scratch.chooseRule(random, random.Int(), seed)
			exclude := []string{"/excluded/", "/excluded/|/d1/", "/excluded/|p[0-9]"}[random.IntN(3)]
			for _, k := range scratch.walkers {
				k.limits.Exclude = regexp.MustCompile(exclude)
			}
			for i, j := range over {
				j.(*records).list = slices.Clone(whole[i].(*records).list)
			}
			fresh := filesOf(t, scratch, t.Context(), w.journals(), 8)
			got := filesOf(t, scratch, t.Context(), over, 8)
			maps.DeleteFunc(got, func(name, _ string) bool { return fresh[name] == "" }) // sites without a turn now
			sameFiles(t, fmt.Sprintf("%s: from scratch by %+v without %s", said, scratch.options, exclude), got, fresh)
		}
	})
}

// interrupted crawls with stops and kills. Sites where the iteration has not begun have no time for it yet.
func (w *watchedWorld) interrupted(t *testing.T, journals []evidence.Journal, random *rand.Rand) map[string]string {
	t.Helper()
	begun := make([]int, len(journals))
	for i, j := range journals {
		begun[i] = len(j.(*records).list)
	}
	for random.IntN(6) > 0 {
		ctx, hook, release := cutter(1 + random.Int64N(40))
		for _, v := range w.servers {
			v.watch(hook)
		}
		got := w.crawl(t, ctx, journals, 4)
		over := ctx.Err() == nil
		release()
		if over {
			return got
		}
		killed := random.IntN(2) == 0
		for i, j := range journals {
			j.(*records).list = w.cut(j.(*records).list, begun[i], killed, random)
		}
	}
	for _, v := range w.servers {
		v.watch(nil)
	}
	return w.crawl(t, t.Context(), journals, 4)
}

// cut returns the journal that a stop leaves, or the part that a kill leaves. It drops an end, since a site that waits
// for its files to be written would hold up the others.
func (w *watchedWorld) cut(list [][]byte, begun int, killed bool, random *rand.Rand) [][]byte {
	at := len(list)
	switch {
	case iterationsOf(list) < w.version:
		at = begun
	case killed:
		at = begun + random.IntN(at-begun+1)
	}
	for at > begun && list[at-1][0] == evidence.KindEnd {
		at--
	}
	return slices.Clip(list[:at])
}

func iterationsOf(list [][]byte) (n int) {
	for _, r := range list {
		if r[0] == evidence.KindIteration {
			n++
		}
	}
	return n
}
