package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sitegraph/extractor"
	"sitegraph/extractor/scope"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// listSome puts some of a site's resources, in normal spelling, and a page of another site in its sitemap.
func (w *walker) listSome(s *testSite, start bool) (some []*resource) {
	random := rand.New(rand.NewPCG(s.seed, 3))
	list := extractor.SitemapList{Files: []site.SitemapFile{{URL: origin + "/sitemap.xml", Status: 200}}}
	list.Entries = append(list.Entries, extractor.SitemapURL{URL: "http://other.test/"})
	for _, r := range s.resources {
		if random.IntN(3) > 0 {
			some = append(some, r)
			list.Entries = append(list.Entries, extractor.SitemapURL{URL: origin + r.key})
		}
	}
	w.parts.SitemapStarts = start
	w.lists(list)
	w.parts.Settings = extractor.Beginning(site.URL{Scheme: "http", Host: "site.test", Path: "/"}, w.parts)
	return some
}

func (w *walker) lists(l extractor.SitemapList) {
	w.parts.Sitemaps = func(context.Context, extractor.Downloader, extractor.Rules, site.URL,
		string) extractor.SitemapList {
		return l
	}
}

// finds returns the finding that the plan predicts for a resource in a sitemap.
func (m *model) finds(r *resource) site.SitemapFinding {
	path, _, state := m.chain(r)
	last := path[len(path)-1]
	_, fetched := m.asked[r.key]
	switch {
	case (r.ending || m.leavesOut(r, r.key)) && !fetched: // file endings do not matter for redirects
		return site.FoundLeftOut
	case r.kind == isForbidden:
		return site.FoundBlocked
	case state == site.StateRedirectBad || state == "" && last.kind == isStatus:
		return site.FoundDead
	case r.kind == isRedirect:
		return site.FoundRedirect
	case r.kind == isNotHTML:
		return site.FoundNoPage
	}
	for _, p := range m.pages {
		if p == r {
			return site.FoundPage
		}
		if p.content == r.content {
			return site.FoundNonCanonical
		}
	}
	return site.FoundOrphan
}

// Sitemaps are compared with the crawl. The graph stays the same, and each entry gets the finding that the plan
// predicts, in an ordered crawl too.
func TestSitemapsChecked(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		s := generate(seed, true)
		v := serve(t, s)
		w := newWalker(t, network(t, v), 16)
		some := w.listSome(s, false)
		stable := seed%2 == 1
		if stable {
			makeStable(t, w)
		}
		c, m := w.run(t), s.expect(-1)
		sameAsModel(t, c, m)
		if !c.Sitemaps.Conclusive {
			t.Fatal("a complete crawl is not conclusive")
		}
		found := map[string]site.SitemapFinding{}
		for e := range c.Sitemaps.Entries {
			found[e.URL] = e.Finding
		}
		console.Equal(t, found["http://other.test/"], site.FoundOutside, "a page of another site")
		for _, r := range some {
			console.Equal(t, found[origin+r.key], m.finds(r), r.key, "", r.kind)
		}
		if stable {
			return
		}
		// An order finds the same, but may choose another of several URLs as the page.
		o := w.inOrder(v)
		c = o.onlyCrawl(t, o.walk(t, t.Context(), o.journals(), 16))
		alias := func(f site.SitemapFinding) bool { return f == site.FoundPage || f == site.FoundNonCanonical }
		for e := range c.Sitemaps.Entries {
			if w := found[e.URL]; e.Finding != w && !(alias(w) && alias(e.Finding)) || !c.Complete {
				t.Errorf("in an order, complete %t: %s: %q, want %q", c.Complete, e.URL, e.Finding, w)
			}
		}
	})
}

// A crawl that starts from sitemaps has all their pages as start pages, and reports those that links from the home page
// do not reach.
func TestSitemapsAsStart(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		s := generate(seed, true)
		v := serve(t, s)
		w := newWalker(t, network(t, v), 16)
		some := w.listSome(s, true)
		if seed%2 == 1 {
			makeStable(t, w)
		}
		m := s.expect(-1)
		reached := map[*content]bool{}
		for _, p := range m.pages {
			reached[p.content] = true
		}
		s.starts = []string{"/"}
		for _, r := range some {
			if !r.ending && !strings.Contains(r.key, "/excluded/") && r.key != "/" {
				s.starts = append(s.starts, r.key)
			}
		}
		c := w.run(t)
		whole := s.expect(-1)
		sameAsModel(t, c, whole)
		content := map[string]*content{}
		for _, p := range whole.pages {
			content[origin+p.key] = p.content
		}
		for e := range c.Sitemaps.Entries {
			shown := content[e.Key]
			if shown != nil && (e.Finding == site.FoundOrphan) == reached[shown] {
				t.Errorf("%s: %q, reached: %t", e.URL, e.Finding, reached[shown])
			}
		}
		for _, p := range c.Graph.Pages {
			console.Equal(t, (p.Entry == ""), (p.Level > 0), p.URL, p.Level, p.Entry)
		}
		if !w.parts.Stable {
			w.foundInOrder(t, v, "sitemaps", whole)
		}
	})
}

// Orphans are reported only if the crawl went everywhere.
func TestOrphansInconclusive(t *testing.T) {
	pages := map[string]fakePage{origin + "/": {body: "<a href=/1>"}, origin + "/1": {body: "1<a href=/2>"}, origin +
		"/2": {body: "2"}, origin + "/o": {body: "orphan"}, origin + "/c": {body: "<link rel=canonical href=/1>"}}
	for _, c := range []struct {
		what  string
		limit func(*scope.Limits)
		want  site.SitemapFinding
	}{
		{"no limit", func(*scope.Limits) {}, site.FoundOrphan},
		{"depth", func(l *scope.Limits) { l.MaxLevel = 1 }, site.FoundUnknown},
		{"depth that cuts nothing", func(l *scope.Limits) { l.MaxLevel = 2 }, site.FoundOrphan},
		{"pages", func(l *scope.Limits) { l.MaxPages = 2 }, site.FoundUnknown},
		{"links", func(l *scope.Limits) { l.PathRepeats, l.PathDepth, l.LinksPerPage = 0, 0, 1 }, site.FoundOrphan},
	} {
		w := newWalker(t, newFake(pages), 2)
		w.lists(extractor.SitemapList{Files: []site.SitemapFile{{URL: origin + "/sitemap.xml"}},
			Entries: []extractor.SitemapURL{{URL: origin + "/o"}, {URL: origin + "/c"}}})
		c.limit(&w.limits)
		crawl := w.walk(t, t.Context())
		var got []site.SitemapFinding
		for e := range crawl.Sitemaps.Entries {
			got = append(got, e.Finding)
		}
		second := site.FoundNonCanonical
		if c.want == site.FoundUnknown {
			second = c.want
		}
		console.Equal(t, got, []site.SitemapFinding{second, c.want}, c.what, c.want)
	}
}

// If a kill cuts a long sitemap, anywhere, the next run reads it again.
func TestSitemapIsCut(t *testing.T) {
	list := extractor.SitemapList{Files: []site.SitemapFile{{URL: origin + "/sitemap.xml"}}}
	for i := range 2500 {
		list.Entries = append(list.Entries, extractor.SitemapURL{URL: fmt.Sprintf("%s/%04d", origin, i)})
	}
	w := newWalker(t, newFake(map[string]fakePage{origin + "/": {body: "home"}}), 8)
	w.lists(list)
	if want := w.cutAt(t, 1, 4, 8); want.Sitemaps.Found[site.FoundDead] != 2500 {
		t.Fatalf("found %v", want.Sitemaps.Found)
	}
}
