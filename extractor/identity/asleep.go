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
func (l *lessons) wakes(url string, same bool) {
	shape := site.ShapeOf(url)
	switch n := l.steady[shape]; {
	case !same:
		l.varies, l.steady[shape] = true, -1
	case n >= 0:
		l.steady[shape]++
	}
}

// awake reports whether the page at a place can be one with pages of other bytes. One whose URL carries a session is
// the same twice, and shows another session elsewhere; so is one without a box that other answers have.
func (m *maskedPages) awake(place int32) bool {
	l := m.lessons
	return l.varies &&
		(l.own.sessions || m.masks.ByChance() || l.steady[site.ShapeOf(m.pages.url(place))] < steadyTwins)
}

// contents are the digests that make pages equal if they share one.
func (m *maskedPages) contents(place int32, a *evidence.Answer) []site.Digest {
	if m.at[place].size < minCompared || !m.awake(place) {
		return []site.Digest{a.Digest}
	}
	return []site.Digest{a.Digest, m.at[place].key}
}

// textsAt is the digest of the texts and the markup of a page, and of its path while that sleeps.
func (m *maskedPages) textsAt(place int32) site.Digest {
	if m.awake(place) {
		return m.at[place].texts
	}
	return m.withPath(place, m.at[place].texts)
}

// echoesAt is the digest of a page's texts with marks for the values of its URL, and of its path: only pages of one
// path are held against each other by it.
func (m *maskedPages) echoesAt(place int32) site.Digest {
	of := &m.at[place]
	if of.echoes == of.texts || !m.awake(place) {
		return m.textsAt(place)
	}
	return m.withPath(place, of.echoes)
}

// withPath is a digest of pages that are compared only within one path.
func (m *maskedPages) withPath(place int32, of site.Digest) site.Digest {
	path, _, _ := strings.Cut(m.pages.url(place), "?")
	var d site.Digester
	d.AddDigest(of)
	d.Add(evidence.HashOf([]byte(path)))
	return d.Sum()
}
