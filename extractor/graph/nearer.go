package graph

import (
	"sitegraph/extractor/evidence"
)

// How depths come about: by links, and by redirects, which add nothing to a depth. They can only fall.

// followLinks notes the links of the pages that came since the last time.
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

// hopsTo is the least number of redirects between a link and a key.
func (s *Sequence) hopsTo(key evidence.URLID) int {
	if s.inScope(key) {
		return 0
	}
	return int(s.hops.Get(key)) - 1
}

// redirectFrom notes where the redirect of a key leads; it is false if that is too far from any link.
func (s *Sequence) redirectFrom(key evidence.URLID, a *evidence.Answer) bool {
	next, hops, size := s.Known.URLs.Key(a.Location), s.hopsTo(key)+1, s.Known.URLs.Len()
	if hops > s.limits.MaxRedirects {
		return false
	}
	depth := s.DepthOf(key)
	fell := s.Found.RedirectNearer(next, depth)
	nearest := fell
	if was := s.hopsTo(next); was < 0 || hops < was {
		s.hops.Set(next, int32(hops)+1, size)
		fell = true
	}
	if fell {
		s.fallen = append(s.fallen, next)
	}
	if s.Known.Answer(next) == nil {
		s.targets = append(s.targets, next)
		switch linked, ok := s.Found.Depth(next); {
		case ok && linked <= depth: // links choose the URL
		case nearest:
			s.Found.SetFetchAs(next, a.Location)
		default:
			s.Found.Prefer(next, a.Location)
		}
	}
	return true
}

// relax notes a link of a page, which leads to a depth.
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

// spread passes on what came nearer to the start page.
func (s *Sequence) spread() {
	for i := 0; i < len(s.fallen); i++ { // first in, first out: else pages fall many times
		key := s.fallen[i]
		depth := s.DepthOf(key)
		if p := s.pageOf(key); p >= 0 && depth < s.Pages[p].depth {
			s.Pages[p].depth = depth
			s.Known.URLs.EachInside(s.Pages[p].Answer.Links, func(url evidence.URLID, _ uint32) {
				s.relax(url, depth+1)
			})
		}
		if a := s.Known.Answer(key); a.Redirects() && !s.Scope.Excludes(a.Location) {
			s.redirectFrom(key, a)
		}
	}
	s.fallen = s.fallen[:0]
}

// settleDepths gives the pages their depths in the finished graph.
func (s *Sequence) settleDepths() {
	depth := make([]int32, len(s.Pages)) // + 1
	var queue []int
	visit := func(p int, d int32) {
		if p >= 0 && depth[p] == 0 {
			depth[p] = d + 1
			s.Pages[p].depth = int(d)
			queue = append(queue, p)
		}
	}
	for _, key := range s.Starts {
		visit(s.CanonicalPage(key), 0)
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		s.Known.URLs.EachInside(s.Pages[p].Answer.Links, func(url evidence.URLID, _ uint32) {
			visit(s.linkedPage(url), depth[p])
		})
	}
}
