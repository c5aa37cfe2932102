package site

import (
	"iter"
	"slices"
)

// Graph is a site's web graph in compressed rows: the arcs of page i are Targets[Offsets[i]:Offsets[i+1]],
// ascending, with their weights beside them. Pages are in (depth, key) order and page i has id i+1 in all files.
// The start page, when there is one, is page 0.
type Graph struct {
	Pages   []Page   // the nodes, in the order of their ids
	Offsets []int    // has len(Pages)+1 entries
	Targets []uint32 // holds page indices (not ids)
	Weights Numbers  // counts the links behind each arc, 1 or more
	// Volatile says, parallel to Targets, that all links behind an arc were seen to
	// differ between two requests for the page; nil if it was not looked for.
	Volatile []bool
	// Places says, parallel to Targets, the best place in which a link behind an arc stands, and Content how many
	// of them are in the content of the page. Both are nil if that is unknown of a page.
	Places  []LinkPlace
	Content Numbers
}

// Arcs returns the number of arcs, self-loops included.
func (g *Graph) Arcs() int { return len(g.Targets) }

// OfContent returns the graph of the links in the content of the pages: the arcs with
// such links, and their numbers as weights. Places must be known.
func (g *Graph) OfContent() *Graph { return g.only(len(g.Pages), g.Content.At) }

// First is the graph of the first pages, those of the least depth, and of the arcs among them; g itself if it has no
// more. The work is linear in these pages and their arcs.
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

// only returns the graph of the first pages, with those of their arcs that weight gives one: 1 or more.
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

// Out returns the targets of page i and the weights of the arcs to them. Both belong to the graph.
func (g *Graph) Out(i int) (targets []uint32, weights Numbers) {
	from, to := g.Offsets[i], g.Offsets[i+1]
	return g.Targets[from:to], g.Weights.part(from, to)
}

// Arc returns the place beside Targets of the arc from one page to another; ok is false if there is none.
func (g *Graph) Arc(from, to int) (at int, ok bool) {
	at, ok = slices.BinarySearch(g.Targets[g.Offsets[from]:g.Offsets[from+1]], uint32(to))
	return g.Offsets[from] + at, ok
}

// ByKey finds pages by their keys; of equal ones it finds the first.
func (g *Graph) ByKey() *Index {
	x := NewIndex(len(g.Pages), func(i int, key string) bool { return g.Pages[i].Key == key })
	for i := range g.Pages {
		x.Add(g.Pages[i].Key, i)
	}
	return x
}

// PathsFrom searches breadth-first from a page. It returns, for each page, the one before it on the first shortest path
// found, -1 if there is none; and the pages that it reached, in the order of the search.
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

// OutDegree returns the number of arcs that leave page i, a self-loop included.
func (g *Graph) OutDegree(i int) int { return g.Offsets[i+1] - g.Offsets[i] }

// InDegrees returns, for every page, the number of arcs that reach it, self-loops included.
func (g *Graph) InDegrees() []int {
	in := make([]int, len(g.Pages))
	for _, t := range g.Targets {
		in[t]++
	}
	return in
}

// Page is a node of the graph: a URL of the site whose final answer is 200 with HTML, one per distinct content.
type Page struct {
	// URL is the one fetched and shown; Key is the normalized URL, the page's
	// identity (normalized_url in the files).
	URL, Key      string
	Level         int    // the depth: the least number of arcs from the start page
	ExternalLinks int    // counts the links to other sites, with multiplicity
	Links         int    // counts the links to URLs of the site, with multiplicity, whatever became of them
	Status        int    // 200
	ContentType   string // the media type without parameters, lower case
	Bytes         int64  // the size of the decoded body
	Hash          string // the duplicate key in hexadecimal
	// Title, Lang, Canonical, Robots and Refresh are what the page says of itself; Canonical is resolved, or as
	// written when it cannot be. Refresh is the content of a <meta http-equiv=refresh>.
	Title, Lang, Canonical, Robots, Refresh string
	// Facts are what else is known of the page; nil in what was read from a result folder that does not have them.
	Facts *Facts `json:",omitempty"`
	// Entry says how the crawl began at the page, EntryStart or EntrySitemap; "" if
	// links led to it, or if nothing but the start page was given.
	Entry string `json:",omitempty"`
	// Importance is the policy's estimate of the page's share of all importance, 0 to 1, over the pages read and
	// the URLs known; see Crawl.Ranked.
	Importance float64
}

