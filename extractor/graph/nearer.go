package graph

import (
	"math"
	"slices"

	"sitegraph/extractor/evidence"
)

// Depths follow from links. Redirects add nothing to them. Depths can only fall.

func (s *Sequence) followLinks() {
	for _, p := range s.Pages[s.followed:] {
		s.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, count uint32) {
			s.Arcs++
			s.Links += int(count)
			s.relax(url, p.depth+1)
		})
	}
	s.followed = len(s.Pages)
}

// way leads to a key by a link at a depth and a number of redirects from there.
type way struct{ depth, hops int }

// waysTo returns the ways to a key, along redirects and by its own links.
func (s *Sequence) waysTo(key evidence.URLID) []way {
	if depth, ok := s.Found.Depth(key); ok && !s.tooDeep(key) {
		return append(slices.Clip(s.ways[key]), way{depth, 0})
	}
	return s.ways[key]
}

// goes records a way to a key. It returns false if a known way has no more links and no more redirects.
func (s *Sequence) goes(key evidence.URLID, w way) bool {
	for _, had := range s.ways[key] {
		if had.depth <= w.depth && had.hops <= w.hops {
			return false
		}
	}
	s.ways[key] = append(s.ways[key], w)
	return true
}

// redirectFrom records where a key's redirect leads. It returns false if that is excluded or too far from any link.
func (s *Sequence) redirectFrom(key evidence.URLID, a *evidence.Answer) bool {
	next, depth, fell := s.Known.URLs.Key(a.Location), math.MaxInt, false
	excluded := s.Scope.Excludes(a.Location)
	for _, w := range s.waysTo(key) {
		if w.hops < s.limits.MaxRedirects {
			depth = min(depth, w.depth)
			fell = !excluded && s.goes(next, way{w.depth, w.hops + 1}) || fell
		}
	}
	if depth == math.MaxInt {
		return false
	}
	if excluded {
		s.Found.RedirectExcluded(next, depth)
		return false
	}
	nearest := s.Found.RedirectNearer(next, depth)
	if fell {
		s.fallen = append(s.fallen, next)
	}
	if s.Known.Answer(next) == nil {
		s.targets = append(s.targets, next)
		switch linked, ok := s.Found.Depth(next); {
		case ok && linked <= depth: // links chose the URL
		case nearest:
			s.Found.SetFetchAs(next, a.Location)
		default:
			s.Found.Prefer(next, a.Location)
		}
	}
	return true
}

// relax records a link that leads to a URL at a depth.
func (s *Sequence) relax(url evidence.URLID, depth int) {
	key := s.Known.URLs.Key(url)
	if !s.follows(key, url) {
		return
	}
	deep := s.tooDeep(key)
	isNew, fell := s.Found.Nearer(key, url, depth)
	if fell || isNew {
		s.fallen = append(s.fallen, key)
	}
	if isNew || deep && !s.tooDeep(key) {
		s.fresh = append(s.fresh, key)
	}
}

// spread updates depths after keys came nearer to the start page.
func (s *Sequence) spread() {
	for i := 0; i < len(s.fallen); i++ { // first in, first out, or pages would fall many times
		key := s.fallen[i]
		depth := s.DepthOf(key)
		if p := s.pageOf(key); p >= 0 && depth < s.Pages[p].depth {
			s.Pages[p].depth = depth
			s.Known.URLs.EachInside(s.Pages[p].Answer.Links, func(url evidence.URLID, _ uint32) {
				s.relax(url, depth+1)
			})
		}
		if a := s.Known.Answer(key); a.Redirects() {
			s.redirectFrom(key, a)
		}
	}
	s.fallen = s.fallen[:0]
}

// stepsFrom returns, for each page, 1 + the number of links from some keys' pages, or 0 if no links lead there.
func (b *Builder) stepsFrom(keys []evidence.URLID) []int32 {
	steps := make([]int32, len(b.Pages))
	var queue []int
	visit := func(p int, n int32) {
		if p >= 0 && steps[p] == 0 {
			steps[p] = n
			queue = append(queue, p)
		}
	}
	for _, key := range keys {
		visit(b.CanonicalPage(key), 1)
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		b.Known.URLs.EachInside(b.Pages[p].Answer.Links, func(url evidence.URLID, _ uint32) {
			visit(b.linkedPage(url), steps[p]+1)
		})
	}
	return steps
}
