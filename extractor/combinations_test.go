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

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// combination is a site with random settings: scope, identity, sitemaps, limits, an order or none, and a budget. Some
// sites are watched while they change.
type combination struct {
	*world
	watcher *watcher // nil if the site is not watched
	said    string   // the choices, for messages
	depth   bool     // crawl by depth, not in an order
	stable  bool
	key     string // key that runs may switch to; "" keeps the walkers' key
	// sitemaps are read again whenever the scope changes
	sitemaps bool
	version  int // of the site: number of the next iteration, from 0
	// change makes the next version of the site; listen lets hook see every request
	change func()
	listen func(hook func(target string))
}

func newCombination(t *testing.T, seed uint64) *combination {
	r := rand.New(rand.NewPCG(seed, 0xc0b1))
	c := &combination{world: &world{delays: []time.Duration{0}, maxDepth: -1, ahead: []int{1, 8, 32}[r.IntN(3)]},
		depth: r.IntN(3) == 0, stable: r.IntN(2) == 0}
	c.choosePlace(t, r, seed)
	c.chooseOrder(r, seed)
	c.said = fmt.Sprintf("%s depth %t stable %t %+v budget %d pages %d levels %d", c.said, c.depth, c.stable, c.options,
		c.budget, c.maxPages, c.maxDepth)
	if r.IntN(2) == 0 {
		c.watch(t, r.IntN(2) == 0, seed)
	}
	return c
}

func (c *combination) choosePlace(t *testing.T, r *rand.Rand, seed uint64) {
	if r.IntN(4) == 0 {
		e := newEntity(t, seed)
		e.stable = c.stable
		c.walkers, c.said = []*walker{walkerOf(t, e, 64)}, "entity"
		c.change = func() { e.change(r) }
		c.listen = func(hook func(string)) { e.hook.Store(&hook) }
		return
	}
	s := &changing{&generator{plain: true, Rand: r, testSite: newIndexed(seed)}}
	v := serve(t, s.testSite)
	w := newWalker(t, network(t, v), 64)
	if c.stable {
		makeStable(t, w)
	}
	s.starts = []string{"/"}
	switch r.IntN(4) {
	case 0:
		s.starts, w.parts.Section = []string{"/d1/"}, true
	case 1:
		s.starts = []string{"/d1/", "/d%C3%A9/"}
	case 2:
		s.starts, w.parts.List = []string{"/d1/", "/d%C3%A9/", "/nowhere"}, true
	}
	if sitemaps := r.IntN(3); sitemaps > 0 && !w.parts.List {
		w.listSome(s.testSite, sitemaps == 2)
		c.said = fmt.Sprint("sitemaps ", sitemaps, " ")
	}
	w.start = origin + s.starts[0]
	for _, key := range s.starts[1:] {
		w.parts.Further = append(w.parts.Further, mustParse(t, origin+key))
	}
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	c.servers, c.walkers, c.change, c.listen = []*server{v}, []*walker{w}, s.change, v.watch
	c.said += fmt.Sprintf("starts %q section %t list %t", s.starts, w.parts.Section, w.parts.List)
}

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
		c.budget = 0 // with a budget it would follow an order
	}
	exclude := []string{"/excluded/", "/excluded/", `/excluded/|/[pq]\d*[02468]`, `/excluded/|[^:]//|%c3|&$`}
	c.walkers[0].limits.Exclude = regexp.MustCompile(exclude[r.IntN(len(exclude))])
}

func (c *combination) watch(t *testing.T, full bool, seed uint64) {
	c.watcher = c.walkers[0].watched(t, seed)
	c.watcher.full, c.checks = full, 1
	watch := c.walkers[0].parts.Watch
	watch.AcceptGone = full
	watch.Unwritten = func(iteration int) bool { return iteration > c.version } // another run makes the next one
	c.said += fmt.Sprint(" watched, full ", full)
}

// crawl crawls to the end, or until ctx ends. A watched site is checked first, in one iteration for each version.
func (c *combination) crawl(t *testing.T, ctx context.Context, j evidence.Journal, connections int) *site.Crawl {
	t.Helper()
	if !c.depth {
		crawl := c.onlyCrawl(t, c.walk(t, ctx, []evidence.Journal{j}, connections))
		checkCrawl(t, crawl)
		return crawl
	}
	w := *c.walkers[0]
	w.parts.Journal, w.limits.Downloads, w.limits.PerHost = j, connections, 1+connections/4
	w.limits.MaxPages, w.limits.MaxLevel = c.maxPages, c.maxDepth
	w.parts.Settings = c.allSettings()
	return w.walk(t, ctx)
}

func (c *combination) allSettings() map[string]string {
	all := c.settings()
	maps.Copy(all, c.walkers[0].parts.Settings)
	if c.depth {
		delete(all, "[order] pages")
		delete(all, "[order] sites")
	}
	return all
}

func (c *combination) iterations() int { return 1 + 3*c.checks }

// TestCombinations checks random settings. The files are the same for any number of connections, after stops and kills,
// with a budget raised in steps, and over a state made with another order, budget and limits. This holds in every
// iteration of a site that is watched while it changes. An iteration that checks everything equals a crawl from
// scratch, and earlier moments do not change.
func TestCombinations(t *testing.T) {
	// 18, 29 and 40 crawl by depth with key stable: with a budget, with several hosts, and watched with a budget.
	perSeed(t, 4, 1000, func(t *testing.T, seed uint64) {
		c := newCombination(t, seed)
		random := rand.New(rand.NewPCG(seed, 43))
		whole, ways := &records{}, c.ways(random)
		var wanted []map[string]string
		for c.version = range c.iterations() {
			if c.version > 0 {
				c.change()
				c.watcher.now = c.watcher.now.Add(24 * time.Hour)
			}
			before := len(whole.list)
			want := c.straight(t, whole)
			wanted = append(wanted, want)
			for _, w := range ways {
				sameFiles(t, c.what(w.name), files(t, w.crawl(t, w.journal)), want)
			}
			for range 2 {
				cut := before + random.IntN(len(whole.list)-before+1)
				j := &records{list: slices.Clone(whole.list[:cut])}
				sameFiles(t, c.what("killed"), files(t, c.crawl(t, t.Context(), j, 8)), want)
			}
			c.recalls(t, whole, want)
			c.decidedAnew(t, &records{list: slices.Clone(whole.list)}, random, want)
		}
		c.sameMoments(t, whole, wanted)
	}, 18, 29, 40)
}

func (c *combination) what(way string) string {
	return fmt.Sprintf("%s: version %d: %s", c.said, c.version, way)
}

// straight returns the files of a crawl, or of one iteration, with many connections.
func (c *combination) straight(t *testing.T, j *records) map[string]string {
	t.Helper()
	crawl := c.crawl(t, t.Context(), j, 64)
	if c.watcher == nil {
		return files(t, crawl)
	}
	checkWatched(t, crawl)
	if its := crawl.Watched.Iterations; len(its) != c.version+1 || !its[c.version].Complete {
		t.Fatalf("%s: %+v", c.what("not done"), its)
	}
	if c.watcher.full {
		scratch := c.unwatched().crawl(t, t.Context(), &records{}, 64)
		sameFiles(t, c.what("from scratch"), graphFiles(t, crawl), files(t, scratch))
	}
	return files(t, crawl)
}

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
