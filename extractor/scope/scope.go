package scope

import (
	"bytes"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Mark is why the links to a key are not followed.
type Mark int32

// The marks; inScope means none.
const (
	InScope     Mark = 0
	Excluded    Mark = -1 // Limits.Include, Exclude: all links so far
	TooDeep     Mark = -2 // Limits.PathDepth
	repeating   Mark = -3 // Limits.PathRepeats
	TooManyHere Mark = -4 // Limits.PerDirectory
	FileEnding  Mark = -5 // Limits.Extensions
	Tandem      Mark = -6 // Limits.PathTandems
	Miswritten  Mark = -7 // Limits.SkipMiswritten
)

// Scope decides which links are followed.
type Scope struct {
	Limits      *Limits         // what bounds the crawl
	Known       *evidence.Known // what is known of the site
	Start       evidence.URLID  // key of the start page, the first of several
	Found       *Discovery      // which has the start pages
	Passes      evidence.Column // what include and exclude say of a URL: 1 yes, -1 no
	Directories map[string]int  // keys taken, when they are limited
}

// Judge returns the mark of a key that a page links to by a URL.
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

// judgeTrap returns the mark of a normalized URL that may be part of a trap.
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

// JudgeURL returns the mark of a URL that a page of any site links to, without the limits that count.
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

// Excludes reports whether the settings include and exclude leave out a link, or a redirect, to a URL. They
// are matched against the URL as it is fetched. A start page is always in.
func (s *Scope) Excludes(url evidence.URLID) bool {
	return (s.Limits.Include != nil || s.Limits.Exclude != nil) && s.matched(url)
}

// matched is excludes where one of the two settings is given; apart, so that the common case is inlined.
func (s *Scope) matched(url evidence.URLID) bool {
	if s.Found.isStart(s.Known.URLs.Key(url)) {
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

// Freeze judges all URLs, so that nothing is written when the tables of the
// finished crawl are read, perhaps by several goroutines.
func (s *Scope) Freeze() {
	for url := range evidence.URLID(s.Known.URLs.Len()) {
		s.Excludes(url)
	}
}

func (s *Scope) path(key evidence.URLID) []byte { return evidence.PathOf(s.Known.URLs.Bytes(key)) }

// repeats reports whether a segment occurs in a path more often than limit.
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

// LimitPerDirectory splits the sorted keys of a frontier into those that are
// taken and those that are too many in their directory.
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

// Reason words the mark of a key that is left out.
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
