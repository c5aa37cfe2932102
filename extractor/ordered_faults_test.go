package extractor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

type group struct {
	fake     *fake
	base     *walker
	starts   []string
	journals []evidence.Journal
	claims   map[string]string
	rule     string
	pages    string
	budget   int
	maxPages int
	hops     int
	ahead    int
	resident int
	retry    bool
	open     int // sites open now
	most     int // and at most
}

func newGroup(t *testing.T, f *fake, starts ...string) *group {
	g := &group{fake: f, base: newWalker(t, f, 4), rule: "all", pages: "levels", hops: 10, ahead: 8, starts: starts}
	for range starts {
		g.journals = append(g.journals, &records{})
	}
	return g
}

// run crawls the group; journals resume.
func (g *group) run(t *testing.T, ctx context.Context) (*extractor.Ordered, error) {
	t.Helper()
	var walk *extractor.Ordered
	o, err := order.New(order.Options{Rule: g.rule, Pages: g.pages, Sites: len(g.starts), Budget: g.budget, Seed: 1,
		Links: func(site int, page uint32) []uint32 { return walk.Links(site, page) }})
	must(t, err)
	g.claims, g.open = map[string]string{}, 0
	for _, s := range g.starts {
		g.claims[s] = s
	}
	var sites []extractor.OrderedSite
	for i, s := range g.starts {
		k := *g.base
		k.parts.Journal = g.journals[i]
		k.limits.MaxPages, k.limits.Budget, k.limits.MaxRedirects = g.maxPages, g.budget, g.hops
		k.parts.Settings = map[string]string{"[order] pages": g.pages}
		k.parts.Claim = func(origin string) bool {
			if g.claims[origin] == "" {
				g.claims[origin] = s
			}
			return g.claims[origin] == s
		}
		sites = append(sites, extractor.OrderedSite{Start: mustParse(t, s),
			Kept: len(g.journals[i].(*records).list) > 0, Close: func() { g.open-- },
			Open: func() (extractor.Parts, scope.Limits, error) {
				g.open++
				g.most = max(g.most, g.open)
				return k.parts, k.limits, nil
			}})
	}
	walk = extractor.NewOrdered(sites, extractor.Ordering{Order: o, Again: o.Again, Importance: o.Importance,
		Budget: g.budget, Lookahead: g.ahead, Resident: g.resident, RetryFailed: g.retry, Now: time.Now})
	return walk, walk.Walk(ctx)
}

// runs is run without an error; it returns what the crawls gave.
func (g *group) runs(t *testing.T) string {
	t.Helper()
	w, err := g.run(t, context.Background())
	must(t, err)
	return g.dump(t, w)
}

func (g *group) dump(t *testing.T, w *extractor.Ordered) string {
	t.Helper()
	var all strings.Builder
	for i := range g.starts {
		c, err := w.Crawl(i)
		must(t, err)
		if c != nil {
			fmt.Fprintf(&all, "== %d\n%s\n", i, dumpOrdered(t, c))
		}
	}
	return all.String()
}

// rebuilt is what the journals alone give.
func (g *group) rebuilt(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for i, j := range g.journals {
		if len(j.(*records).list) == 0 {
			continue
		}
		k := *g.base
		k.limits.MaxPages, k.limits.MaxRedirects = g.maxPages, g.hops
		c, err := extractor.Rebuild(j, k.limits, pastOf(extractor.Past{}))
		must(t, err)
		fmt.Fprintf(&all, "== %d\n%s\n", i, dumpOrdered(t, c))
	}
	return all.String()
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s", what, difference(strings.Split(got, "\n"), strings.Split(want, "\n")))
	}
}

// A redirect that is too far from any link is left out, whoever leads there.
func TestOrderedLongChains(t *testing.T) {
	h := "http://a.test"
	g := newGroup(t, newFake(map[string]fakePage{
		h + "/": {body: "<a href=/a1>1</a><a href=/a2>2</a>"}, h + "/a1": redirectTo("/b1"),
		h + "/b1": redirectTo("/c"), h + "/a2": redirectTo("/b2"), h + "/b2": redirectTo("/c"),
		h + "/c": redirectTo("/d"), h + "/d": {body: "d"}}), h)
	g.hops, g.ahead = 2, 1
	live := g.runs(t)
	same(t, "rebuilt", g.rebuilt(t), live)
}

// A home page that failed and redirects in the next run.
func TestOrderedHomeComesBack(t *testing.T) {
	h := "http://a.test"
	f := newFake(map[string]fakePage{h + "/": {status: 503}, h + "/en/": {body: "<a href=/x>x</a>"},
		h + "/x": {body: "x"}})
	g := newGroup(t, f, h)
	g.runs(t)
	f.set(h+"/", redirectTo("/en/"))
	live := g.runs(t)
	if !strings.Contains(live, "page 2 ") {
		t.Errorf("no second page:\n%s", live)
	}
	same(t, "rebuilt", g.rebuilt(t), live)
	same(t, "again", g.runs(t), live)
}

// Refused home pages are part of the sequence.
func TestOrderedClaims(t *testing.T) {
	to := redirectTo("http://c.test/")
	m := map[string]fakePage{"http://a.test/": to, "http://b.test/": to}
	fan(m, "http://c.test", 5)
	fan(m, "http://d.test", 5)
	starts := []string{"http://a.test", "http://d.test", "http://b.test", "http://c.test"}
	for _, ahead := range []int{1, 8} {
		whole := newGroup(t, newFake(m), starts...)
		whole.ahead = ahead
		live := whole.runs(t)
		same(t, "rebuilt", whole.rebuilt(t), live)
		for cut := 1; cut < 12; cut++ {
			g := newGroup(t, newFake(m), starts...)
			g.ahead, g.budget = ahead, cut
			g.runs(t)
			g.budget = 0
			same(t, fmt.Sprint("resumed after ", cut), g.runs(t), live)
		}
	}
}

