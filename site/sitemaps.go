package site

import (
	"iter"
	"time"
)

// Sitemaps compares a site's sitemaps with its crawl. The manifest has everything except the entries.
type Sitemaps struct {
	// Files are the files requested, in order. Cut is the limit that stopped the reading, or "".
	Files []SitemapFile `json:"files"`
	Cut   string        `json:"cut,omitempty"`
	// Start means that entries are also start pages. Conclusive means that the crawl went everywhere, so that no link
	// leads to a page it did not reach.
	Start      bool                           `json:"start_pages"`
	Conclusive bool                           `json:"conclusive"`
	Found      map[SitemapFinding]int         `json:"found"` // counts entries by finding
	Entries    iter.Seq2[SitemapEntry, error] `json:"-"`     // sorted by key and URL
}

// SitemapElsewhere is the fault of a sitemap on another host or scheme.
const SitemapElsewhere = "it leads to another host or scheme, of which robots.txt names no sitemap"

// SitemapFile is a sitemap, or an index of sitemaps.
type SitemapFile struct {
	URL    string `json:"url"`             // as written in the reference
	Status int    `json:"status"`          // 0 without an answer
	Fault  string `json:"fault,omitempty"` // its fault, if any
	Listed int    `json:"listed"`          // number of entries, or of sitemaps in an index
	// Foreign counts entries of other origins, Invalid texts that are not URLs.
	Foreign int `json:"foreign,omitempty"`
	Invalid int `json:"invalid,omitempty"`
}

// SitemapEntry is a URL that a sitemap lists or should list.
type SitemapEntry struct {
	URL, Key string // Key is the normalized URL
	Sitemap  string // the file listing it, or ""
	Finding  SitemapFinding
	Status   int    // status of its own answer, 0 without one
	Page     string // the key of the page that it is or that represents it
	Detail   string // more about the finding
}

// SitemapFinding is the result for a sitemap entry.
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
	FoundLeftOut      SitemapFinding = "left-out"      // excluded by the settings
	FoundNoPage       SitemapFinding = "no-page"       // 200, but not HTML
	FoundUnknown      SitemapFinding = "inconclusive"  // not fetched, or the crawl did not go everywhere
	// With a list of URLs, these are only in a sitemap, or only in the list.
	FoundNotInList     SitemapFinding = "not-in-list"
	FoundNotInSitemaps SitemapFinding = "not-in-sitemaps"
)

// A crawl that begins at listed URLs found a page in one of these ways.
const (
	EntryStart   = "start"   // it is a start page
	EntrySitemap = "sitemap" // a sitemap lists it
)

// Hits compares access logs with the crawl of a site. The manifest has everything except the lists.
type Hits struct {
	Files []HitFile `json:"files"` // in order
	// First and Last are the times of the first and last request for the site, in UTC.
	First time.Time `json:"first,omitzero"`
	Last  time.Time `json:"last,omitzero"`
	// Requests counts requests for URLs of the site, and Elsewhere those for other hosts. LeftOut counts requests that
	// cannot be for pages: methods other than GET and HEAD, and URLs that the settings exclude and no link names.
	Requests  int `json:"requests"`
	Elsewhere int `json:"elsewhere"`
	LeftOut   int `json:"left_out"`
	// Visits and RobotVisits are totals over all URLs. Robots lists the robots, most frequent first.
	Visits      int         `json:"visits"`
	RobotVisits int         `json:"robot_visits"`
	Robots      []RobotHits `json:"robots"`
	// Agents means that the lines name user agents. Without them, robots count as people.
	Agents bool `json:"user_agents"`
	// Referers means that lines name the page of the site from which a visitor came.
	Referers bool `json:"referers"`
	// Conclusive means that the crawl went everywhere, so that no link leads to a URL it does not know.
	Conclusive bool  `json:"conclusive"`
	All        []Hit `json:"-"` // the requested URLs, sorted by key
	// Followed counts, parallel to the graph's Targets, people's visits along each arc. It is empty unless Referers.
	Followed Numbers `json:"-"`
}

// HitFile is an access log.
type HitFile struct {
	Name  string `json:"name"`  // without the folder
	Lines int    `json:"lines"` // not counting empty ones
	// Bad counts the lines that cannot come from an access log. Fault describes the first of them.
	Bad   int    `json:"bad"`
	Fault string `json:"fault,omitempty"`
}

// RobotHits counts the requests of a robot.
type RobotHits struct {
	Name   string `json:"name"`   // its own name; "other" for unknown robots
	Visits int    `json:"visits"` // number of visits
	URLs   int    `json:"urls"`   // number of URLs visited
}

// Hit is a requested URL.
type Hit struct {
	URL, Key string // Key is the normalized URL
	State    State  // its state in the ledger; "" if no link leads to it
	Page     string // the key of the page that it is or that represents it
	Status   int    // status of the last answer
	// Requests counts all requests, Visits those by people, RobotVisits those by robots. Visits are GET requests not
	// answered by a redirect, because another request follows a redirect.
	Requests, Visits, RobotVisits int
	Last                          time.Time // time of the last request
	Robots                        string    // the robots with their visits, like "Googlebot=2 bingbot=1"
}

// Unlinked reports whether a URL was delivered to visitors although no link leads to it.
func (h *Hits) Unlinked(u *Hit) bool {
	return h.Conclusive && u.State == "" && u.Status >= 200 && u.Status < 300 && u.Visits+u.RobotVisits > 0
}

// OfPages sums up the visits to each page, under its own URL and its aliases.
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
