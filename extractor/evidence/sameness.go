package evidence

import "sitegraph/site"

// Told says which URLs are one page, by normalized URL, where that is not learnt from the answers but known before: key
// stable has learnt it of the same site. What it does not name is a page by itself, or has no page.
type Told map[string]ToldPage

// ToldPage is what is told of a URL.
type ToldPage struct {
	// Class is what pages share that are one, Shown what they share that are so without rel=canonical.
	Class, Shown site.Digest
	// Canonical is the page that represents the class by rel=canonical; "" if none does.
	Canonical string
	// Page is the one that Rule makes of a URL that was not fetched; "" for URLs that were.
	Page string
	Rule *site.URLRule
}