// A used-up budget leaves nothing to request again.
func TestOrderedLoweredAndRetried(t *testing.T) {
	m := star(20)
	m[origin+"/001"] = fakePage{status: 503}
	for _, ahead := range []int{1, 8} {
		g := newGroup(t, newFake(m), origin)
		g.ahead, g.budget = ahead, 15
		live := g.runs(t)
		g.budget, g.retry = 5, true
		g.runs(t)
		g.budget, g.retry = 15, false
		same(t, fmt.Sprint("lookahead ", ahead), g.runs(t), live)
	}
}

// A site with all its pages does not hold up the others.
func TestOrderedFullAndRetried(t *testing.T) {
	m := map[string]fakePage{}
	fan(m, "http://a.test", 20)
	fan(m, "http://b.test", 20)
	m["http://a.test/001"] = fakePage{status: 503}
	g := newGroup(t, newFake(m), "http://a.test", "http://b.test")
	g.maxPages, g.budget, g.ahead, g.rule = 5, 8, 1, "sequential"
	g.runs(t)
	g.budget, g.retry = 0, true
	w, err := g.run(t, context.Background())
	must(t, err)
	for i := range g.starts {
		if c, err := w.Crawl(i); err != nil || c.Counts.Pages != 5 || c.Ended != site.EndedMaxPages {
			t.Errorf("site %d: %d pages, ended %s, %v", i, c.Counts.Pages, c.Ended, err)
		}
	}
}

// Sites without a robots.txt rest too, and so they do when they are asked again.
func TestOrderedSilentSitesRest(t *testing.T) {
	m := map[string]fakePage{}
	var starts []string
	for i := range 50 {
		h := fmt.Sprintf("http://s%03d.test", i)
		starts = append(starts, h)
		m[h+"/robots.txt"] = fakePage{status: 503}
	}
	f := newFake(m)
	g := newGroup(t, f, starts...)
	g.resident, g.ahead = 2, 2
	live := g.runs(t)
	same(t, "again", g.runs(t), live)
	for _, h := range starts {
		f.set(h+"/robots.txt", fakePage{mime: "text/plain", body: "User-agent: x"})
	}
	g.retry = true
	g.runs(t)
	if g.most > 8 {
		t.Errorf("%d sites open at once", g.most)
	}
}

// What a kill left behind a gap is made again, whatever else happens.
func TestOrderedGap(t *testing.T) {
	m := map[string]fakePage{}
	fan(m, "http://a.test", 10)
	fan(m, "http://b.test", 10)
	m["http://a.test/001"] = fakePage{status: 503}
	whole := newGroup(t, newFake(m), "http://a.test", "http://b.test")
	whole.runs(t)
	for cut := 3; cut < len(whole.journals[0].(*records).list); cut += 2 {
		for _, retry := range []bool{true, false} {
			g := newGroup(t, newFake(m), whole.starts...)
			all := whole.journals[1].(*records).list
			g.journals[0] = &records{list: whole.journals[0].(*records).list[:cut:cut]}
			g.journals[1] = &records{list: all[: len(all)-1 : len(all)-1]}
			g.retry = retry
			ctx, cancel := context.WithCancel(context.Background())
			if !retry {
				cancel()
			}
			w, err := g.run(t, ctx)
			cancel()
			if err != nil {
				t.Fatal(retry, cut, err)
			}
			live := g.dump(t, w)
			same(t, fmt.Sprint("rebuilt ", retry, cut), g.rebuilt(t), live)
			if g.retry = false; retry {
				same(t, fmt.Sprint("third run ", cut), g.runs(t), live)
			}
		}
	}
}

// The pages of a new host wait for its robots.txt.
func TestOrderedMovedWithoutRobots(t *testing.T) {
	m := map[string]fakePage{"http://a.test/": redirectTo("http://x.test/"), "http://x.test/robots.txt": {status: 503}}
	fan(m, "http://x.test", 3)
	f := newFake(m)
	g := newGroup(t, f, "http://a.test")
	w, err := g.run(t, context.Background())
	must(t, err)
	c, err := w.Crawl(0)
	if err != nil || c.Ended != site.EndedRobotsUnavailable || c.Counts.Pages != 0 || f.count("http://x.test/") != 0 {
		t.Errorf("ended %s with %d pages, %v", c.Ended, c.Counts.Pages, err)
	}
}

// Damaged commits give an error or a crawl, never a panic or an endless loop.
func TestOrderedDamaged(t *testing.T) {
	m := map[string]fakePage{}
	fan(m, "http://a.test", 5)
	m["http://a.test/001"], m["http://a.test/002"] = fakePage{status: 503}, redirectTo("/001")
	m["http://a.test/"] = redirectTo("/home")
	m["http://a.test/home"] = fakePage{body: "<a href=/001>1</a><a href=/002>2</a><a href=/003>3</a>"}
	whole := newGroup(t, newFake(m), "http://a.test")
	whole.runs(t)
	for n, record := range whole.journals[0].(*records).list {
		for at := 1; record[0] == 'c' && at < len(record); at++ {
			for _, v := range []byte{0, 1, 2, 3, 4, 5, 6, 7, 20, 100} {
				g := newGroup(t, whole.fake, whole.starts...)
				j := g.journals[0].(*records)
				must(t, j.Append(whole.journals[0].(*records).list))
				j.list[n][at] = v
				if c, err := extractor.Rebuild(j, g.base.limits, pastOf(extractor.Past{})); err == nil {
					dumpOrdered(t, c)
				}
				if w, err := g.run(t, context.Background()); err == nil {
					g.dump(t, w)
				}
			}
		}
	}
}
