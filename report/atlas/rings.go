package atlas

import (
	"cmp"
	"math"
	"slices"

	"sitegraph/site"
)

const outermost = 458 // the radius of the outermost ring, in a picture of 1,000 by 1,000

const deepestRing = 12 // deeper levels share a ring: a long chain would leave hardly any room for the others

// rings is the map of pages: the start page in the middle, a ring for each level, a sector for each part.
type rings struct {
	parent       []int32 // the first page of a lower level that links to the page, -1 if there is none
	dots         []disc
	inner, outer []float64 // the bounds of each ring
	levels       []int     // the level of each ring
	deepest      int       // the deepest level
	from, to     []float64 // the bounds of each part's sector
	spacing      float64   // the distance between pages

	ring  []int32 // of each page
	alone bool    // the start page is the only one in its ring
}

func newRings(g *site.Graph, rank []float64, p *parts) *rings {
	r := &rings{parent: parents(g), dots: make([]disc, len(g.Pages))}
	if len(r.dots) == 0 {
		return r
	}
	cells := r.cells(g, p)
	widths := r.widths(cells, len(p.sizes))
	r.measure(cells, widths)
	r.turn(p.circle(), widths)
	// If many large pages crowd, all dots become smaller.
	for most := 0.85; most > 0.4; most *= 0.85 {
		r.size(rank, most)
		for ring := range r.levels {
			r.fill(cells, ring)
		}
		if r.loosen(p) {
			break
		}
	}
	return r
}

// parents returns for each page the first page, in the order of levels, that links to it. The crawl came that way.
func parents(g *site.Graph) []int32 {
	all := slices.Repeat([]int32{-1}, len(g.Pages))
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, t := range targets {
			if all[t] < 0 && g.Pages[i].Level < g.Pages[t].Level {
				all[t] = int32(i)
			}
		}
	}
	return all
}

func (r *rings) cells(g *site.Graph, p *parts) [][]int32 {
	for _, page := range g.Pages {
		r.levels = append(r.levels, min(page.Level, deepestRing+1))
		r.deepest = max(r.deepest, page.Level)
	}
	slices.Sort(r.levels)
	r.alone = len(r.levels) == 1 || r.levels[0] < r.levels[1]
	r.levels = slices.Compact(r.levels)
	cells := make([][]int32, len(r.levels)*len(p.sizes))
	r.ring = make([]int32, len(g.Pages))
	for i, page := range g.Pages {
		ring, _ := slices.BinarySearch(r.levels, min(page.Level, deepestRing+1))
		r.ring[i] = int32(ring)
		c := ring*len(p.sizes) + int(p.of[i])
		cells[c] = append(cells[c], int32(i))
	}
	return cells
}

// widths divides the circle among the sectors so that the picture becomes small. The fullest cells of each ring decide
// how large it must be. The maximum over a ring is softened to the 4-norm. Where the sum of these norms is least, each
// width is in proportion to its sector's share of it, and iteration finds that point.
func (r *rings) widths(cells [][]int32, sectors int) []float64 {
	widths := slices.Repeat([]float64{2 * math.Pi / float64(sectors)}, sectors)
	for range 60 {
		wanted := make([]float64, sectors)
		for ring := range r.levels {
			var total float64
			demand := make([]float64, sectors)
			for s := range sectors {
				d := float64(len(cells[ring*sectors+s])) / widths[s]
				demand[s] = float64(float64(d*d) * float64(d*d))
				total += demand[s]
			}
			scale := math.Sqrt(math.Sqrt(total)) / total
			for s := range sectors {
				wanted[s] += float64(demand[s] * scale)
			}
		}
		var sum float64
		for s := range widths {
			widths[s] = float64(widths[s]*math.Sqrt(math.Sqrt(wanted[s]/widths[s]))) + 1e-3
			sum += widths[s]
		}
		for s := range widths {
			widths[s] = float64(widths[s]/sum) * (2 * math.Pi)
		}
	}
	return widths
}

// These sizes are in spacings.
const (
	gapWidth  = 0.9 // between two rings
	ringWidth = 0.9 // of the thinnest ring
	heartSize = 0.9 // the radius of the middle
)

