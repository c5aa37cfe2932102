package sitemap

import (
	"math"
	"slices"
	"strconv"
)

const ringsSide = 1000

// drawRings draws the map of the pages; id makes the names within it unique.
func (m *Map) drawRings(d *drawing, v view, id string, live bool) {
	r := v.rings
	r.drawFrame(d)
	r.drawSectors(d, v.parts, id)
	d.layer("web", func() { m.drawWeb(d, v) })
	d.begin("tree")
	for i, up := range r.parent {
		if up >= 0 {
			d.trail(r.branch(int(up), i), strconv.Itoa(v.parts.hue(int(v.parts.of[i]))), 0)
		}
	}
	d.end()
	d.layer("over", nil)
	d.begin("nodes")
	for i := range r.place {
		d.circle(r.place[i], r.radius[i], strconv.Itoa(v.parts.hue(int(v.parts.of[i]))))
	}
	d.end()
	d.layer("labels", func() { d.writeLabels(m.ringLabels(r), live) })
	d.layer("top", nil)
}

// drawFrame draws the rings as bands.
func (r *rings) drawFrame(d *drawing) {
	d.begin("frame")
	for k := len(r.levels) - 1; k > 0; k-- {
		d.circle(point{}, r.edge(k+1), []string{"paper", "band"}[k%2])
	}
	d.end()
	d.layer("levels", func() { d.writeLabels(r.levelLabels(), true) })
}

// levelLabels names about every size-th ring, on the border of a sector.
func (r *rings) levelLabels() (all []label) {
	size := 1 + len(r.levels)/12
	for k := 1; k < len(r.levels); k += size {
		at := polar((r.edge(k)+r.edge(k+1))/2, r.from[0])
		l := label{text: "depth " + strconv.Itoa(r.levels[k]), at: at, side: centred, tier: plainTier}
		l.width = textWidth(l.text)
		all = append(all, l)
	}
	return all
}

// edge is the circle between a ring and the one inside it.
func (r *rings) edge(ring int) float64 {
	switch {
	case ring <= 0:
		return 0
	case ring >= len(r.levels):
		return r.outer[len(r.levels)-1] + 2
	default:
		return (r.outer[ring-1] + r.inner[ring]) / 2
	}
}

// drawSectors draws the rim with the names of the parts.
func (r *rings) drawSectors(d *drawing, p *parts, id string) {
	if len(r.from) < 2 {
		return
	}
	const rim, size = outermost + 12, 16.5 // of the text, which is bold
	d.begin("rim")
	for k := range r.from {
		hue := strconv.Itoa(p.hue(k))
		side := min(0.008, (r.to[k]-r.from[k])/6)
		from, to := r.from[k]+side, r.to[k]-side
		d.arc(rim, from, to, hue)
		text := fitting(p.labels[k], (to-from)*rim/size)
		if text == "" {
			continue
		}
		// In the lower half the text runs the other way, to be upright.
		baseline := float64(rim + 8)
		if middle := math.Cos((from + to) / 2); middle < 0 {
			from, to, baseline = to, from, float64(rim+8+0.72*size)
		}
		d.around(text, hue, baseline, from, to, id+"-rim"+strconv.Itoa(k))
	}
	d.end()
}

// branch returns the line from a page to one that it leads to: along the ring in the middle between the two.
func (r *rings) branch(from, to int) *trail {
	a, b := r.place[from], r.place[to]
	t := &trail{}
	t.move(a)
	if a == (point{}) {
		t.line(b)
		return t
	}
	half := (a.length() + b.length()) / 2
	t.curve(polar(half, a.angle()), polar(half, b.angle()), b)
	return t
}

// mostWeb bounds the arcs that are drawn beside the branches.
const mostWeb = 6000

// menu returns the in-degree from which on the arcs to a page are not drawn: those that many pages have say least.
func (m *Map) menu() int {
	arcs := make([]int, len(m.degrees)/4+1) // by in-degree of the target
	for _, degree := range m.degrees {
		if degree < len(arcs) {
			arcs[degree] += degree
		}
	}
	sum := 0
	for degree, count := range arcs {
		if sum += count; sum > mostWeb {
			return degree
		}
	}
	return len(arcs)
}

// drawWeb draws arcs that are no branches. Each bends towards the middle.
func (m *Map) drawWeb(d *drawing, v view) {
	r, menu := v.rings, m.menu()
	for i := range r.place {
		web := &trail{coarse: true}
		targets, _ := m.graph.Out(i)
		for _, t := range targets {
			if int(t) == i || r.parent[t] == int32(i) || m.degrees[t] >= menu {
				continue
			}
			p, q := r.place[i], r.place[t]
			web.move(p)
			web.bend(point{(p.x + q.x) * 0.35, (p.y + q.y) * 0.35}, q)
		}
		if len(web.steps) > 0 {
			d.trail(web, strconv.Itoa(v.parts.hue(int(v.parts.of[i]))), 0)
		}
	}
}

// ringLabels names the start page, since it is where a reader begins, and the
// pages of greatest rank, as far as there is room.
func (m *Map) ringLabels(r *rings) []label {
	levels := r.levelLabels()
	if len(r.place) == 0 {
		return []label{{text: nothing, side: centred, tier: plainTier}}
	}
	p := placer{mayHide: 2, fits: func(l label, b box) bool {
		return b.farthest() < outermost+6 && !slices.ContainsFunc(levels, func(level label) bool {
			return level.box(min(tiers[l.tier], tiers[plainTier])).overlaps(b)
		})
	}}
	for i := range r.place {
		p.discs = append(p.discs, disc{r.place[i], r.radius[i]})
	}
	var order []int
	for _, i := range byRank(m.rank) {
		order = append(order, int(i))
	}
	name := func(i, _ int) string { return m.names.of(m.graph.Pages[i]) }
	sides := []side{right, left, above, below}
	p.name(0, name(0, 0), sides)
	p.tryAll(order, name, sides)
	return p.labels
}
