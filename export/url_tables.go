package export

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"sitegraph/site"
)

// hitsTable is hits.csv, which lists the URLs that clients requested, according to the server's access logs.
var hitsTable = table[site.Hit]{name: "hits.csv", columns: []column[site.Hit]{
	{name: "url", text: func(r *site.Hit) *string { return &r.URL }, isURL: true},
	{name: "normalized_url", text: func(r *site.Hit) *string { return &r.Key }, isURL: true},
	{name: "state", text: func(r *site.Hit) *string { return (*string)(&r.State) }, repeats: true},
	{name: "page", text: func(r *site.Hit) *string { return &r.Page }, isURL: true},
	{name: "status", number: func(r *site.Hit) *int { return &r.Status }, most: 999},
	{name: "requests", number: func(r *site.Hit) *int { return &r.Requests }},
	{name: "visits", number: func(r *site.Hit) *int { return &r.Visits }},
	{name: "robot_visits", number: func(r *site.Hit) *int { return &r.RobotVisits }},
	{name: "last_request", at: func(r *site.Hit) *time.Time { return &r.Last }},
	{name: "robots", text: func(r *site.Hit) *string { return &r.Robots }, repeats: true},
}}

// Hits returns hits.csv, with a row for each URL that clients requested.
func Hits(h *site.Hits) Listing {
	return listOf(hitsTable.name, site.Unfailing(places(h.All)), hitsTable.cells)
}

type followedRow struct{ source, target, visits int }

// followedTable is followed.csv, which counts the visits that followed each arc of the graph.
var followedTable = table[followedRow]{name: "followed.csv", columns: []column[followedRow]{
	{name: "Source", number: func(r *followedRow) *int { return &r.source }},
	{name: "Target", number: func(r *followedRow) *int { return &r.target }},
	{name: "visits", number: func(r *followedRow) *int { return &r.visits }},
}}

func hasHits(c *site.Crawl) bool { return c.Hits != nil }

func hasFollowed(c *site.Crawl) bool { return c.Hits != nil && c.Hits.Referers }

func writeFollowed(o *out, c *site.Crawl, options Options) error {
	rows := mapped(arcs(c.Graph, options.SelfLoops), func(a *arc) followedRow {
		return followedRow{a.source, a.target, int(c.Hits.Followed.At(a.place))}
	})
	return followedTable.write(o, site.Unfailing(rows))
}

func (f *Folder) readHits(c *site.Crawl) error {
	if f.Manifest.Hits == nil {
		return nil
	}
	h := *f.Manifest.Hits
	c.Hits = &h
	err := each(f, hitsTable, func(r *tableReader[site.Hit], row *site.Hit) error {
		if n := len(h.All); n > 0 && row.Key <= h.All[n-1].Key {
			return r.damage("%s after %s: the rows are sorted by normalized_url", shown(row.Key), shown(h.All[n-1].Key))
		}
		h.All = append(h.All, *row)
		return nil
	})
	if err != nil || !h.Referers {
		return err
	}
	return f.readFollowed(&h, c.Graph)
}

func (f *Folder) readFollowed(h *site.Hits, g *site.Graph) error {
	h.Followed = site.NewNumbers(g.Arcs())
	return each(f, followedTable, func(r *tableReader[followedRow], row *followedRow) error {
		if row.source < 1 || row.source > len(g.Pages) {
			return r.damage("Source is %d among %d pages", row.source, len(g.Pages))
		}
		at, found := g.Arc(row.source-1, row.target-1)
		if !found {
			return r.damage("%s is not an arc of %s", fmt.Sprint(row.source, " → ", row.target), arcsTable.name)
		}
		h.Followed.Set(at, uint32(row.visits))
		return nil
	})
}

const maxCandidates = 10_000

// frontierTable is frontier.csv, which lists the URLs most worth fetching next.
var frontierTable = table[site.Candidate]{name: "frontier.csv", columns: []column[site.Candidate]{
	{name: "url", text: func(c *site.Candidate) *string { return &c.URL }},
	{name: "normalized_url", text: func(c *site.Candidate) *string { return &c.Key }},
	{name: "level", number: func(c *site.Candidate) *int { return &c.Depth }},
	{name: "importance", share: func(c *site.Candidate) *float64 { return &c.Importance }},
}}