// measure finds the radii of the rings, and the spacing that fills the picture.
func (r *rings) measure(cells [][]int32, widths []float64) {
	at, sectors := 0.0, len(widths)
	for ring := range r.levels {
		inner := at
		if ring > 0 {
			inner += gapWidth
		}
		most := 0.0
		for s := range sectors {
			// The gaps on both sides need room too.
			most = max(most, float64(1.1*float64(len(cells[ring*sectors+s])))/widths[s])
		}
		at = max(math.Sqrt(float64(inner*inner)+float64(2*most)), inner+ringWidth)
		if ring == 0 && r.alone {
			at = heartSize
		}
		r.inner, r.outer = append(r.inner, inner), append(r.outer, at)
	}
	// A few pages should not be as far apart as the picture allows.
	r.spacing = outermost / max(at, 3)
	for ring := range r.levels {
		r.inner[ring] *= r.spacing
		r.outer[ring] *= r.spacing
	}
}

// turn gives the sectors their angles. The middle of the first part is at the top.
func (r *rings) turn(order []int, widths []float64) {
	r.from, r.to = make([]float64, len(order)), make([]float64, len(order))
	first := slices.Index(order, 0)
	at := -widths[0] / 2
	for k := range order {
		s := order[(first+k)%len(order)]
		r.from[s] = at
		at += widths[s]
		r.to[s] = at
	}
}

// size gives each page an area that grows with its rank, from barely visible to some spacings.
func (r *rings) size(rank []float64, greatestSize float64) {
	least := min(max(0.17*r.spacing, 0.9), 0.4*r.spacing, 5)
	most := min(greatestSize*r.spacing, 24)
	greatest := max(slices.Max(rank), math.SmallestNonzeroFloat64)
	for i := range r.dots {
		r.dots[i].radius = least + float64((most-least)*math.Sqrt(rank[i]/greatest))
	}
}

// fill places the pages of a ring. In each cell it sorts slots by angle, and pages by the angle of their parents.
func (r *rings) fill(cells [][]int32, ring int) {
	sectors := len(r.from)
	if ring == 0 && r.alone {
		return // it is at the origin
	}
	for s := range sectors {
		cell := cells[ring*sectors+s]
		if len(cell) == 0 {
			continue
		}
		middle := (r.from[s] + r.to[s]) / 2
		turn := make(map[int32]float64, len(cell)) // of the parent, from the middle
		for _, i := range cell {
			if up := r.parent[i]; up >= 0 && r.dots[up].at != (point{}) {
				turn[i] = math.Remainder(r.dots[up].at.angle()-middle, 2*math.Pi)
			}
		}
		byParent := slices.Clone(cell)
		slices.SortStableFunc(byParent, func(a, b int32) int { return cmp.Compare(turn[a], turn[b]) })
		for k, place := range r.slots(ring, s, len(cell)) {
			r.dots[byParent[k]].at = place
		}
	}
}

// slots returns n places in a cell, spread evenly in rows along the ring, by angle.
func (r *rings) slots(ring, sector, n int) []point {
	inner, outer := r.inner[ring], r.outer[ring]
	from, to := r.from[sector], r.to[sector]
	middle := (inner + outer) / 2
	side := min(float64(0.35*r.spacing)/max(middle, 1), (to-from)/8)
	if len(r.from) == 1 {
		side = 0
	}
	from, to = from+side, to-side
	length := float64(middle * (to - from))
	rows := int(math.Round(math.Sqrt(float64(float64(n)*(outer-inner)) / length)))
	rows = max(1, min(rows, n, int((outer-inner)/(0.7*r.spacing))))
	radius := func(row int) float64 { return inner + float64((float64(row)+0.5)*(outer-inner))/float64(rows) }
	type slot struct{ angle, radius float64 }
	var all []slot
	left, circle := n, 0.0
	for row := range rows {
		circle += radius(row)
	}
	for row := range rows {
		count := int(math.Round(float64(float64(left)*radius(row)) / circle))
		if row == rows-1 {
			count = left
		}
		left, circle = left-count, circle-radius(row)
		for k := range count {
			share := (float64(k) + 0.5) / float64(count)
			all = append(all, slot{from + float64(share*(to-from)), radius(row)})
		}
	}
	site.Sort(all, func(a, b slot) int { return cmp.Compare(a.angle, b.angle) })
	return site.Each(all, func(s slot) point { return polar(s.radius, s.angle) })
}
