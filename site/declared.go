package site

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
