// Package scope decides which URLs a crawl takes: by limits, by patterns, and by how they were found.
package scope

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Mark tells why the crawl does not follow links to a key.
type Mark int32

// The marks. InScope means that the key has none.
const (
	InScope     Mark = 0
	Excluded    Mark = -1 // Limits.Include and Exclude reject all links so far
	TooDeep     Mark = -2 // Limits.PathDepth
	repeating   Mark = -3 // Limits.PathRepeats
	TooManyHere Mark = -4 // Limits.PerDirectory
	FileEnding  Mark = -5 // Limits.Extensions
	Tandem      Mark = -6 // Limits.PathTandems
	Miswritten  Mark = -7 // Limits.SkipMiswritten
)

// Scope decides which links to follow.
type Scope struct {
	Limits      *Limits         // limits of the crawl
	Known       *evidence.Known // data about the site
	Start       evidence.URLID  // key of the first start page
	Found       *Discovery      // includes the start pages
	Passes      evidence.Column // verdict of include and exclude on a URL: 1 yes, -1 no
	Directories map[string]int  // keys taken from each directory, if limited
}

// Judge returns the mark for a link from a page to a key.
func (s *Scope) Judge(key, url evidence.URLID) Mark {
	switch m := s.Limits.judgePath(s.path(key)); {
	case m == FileEnding:
		return m
	case s.Excludes(url):
		return Excluded
	case m != InScope:
		return m
	default:
		return s.Limits.judgeTrap(s.Known.URLs.Bytes(key))
	}
}

// judgeTrap returns the mark for a normalized URL that may belong to a trap.
func (l *Limits) judgeTrap(key []byte) Mark {
	switch {
	case l.PathTandems > 0 && IsTandem(evidence.PathOf(key), l.PathTandems):
		return Tandem
	case l.SkipMiswritten && IsMiswritten(key):
		return Miswritten
	}
	return InScope
}

func (l *Limits) judgePath(path []byte) Mark {
	switch {
	case len(l.Extensions) > 0 && l.Extensions[site.Extension(string(path))]:
		return FileEnding
	case l.PathDepth > 0 && bytes.Count(path, []byte("/")) > l.PathDepth:
		return TooDeep
	case l.PathRepeats > 0 && repeats(path, l.PathRepeats):
		return repeating
	}
	return InScope
}

// JudgeURL returns the mark for a link from any site's page, ignoring limits that count.
func (l *Limits) JudgeURL(url, key string) Mark {
	b := []byte(url)
	switch m := l.judgePath(evidence.PathOf([]byte(key))); {
	case m == FileEnding:
		return m
	case l.Include != nil && !l.Include.Match(b) || l.Exclude != nil && l.Exclude.Match(b):
		return Excluded
	case m != InScope:
		return m
	default:
		return l.judgeTrap([]byte(key))
	}
}

// Excludes reports whether the settings include and exclude reject a link or redirect to a URL. They match the URL that
// would be fetched. A start page is always in.
func (s *Scope) Excludes(url evidence.URLID) bool {
	return (s.Limits.Include != nil || s.Limits.Exclude != nil) && s.matched(url)
}

// matched is Excludes with at least one of the two settings. It is separate so that the common case is inlined.
func (s *Scope) matched(url evidence.URLID) bool {
	if s.Found.Links.Get(s.Known.URLs.Key(url)) == 1 { // a start page
		return false
	}
	if judged := s.Passes.Get(url); judged != 0 {
		return judged < 0
	}
	in, ex := s.Limits.Include, s.Limits.Exclude
	text := s.Known.URLs.Bytes(url)
	passes := int32(1)
	if in != nil && !in.Match(text) || ex != nil && ex.Match(text) {
		passes = -1
	}
	s.Passes.Set(url, passes, s.Known.URLs.Len())
	return passes < 0
}

// Freeze judges all URLs. So reading the tables of a finished crawl writes nothing, and several goroutines can do it.
func (s *Scope) Freeze() {
	for url := range evidence.URLID(s.Known.URLs.Len()) {
		s.Excludes(url)
	}
}

func (s *Scope) path(key evidence.URLID) []byte { return evidence.PathOf(s.Known.URLs.Bytes(key)) }

// repeats reports whether a path has a segment more than limit times.
func repeats(path []byte, limit int) bool {
	if bytes.Count(path, []byte("/")) <= limit {
		return false
	}
	seen := map[string]int{}
	for segment := range bytes.SplitSeq(path, []byte("/")) {
		if len(segment) > 0 {
			if seen[string(segment)]++; seen[string(segment)] > limit {
				return true
			}
		}
	}
	return false
}

// LimitPerDirectory splits a frontier's sorted keys into keys to take and keys beyond their directory's limit.
func (s *Scope) LimitPerDirectory(keys []evidence.URLID) (taken, tooMany []evidence.URLID) {
	if s.Limits.PerDirectory == 0 {
		return keys, nil
	}
	for _, k := range keys {
		url, _, _ := bytes.Cut(s.Known.URLs.Bytes(k), []byte("?"))
		directory := string(url[:bytes.LastIndexByte(url, '/')+1])
		if s.Directories[directory] >= s.Limits.PerDirectory {
			tooMany = append(tooMany, k)
			continue
		}
		s.Directories[directory]++
		taken = append(taken, k)
	}
	return taken, tooMany
}

// Reason translates a mark for the ledger.
func (s *Scope) Reason(m Mark) (site.State, site.Reason) {
	switch m {
	case TooDeep:
		return site.StateLimit, site.Reason{Limit: site.LimitPathDepth, Bound: s.Limits.PathDepth}
	case repeating:
		return site.StateLimit, site.Reason{Limit: site.LimitPathRepeats, Bound: s.Limits.PathRepeats}
	case TooManyHere:
		return site.StateLimit, site.Reason{Limit: site.LimitPerDirectory, Bound: s.Limits.PerDirectory}
	case Tandem:
		return site.StateLimit, site.Reason{Limit: site.LimitPathTandems, Bound: s.Limits.PathTandems}
	case Miswritten:
		return site.StateLimit, site.Reason{Limit: site.LimitMiswritten}
	case FileEnding:
		return site.StateExtension, site.Reason{}
	}
	return site.StateExcluded, site.Reason{}
}

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
