package sitemaps

import (
	"time"

	"sitegraph/site"
)

// Entry is a URL of the site that a sitemap lists.
type Entry struct {
	URL string // in one piece, not normalized; without fragment
	// File is the place in Report.Files of the sitemap that lists it.
	File int
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
	Text func(body []byte, contentType string) string
	// Latest is the last time that is believed; later ones have not been yet.
	Latest time.Time
}

// Report says what was read.
type Report struct {
	Files []File // in the order in which they were fetched
	Limit Limit  // what ended the reading early; "" if nothing did
}

// File is a sitemap that was fetched.
type File struct {
	URL     string // as it was named, before redirects
	Status  int    // of the last answer; 0 if there was none
	Failure site.Failure
	Format  Format
	Fault   Fault // "" if nothing was wrong
	// Listed are the entries, or the sitemaps of an index. Foreign are of another origin, Invalid no URLs,
	// and neither is in Listed. BadDates are the listed ones with a date that is no date, or is not believed.
	Listed, Foreign, Invalid, BadDates int
}

// Format is the kind of a sitemap.
type Format string

// The formats.
const (
	FormatList  Format = "urlset"
	FormatIndex Format = "sitemapindex"
	FormatText  Format = "text"
)

// Fault is what was wrong with a sitemap that was fetched.
type Fault string

// The faults.
const (
	FaultRedirect Fault = "redirect" // too many, or to no URL
	// FaultElsewhere: it redirects to another origin, or is an index of sitemaps there.
	FaultElsewhere Fault = site.SitemapElsewhere
	FaultFormat    Fault = "format" // no sitemap, such as an HTML page
	FaultCut       Fault = "cut"    // it breaks off, or is broken gzip; what came before counts
	FaultDepth     Fault = "depth"  // an index too deep in indexes
)

// Limit is what ended the reading early.
type Limit string

// The limits. LimitStopped is the end of the context.
const (
	LimitFiles   Limit = "files"
	LimitBytes   Limit = "bytes"
	LimitEntries Limit = "entries"
	LimitStopped Limit = "stopped"
)
