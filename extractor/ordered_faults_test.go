package extractor_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// group is a world of sites on an in-memory network. Each site can be claimed by one walk only.
type group struct {
	*world
	fake *fake
	kept []evidence.Journal
}

func newGroup(t *testing.T, f *fake, starts ...string) *group {
	w := &world{maxDepth: -1, ahead: 8, delays: make([]time.Duration, len(starts)),
		options: order.Options{Rule: order.All, Pages: order.Levels, Sites: len(starts), Seed: 1}}
	for _, s := range starts {
		k := newWalker(t, f, 4)
		k.start = s
		w.walkers = append(w.walkers, k)
	}
	return &group{world: w, fake: f, kept: w.journals()}
}

// run crawls the group and resumes from its journals.
func (g *group) run(t *testing.T, ctx context.Context) (*extractor.Ordered, error) {
	t.Helper()
	claims := map[string]string{}
	for _, k := range g.walkers {
		s := k.start
		claims[s] = s
		k.parts.Claim = func(origin string) bool {
			claims[origin] = cmp.Or(claims[origin], s)
			return claims[origin] == s
		}
	}
	return g.tryWalk(t, ctx, g.kept, 4)
}

func (g *group) runs(t *testing.T) map[string]string {
	t.Helper()
	w, err := g.run(t, context.Background())
	must(t, err)
	return g.dump(t, w)
}

// A redirect target is left out if it is too many hops from every link that leads there.
func TestOrderedLongChains(t *testing.T) {
	h := "http://a.test"
	g := newGroup(t, newFake(map[string]fakePage{
		h + "/": {body: "<a href=/a1>1</a><a href=/a2>2</a>"}, h + "/a1": redirectTo("/b1"),
		h + "/b1": redirectTo("/c"), h + "/a2": redirectTo("/b2"), h + "/b2": redirectTo("/c"),
		h + "/c": redirectTo("/d"), h + "/d": {body: "d"}}), h)
	g.walkers[0].limits.MaxRedirects, g.ahead = 2, 1
	live := g.runs(t)
	g.sameRebuilt(t, g.kept, live)
}

// A home page that failed may redirect in the next run.
func TestOrderedHomeComesBack(t *testing.T) {
	h := "http://a.test"
	f := newFake(map[string]fakePage{h + "/": {status: 503}, h + "/en/": {body: "<a href=/x>x</a>"},
		h + "/x": {body: "x"}})
	g := newGroup(t, f, h)
	g.runs(t)
	f.set(h+"/", redirectTo("/en/"))
	live := g.runs(t)
	if !strings.Contains(live["site 0"], "page 2 ") {
		t.Errorf("no second page:\n%s", live)
	}
	g.sameRebuilt(t, g.kept, live)
	sameFiles(t, "again", g.runs(t), live)
}

// A home page that leads to another walk's site still counts in the sequence of requests.
func TestOrderedClaims(t *testing.T) {
	to := redirectTo("http://c.test/")
	m := fans(5, "http://c.test", "http://d.test")
	m["http://a.test/"], m["http://b.test/"] = to, to
	starts := []string{"http://a.test", "http://d.test", "http://b.test", "http://c.test"}
	for _, ahead := range []int{1, 8} {
		whole := newGroup(t, newFake(m), starts...)
		whole.ahead = ahead
		live := whole.runs(t)
		whole.sameRebuilt(t, whole.kept, live)
		for cut := 1; cut < 12; cut++ {
			g := newGroup(t, newFake(m), starts...)
			g.ahead, g.budget = ahead, cut
			g.runs(t)
			g.budget = 0
			sameFiles(t, fmt.Sprint("resumed after ", cut), g.runs(t), live)
		}
	}
}

// A retry with a used-up budget requests nothing.
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
		sameFiles(t, fmt.Sprint("lookahead ", ahead), g.runs(t), live)
	}
}

