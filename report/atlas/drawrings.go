package atlas

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
)

const ringsSide = 1000

func (v view) drawRings(d *drawing) {
	r, levels := v.rings, v.rings.levelLabels()
	d.layer("frame")
	for k := len(r.levels) - 1; k > 0; k-- {
		d.circle(disc{radius: r.edge(k + 1)}, []string{"paper", "band"}[k%2])
	}
	d.layer("levels")
	d.write(levels)
	r.drawSectors(d, v.parts)
	d.layer("web")
	v.drawWeb(d)
	d.layer("tree")
	for i, up := range r.parent {
		if up >= 0 {
			d.line(r.branch(d, int(up), i), v.parts.pageColour(i), 0)
		}
	}
	d.layer("over")
	d.layer("nodes")
	for i, dot := range r.dots {
		d.circle(dot, v.parts.pageColour(i))
	}
	d.layer("labels")
	d.write(v.ringLabels(levels))
	d.layer("top")
}

func (r *rings) levelLabels() (all []label) {
	size := 1 + len(r.levels)/12
	for k := 1; k < len(r.levels); k += size {
		l := newLabel("depth "+r.level(k), 0, plainTier)
		l.at, l.side = polar((r.edge(k)+r.edge(k+1))/2, r.from[0]), centred
		all = append(all, l)
	}
	return all
}

func (r *rings) level(ring int) string {
	level := r.levels[ring]
	if level > deepestRing && r.deepest > level {
		return strconv.Itoa(level) + "–" + strconv.Itoa(r.deepest)
	}
	return strconv.Itoa(level)
}

func (r *rings) edge(ring int) float64 {
	if ring == len(r.levels) {
		return r.outer[ring-1] + 2
	}
	return (r.outer[ring-1] + r.inner[ring]) / 2
}

func (r *rings) drawSectors(d *drawing, p *parts) {
	if len(r.from) < 2 {
		return
	}
	const rim, size = outermost + 12, 16.5 // of the text, which is bold
	d.layer("rim")
	for k := range r.from {
		side := min(0.008, (r.to[k]-r.from[k])/6)
		from, to := r.from[k]+side, r.to[k]-side
		d.line(d.arc(rim, from, to), p.colour(k), 0)
		text := fitting(p.labels[k], (to-from)*rim/size)
		if text == "" {
			continue
		}
		// In the lower half the text runs the other way, to be upright.
		baseline := float64(rim + 8)
		if middle := math.Cos((from + to) / 2); middle < 0 {
			from, to, baseline = to, from, float64(rim+8+0.72*size)
		}
		d.around(text, p.colour(k), baseline, from, to, "rim"+strconv.Itoa(k))
	}
}

// branch returns the path from a page to the next, along a ring in the middle between them.
func (r *rings) branch(d *drawing, from, to int) string {
	a, b := r.dots[from].at, r.dots[to].at
	if a == (point{}) {
		return "M" + d.xy(1, a) + "L" + d.xy(1, b)
	}
	half := (a.length() + b.length()) / 2
	return "M" + d.xy(1, a) + "C" + d.xy(1, polar(half, a.angle()), polar(half, b.angle()), b)
}

const maxWeb = 6000 // the most arcs drawn besides the branches

// menu returns the in-degree from which arcs to a page are not drawn, because links on many pages say little.
func (m *Map) menu() int {
	arcs := make([]int, len(m.degrees)/4+1) // by in-degree of the target
	for _, degree := range m.degrees {
		if degree < len(arcs) {
			arcs[degree] += degree
		}
	}
	sum := 0
	for degree, count := range arcs {
		if sum += count; sum > maxWeb {
			return degree
		}
	}
	return len(arcs)
}

