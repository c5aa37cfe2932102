package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// combination is a site with random settings: a scope, an identity, sitemaps, limits, an order or none, a budget.
type combination struct {
	*world
	said   string // what was chosen
	depth  bool   // the crawl is one by depth
	stable bool
	key    string // of runs that may have another one; "" is what the walkers have
	// sitemaps says that sitemaps are read whenever its scope changes
	sitemaps bool
}

func newCombination(t *testing.T, seed uint64) *combination {
	r := rand.New(rand.NewPCG(seed, 0xc0b1))
	c := &combination{world: &world{delays: []time.Duration{0}, maxDepth: -1, ahead: []int{1, 8, 32}[r.IntN(3)]},
		depth: r.IntN(3) == 0, stable: r.IntN(2) == 0}
	c.choosePlace(t, r, seed)
	c.chooseOrder(r, seed)
	c.said = fmt.Sprintf("%s depth %t stable %t %+v budget %d pages %d levels %d", c.said, c.depth, c.stable, c.options,
		c.budget, c.maxPages, c.maxDepth)
	return c
}

// choosePlace chooses a site, and what of it is crawled.
func (c *combination) choosePlace(t *testing.T, r *rand.Rand, seed uint64) {
	if r.IntN(4) == 0 {
		e := newEntity(t, seed)
		e.stable = c.stable
		c.walkers, c.said = []*walker{walkerOf(t, e, 64)}, "entity"
		return
	}
	s := newIndexed(seed)
	v := serve(t, s)
	w := newWalker(t, network(t, v), 64)
	if c.stable {
		makeStable(t, w)
	}
	starts := []string{"/"}
	switch r.IntN(4) {
	case 0:
		starts, w.parts.Section = []string{"/d1/"}, true
	case 1:
		starts = []string{"/d1/", "/d%C3%A9/"}
	case 2:
		starts, w.parts.List = []string{"/d1/", "/d%C3%A9/", "/nowhere"}, true
	}
	if sitemaps := r.IntN(3); sitemaps > 0 && !w.parts.List {
		w.listSome(s, sitemaps == 2)
		c.said = fmt.Sprint("sitemaps ", sitemaps, " ")
	}
	w.start = origin + starts[0]
	for _, key := range starts[1:] {
		w.parts.Further = append(w.parts.Further, mustParse(t, origin+key))
	}
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	c.servers, c.walkers = []*server{v}, []*walker{w}
	c.said += fmt.Sprintf("starts %q section %t list %t", starts, w.parts.Section, w.parts.List)
}

// chooseOrder chooses how it is crawled.
func (c *combination) chooseOrder(r *rand.Rand, seed uint64) {
	pages := order.Pages()
	c.options = order.Options{Rule: order.All, Sites: 1, Seed: seed, Pages: pages[r.IntN(len(pages))]}
	if r.IntN(2) == 0 {
		c.budget = 1 + r.IntN(40)
	}
	if r.IntN(4) == 0 {
		c.maxPages = 1 + r.IntN(20)
	}
	if r.IntN(4) == 0 && !c.walkers[0].parts.List {
		c.maxDepth = r.IntN(4)
	}
	if c.depth && !c.stable {
		c.budget = 0 // which makes it one in an order
	}
}

// crawl crawls to the end, or until ctx ends.
func (c *combination) crawl(t *testing.T, ctx context.Context, j evidence.Journal, connections int) *site.Crawl {
	t.Helper()
	if !c.depth {
		return c.onlyCrawl(t, c.walk(t, ctx, []evidence.Journal{j}, connections))
	}
	w := *c.walkers[0]
	w.parts.Journal, w.limits.Downloads, w.limits.PerHost = j, connections, 1+connections/4
	w.limits.MaxPages, w.limits.MaxLevel = c.maxPages, c.maxDepth
	w.limits.Share, w.limits.Shared = c.budget, c.budget > 0
	w.parts.Settings = c.allSettings()
	return w.walk(t, ctx)
}

// allSettings are those that a state has.
func (c *combination) allSettings() map[string]string {
	all := c.settings()
	for key, value := range c.walkers[0].parts.Settings {
		all[key] = value
	}
	if c.depth {
		delete(all, "[order] pages")
		delete(all, "[order] sites")
		all[evidence.SettingShare] = fmt.Sprint(c.budget > 0)
	}
	return all
}

// TestCombinations: whatever is combined, the files are the same for any number of connections, after kills
// anywhere, with a budget that is raised in steps, and over a state that was made in
// another order, with another budget and other limits.
func TestCombinations(t *testing.T) {
	for seed := range rounds(t, 6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			c := newCombination(t, seed)
			random := rand.New(rand.NewPCG(seed, 43))
			whole := &records{}
			want := files(t, c.crawl(t, t.Context(), whole, 64))
			same := func(what string, j evidence.Journal, connections int) {
				t.Helper()
				sameFiles(t, c.said+": "+what, files(t, c.crawl(t, t.Context(), j, connections)), want)
			}
			same("one connection", &records{}, 1)
			for range 3 {
				same("killed", killed([]evidence.Journal{whole}, random)[0], 8)
			}
			c.stepwise(t, want)
			j := &records{}
			before := *c
			before.world = new(world)
			*before.world = *c.world
			before.depth = c.depth != (random.IntN(2) == 0)
			before.chooseOrder(random, seed)
			before.crawl(t, t.Context(), j, 8)
			after := c.crawl(t, t.Context(), j, 8)
			sameFiles(t, fmt.Sprintf("%s: after %t %+v %d", c.said, before.depth, before.options, before.budget),
				texts(t, after), texts(t, c.crawl(t, t.Context(), &records{}, 8)))
		})
	}
}

// stepwise crawls with a budget that is raised in steps.
func (c *combination) stepwise(t *testing.T, want map[string]string) {
	t.Helper()
	if c.budget == 0 {
		return
	}
	whole, j := c.budget, &records{}
	for _, part := range []int{3, 2, 1} {
		if c.budget = whole / part; c.budget > 0 {
			got := files(t, c.crawl(t, t.Context(), j, 8))
			if part == 1 {
				sameFiles(t, c.said+": raised in steps", got, want)
			}
		}
	}
	c.budget = whole
}
