package scope

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"sitegraph/site"
)

// Limits limit a walk and decide which links it follows.
type Limits struct {
	Downloads, Parsers int // numbers of workers
	PerHost            int // limits the downloads from one host
	MaxLevel           int // the maximum depth; negative: no limit
	MaxPages           int // limits the pages of a site; 0: no limit
	Budget             int // limits the pages of all sites in the crawl; 0: no limit
	MaxRedirects       int // limits the redirects in a chain
	// MaxURLLength limits the site's URLs, in bytes. Links to longer ones are bad links.
	MaxURLLength int
	Extensions   map[string]bool // file extensions that are never fetched
	// Include and Exclude must or must not match the URL that a link would fetch; nil: unused. The start page is always
	// in.
	Include, Exclude *regexp.Regexp
	// PathDepth limits the segments of a path, PathRepeats the occurrences of one segment; 0: no limit.
	PathDepth, PathRepeats int
	// PathTandems limits how often a sequence of segments may repeat in a row; 0: no limit. SkipMiswritten skips the
	// URLs of miswritten links.
	PathTandems    int
	SkipMiswritten bool
	// LinksPerPage limits the links followed from one page, and PerDirectory the URLs in one directory; 0: no limit.
	LinksPerPage, PerDirectory int
	// Refused is the maximum share of refused answers. Beyond it the site is paused; 0: no limit.
	Refused float64
	// TwinPause is the pause before key stable asks for pages again. After it, clocks with seconds differ even on a
	// fast site.
	TwinPause time.Duration
	// RewriteScheme counts http links as the site's own if its home page moved from http to https.
	RewriteScheme bool
	NoXHTML       bool // only text/html is a page (profile paper)
	// KeepLinks keeps every link occurrence. KeepTexts keeps the anchor texts of external and bad links.
	KeepLinks, KeepTexts bool
	// Linked lists the kinds of URLs besides pages that the crawl lists.
	Linked []site.LinkedKind
}

// A site that refuses too many answers is paused. The rest would not be its graph, and the site does not want more
// visits.
const (
	refusedLeast   = 20 // the minimum number of answers
	RefusedPortion = 32 // check the share after each of these numbers of answers, and after a depth
)

// TooManyRefused reports whether too many answers were refused. A share of 0 means no limit.
func TooManyRefused(share float64, refused, answers int) bool {
	return share > 0 && answers >= refusedLeast && float64(refused) > share*float64(answers)
}

// PausesAfter reports whether to check the share after this number of answers.
func PausesAfter(answers int) bool { return answers > 0 && answers%RefusedPortion == 0 }

// LongestTandem limits the segments in a sequence.
const LongestTandem = 16

// IsTandem reports whether a path repeats a sequence of segments more than limit times in a row, as in /a/b/a/b/.
// Sequences of numbers do not count, since dates have them.
func IsTandem(path []byte, limit int) bool {
	if bytes.Count(path, []byte("/")) <= limit {
		return false
	}
	segments := strings.Split(strings.Trim(string(path), "/"), "/")
	for size := 1; size <= min(LongestTandem, len(segments)/(limit+1)); size++ {
		run, words := 0, false // how many segments equal the one size before
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

// IsMiswritten reports whether a normalized URL comes from a miswritten link that leads ever deeper. Either its path
// has the site's own host name as a folder (href="www.example.com/" without http://), or a parameter begins with amp;
// twice (&amp;amp;).
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
