package sitemaps

import (
	"time"

	"sitegraph/site"
)

// Entry is a URL of the site that a sitemap lists.
type Entry struct {
	URL  string // in one piece, not normalized; without fragment
	File int    // the place in Report.Files of the sitemap that lists it
	// Modified is when the sitemap says that the page was modified last; zero if it does not, or not
	// believably. Of a date without a time of day it is the last second, but never later than Limits.Latest:
	// the page may have been modified until then. A time without a zone counts as UTC.
	Modified time.Time
}

// Limits bound the reading of a site's sitemaps.
type Limits struct {
	// Files is the number of sitemaps fetched; each may take five redirects more.
	Files   int
	Bytes   int64 // of all sitemaps together, decompressed
	Entries int   // of all sitemaps together
	// Usual reads /sitemap.xml too where robots.txt names others. Foreign keeps the entries of other origins.
	Usual, Foreign bool
	// Text makes text in UTF-8 of a file, whatever its character set.
	Text   func(body []byte, contentType string) string
	Latest time.Time // the last time that is believed; later ones have not been yet
}

// Report says what was read.
type Report struct {
	Files []site.SitemapFile // in the order in which they were fetched; each with a fault, or why it was not answered
	Limit string             // what ended the reading early; "" if nothing did
}

// file is a sitemap that was fetched.
type file struct {
	site.SitemapFile
	format string // the name of its root element, or formatText; "" if it is no sitemap
}

const (
	formatList  = "urlset"
	formatIndex = "sitemapindex"
	formatText  = "text"
)

// What was wrong with a sitemap that was fetched; of those elsewhere it is site.SitemapElsewhere.
const (
	faultRedirect = "redirect" // too many, or to no URL
	faultFormat   = "format"   // no sitemap, such as an HTML page
	faultCut      = "cut"      // it breaks off, or is broken gzip; what came before counts
	faultDepth    = "depth"    // an index too deep in indexes
)

// What ended the reading early. limitStopped is the end of the context.
const (
	limitFiles   = "files"
	limitBytes   = "bytes"
	limitEntries = "entries"
	limitStopped = "stopped"
)
