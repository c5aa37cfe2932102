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

// repeated finds the pages that are refusals, by what second requests for the home page gave. suspect says that the
// home page has to be requested again to name them.
func (m *maskedPages) repeated(homeShows map[site.Digest]bool) (found map[site.Digest]bool, suspect bool) {
	shapes := map[site.Digest]map[string]bool{}
	for place, a := range m.pages.all() {
		if a.Counts.Internal > 0 {
			continue
		}
		d := m.at[place].wordless
		if shapes[d] == nil {
			shapes[d] = map[string]bool{}
		}
		shapes[d][site.ShapeOf(m.pages.url(place))] = true
	}
	found = map[site.Digest]bool{}
	for d, under := range shapes {
		if len(under) < minRepeated {
			continue
		}
		if homeShows[d] {
			found[d] = true
		} else {
			suspect = true
		}
	}
	return found, suspect
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
