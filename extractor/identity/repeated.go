package identity

import (
	"cmp"

	"sitegraph/site"
)

// minRepeated is the number of shapes of URL under which a page must have come, and
// homeChecks bounds how often the home page is requested for it.
const (
	minRepeated = 3
	HomeChecks  = 3
)

// learnRepeated finds the pages that are refusals, in the answers closed by the time there were that many records.
func (s *Identity) learnRepeated() {
	shapes := map[site.Digest]map[string]bool{}
	for place := range s.known.Answers {
		a := s.Page(place)
		if a == nil || a.Counts.Internal > 0 {
			continue
		}
		d := s.Pages[place].Wordless
		if shapes[d] == nil {
			shapes[d] = map[string]bool{}
		}
		shapes[d][site.ShapeOf(s.key(place))] = true
	}
	s.Repeated, s.Suspect = map[site.Digest]bool{}, false
	for d, under := range shapes {
		if len(under) < minRepeated {
			continue
		}
		if s.homeShows[d] {
			s.Repeated[d] = true
		} else {
			s.Suspect = true
		}
	}
}

// wordless is the digest of a page's texts without words that hold a digit: a
// refusal often has a number of its own.
func wordless(pieces []site.Piece) site.Digest {
	var d site.Digester
	for i := range pieces {
		if p := &pieces[i]; p.IsText() {
			d.Add(cmp.Or(p.Rest, p.Text))
		}
	}
	return d.Sum()
}
