package extractor

import (
	"bytes"

	"sitegraph/site"
)

// mark is why the links to a key are not followed.
type mark int32

// The marks; inScope is none.
const (
	inScope     mark = 0
	excluded    mark = -1 // Limits.Include, Exclude: all links so far
	tooDeep     mark = -2 // Limits.PathDepth
	repeating   mark = -3 // Limits.PathRepeats
	tooManyHere mark = -4 // Limits.PerDirectory
	fileEnding  mark = -5 // Limits.Extensions
	tandem      mark = -6 // Limits.PathTandems
	miswritten  mark = -7 // Limits.SkipMiswritten
)

// scope decides which links are followed.
type scope struct {
	limits      *Limits
	known       *known
	start       urlID          // key of the start page, the first of several
	found       *discovery     // which has the start pages
	passes      column         // what include and exclude say of a URL: 1 yes, -1 no
	directories map[string]int // keys taken, when they are limited
}

// judge returns the mark of a key that a page links to by a URL.
func (s *scope) judge(key, url urlID) mark {
	switch m := s.limits.judgePath(s.path(key)); {
	case m == fileEnding:
		return m
	case s.excludes(url):
		return excluded
	case m != inScope:
		return m
	default:
		return s.limits.judgeTrap(s.known.urls.bytes(key))
	}
}

// judgeTrap returns the mark of a normalized URL that may be part of a trap.
func (l *Limits) judgeTrap(key []byte) mark {
	switch {
	case l.PathTandems > 0 && isTandem(pathOf(key), l.PathTandems):
		return tandem
	case l.SkipMiswritten && isMiswritten(key):
		return miswritten
	}
	return inScope
}

// judgePath returns the mark of a path, without the query.
func (l *Limits) judgePath(path []byte) mark {
	switch {
	case len(l.Extensions) > 0 && l.Extensions[site.Extension(string(path))]:
		return fileEnding
	case l.PathDepth > 0 && bytes.Count(path, []byte("/")) > l.PathDepth:
		return tooDeep
	case l.PathRepeats > 0 && repeats(path, l.PathRepeats):
		return repeating
	}
	return inScope
}

// judgeURL returns the mark of a URL that a page of any site links to, without
// the limits that count.
func (l *Limits) judgeURL(url, key string) mark {
	b := []byte(url)
	switch m := l.judgePath(pathOf([]byte(key))); {
	case m == fileEnding:
		return m
	case l.Include != nil && !l.Include.Match(b) || l.Exclude != nil && l.Exclude.Match(b):
		return excluded
	case m != inScope:
		return m
	default:
		return l.judgeTrap([]byte(key))
	}
}

// excludes reports whether the settings include and exclude leave out a link,
// or a redirect, to a URL. They are matched against the URL as it is fetched.
// A start page is always in.
func (s *scope) excludes(url urlID) bool {
	return (s.limits.Include != nil || s.limits.Exclude != nil) && s.matched(url)
}

// matched is excludes where one of the two settings is given; apart, so that
// the common case is inlined.
func (s *scope) matched(url urlID) bool {
	if s.found.isStart(s.known.urls.key(url)) {
		return false
	}
	if judged := s.passes.get(url); judged != 0 {
		return judged < 0
	}
	in, ex := s.limits.Include, s.limits.Exclude
	text := s.known.urls.bytes(url)
	passes := int32(1)
	if in != nil && !in.Match(text) || ex != nil && ex.Match(text) {
		passes = -1
	}
	s.passes.set(url, passes, s.known.urls.Len())
	return passes < 0
}

// freeze judges all URLs, so that nothing is written when the tables of the
// finished crawl are read, perhaps by several goroutines.
func (s *scope) freeze() {
	for url := range urlID(s.known.urls.Len()) {
		s.excludes(url)
	}
}

func (s *scope) path(key urlID) []byte { return pathOf(s.known.urls.bytes(key)) }

// pathOf returns the path of a normalized URL, without the query.
func pathOf(key []byte) []byte {
	b, _, _ := bytes.Cut(key, []byte("?"))
	_, b, _ = bytes.Cut(b, []byte("://"))
	if i := bytes.IndexByte(b, '/'); i >= 0 {
		return b[i:]
	}
	return nil
}

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

// limitPerDirectory splits the sorted keys of a frontier into those that are
// taken and those that are too many in their directory.
func (s *scope) limitPerDirectory(keys []urlID) (taken, tooMany []urlID) {
	if s.limits.PerDirectory == 0 {
		return keys, nil
	}
	for _, k := range keys {
		url, _, _ := bytes.Cut(s.known.urls.bytes(k), []byte("?"))
		directory := string(url[:bytes.LastIndexByte(url, '/')+1])
		if s.directories[directory] >= s.limits.PerDirectory {
			tooMany = append(tooMany, k)
			continue
		}
		s.directories[directory]++
		taken = append(taken, k)
	}
	return taken, tooMany
}

// reason words the mark of a key that is left out.
func (s *scope) reason(m mark) (site.State, site.Reason) {
	switch m {
	case tooDeep:
		return site.StateLimit, site.Reason{Limit: site.LimitPathDepth, Bound: s.limits.PathDepth}
	case repeating:
		return site.StateLimit, site.Reason{Limit: site.LimitPathRepeats, Bound: s.limits.PathRepeats}
	case tooManyHere:
		return site.StateLimit, site.Reason{Limit: site.LimitPerDirectory, Bound: s.limits.PerDirectory}
	case tandem:
		return site.StateLimit, site.Reason{Limit: site.LimitPathTandems, Bound: s.limits.PathTandems}
	case miswritten:
		return site.StateLimit, site.Reason{Limit: site.LimitMiswritten}
	case fileEnding:
		return site.StateExtension, site.Reason{}
	}
	return site.StateExcluded, site.Reason{}
}
