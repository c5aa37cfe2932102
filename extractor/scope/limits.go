package scope

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"sitegraph/site"
)

// Limits bound a walk and decide which links it follows.
type Limits struct {
	Downloads, Parsers int // Downloads and Parsers are the numbers of workers
	PerHost            int // bounds the downloads from one host of an entity
	MaxLevel           int // the greatest depth fetched; negative: no limit
	MaxPages           int // bounds the pages of a site; 0: no limit
	Budget             int // bounds the pages processed on all sites of the crawl; 0: no limit
	MaxRedirects       int // bounds the hops of a chain
	// MaxURLLength bounds the URLs of the site, in bytes; links to longer ones are bad links.
	MaxURLLength int
	Extensions   map[string]bool // file endings that are never fetched
	// Include and Exclude are matched against the URL of each link as it would
	// be fetched; nil: not used. The start page is always in.
	Include, Exclude *regexp.Regexp
	// PathDepth and PathRepeats bound the segments of a path and the occurrences of one; 0: no limit.
	PathDepth, PathRepeats int
	// PathTandems bounds how often a sequence of segments may follow itself; 0: no
	// limit. SkipMiswritten leaves out URLs of links that were written wrongly.
	PathTandems    int
	SkipMiswritten bool
	// LinksPerPage bounds the links of a page that are followed, PerDirectory
	// the URLs of one directory; 0: no limit.
	LinksPerPage, PerDirectory int
	// Refused is the share of answers beyond which a site that refuses pages is paused; 0: no limit.
	Refused float64
	// TwinPause is how long key stable waits before it asks for pages again: what
	// shows the time in seconds differs then, however fast the site is.
	TwinPause time.Duration
	// RewriteScheme lets a site whose home page changed from http to https own the links that still have http.
	RewriteScheme bool
	NoXHTML       bool // lets text/html alone be a page (profile paper)
	// KeepLinks keeps every link occurrence, KeepTexts the anchor texts of external and bad links.
	KeepLinks, KeepTexts bool
	// Linked are the kinds of URLs, beside pages, that the crawl is to list.
	Linked []site.LinkedKind
}

// A site that refuses more than a share of its answers is paused: the rest would not be its graph, and it does not want
// more visits.
const (
	refusedLeast   = 20 // the minimum number of answers
	RefusedPortion = 32 // the share is checked after this number of answers, and after a depth
)

// TooManyRefused reports whether the share of refused answers exceeds the limit; 0 is no limit.
func TooManyRefused(share float64, refused, answers int) bool {
	return share > 0 && answers >= refusedLeast && float64(refused) > share*float64(answers)
}

// PausesAfter reports whether the share of refused answers is checked after that many answers.
func PausesAfter(answers int) bool { return answers > 0 && answers%RefusedPortion == 0 }

// LongestTandem bounds the segments of a sequence.
const LongestTandem = 16

// IsTandem reports whether a path has a sequence of segments more than limit times in a row, as in /a/b/a/b/. Sequences
// of numbers do not count, since dates have them.
func IsTandem(path []byte, limit int) bool {
	if bytes.Count(path, []byte("/")) <= limit {
		return false
	}
	segments := strings.Split(strings.Trim(string(path), "/"), "/")
	for size := 1; size <= min(LongestTandem, len(segments)/(limit+1)); size++ {
		run, words := 0, false // of segments that are as the one size before
		for i := size; i < len(segments); i++ {
			if segments[i] != segments[i-size] {
				run, words = 0, false
				continue
			}
			words = words || strings.Trim(segments[i], "0123456789") != ""
			if run++; run >= size*limit && words {
				return true
			}
		}
	}
	return false
}

// IsMiswritten reports whether a normalized URL shows that a link was written wrongly, in a way that leads
// ever deeper: its path has the site's own host name as a folder (href="www.example.com/" without http://),
// or a parameter begins with amp; twice (&amp;amp;).
func IsMiswritten(url []byte) bool {
	path, query, _ := bytes.Cut(url, []byte("?"))
	if bytes.HasPrefix(query, []byte("amp;amp;")) || bytes.Contains(query, []byte("&amp;amp;")) {
		return true
	}
	_, rest, _ := bytes.Cut(path, []byte("://"))
	host, path, _ := bytes.Cut(rest, []byte("/"))
	host, _, _ = bytes.Cut(host, []byte(":"))
	name := string(bytes.TrimPrefix(host, []byte("www.")))
	if !strings.Contains(name, ".") {
		return false
	}
	for folder, more, found := bytes.Cut(path, []byte("/")); found; folder, more, found = bytes.Cut(more, []byte("/")) {
		if strings.TrimPrefix(strings.ToLower(string(folder)), "www.") == name {
			return true
		}
	}
	return false
}
