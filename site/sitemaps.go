package site

import (
	"iter"
	"time"
)

// Sitemaps is what sitemaps say a site has, compared with its crawl. The manifest has all but the entries.
type Sitemaps struct {
	// Files are those requested, in order. Cut is the limit that ended the reading, or "".
	Files []SitemapFile `json:"files"`
	Cut   string        `json:"cut,omitempty"`
	// Start says that entries are start pages too. Conclusive says that the crawl went everywhere, so that no link
	// leads to a page that it did not reach.
	Start      bool                           `json:"start_pages"`
	Conclusive bool                           `json:"conclusive"`
	Found      map[SitemapFinding]int         `json:"found"` // counts the entries
	Entries    iter.Seq2[SitemapEntry, error] `json:"-"`     // sorted by key and URL
}

// SitemapElsewhere is the fault of a sitemap of another host or scheme.
const SitemapElsewhere = "it leads to another host or scheme, of which robots.txt names no sitemap"

// SitemapFile is a sitemap, or an index of sitemaps.
type SitemapFile struct {
	URL    string `json:"url"`             // as it was named
	Status int    `json:"status"`          // 0 without an answer
	Fault  string `json:"fault,omitempty"` // what was wrong with it
	Listed int    `json:"listed"`          // entries, or sitemaps of an index
	// Foreign counts entries of other origins, Invalid texts that are no URLs.
	Foreign int `json:"foreign,omitempty"`
	Invalid int `json:"invalid,omitempty"`
}

// SitemapEntry is a URL that a sitemap lists, or should.
type SitemapEntry struct {
	URL, Key string // Key is the normalized URL
	Sitemap  string // the file that lists it, or ""
	Finding  SitemapFinding
	Status   int    // of its own answer, 0 without one
	Page     string // the key of the page that it is, or that represents it
	Detail   string // says more
}

// SitemapFinding is what became of an entry of a sitemap.
type SitemapFinding string

// The findings.
const (
	FoundPage         SitemapFinding = "page"          // links lead to this page
	FoundOrphan       SitemapFinding = "orphan"        // a page that no link reaches
	FoundDead         SitemapFinding = "dead"          // an error, or no answer
	FoundRedirect     SitemapFinding = "redirect"      // it redirects
	FoundBlocked      SitemapFinding = "blocked"       // robots.txt forbids it
	FoundNonCanonical SitemapFinding = "non-canonical" // another URL has the page
	FoundOutside      SitemapFinding = "outside"       // another site, or outside the section
	FoundLeftOut      SitemapFinding = "left-out"      // the settings leave it out
	FoundNoPage       SitemapFinding = "no-page"       // 200, but no HTML
	FoundUnknown      SitemapFinding = "inconclusive"  // not fetched, or the crawl did not go everywhere
	// With a list of URLs: in a sitemap only, and in the list only.
	FoundNotInList     SitemapFinding = "not-in-list"
	FoundNotInSitemaps SitemapFinding = "not-in-sitemaps"
)

// How a crawl that begins at listed URLs came upon a page.
const (
	EntryStart   = "start"   // it is a start page
	EntrySitemap = "sitemap" // a sitemap lists it
)

// Hits is what access logs say of a site, compared with its crawl. The manifest has all but the lists.
type Hits struct {
	Files []HitFile `json:"files"` // in order
	// First and Last are the first and last request for the site, in UTC.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`
	// Requests are for URLs of the site, Elsewhere for other hosts, and LeftOut for no page: methods other than GET and
	// HEAD, and what the settings leave out and no link names.
	Requests  int `json:"requests"`
	Elsewhere int `json:"elsewhere"`
	LeftOut   int `json:"left_out"`
	// Visits and RobotVisits are those of all URLs; Robots are the robots, the most frequent first.
	Visits      int         `json:"visits"`
	RobotVisits int         `json:"robot_visits"`
	Robots      []RobotHits `json:"robots"`
	// Agents says that the lines name user agents: without them robots count as people.
	Agents bool `json:"user_agents"`
	// Referers says that lines name the page of the site that a visitor came from.
	Referers bool `json:"referers"`
	// Conclusive says that the crawl went everywhere, so that no link leads to a URL that it does not know.
	Conclusive bool  `json:"conclusive"`
	All        []Hit `json:"-"` // the URLs that were asked for, sorted by key
	// Followed counts, parallel to the targets of the graph, the visits by people that came along each arc; empty
	// unless Referers.
	Followed Numbers `json:"-"`
}

// HitFile is an access log.
type HitFile struct {
	Name  string `json:"name"`  // without its folder
	Lines int    `json:"lines"` // without empty ones
	// Bad counts the lines that are not those of an access log, Fault says what is wrong with the first of them.
	Bad   int    `json:"bad"`
	Fault string `json:"fault,omitempty"`
}

// RobotHits is what a robot asked for.
type RobotHits struct {
	Name   string `json:"name"`   // as it calls itself; "other" for those not known by name
	Visits int    `json:"visits"` // of all URLs
	URLs   int    `json:"urls"`   // that it visited
}

// Hit is a URL that was asked for.
type Hit struct {
	URL, Key string // Key is the normalized URL
	State    State  // the state of the URL in the ledger; "" if no link leads to it
	Page     string // the key of the page that it is, or that represents it
	Status   int    // of the last answer
	// Requests are all, Visits those by people and RobotVisits those by robots: GET requests that were not answered
	// with a redirect, which another request follows.
	Requests, Visits, RobotVisits int
	Last                          time.Time // the last request
	Robots                        string    // the robots with their visits, "Googlebot=2 bingbot=1"
}

// Unlinked reports whether a URL was shown to those who asked for it, and no link leads to it.
func (h *Hits) Unlinked(u *Hit) bool {
	return h.Conclusive && u.State == "" && u.Status >= 200 && u.Status < 300 && u.Visits+u.RobotVisits > 0
}

// OfPages sums up the visits of each page: those of its own URL and of those it represents.
func (h *Hits) OfPages(g *Graph) (people, robots []int) {
	people, robots = make([]int, len(g.Pages)), make([]int, len(g.Pages))
	index := g.ByKey()
	for i := range h.All {
		if page, ok := index.Find(h.All[i].Page); ok {
			people[page] += h.All[i].Visits
			robots[page] += h.All[i].RobotVisits
		}
	}
	return people, robots
}
