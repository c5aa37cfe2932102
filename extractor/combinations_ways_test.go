package extractor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

type way struct {
	name    string
	journal *records
	crawl   func(t *testing.T, j *records) *site.Crawl
}

func (c *combination) ways(random *rand.Rand) []way {
	with := func(connections int) func(*testing.T, *records) *site.Crawl {
		return func(t *testing.T, j *records) *site.Crawl { return c.crawl(t, t.Context(), j, connections) }
	}
	return []way{{"one connection", &records{}, with(1)}, {"8 connections", &records{}, with(8)},
		{"stopped and killed", &records{}, func(t *testing.T, j *records) *site.Crawl {
			return c.interrupted(t, j, random)
		}},
		{"raised in steps", &records{}, c.stepwise},
	}
}

func (c *combination) interrupted(t *testing.T, j *records, random *rand.Rand) *site.Crawl {
	t.Helper()
	defer c.listen(func(string) {})
	begun := len(j.list)
	for random.IntN(8) > 0 {
		ctx, hook, release := cutter(1 + random.Int64N(20))
		c.listen(hook)
		crawl := c.crawl(t, ctx, j, 4)
		over := ctx.Err() == nil
		if release(); over {
			return crawl
		}
		at := len(j.list)
		if c.version > 0 && len(crawl.Watched.Iterations) == c.version { // it has not begun and has no time yet
			at = begun
		} else if random.IntN(2) == 0 && at > begun { // kill it
			at = begun + random.IntN(at-begun+1)
		}
		j.list = slices.Clip(j.list[:at])
	}
	c.listen(func(string) {})
	return c.crawl(t, t.Context(), j, 4)
}

func (c *combination) unwatched() *combination {
	out := *c
	out.world = c.world.unwatched()
	return &out
}

// stepwise raises the budget of a crawl in steps, but spends the whole budget on checks.
func (c *combination) stepwise(t *testing.T, j *records) (crawl *site.Crawl) {
	t.Helper()
	part := *c
	part.world = new(world)
	*part.world = *c.world
	if c.version == 0 {
		part.budget = (c.budget + 3) / 4
	}
	crawl = part.crawl(t, t.Context(), j, 8)
	part = *c.unwatched()
	steps := []int{3, 2, 1}
	if c.depth && c.asksAnew() { // a lower budget would change decisions
		steps = nil
	}
	for _, n := range steps {
		if part.budget = c.budget / n; part.budget > 0 {
			crawl = part.crawl(t, t.Context(), j, 8)
		}
	}
	return crawl
}

func (c *combination) bounds() scope.Limits {
	l := c.walkers[0].limits
	l.MaxPages, l.MaxLevel, l.Budget = c.maxPages, c.maxDepth, c.budget
	return l
}

func (c *combination) recalls(t *testing.T, j *records, want map[string]string) {
	t.Helper()
	crawl, err := extractor.Rebuild(j, c.bounds(), pastOf(extractor.Past{}))
	if err != nil {
		t.Fatalf("%s: %v", c.what("rebuilt"), err)
	}
	sameFiles(t, c.what("rebuilt"), files(t, crawl), want)
}

// asksAnew reports whether a URL is requested again when a change of settings brings it back, because the last
// iteration did not check everything.
func (c *combination) asksAnew() bool { return c.version > 0 && !c.watcher.full }

func (c *combination) decidedAnew(t *testing.T, j *records, random *rand.Rand, want map[string]string) {
	t.Helper()
	if c.asksAnew() {
		return
	}
	other := c.unwatched()
	other.depth = c.depth != (random.IntN(2) == 0)
	other.chooseOrder(random, c.options.Seed)
	other.crawl(t, t.Context(), j, 8)
	sameFiles(t, c.what(fmt.Sprintf("after depth %t %+v %d", other.depth, other.options, other.budget)),
		files(t, c.unwatched().crawl(t, t.Context(), j, 8)), want)
	c.recalls(t, j, want)
}

func (c *combination) sameMoments(t *testing.T, j *records, wanted []map[string]string) {
	t.Helper()
	if c.watcher == nil {
		return
	}
	k := *c.walkers[0]
	k.limits = c.bounds()
	(&watcher{walker: &k, journal: j, now: c.watcher.now}).sameMoments(t, wanted)
}
