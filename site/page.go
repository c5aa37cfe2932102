package site

// Page is a node of the graph: a URL of the site whose final answer is 200
// with HTML, one per distinct content.
type Page struct {
	// URL is the one fetched and shown; Key is the normalized URL, the page's
	// identity (normalized_url in the files).
	URL, Key string
	// Level is the depth: the least number of arcs from the start page.
	Level int
	// ExternalLinks counts the links to other sites, with multiplicity.
	ExternalLinks int
	// Links counts the links to URLs of the site, with multiplicity,
	// whatever became of them.
	Links int
	// Status is 200.
	Status int
	// ContentType is the media type without parameters, lower case.
	ContentType string
	// Bytes is the size of the decoded body.
	Bytes int64
	// Hash is the duplicate key in hexadecimal.
	Hash string
	// Title, Lang, Canonical, Robots and Refresh are what the page says of
	// itself; Canonical is resolved, or as written when it cannot be. Refresh
	// is the content of a <meta http-equiv=refresh>, which is not followed.
	Title, Lang, Canonical, Robots, Refresh string
}

// Alias is a URL that is no page of its own.
type Alias struct {
	// Key is the URL's normal form, Page the key of the page that stands for
	// it.
	Key, Page string
	// Kind is AliasRedirect, AliasDuplicate or AliasBoth.
	Kind string
}

// The kinds of alias. AliasBoth redirects to a URL whose content is that
// of a page known under a third URL.
const (
	AliasRedirect  = "redirect"
	AliasDuplicate = "duplicate"
	AliasBoth      = "redirect+duplicate"
)

// ExternalLink is a link of a page to another site.
type ExternalLink struct {
	// Source is the page's id (1 and up).
	Source int
	// URL is the one linked to, Key its normalized URL.
	URL, Key string
	// Text and Rel are the anchor text and the rel attribute.
	Text, Rel string
	// Count is the number of such links on the page.
	Count int
}

// BadLink is an href of a page that is no usable link.
type BadLink struct {
	// Source is the page's id (1 and up).
	Source int
	// Href is the attribute as written.
	Href string
	// Fault is why it is none.
	Fault LinkFault
	// Text is the anchor text, Count the number of such links on the page.
	Text  string
	Count int
}

// Occurrence is one link as it stands in a page's source; kept only when the
// exporter links is chosen.
type Occurrence struct {
	// Source is the page's id (1 and up).
	Source int
	// Ordinal is the link's place among the page's links, from 1.
	Ordinal int
	// Element is a, area, frame or iframe.
	Element string
	// Href is the attribute as written, URL its resolved form ("" if bad).
	Href, URL string
	// Kind is internal, external or bad.
	Kind string
	// Target is the id of the page it leads to, 0 when it leads to none.
	Target int
	// Text and Rel are the anchor text and the rel attribute.
	Text, Rel string
}
