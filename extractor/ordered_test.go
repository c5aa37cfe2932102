package extractor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/extractor/store"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

type world struct {
	servers                           []*server
	walkers                           []*walker
	options                           order.Options
	budget, maxPages, maxDepth, ahead int
	delays                            []time.Duration
	resident, checks                  int
	retry                             bool
	open                              int // sites open now
	most                              int // highest value of open
}

func newWorld(t *testing.T, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 0x0bd))
	w := &world{maxDepth: -1, ahead: []int{1, 2, 8, 64}[r.IntN(4)], resident: r.IntN(2)}
	for i := range 1 + r.IntN(4) {
		v := serve(t, newSite(100*seed+uint64(i)))
		w.servers, w.walkers = append(w.servers, v), append(w.walkers, newWalker(t, network(t, v), 64))
		w.delays = append(w.delays, time.Duration(r.IntN(3))*time.Second)
	}
	w.chooseRule(r, int(seed), seed)
	if r.IntN(4) == 0 {
		w.maxPages = 1 + r.IntN(20)
	}
	if r.IntN(4) == 0 {
		w.maxDepth = r.IntN(4)
	}
	if r.IntN(2) == 0 {
		for _, k := range w.walkers {
			makeStable(t, k)
		}
	}
	return w
}

// chooseRule picks the order of pages with this number, and a random rule and budget to go with it.
func (w *world) chooseRule(r *rand.Rand, number int, seed uint64) {
	pages := order.Pages()
	w.options = order.Options{Rule: order.All, Pages: pages[number%len(pages)], Sites: len(w.walkers), Seed: seed}
	if rules := order.Rules(); !strings.HasPrefix(w.options.Pages, "links-") {
		w.options.Rule = rules[r.IntN(len(rules))]
	}
	if w.budget = 0; w.options.Rule == "r1" || r.IntN(3) > 0 {
		w.budget = 1 + r.IntN(30*len(w.walkers))
	}
}

func (w *world) journals() []evidence.Journal {
	all := make([]evidence.Journal, len(w.walkers))
	for i := range all {
		all[i] = &records{}
	}
	return all
}

func (w *world) walk(t *testing.T, ctx context.Context, journals []evidence.Journal,
	connections int) *extractor.Ordered {

	t.Helper()
	walk, err := w.tryWalk(t, ctx, journals, connections)
	if err != nil {
		t.Fatalf("%+v: %v", w.options, err)
	}
	return walk
}

// tryWalk is like walk, but returns the error. It always returns a walk.
func (w *world) tryWalk(t *testing.T, ctx context.Context, journals []evidence.Journal,
	connections int) (walk *extractor.Ordered, err error) {

	t.Helper()
	options := w.options
	options.Budget = w.budget
	options.Links = func(site int, page uint32) []uint32 { return walk.Links(site, page) }
	o := order.New(options)
	var sites []extractor.OrderedSite
	w.open = 0
	var mu sync.Mutex // sites are checked in parallel
	count := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		w.open += n
		w.most = max(w.most, w.open)
	}
	for i := range w.walkers {
		k := *w.walkers[i]
		k.parts.Downloader, k.parts.Journal = download.NewLimit(k.parts.Downloader, connections), journals[i]
		k.limits.MaxPages, k.limits.MaxLevel, k.limits.Budget = w.maxPages, w.maxDepth, w.budget
		settings := maps.Clone(k.parts.Settings)
		if settings == nil {
			settings = map[string]string{}
		}
		maps.Copy(settings, w.settings())
		k.parts.Settings = settings
		sites = append(sites, extractor.OrderedSite{Start: mustParse(t, k.start), Delay: w.delays[i],
			Kept: holds(journals[i]), Close: func() { count(-1) },
			Open: func() (extractor.Parts, scope.Limits, error) {
				count(1)
				return k.parts, k.limits, nil
			}})
	}
	walk = extractor.NewOrdered(sites, extractor.Ordering{Order: o, Again: o.Again, Importance: o.Importance,
		Budget: w.budget, Lookahead: w.ahead, Resident: w.resident, ChecksAtOnce: w.checks, RetryFailed: w.retry,
		Now: time.Now})
	return walk, walk.Walk(ctx)
}

func holds(j evidence.Journal) bool {
	for range j.Replay() {
		return true
	}
	return false
}

func (w *world) dump(t *testing.T, walk *extractor.Ordered) map[string]string {
	t.Helper()
	all := map[string]string{}
	for i := range w.walkers {
		c, err := walk.Crawl(i)
		must(t, err)
		if c != nil {
			checkCrawl(t, c)
			all[fmt.Sprint("site ", i)] = dumpOrdered(t, c)
		}
	}
	return all
}

func dumpOrdered(t *testing.T, c *site.Crawl) string {
	lines := []string{texts(t, c)["tables"], fmt.Sprint(c.Ended, c.Complete, c.Ranked)}
	for d := range c.Decisions {
		lines = append(lines, fmt.Sprintf("decision %+v", d))
	}
	for _, p := range c.Graph.Pages {
		lines = append(lines, fmt.Sprint("importance ", p.Key, p.Importance))
	}
	if c.Frontier != nil {
		for f := range c.Frontier {
			lines = append(lines, fmt.Sprintf("frontier %+v", f))
		}
	}
	return strings.Join(lines, "\n")
}

