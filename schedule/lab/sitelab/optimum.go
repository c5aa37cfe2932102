package sitelab

import "sitegraph/schedule/sites"

// optimum returns, for every n up to the given number of pages, the most links
// that n pages can bring when for each site a number of its first pages is
// scanned: the clairvoyant optimum. It is a knapsack, solved by dynamic
// programming over the sites; only the pages that bring something can be the
// last ones of a site, so a site costs N times their number.
func optimum(w world, pages int) []int {
	best := make([]int, pages+1)
	for _, site := range w {
		ends := prefixes(site, pages)
		for n := pages; n > 0; n-- {
			for _, e := range ends {
				if e.pages > n {
					break
				}
				best[n] = max(best[n], best[n-e.pages]+e.links)
			}
		}
	}
	return best
}

// prefix is the beginning of a site, and what it brings.
type prefix struct {
	pages, links int
}

// prefixes lists the beginnings of a site that end with a page that brings
// something, up to so many pages.
func prefixes(site []sites.Page, most int) []prefix {
	var all []prefix
	links := 0
	for p, page := range site[:min(len(site), most)] {
		if page.New > 0 {
			links += page.New
			all = append(all, prefix{p + 1, links})
		}
	}
	return all
}
