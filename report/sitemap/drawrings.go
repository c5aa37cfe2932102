package sitemap

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

const ringsSide = 1000

// drawRings draws the map of the pages; id makes the names within it unique.
func (m *Map) drawRings(v view, id string, live bool) string {
	d := &drawing{middle: point{ringsSide / 2, ringsSide / 2}}
	r := v.rings
	r.drawFrame(d)
	r.drawSectors(d, v.parts, id)
	d.write(`<g class="web">`)
	m.drawWeb(d, v)
	d.write(`</g><g class="tree">`)
	for i, up := range r.parent {
		if up >= 0 {
			d.path(r.branch(d, int(up), i), "s"+strconv.Itoa(v.parts.hue(int(v.parts.of[i]))))
		}
	}
	d.write(`</g><g class="over"></g><g class="nodes">`)
	for i := range r.place {
		d.circle(r.place[i], r.radius[i], "f"+strconv.Itoa(v.parts.hue(int(v.parts.of[i]))))
	}
	d.write(`</g><g class="labels">`)
	d.labels(m.ringLabels(r), live)
	d.write(`</g><g class="top"></g>`)
	return d.String()
}

// drawFrame draws the rings as bands.
func (r *rings) drawFrame(d *drawing) {
	d.write(`<g class="frame">`)
	for k := len(r.levels) - 1; k > 0; k-- {
		d.circle(point{}, r.edge(k+1), "band"+strconv.Itoa(k%2))
	}
	d.labels(r.levelLabels(), true)
	d.write("</g>")
}

// levelLabels names about every size-th ring, on the border of a sector.
func (r *rings) levelLabels() (all []label) {
	size := 1 + len(r.levels)/12
	for k := 1; k < len(r.levels); k += size {
		at := polar((r.edge(k)+r.edge(k+1))/2, r.from[0])
		l := label{text: "level " + strconv.Itoa(r.levels[k]), at: at, side: centred, tier: plainTier, kind: "level"}
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
	d.write(`<g class="rim">`)
	for s := range r.from {
		hue := strconv.Itoa(p.hue(s))
		side := min(0.008, (r.to[s]-r.from[s])/6)
		from, to := r.from[s]+side, r.to[s]-side
		d.path(d.arcPath(rim, from, to), "s"+hue)
		text := fitting(p.labels[s], (to-from)*rim/size)
		if text == "" {
			continue
		}
		// In the lower half the text runs the other way, to be upright.
		baseline := float64(rim + 8)
		if middle := math.Cos((from + to) / 2); middle < 0 {
			from, to, baseline = to, from, float64(rim+8+0.72*size)
		}
		name := id + "-rim" + strconv.Itoa(s)
		d.write(`<path id="`, name, `" fill="none" d="`, d.arcPath(baseline, from, to), `"/>`)
		d.write(`<text class="part f`, hue, `"><textPath href="#`, name, `" startOffset="50%" text-anchor="middle">`, html.EscapeString(text), `</textPath></text>`)
	}
	d.write("</g>")
}

// branch returns the data of the line from a page to one that it leads to:
// along the ring in the middle between the two.
func (r *rings) branch(d *drawing, from, to int) string {
	a, b := r.place[from], r.place[to]
	if a == (point{}) {
		return "M" + d.xy(a) + "L" + d.xy(b)
	}
	half := (a.length() + b.length()) / 2
	return "M" + d.xy(a) + "C" + d.xy(polar(half, a.angle())) + " " + d.xy(polar(half, b.angle())) + " " + d.xy(b)
}

// mostWeb bounds the arcs that are drawn beside the branches.
const mostWeb = 6000

// menu returns the in-degree from which on the arcs to a page are not drawn:
// those that many pages have say least.
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
		var b strings.Builder
		targets, _ := m.graph.Out(i)
		for _, t := range targets {
			if int(t) == i || r.parent[t] == int32(i) || m.degrees[t] >= menu {
				continue
			}
			p, q := r.place[i], r.place[t]
			b.WriteString("M" + d.near(p) + "Q" + d.near(point{(p.x + q.x) * 0.35, (p.y + q.y) * 0.35}) + " " + d.near(q))
		}
		if b.Len() > 0 {
			d.path(b.String(), "s"+strconv.Itoa(v.parts.hue(int(v.parts.of[i]))))
		}
	}
}

// ringLabels names the pages of greatest rank, as far as there is room.
func (m *Map) ringLabels(r *rings) []label {
	levels := r.levelLabels()
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
	p.tryAll(order, func(i, _ int) string { return m.names.of(m.graph.Pages[i]) }, []side{right, left, above, below})
	return p.labels
}
