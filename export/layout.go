package export

import (
	"math"

	"sitegraph/site"
)

// The measures of the layout, in Gephi's units: the side of the square that a
// page has for itself, and the free space between two levels.
const (
	spacing = 30
	gap     = 60
)

// layout places the pages: each level fills a ring around the levels before
// it, its pages in their order around the centre, so that neighbours by
// address (one folder, one language) are neighbours in the picture. Within
// the ring the k-th of n points has the angle k/n and the share frac(k·φ) of
// the ring's area inside it: a Fibonacci lattice, evenly spread at any n.
// Pages are asked for in ascending order.
type layout struct {
	pages        []site.Page
	from, to     int     // the pages of the present level
	inner, outer float64 // radii of its ring
}

// at returns the place of page i, rounded to two digits. No page lies at the
// origin: Gephi takes a graph that lies there altogether for one not laid out.
func (l *layout) at(i int) (x, y float64) {
	for i >= l.to {
		l.nextLevel()
	}
	k, n := float64(i-l.from)+0.5, float64(l.to-l.from)
	_, share := math.Modf(k / math.Phi)
	radius := math.Sqrt(l.inner*l.inner + share*(l.outer*l.outer-l.inner*l.inner))
	sin, cos := math.Sincos(2 * math.Pi * k / n)
	return round2(radius * cos), round2(radius * sin)
}

func (l *layout) nextLevel() {
	if l.to > 0 {
		l.inner = l.outer + gap
	}
	l.from = l.to
	for l.to < len(l.pages) && l.pages[l.to].Level == l.pages[l.from].Level {
		l.to++
	}
	area := float64(l.to-l.from) * spacing * spacing
	l.outer = math.Sqrt(l.inner*l.inner + area/math.Pi)
}

// size returns a page's diameter, growing with the logarithm of its in-degree:
// 4 without arcs, about 34 at 1,000.
func size(inDegree int) float64 { return round2(4 + 3*math.Log2(1+float64(inDegree))) }

// round2 rounds to two digits; adding zero turns -0 into 0.
func round2(x float64) float64 { return math.Round(x*100)/100 + 0 }

// palette has the colours of the levels, dark to light; lightness alone tells
// them apart, on screen, in print and for the colour-blind.
var palette = [...][3]int64{
	{46, 20, 84}, {60, 56, 132}, {46, 98, 158}, {28, 134, 160},
	{42, 164, 136}, {106, 188, 98}, {168, 204, 76}, {226, 212, 78},
}

// colour returns red, green and blue of a level; levels beyond the palette
// have its last colour.
func colour(level int) [3]int64 { return palette[max(0, min(level, len(palette)-1))] }
