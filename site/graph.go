package site

import (
	"iter"
	"slices"
)

// Graph is a site's web graph in compressed rows: page i has the arcs Targets[Offsets[i]:Offsets[i+1]], ascending, with
// weights in parallel. Pages are in (depth, key) order, the start page first. In files, page i has the id i+1.
type Graph struct {
	Pages   []Page   // the nodes, in the order of their ids
	Offsets []int    // len(Pages)+1 entries
	Targets []uint32 // page indices, not ids
	Weights Numbers  // number of links behind each arc, at least 1
	// Volatile marks, parallel to Targets, the arcs whose links all differed between two requests for the page. It is
	// nil if that was not tried.
	Volatile []bool
	// Places is the best place of each arc's links, Content the number of these in the content, both parallel to
	// Targets. They are nil if that is unknown for any page.
	Places  []LinkPlace
	Content Numbers
}

// Arcs returns the number of arcs, self-loops included.
func (g *Graph) Arcs() int { return len(g.Targets) }

// OfContent returns the graph of the links in the content of pages, with their number as weight. Places must be known.
func (g *Graph) OfContent() *Graph { return g.only(len(g.Pages), g.Content.At) }

// First returns the graph of the first pages, those of least depth, and the arcs among them. It takes linear time.
func (g *Graph) First(most int) *Graph {
	if len(g.Pages) <= most {
		return g
	}
	return g.only(most, func(at int) uint32 {
		if int(g.Targets[at]) >= most {
			return 0
		}
		return g.Weights.At(at)
	})
}

// only returns the graph of the first pages with the arcs for which weight returns at least 1.
func (g *Graph) only(pages int, weight func(at int) uint32) *Graph {
	kept := &Graph{Pages: g.Pages[:pages], Offsets: make([]int, 1, pages+1)}
	for i := range pages {
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			if links := weight(at); links > 0 {
				kept.Targets = append(kept.Targets, g.Targets[at])
				kept.Weights.Append(links)
			}
		}
		kept.Offsets = append(kept.Offsets, len(kept.Targets))
	}
	return kept
}

// Out returns the targets of page i and the weights of these arcs, without copying.
func (g *Graph) Out(i int) (targets []uint32, weights Numbers) {
	from, to := g.Offsets[i], g.Offsets[i+1]
	return g.Targets[from:to], g.Weights.part(from, to)
}

// Arc returns the index in Targets of the arc between two pages.
func (g *Graph) Arc(from, to int) (at int, ok bool) {
	at, ok = slices.BinarySearch(g.Targets[g.Offsets[from]:g.Offsets[from+1]], uint32(to))
	return g.Offsets[from] + at, ok
}

// ByKey returns an index of pages by key. Of pages with equal keys it finds the first.
func (g *Graph) ByKey() *Index {
	x := NewIndex(len(g.Pages), func(i int, key string) bool { return g.Pages[i].Key == key })
	for i := range g.Pages {
		x.Add(g.Pages[i].Key, i)
	}
	return x
}

// PathsFrom searches breadth-first from a page. For each page, before is the previous page on a shortest path, or -1.
// reached lists the pages reached, in the order of the search.
func (g *Graph) PathsFrom(page int) (before, reached []int32) {
	before = slices.Repeat([]int32{-1}, len(g.Pages))
	reached = []int32{int32(page)}
	for at := 0; at < len(reached); at++ {
		targets, _ := g.Out(int(reached[at]))
		for _, t := range targets {
			if before[t] < 0 && int(t) != page {
				before[t], reached = reached[at], append(reached, int32(t))
			}
		}
	}
	return before, reached
}

// OutDegree counts the arcs that leave page i, self-loops included.
func (g *Graph) OutDegree(i int) int { return g.Offsets[i+1] - g.Offsets[i] }

// InDegrees counts the arcs that reach each page, self-loops included.
func (g *Graph) InDegrees() []int {
	in := make([]int, len(g.Pages))
	for _, t := range g.Targets {
		in[t]++
	}
	return in
}

// Page is a node of the graph: a URL of the site that answered 200 with HTML, one per distinct content.
type Page struct {
	// URL is the fetched URL. Key is the normalized URL, which identifies the page.
	URL, Key      string
	Level         int    // the depth: the fewest arcs from the start page
	ExternalLinks int    // to other sites, with multiplicity
	Links         int    // links to URLs of the site, with multiplicity, regardless of the outcome
	Status        int    // 200
	ContentType   string // the media type without parameters, lower case
	Bytes         int64  // the size of the decoded body
	Hash          string // the duplicate key in hexadecimal
	// Title and the other fields are statements of the page about itself. Canonical is resolved if possible, and
	// Refresh is the content of <meta http-equiv=refresh>.
	Title, Lang, Canonical, Robots, Refresh string
	// Facts is everything else known about the page; nil if it was read from a result folder without facts.
	Facts *Facts `json:",omitempty"`
	// Entry is EntryStart or EntrySitemap if the crawl began at this page and at more than the start page.
	Entry string `json:",omitempty"`
	// Importance is the page's estimated share of the importance of all known URLs, 0 to 1; see Crawl.Ranked.
	Importance float64
}

