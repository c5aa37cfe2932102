package stats

import (
	"fmt"
	"iter"

	"sitegraph/site"
)

func sitemapKinds() []kind {
	return []kind{
		{name: "sitemap-dead", severity: severityError, list: inSitemaps(site.FoundDead), stands: onSitemap,
			explanation: "A sitemap lists a URL that answers with an error or not at all."},
		{name: "orphan", severity: severityWarning, list: inSitemaps(site.FoundOrphan), stands: onSitemap,
			explanation: "A sitemap lists this page, and no link leads to it."},
		{name: "sitemap-redirect", severity: severityWarning, list: inSitemaps(site.FoundRedirect), stands: onSitemap,
			explanation: "A sitemap lists a URL that redirects."},
		{name: "sitemap-non-canonical", severity: severityWarning, list: inSitemaps(site.FoundNonCanonical),
			stands:      onSitemap,
			explanation: "A sitemap lists a URL whose page has another URL, by its canonical link or its content."},
		{name: "sitemap-blocked", severity: severityWarning, list: inSitemaps(site.FoundBlocked), stands: onSitemap,
			explanation: "A sitemap lists a URL that robots.txt forbids."},
		{name: "sitemap-noindex", severity: severityWarning, list: noindexInSitemaps, stands: onSitemap,
			explanation: "A sitemap lists a page that asks search engines not to index it."},
		{name: "sitemap-outside", severity: severityNotice, list: inSitemaps(site.FoundOutside), stands: onSitemap,
			explanation: "A sitemap lists a URL of another site, or outside the section that was crawled."},
	}
}

func inSitemaps(wanted site.SitemapFinding) func(*finder) iter.Seq2[Occurrence, error] {
	return listedIn(func(_ *finder, e *site.SitemapEntry) (string, bool) { return e.Detail, e.Finding == wanted })
}

// noindexInSitemaps yields the entries that are pages of their own and do not want to be found.
func noindexInSitemaps(f *finder) iter.Seq2[Occurrence, error] {
	noindex := robotsMeta("noindex")
	return listedIn(func(f *finder, e *site.SitemapEntry) (string, bool) {
		page, ok := f.pages.Find(e.Key)
		if !ok {
			return "", false
		}
		o, found := noindex(f, page)
		return o.Detail, found
	})(f)
}

// listedIn yields the entries of sitemaps that have a problem.
func listedIn(judge func(f *finder, e *site.SitemapEntry) (detail string, found bool)) func(*finder) iter.Seq2[
	Occurrence, error] {
	return func(f *finder) iter.Seq2[Occurrence, error] {
		return func(yield func(Occurrence, error) bool) {
			if f.crawl.Sitemaps == nil {
				return
			}
			for e, err := range f.crawl.Sitemaps.Entries {
				detail, found := judge(f, &e)
				if err == nil && !found {
					continue
				}
				o := Occurrence{URL: e.URL, Status: e.Status, Detail: "in " + e.Sitemap}
				if detail != "" {
					o.Detail = detail + ", in " + e.Sitemap
				}
				if e.Page != "" {
					o.Page = f.pageID(e.Page)
				}
				if !yield(o, err) || err != nil {
					return
				}
			}
		}
	}
}

// onSitemap is where a problem of a sitemap is: on no page.
func onSitemap(*finder, *Occurrence) standing { return standing{} }

func hitKinds() []kind {
	return []kind{
		{name: "visited-unlinked", severity: severityWarning, list: visitedUnlinked, stands: onSitemap,
			explanation: "Visitors or robots ask for a URL that the server shows, and no link leads to it."},
		{name: "never-visited", severity: severityNotice, list: neverVisited, stands: onPage,
			explanation: "The access logs have no visit of this page by people."},
	}
}

func visitedUnlinked(f *finder) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		h := f.crawl.Hits
		if h == nil {
			return
		}
		for i := range h.All {
			if u := &h.All[i]; h.Unlinked(u) && !yield(Occurrence{URL: u.URL, Status: u.Status,
				Detail: fmt.Sprintf("visits: %d, by robots: %d", u.Visits, u.RobotVisits)}, nil) {
				return
			}
		}
	}
}

// neverVisited yields the pages without a visit by people, if there are visits at all.
func neverVisited(f *finder) iter.Seq2[Occurrence, error] {
	h := f.crawl.Hits
	if h == nil || h.Visits == 0 {
		return site.WithoutErrors[Occurrence](nil)
	}
	people, robots := h.OfPages(f.crawl.Graph)
	return ofPages(func(_ *finder, i int) (Occurrence, bool) {
		return Occurrence{Detail: fmt.Sprintf("visits by robots: %d", robots[i])}, people[i] == 0
	})(f)
}