// writeFrontier sorts URLs by rounded importance, then by normalized URL.
func writeFrontier(o *out, c *site.Crawl, _ Options) error {
	var first []site.Candidate
	for candidate := range c.Frontier {
		if len(first) == maxCandidates {
			break
		}
		candidate.Importance = rounded(candidate.Importance)
		first = append(first, candidate)
	}
	site.Sort(first, byImportance)
	return frontierTable.writeAll(o, places(first))
}

func byImportance(a, b site.Candidate) int {
	return cmp.Or(cmp.Compare(b.Importance, a.Importance), cmp.Compare(a.Key, b.Key))
}

// readFrontier reads frontier.csv if it exists and the pages are ranked.
func (f *Folder) readFrontier(crawl *site.Crawl) error {
	if _, ok := f.files[frontierTable.name]; !ok || !f.ranked {
		return nil
	}
	var all []site.Candidate
	err := each(f, frontierTable, func(r *tableReader[site.Candidate], c *site.Candidate) error {
		if n := len(all); n > 0 && byImportance(all[n-1], *c) >= 0 {
			return r.damage("%s after %s: the rows are sorted by importance, then by normalized_url",
				shown(c.Key), shown(all[n-1].Key))
		}
		all = append(all, *c)
		return nil
	})
	crawl.Frontier = slices.Values(all)
	return err
}

// sitemapTable is sitemap.csv, with what the crawl found out about URLs that sitemaps list.
var sitemapTable = table[site.SitemapEntry]{name: "sitemap.csv", columns: []column[site.SitemapEntry]{
	{name: "url", text: func(e *site.SitemapEntry) *string { return &e.URL }, isURL: true},
	{name: "normalized_url", text: func(e *site.SitemapEntry) *string { return &e.Key }},
	{name: "sitemap", text: func(e *site.SitemapEntry) *string { return &e.Sitemap }, repeats: true, isURL: true},
	{name: "finding", text: func(e *site.SitemapEntry) *string { return (*string)(&e.Finding) }, repeats: true},
	{name: "status", number: func(e *site.SitemapEntry) *int { return &e.Status }, most: 999, optional: true},
	{name: "page", text: func(e *site.SitemapEntry) *string { return &e.Page }, isURL: true},
	{name: "detail", text: func(e *site.SitemapEntry) *string { return &e.Detail }},
}}

// Sitemap returns sitemap.csv, with a row for each URL that sitemaps list or should list. It has no rows if s is nil.
func Sitemap(s *site.Sitemaps) Listing {
	entries := site.WithoutErrors[site.SitemapEntry](nil)
	if s != nil {
		entries = s.Entries
	}
	return List(sitemapTable.name, entries, sitemapTable.cells)
}

func (f *Folder) sitemaps() *site.Sitemaps {
	if f.Manifest.Sitemaps == nil {
		return nil
	}
	s := *f.Manifest.Sitemaps
	s.Entries = rows(f, sitemapTable, func() tableCheck[site.SitemapEntry] {
		found := map[site.SitemapFinding]int{}
		return tableCheck[site.SitemapEntry]{func(r *tableReader[site.SitemapEntry], e *site.SitemapEntry) error {
			if !slices.Contains(sitemapFindings, e.Finding) {
				return r.damage("finding %s is not known", shown(string(e.Finding)))
			}
			found[e.Finding]++
			return nil
		}, func(r *tableReader[site.SitemapEntry]) error {
			for finding, count := range s.Found {
				if found[finding] != count {
					return r.mismatch("%d entries %q, the manifest counts %d", found[finding], finding, count)
				}
			}
			return nil
		}}
	})
	return &s
}

var sitemapFindings = []site.SitemapFinding{site.FoundPage, site.FoundOrphan, site.FoundDead, site.FoundRedirect,
	site.FoundBlocked, site.FoundNonCanonical, site.FoundOutside, site.FoundLeftOut, site.FoundNoPage,
	site.FoundUnknown, site.FoundNotInList, site.FoundNotInSitemaps}