// Facts holds the other statements of a page and its response, besides title and the like.
type Facts struct {
	Description string // the content of the first <meta name=description>
	H1          string
	H1s         int
	Words       int // number of words in the visible text
	// RobotsTag is the header X-Robots-Tag, several joined by "; ". Modified is the header Last-Modified as sent.
	RobotsTag, Modified string
	WithoutAlt          int  `json:",omitempty"` // images without alt; 0 if unknown
	Password            bool `json:",omitempty"` // a page of little text asks for a password
	EmptyRoot           bool `json:",omitempty"` // an element shows nothing until a script fills it
	// Breadcrumbs are the URLs of the BreadcrumbList in JSON-LD, from the start page on, normalized if possible. An
	// item without a URL gives "".
	Breadcrumbs []string `json:",omitempty"`
	// Payload lists up to [MaxPayload] normalized URLs of the site that the data of Next or Nuxt name but no link has.
	Payload      []string    `json:",omitempty"`
	Milliseconds int         `json:",omitempty"` // duration of the request with retries; 0 if not kept
	Alternates   []Alternate `json:",omitempty"` // versions in other languages, resolved if possible
}

// MaxPayload is the maximum number of entries in Facts.Payload.
const MaxPayload = 200

// Names returns the URLs of alternates and breadcrumbs.
func (f *Facts) Names() (urls []string) {
	for _, a := range f.Alternates {
		urls = append(urls, a.URL)
	}
	return append(urls, f.Breadcrumbs...)
}

// Alias is a URL that is not a page of its own.
type Alias struct {
	Key, Page string // Page is the key of the page that represents it
	Kind      string // one of the kinds below
	// HeldFor is the reason to ignore a difference in bytes from the page. DiffersIn lists the differing parts:
	// "texts", "markup" and "links", separated by blanks. Links counts the links that the page lacks.
	HeldFor, DiffersIn string
	Links              int
}

// These are reasons to ignore a difference in bytes between a page and its alias.
const (
	HeldForSpelling  = "spelling"  // comments, spelling of links, or the page's own URL in its markup
	HeldForNoise     = "noise"     // second requests showed that this part varies
	HeldForOwnURL    = "own-url"   // it repeats the URL through which the page was found
	HeldForCanonical = "canonical" // it repeats that URL, and the alias names the page as canonical
)

// AliasBoth redirects to a URL with the same content as a page known under a third URL.
const (
	AliasRedirect  = "redirect"
	AliasDuplicate = "duplicate"
	AliasBoth      = "redirect+duplicate"
	AliasRule      = "rule"
	AliasCanonical = "canonical"
)

// ExternalLink is a link from a page to another site.
type ExternalLink struct {
	Source int    `json:"-"` // the page's id
	URL    string `json:"url"`
	Key    string `json:"-"`    // its normalized URL
	Text   string `json:"text"` // the anchor text
	Rel    string `json:"rel,omitempty"`
	Count  int    `json:"count"` // number of times on the page
}

// BadLink is an href on a page that is not a usable link.
type BadLink struct {
	Source int       // the page's id (1 and up)
	Href   string    // the attribute as written
	Fault  LinkFault // the reason
	Text   string
	Count  int
}

// Occurrence is a single link in the source of a page. It is kept only when the exporter links is chosen.
type Occurrence struct {
	Source    int    // the page's id (1 and up)
	Ordinal   int    // position among the page's links, from 1
	Element   string // a, area, frame or iframe
	Href, URL string // URL is Href resolved, "" for a bad link
	Key       string // normalized; "" for a bad link or after reading back files
	Kind      string // internal, external or bad
	Target    int    // the id of the page it leads to, or 0
	Place     string // the name of a LinkPlace
	Text, Rel string // the anchor text, and the attribute rel
}

const (
	SourceBreadcrumb = "breadcrumb" // the BreadcrumbList in the page's JSON-LD (https://schema.org/BreadcrumbList)
	SourcePayload    = "payload"    // the data of Next or Nuxt in the page
)

// Declared is a link that a page declares to programs only. Visitors do not see it, and the crawl does not follow it.
type Declared struct {
	Page     int    // the page's id
	Source   string // one of the sources
	Position int    // from 1, within the page or the breadcrumb trail
	URL      string // normalized if possible; "" for a breadcrumb without a URL
	Target   int    // the id of the page it leads to, or 0
}

// Declared yields the links that pages declare to programs. pageOf returns the id of a normalized URL, or 0.
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
