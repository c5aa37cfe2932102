package export

import (
	"slices"

	"sitegraph/site"
)

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
