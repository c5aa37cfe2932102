package site

import "iter"

// Sitemaps is what the sitemaps of a site say it has, held against its crawl; all but the entries is in the manifest.
type Sitemaps struct {
	// Files are those that were asked for, in order. Cut is the limit at which the reading ended, "" if all was read.
	Files []SitemapFile `json:"files"`
	Cut   string        `json:"cut,omitempty"`
	// Start says that the entries are start pages too. Conclusive says that the crawl went everywhere, so that a page
	// it did not reach has no link that leads to it.
	Start      bool `json:"start_pages"`
	Conclusive bool `json:"conclusive"`
	// Found counts the entries by what was found.
	Found   map[SitemapFinding]int         `json:"found"`
	Entries iter.Seq2[SitemapEntry, error] `json:"-"` // sorted by key and URL
}

// SitemapElsewhere is the fault of a sitemap that leads to one of another host or scheme.
const SitemapElsewhere = "it leads to another host or scheme, of which robots.txt names no sitemap"

// SitemapFile is a sitemap, or an index of sitemaps.
type SitemapFile struct {
	URL    string `json:"url"`             // as it was named
	Status int    `json:"status"`          // of the answer; 0 if there was none
	Fault  string `json:"fault,omitempty"` // what was wrong with it
	Listed int    `json:"listed"`          // entries, or sitemaps of an index
	// Foreign and Invalid count entries of other origins, and texts that are not URLs.
	Foreign int `json:"foreign,omitempty"`
	Invalid int `json:"invalid,omitempty"`
}

// SitemapEntry is a URL that a sitemap lists, or one of a list that none does.
type SitemapEntry struct {
	URL, Key string // Key is the normalized URL
	Sitemap  string // the URL of the file that lists it; "" if none does
	Finding  SitemapFinding
	Status   int    // the HTTP status of its own answer, 0 without one
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
	FoundUnknown      SitemapFinding = "inconclusive"  // it was not fetched, or the crawl did not go everywhere
	// Of a list of URLs: those that sitemaps list beside it, and those of the list that no sitemap has.
	FoundNotInList     SitemapFinding = "not-in-list"
	FoundNotInSitemaps SitemapFinding = "not-in-sitemaps"
)

// How a crawl that begins at what sitemaps list began at a page.
const (
	EntryStart   = "start"   // it is a start page
	EntrySitemap = "sitemap" // a sitemap lists it
)
