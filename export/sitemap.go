package export

import (
	"slices"

	"sitegraph/site"
)

// sitemapTable is sitemap.csv: what sitemaps list, and what it is.
var sitemapTable = table[site.SitemapEntry]{name: "sitemap.csv", columns: []column[site.SitemapEntry]{
	{name: "url", text: func(e *site.SitemapEntry) *string { return &e.URL }},
	{name: "normalized_url", text: func(e *site.SitemapEntry) *string { return &e.Key }},
	{name: "sitemap", text: func(e *site.SitemapEntry) *string { return &e.Sitemap }, repeats: true},
	{name: "finding", text: func(e *site.SitemapEntry) *string { return (*string)(&e.Finding) }, repeats: true},
	{name: "status", number: func(e *site.SitemapEntry) *int { return &e.Status }, most: 999, optional: true},
	{name: "page", text: func(e *site.SitemapEntry) *string { return &e.Page }},
	{name: "detail", text: func(e *site.SitemapEntry) *string { return &e.Detail }},
}}

func hasSitemaps(c *site.Crawl) bool { return c.Sitemaps != nil }

func writeSitemap(o *out, c *site.Crawl, _ Options) error {
	return sitemapTable.write(o, c.Sitemaps.Entries)
}

// Sitemaps is what the manifest says of the sitemaps of a site.
type Sitemaps struct {
	// Files are those that were asked for. Cut is the limit at which the reading ended, "" if all was read.
	Files []site.SitemapFile `json:"files"`
	Cut   string             `json:"cut,omitempty"`
	// Start says that the entries are start pages too, Conclusive that the crawl went
	// everywhere.
	Start      bool `json:"start_pages"`
	Conclusive bool `json:"conclusive"`
	// Found counts the entries by what was found.
	Found map[site.SitemapFinding]int `json:"found"`
}

func newSitemaps(s *site.Sitemaps) *Sitemaps {
	if s == nil {
		return nil
	}
	return &Sitemaps{Files: s.Files, Cut: s.Cut, Start: s.Start, Conclusive: s.Conclusive, Found: s.Found}
}

// sitemaps returns what the folder says of sitemaps; nil if the crawl did not read them.
func (f *Folder) sitemaps() *site.Sitemaps {
	m := f.Manifest.Sitemaps
	if m == nil {
		return nil
	}
	s := &site.Sitemaps{Files: m.Files, Cut: m.Cut, Start: m.Start, Conclusive: m.Conclusive, Found: m.Found}
	s.Entries = rows(f, sitemapTable, func() rowCheck[site.SitemapEntry] {
		found := map[site.SitemapFinding]int{}
		return func(r *tableReader[site.SitemapEntry], e *site.SitemapEntry) error {
			if e != nil && !isFinding(e.Finding) {
				return r.damage("finding %s is not known", shown(string(e.Finding)))
			}
			if e != nil {
				found[e.Finding]++
				return nil
			}
			for finding, count := range m.Found {
				if found[finding] != count {
					return r.mismatch("%d entries %q, the manifest counts %d", found[finding], finding, count)
				}
			}
			return nil
		}
	})
	return s
}

// sitemapFindings are the known findings.
var sitemapFindings = []site.SitemapFinding{site.FoundPage, site.FoundOrphan, site.FoundDead, site.FoundRedirect,
	site.FoundBlocked, site.FoundNonCanonical, site.FoundOutside, site.FoundLeftOut, site.FoundNoPage,
	site.FoundUnknown, site.FoundNotInList, site.FoundNotInSitemaps}

// isFinding reports whether a text is one of them.
func isFinding(f site.SitemapFinding) bool { return slices.Contains(sitemapFindings, f) }