// Facts are what a page and its answer say of it, besides the title and the like.
type Facts struct {
	Description string // the content of the first <meta name=description>
	// H1 is the text of the first <h1>, H1s counts them.
	H1    string
	H1s   int
	Words int // the number of words of the visible text
	// RobotsTag is the header X-Robots-Tag, several joined by "; "; Modified the header Last-Modified as sent.
	RobotsTag, Modified string
	// WithoutAlt counts the images without an attribute alt; 0 where it is not known.
	WithoutAlt int `json:",omitempty"`
	// Password says that the page asks for a password, as far as it can be a page for
	// logging in: one of little text.
	Password bool `json:",omitempty"`
	// EmptyRoot says that the page has an element which nothing is shown in until a script fills it.
	EmptyRoot bool `json:",omitempty"`
	// Breadcrumbs are the URLs that lead to the page by its BreadcrumbList in JSON-LD, from the start page on:
	// normalized, or as written where they cannot be; "" for an item without a URL.
	Breadcrumbs []string `json:",omitempty"`
	// Payload are the URLs of the site that the data of Next or Nuxt in the page name and that no link of the page
	// leads to, normalized, at most [MaxPayload].
	Payload []string `json:",omitempty"`
	// Milliseconds is how long the request for the page took, with its retries; 0 if that was not to be kept.
	Milliseconds int `json:",omitempty"`
	// Alternates are the versions in other languages that the page names, their URLs
	// resolved, or as written where they cannot be.
	Alternates []Alternate `json:",omitempty"`
}

// MaxPayload bounds Facts.Payload.
const MaxPayload = 200

// Names are the URLs of alternates and breadcrumbs.
func (f *Facts) Names() (urls []string) {
	for _, a := range f.Alternates {
		urls = append(urls, a.URL)
	}
	return append(urls, f.Breadcrumbs...)
}

// Alias is a URL that is not a page of its own.
type Alias struct {
	Key, Page string // Key is the URL's normal form, Page the key of the page that represents it
	Kind      string // is one of the kinds below
	// HeldFor says why the difference does not count where the bytes are not those of the page, and DiffersIn what
	// differs: "texts", "markup" and "links", separated by blanks. Links counts the links that the page lacks.
	HeldFor, DiffersIn string
	Links              int
}

// Why a difference of bytes between a page and its alias does not count.
const (
	HeldForSpelling  = "spelling"  // comments, how links are written, the page's own URL in its markup
	HeldForNoise     = "noise"     // second requests showed that it varies
	HeldForOwnURL    = "own-url"   // it repeats the URL under which the page was found
	HeldForCanonical = "canonical" // it repeats that URL, and the alias names the page as canonical
)

// The kinds of alias. AliasBoth redirects to a URL whose content is that of a page known under a third URL.
const (
	AliasRedirect  = "redirect"
	AliasDuplicate = "duplicate"
	AliasBoth      = "redirect+duplicate"
	AliasRule      = "rule"
	AliasCanonical = "canonical"
)

// ExternalLink is a link of a page to another site.
type ExternalLink struct {
	Source int    `json:"-"`    // the page's id (1 and up)
	URL    string `json:"url"`  // the one linked to
	Key    string `json:"-"`    // its normalized URL
	Text   string `json:"text"` // the anchor text
	Rel    string `json:"rel,omitempty"`
	Count  int    `json:"count"` // the number of such links on the page
}

// BadLink is an href of a page that is not a usable link.
type BadLink struct {
	Source int       // the page's id (1 and up)
	Href   string    // the attribute as written
	Fault  LinkFault // why it is none
	// Text is the anchor text, Count the number of such links on the page.
	Text  string
	Count int
}

// Occurrence is one link as it is in a page's source; kept only when the exporter links is chosen.
type Occurrence struct {
	Source    int    // the page's id (1 and up)
	Ordinal   int    // the link's place among the page's links, from 1
	Element   string // a, area, frame or iframe
	Href, URL string // Href is the attribute as written, URL its resolved form ("" if bad)
	Key       string // the URL's normal form; "" if bad, or when read back from files
	Kind      string // internal, external or bad
	Target    int    // the id of the page it leads to, 0 when it leads to none
	Place     string // the name of the LinkPlace where it is
	Text, Rel string // Text and Rel are the anchor text and the rel attribute
}

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