// An ordered crawl gives the same files for any number of connections, any latency, in either store, and after any
// kills and stops. A rebuild from the state gives them too.
func TestOrdered(t *testing.T) {
	const orders = 11
	kills := 2
	if rounds(t, orders) > orders {
		kills = 20
	}
	perSeed(t, orders, 110, func(t *testing.T, seed uint64) {
		w := newWorld(t, seed)
		whole := w.journals()
		walk := w.walk(t, context.Background(), whole, 64)
		want := w.dump(t, walk)
		w.sameRebuilt(t, whole, want)
		random := rand.New(rand.NewPCG(seed, 5))
		for _, connections := range []int{1, 4} {
			for _, v := range w.servers {
				v.watch(func(string) { time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond) }) // latency
			}
			journals := w.journals()
			if connections == 4 {
				for i := range journals {
					journals[i] = journal(t, store.Options{Dir: t.TempDir()})
				}
			}
			sameFiles(t, fmt.Sprint(connections, " connections"),
				w.dump(t, w.walk(t, context.Background(), journals, connections)), want)
		}
		for _, v := range w.servers {
			v.lag = false
			v.watch(nil)
		}
		for kill := range kills {
			journals := killed(whole, random)
			sameFiles(t, fmt.Sprint("kill ", kill), w.dump(t, w.walk(t, context.Background(), journals, 64)), want)
		}
		sameFiles(t, "stopped", w.dump(t, w.stopped(t, random)), want)
		w.raised(t, want)
	}, 83)
}

func killed(whole []evidence.Journal, random *rand.Rand) []evidence.Journal {
	cut := make([]evidence.Journal, len(whole))
	for i, j := range whole {
		all := j.(*records).list
		cut[i] = &records{list: slices.Clone(all[:random.IntN(len(all)+1)])}
	}
	return cut
}

func (w *world) settings() map[string]string {
	all := map[string]string{"[order] pages": w.options.Pages, "[order] sites": w.options.Rule,
		evidence.SettingDepth: fmt.Sprint(w.maxDepth), evidence.SettingPages: fmt.Sprint(w.maxPages)}
	if w.options.Rule == "r1" {
		all["[order] budget"] = fmt.Sprint(w.budget)
	}
	if e := w.walkers[0].limits.Exclude; e != nil {
		all[evidence.SettingExclude] = e.String()
	}
	return all
}

func (w *walker) inOrder(v *server) *world {
	return &world{servers: []*server{v}, walkers: []*walker{w}, ahead: 8, delays: []time.Duration{0}, maxDepth: -1,
		options: order.Options{Rule: order.All, Pages: "auto", Sites: 1}}
}

func (w *walker) foundInOrder(t *testing.T, v *server, what string, plan *model) {
	t.Helper()
	var got, want []string
	o := w.inOrder(v)
	for _, p := range o.onlyCrawl(t, o.walk(t, t.Context(), o.journals(), 4)).Graph.Pages {
		got = append(got, p.Title)
	}
	for _, p := range plan.pages {
		want = append(want, p.content.title)
	}
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%s, in an order: contents %q, want %q", what, got, want)
	}
}

func (w *world) onlyCrawl(t *testing.T, walk *extractor.Ordered) *site.Crawl {
	t.Helper()
	c, err := walk.Crawl(0)
	must(t, err)
	return c
}

func (w *world) sameRebuilt(t *testing.T, journals []evidence.Journal, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for i, j := range journals {
		if len(j.(*records).list) == 0 {
			continue
		}
		k := *w.walkers[i]
		k.limits.MaxPages, k.limits.MaxLevel = w.maxPages, w.maxDepth
		c, err := extractor.Rebuild(j, k.limits, pastOf(extractor.Past{}))
		must(t, err)
		got[fmt.Sprint("site ", i)] = dumpOrdered(t, c)
	}
	sameFiles(t, "rebuilt", got, want)
}

func (w *world) stopped(t *testing.T, random *rand.Rand) *extractor.Ordered {
	journals := w.journals()
	for range 500 {
		ctx, hook, release := cutter(1 + random.Int64N(20))
		for _, v := range w.servers {
			v.watch(hook)
		}
		walk := w.walk(t, ctx, journals, 4)
		over := ctx.Err() == nil
		release()
		if over {
			return walk
		}
	}
	t.Fatal("does not come to an end")
	return nil
}

func (w *world) raised(t *testing.T, want map[string]string) {
	if w.budget == 0 || w.options.Rule == "r1" {
		return
	}
	for _, v := range w.servers {
		v.watch(nil)
	}
	whole, journals := w.budget, w.journals()
	var least map[string]string
	for _, part := range []int{4, 2, 1} {
		if w.budget = whole / part; w.budget == 0 {
			continue
		}
		got := w.dump(t, w.walk(t, context.Background(), journals, 64))
		if least == nil {
			least = got
		}
		if part == 1 {
			sameFiles(t, "raised in steps", got, want)
		}
	}
	for w.budget = whole / 4; w.budget > 0; w.budget = 0 {
		got := w.dump(t, w.walk(t, context.Background(), journals, 64))
		for name := range least {
			without := func(s string) string { return strings.Split(s, "importance")[0] }
			if without(got[name]) != without(least[name]) {
				t.Fatalf("lowered: %s differs:\n%s", name, difference(strings.Split(got[name], "\n"),
					strings.Split(least[name], "\n")))
			}
		}
	}
	w.budget = whole
}
