package extractor

import (
	"cmp"

	"sitegraph/site"
)

// A site that refuses sends the same page for whatever is asked, the home page
// too, and often with status 200. So where pages of unrelated kinds of URL show
// the same and link to nothing of the site, the home page is requested again. If
// that is what comes now, they are refusals.

// minRepeated is the number of shapes of URL under which a page must have come, and
// homeChecks bounds how often the home page is requested for it.
const (
	minRepeated = 3
	homeChecks  = 3
)

// learnRepeated finds the pages that are refusals, in the answers closed by the
// time that so many records were there.
func (s *sameness) learnRepeated(closed int) {
	shapes := map[site.Digest]map[string]bool{}
	for place := range s.known.answers {
		a := s.page(place)
		if a == nil || int(a.record) >= closed || len(a.internal) > 0 {
			continue
		}
		d := s.pages[place].wordless
		if shapes[d] == nil {
			shapes[d] = map[string]bool{}
		}
		shapes[d][site.ShapeOf(s.key(place))] = true
	}
	s.repeated, s.suspect = map[site.Digest]bool{}, false
	for d, under := range shapes {
		if len(under) < minRepeated {
			continue
		}
		if s.homeShows[d] {
			s.repeated[d] = true
		} else {
			s.suspect = true
		}
	}
}

// wordless is the digest of a page's texts without words that hold a digit: a
// refusal often has a number of its own.
func wordless(pieces []site.Piece) site.Digest {
	var d site.Digester
	for i := range pieces {
		if p := &pieces[i]; p.Link == 0 {
			d.Add(cmp.Or(p.Rest, p.Text))
		}
	}
	return d.Sum()
}

// refuses reports whether a page is a refusal by learnRepeated.
func (b *builder) refuses(a *answer) bool {
	if b.same == nil || a == nil || a.outcome != outPage || len(a.internal) > 0 {
		return false
	}
	place := b.known.of.get(b.known.urls.key(a.url)) - 1
	return place >= 0 && int(place) < len(b.same.pages) && b.same.repeated[b.same.pages[place].wordless]
}

// homeDue returns the home page if it has to be requested again.
func (w *walk) homeDue() (home urlID, due bool) {
	home = w.same.home()
	checks := 0
	for _, t := range w.known.twins {
		if t.key == home && int(t.answer.record) < w.known.closed {
			checks++
		}
	}
	a := w.known.answer(home)
	return home, w.same.suspect && checks < homeChecks && a != nil && a.outcome == outPage
}
