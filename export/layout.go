package export

import (
	"math"

	"sitegraph/site"
)

// Side of each page's square and space between two levels, in Gephi's units.
const (
	spacing = 30
	gap     = 60
)

// layout places nodes. Each level fills a ring around the levels before it. Its pages follow their order around
// the centre, so that URLs of one folder or language are neighbours. The k-th of n points in a ring has the angle
// k/n, and the share frac(k·φ) of the ring's area lies inside it. This Fibonacci lattice is even for any n.
type layout []ring

type ring struct {
	inner, outer  float64 // radii
	pages, placed int     // the level's pages, and those already placed
}

func newLayout(pages []int) layout {
	l := make(layout, len(pages))
	last := 0.0
	for i, n := range pages {
		r := &l[i]
		if r.pages = n; n == 0 {
			continue
		}
		if last > 0 {
			r.inner = last + gap
		}
		area := float64(n) * spacing * spacing
		r.outer = math.Sqrt(float64(r.inner*r.inner) + area/math.Pi)
		last = r.outer
	}
	return l
}

// place returns the position of a level's next page, to two digits. No page lies at the origin, because Gephi
// believes that a graph entirely at the origin has no layout.
func (l layout) place(level int) (x, y float64) {
	l[level].placed++
	return l.at(level, l[level].placed-1)
}

func (l layout) at(level, place int) (x, y float64) {
	r := l[level]
	k, n := float64(place)+0.5, float64(r.pages)
	_, share := math.Modf(k / math.Phi)
	radius := math.Sqrt(r.inner*r.inner + share*(r.outer*r.outer-r.inner*r.inner))
	sin, cos := math.Sincos(2 * math.Pi * k / n)
	return round2(radius * cos), round2(radius * sin)
}

type looks struct {
	layout
	crawl       *site.Crawl
	sectors     []int   // each page's place on its level, if owners colour the pages
	communities []int32 // each page's community; nil if levels colour the pages
}

func newLooks(c *site.Crawl, communities []int32) *looks {
	var pages []int
	for i := range c.Graph.Pages {
		pages = countLevel(pages, c.Graph.Pages[i].Level)
	}
	l := &looks{layout: newLayout(pages), crawl: c, communities: communities}
	if severalOwners(c) {
		l.sectors = inSectors(c)
	}
	return l
}

// of returns position and colour of the page with an id. Callers ask once for each page, in order.
func (l *looks) of(id int) (x, y float64, rgb [3]int) {
	level := l.crawl.Graph.Pages[id-1].Level
	if l.sectors != nil {
		p := l.crawl.Searched.Pages[id-1]
		x, y = l.at(level, l.sectors[id-1])
		return x, y, ownerColour(p.Agent, p.Stored)
	}
	x, y = l.place(level)
	if l.communities == nil {
		return x, y, colour(level)
	}
	if community := int(l.communities[id-1]); community < len(owners) {
		return x, y, owners[community]
	}
	return x, y, noOwner // which all but the ten largest communities share
}

func countLevel(pages []int, level int) []int {
	for len(pages) <= level {
		pages = append(pages, 0)
	}
	pages[level]++
	return pages
}

// size returns a page's diameter. It grows with the logarithm of the in-degree, from 4 at 0 to about 34 at 1,000.
func size(inDegree int) float64 { return round2(4 + 3*math.Log2(1+float64(inDegree))) }

// round2 rounds to two digits; adding zero turns -0 into 0.
func round2(x float64) float64 { return math.Round(x*100)/100 + 0 }

// palette goes from dark to light, so that lightness alone tells levels apart, in print and for the colour-blind.
var palette = [...][3]int{
	{46, 20, 84}, {60, 56, 132}, {46, 98, 158}, {28, 134, 160},
	{42, 164, 136}, {106, 188, 98}, {168, 204, 76}, {226, 212, 78},
}

func colour(level int) [3]int { return palette[max(0, min(level, len(palette)-1))] }
