package identity

import (
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A site is asleep until two requests for one URL differ. While it sleeps nothing is noise, so only equal bytes make
// two URLs one page; but of two queries of one path, pages may differ in links that repeat the query. Once a site is
// awake, the kinds of URL that were seen to stay the same sleep on.

// steadyTwins is how many pages of a kind must have come twice, byte for byte, for the kind to sleep on.
const steadyTwins = 3

// wakes notes what a page that was fetched twice says of the site and of its kind of URL.
func (s *Identity) wakes(url string, same bool) {
	shape := site.ShapeOf(url)
	switch n := s.steady[shape]; {
	case !same:
		s.Varies, s.steady[shape] = true, -1
	case n >= 0:
		s.steady[shape]++
	}
}

// awake reports whether the page at a place can be one with pages of other bytes. One whose URL carries a session is
// the same twice, and shows another session elsewhere.
func (s *Identity) awake(place int32) bool {
	return s.Varies && (s.own.sessions || s.steady[site.ShapeOf(s.key(int(place)))] < steadyTwins)
}

// textsAt is the digest of the texts and the markup of a page, and of its path while that sleeps.
func (s *Identity) textsAt(place int32) site.Digest {
	if s.awake(place) {
		return s.Pages[place].texts
	}
	return s.withPath(place, s.Pages[place].texts)
}

// withPath is a digest of pages that are compared only within one path.
func (s *Identity) withPath(place int32, of site.Digest) site.Digest {
	path, _, _ := strings.Cut(s.key(int(place)), "?")
	var d site.Digester
	d.AddDigest(of)
	d.Add(evidence.HashOf([]byte(path)))
	return d.Sum()
}
