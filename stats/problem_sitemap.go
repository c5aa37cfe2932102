package stats

import (
	"fmt"

	"sitegraph/site"
)

func inSitemaps(wanted site.SitemapFinding) func(*finder) occurrences {
	return listedIn(func(_ *finder, e *site.SitemapEntry) (string, bool) { return e.Detail, e.Finding == wanted })
}

// listedNoindex finds the sitemap entries for pages that ask not to be indexed.
func listedNoindex(f *finder, e *site.SitemapEntry) (detail string, found bool) {
	page, ok := f.pages.Find(e.Key)
	if !ok {
		return "", false
	}
	return asksOf(&f.crawl.Graph.Pages[page], "", "noindex")
}

func listedIn(judge func(*finder, *site.SitemapEntry) (detail string, found bool)) func(*finder) occurrences {
	return func(f *finder) occurrences {
		if f.crawl.Sitemaps == nil {
			return site.WithoutErrors[Occurrence](nil)
		}
		return site.Sought(f.crawl.Sitemaps.Entries, func(e *site.SitemapEntry) (o Occurrence, found bool) {
			detail, found := judge(f, e)
			if !found {
				return o, false
			}
			o = Occurrence{URL: e.URL, Status: e.Status, Detail: "in " + e.Sitemap}
			if detail != "" {
				o.Detail = detail + ", in " + e.Sitemap
			}
			if e.Page != "" {
				o.Page = f.pageID(e.Page)
			}
			return o, true
		})
	}
}

func onSitemap(*finder, *Occurrence) standing { return standing{} }

func visitedUnlinked(f *finder) occurrences {
	h := f.crawl.Hits
	if h == nil {
		return site.WithoutErrors[Occurrence](nil)
	}
	return site.Sought(site.WithoutErrors(h.All), func(u *site.Hit) (o Occurrence, found bool) {
		if !h.Unlinked(u) {
			return o, false
		}
		detail := fmt.Sprintf("visits: %d, by robots: %d", u.Visits, u.RobotVisits)
		return Occurrence{URL: u.URL, Status: u.Status, Detail: detail}, true
	})
}

// neverVisited yields the pages that no person visited, if any visits are known.
func neverVisited(f *finder) occurrences {
	h := f.crawl.Hits
	if h == nil || h.Visits == 0 {
		return site.WithoutErrors[Occurrence](nil)
	}
	people, robots := h.OfPages(f.crawl.Graph)
	return ofPages(f, func(_ *finder, i int) (Occurrence, bool) {
		return Occurrence{Detail: fmt.Sprintf("visits by robots: %d", robots[i])}, people[i] == 0
	})
}
