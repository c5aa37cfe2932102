package site

import "iter"

// The sources of a declared link.
const (
	SourceBreadcrumb = "breadcrumb" // the BreadcrumbList in the page's JSON-LD (https://schema.org/BreadcrumbList)
	SourcePayload    = "payload"    // the data of Next or Nuxt in the page
)

// Declared is a link that a page declares to programs. A visitor does not see it, so it is not an arc, and the crawl
// does not follow it.
type Declared struct {
	Page     int    // the page's id (1 and up)
	Source   string // one of the sources
	Position int    // from 1: of breadcrumbs their order from the start page on, else that in the page
	URL      string // normalized, or as written if that is impossible; "" for a breadcrumb without a URL
	Target   int    // the id of the page it leads to, 0 if it leads to none
}

// Declared yields the links that the pages of a graph declare to programs alone; pageOf returns the id of the page that
// a normalized URL leads to, 0 for none.
func (g *Graph) Declared(pageOf func(string) int) iter.Seq[Declared] {
	return func(yield func(Declared) bool) {
		for i := range g.Pages {
			f := g.Pages[i].Facts
			if f == nil {
				continue
			}
			for _, list := range []struct {
				source string
				urls   []string
			}{{SourceBreadcrumb, f.Breadcrumbs}, {SourcePayload, f.Payload}} {
				for at, url := range list.urls {
					d := Declared{Page: i + 1, Source: list.source, Position: at + 1, URL: url, Target: pageOf(url)}
					if !yield(d) {
						return
					}
				}
			}
		}
	}
}