// drawWeb draws the arcs that are not branches, bent towards the middle. There are many, so it omits decimals.
func (v view) drawWeb(d *drawing) {
	r, menu := v.rings, v.site.menu()
	for i, dot := range r.dots {
		var web strings.Builder
		targets, _ := v.site.graph.Out(i)
		for _, t := range targets {
			if int(t) == i || r.parent[t] == int32(i) || v.site.degrees[t] >= menu {
				continue
			}
			p, q := dot.at, r.dots[t].at
			fmt.Fprintf(&web, "M%sQ%s", d.xy(0, p), d.xy(0, point{(p.x + q.x) * 0.35, (p.y + q.y) * 0.35}, q))
		}
		if web.Len() > 0 {
			d.line(web.String(), v.parts.pageColour(i), 0)
		}
	}
}

// ringLabels names the start page, where readers begin, and the highest-ranked pages for which there is room.
func (v view) ringLabels(levels []label) []label {
	if len(v.rings.dots) == 0 {
		return []label{{text: nothing, side: centred, tier: plainTier}}
	}
	p := placer{discs: v.rings.dots, mayHide: 2, sides: []side{right, left, above, below}, led: maxLed}
	p.fits = func(l label, b box) bool {
		farthest := point{max(-b.left, b.right), max(-b.top, b.bottom)}
		return farthest.length() < outermost+6 && !slices.ContainsFunc(levels, func(level label) bool {
			return level.box(min(tiers[l.tier], tiers[plainTier])).overlaps(b)
		})
	}
	name := func(i int) string { return v.site.names.of(v.site.graph.Pages[i]) }
	p.name(0, name(0))
	p.place(byRank(v.site.rank), func(i, _ int) []string { return []string{name(i)} })
	return p.labels
}

// loosen moves overlapping pages apart within their rings and sectors. It reports whether hardly any still overlap.
func (r *rings) loosen(p *parts) bool {
	order := site.UpTo[int](len(r.dots))
	left := 0
	for range 60 {
		if left = r.push(order, p); left == 0 {
			return true
		}
	}
	return left <= len(order)/100
}

// push moves overlapping pages apart once, from left to right, and counts clear overlaps.
func (r *rings) push(order []int, p *parts) (overlaps int) {
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.dots[a].at.x, r.dots[b].at.x), a-b)
	})
	widest := slices.MaxFunc(r.dots, func(a, b disc) int { return cmp.Compare(a.radius, b.radius) }).radius
	air := min(0.06*r.spacing, 2)
	for k, i := range order {
		for _, j := range order[k+1:] {
			if r.dots[j].at.x-r.dots[i].at.x > r.dots[i].radius+widest+air {
				break
			}
			a, b := r.dots[i], r.dots[j]
			d, shallow := distance(a.at, b.at), float64(0.1*min(a.radius, b.radius))
			if d < a.radius+b.radius-shallow {
				overlaps++
			}
			if wanted := a.radius + b.radius + air; d < float64(wanted*0.999) {
				r.part(i, j, wanted-d)
				r.hold(i, p)
				r.hold(j, p)
			}
		}
	}
	return overlaps
}

// part moves two pages apart by a distance, the smaller one further.
func (r *rings) part(i, j int, by float64) {
	a, b := r.dots[i], r.dots[j]
	to := direction(a.at, b.at)
	to = point{float64(to.x * by), float64(to.y * by)}
	mine := b.radius / (a.radius + b.radius)
	r.dots[i].at, r.dots[j].at = a.at.plus(to, -mine), b.at.plus(to, 1-mine)
}

func (r *rings) hold(i int, p *parts) {
	ring, s := r.ring[i], p.of[i]
	if ring == 0 && r.alone {
		r.dots[i].at = point{}
		return
	}
	size := r.dots[i].radius
	inner, outer := r.inner[ring]+size, r.outer[ring]-size
	if inner > outer { // a large page in a thin ring may use the gaps beside it
		inner = (r.inner[ring] + r.outer[ring]) / 2
		outer = inner
	}
	radius := min(max(r.dots[i].at.length(), inner), outer)
	middle, half := (r.from[s]+r.to[s])/2, (r.to[s]-r.from[s])/2
	turn := math.Remainder(r.dots[i].at.angle()-middle, 2*math.Pi)
	if half < math.Pi*0.999 {
		free := max(half-size/max(radius, 1), half/8)
		turn = min(max(turn, -free), free)
	}
	r.dots[i].at = polar(radius, middle+turn)
}