// A site that has all its pages does not hold up the others.
func TestOrderedFullAndRetried(t *testing.T) {
	m := fans(20, "http://a.test", "http://b.test")
	m["http://a.test/001"] = fakePage{status: 503}
	g := newGroup(t, newFake(m), "http://a.test", "http://b.test")
	g.maxPages, g.budget, g.ahead, g.options.Rule = 5, 8, 1, "sequential"
	g.runs(t)
	g.budget, g.retry = 0, true
	w, err := g.run(t, context.Background())
	must(t, err)
	for i := range g.walkers {
		if c, err := w.Crawl(i); err != nil || c.Counts.Pages != 5 || c.Ended != site.EndedMaxPages {
			t.Errorf("site %d: %d pages, ended %s, %v", i, c.Counts.Pages, c.Ended, err)
		}
	}
}

// Sites without a readable robots.txt are closed meanwhile, also when they are requested again.
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
	sameFiles(t, "again", g.runs(t), live)
	for _, h := range starts {
		f.set(h+"/robots.txt", fakePage{mime: "text/plain", body: "User-agent: x"})
	}
	g.retry = true
	g.runs(t)
	if g.most > 8 {
		t.Errorf("%d sites open at once", g.most)
	}
}

// Records that a kill left behind a gap are made again, whether the next run retries failures or is stopped at once.
func TestOrderedGap(t *testing.T) {
	m := fans(10, "http://a.test", "http://b.test")
	m["http://a.test/001"] = fakePage{status: 503}
	whole := newGroup(t, newFake(m), "http://a.test", "http://b.test")
	whole.runs(t)
	for cut := 3; cut < len(whole.kept[0].(*records).list); cut += 2 {
		for _, retry := range []bool{true, false} {
			g := newGroup(t, newFake(m), "http://a.test", "http://b.test")
			all := whole.kept[1].(*records).list
			g.kept[0] = &records{list: whole.kept[0].(*records).list[:cut:cut]}
			g.kept[1] = &records{list: all[: len(all)-1 : len(all)-1]}
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
			g.sameRebuilt(t, g.kept, live)
			if g.retry = false; retry {
				sameFiles(t, fmt.Sprint("third run ", cut), g.runs(t), live)
			}
		}
	}
}

// No page of a new host is requested before its robots.txt.
func TestOrderedMovedWithoutRobots(t *testing.T) {
	m := fans(3, "http://x.test")
	m["http://a.test/"], m["http://x.test/robots.txt"] = redirectTo("http://x.test/"), fakePage{status: 503}
	f := newFake(m)
	g := newGroup(t, f, "http://a.test")
	w, err := g.run(t, context.Background())
	must(t, err)
	c, err := w.Crawl(0)
	if err != nil || c.Ended != site.EndedRobotsUnavailable || c.Counts.Pages != 0 || f.count("http://x.test/") != 0 {
		t.Errorf("ended %s with %d pages, %v", c.Ended, c.Counts.Pages, err)
	}
}

// Damaged commits give an error or a crawl, but never a panic or an endless loop.
func TestOrderedDamaged(t *testing.T) {
	m := fans(5, "http://a.test")
	m["http://a.test/001"], m["http://a.test/002"] = fakePage{status: 503}, redirectTo("/001")
	m["http://a.test/"] = redirectTo("/home")
	m["http://a.test/home"] = fakePage{body: "<a href=/001>1</a><a href=/002>2</a><a href=/003>3</a>"}
	whole := newGroup(t, newFake(m), "http://a.test")
	whole.runs(t)
	for n, record := range whole.kept[0].(*records).list {
		for at := 1; record[0] == 'c' && at < len(record); at++ {
			for _, v := range []byte{0, 1, 2, 3, 4, 5, 6, 7, 20, 100} {
				g := newGroup(t, whole.fake, "http://a.test")
				j := g.kept[0].(*records)
				must(t, j.Append(whole.kept[0].(*records).list))
				j.list[n][at] = v
				if c, err := extractor.Rebuild(j, g.walkers[0].limits, pastOf(extractor.Past{})); err == nil {
					dumpOrdered(t, c)
				}
				if w, err := g.run(t, context.Background()); err == nil {
					g.dump(t, w)
				}
			}
		}
	}
}
