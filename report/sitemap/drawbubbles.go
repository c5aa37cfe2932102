package sitemap

import (
	"math"
	"strconv"
)

// mostDots is the number of pages up to which the bubbles show each page.
const mostDots = 4000

// drawBubbles draws the map of the parts.
func (m *Map) drawBubbles(d *drawing, v view, live bool) {
	b, p := v.bubbles, v.parts
	d.begin("flows")
	b.drawFlows(d, p)
	d.end()
	d.begin("base") // the flows end at the bubbles
	for i, at := range b.place {
		d.circle(at, b.radius[i], "")
	}
	d.end()
	d.begin("nodes flat")
	for i, at := range b.place {
		d.circle(at, b.radius[i], strconv.Itoa(p.hue(i)))
	}
	d.end()
	if len(m.graph.Pages) <= mostDots {
		m.drawDots(d, v)
	}
	d.begin("over")
	d.end()
	d.begin("labels")
	d.writeLabels(b.labels(p), live)
	d.end()
	d.begin("top")
	d.end()
}

// drawDots draws the pages in their bubbles, those near the start page in the middle.
func (m *Map) drawDots(d *drawing, v view) {
	b, p := v.bubbles, v.parts
	dots := make([]trail, len(b.place))
	seen := make([]int, len(b.place))
	for i := range m.graph.Pages {
		part := p.of[i]
		at := sunflower(seen[part], p.sizes[part], b.radius[part]*0.94)
		seen[part]++
		dots[part].dot(point{at.x + b.place[part].x, at.y + b.place[part].y})
	}
	d.begin("dots")
	for i := range dots {
		size := b.radius[i] * 0.8 / math.Sqrt(float64(p.sizes[i]))
		d.trail(&dots[i], strconv.Itoa(p.hue(i)), min(size, 9))
	}
	d.end()
}

// drawFlows draws the strongest flows between the parts.
func (b *bubbles) drawFlows(d *drawing, p *parts) {
	flows := p.flows()
	flows = flows[:min(len(flows), p.mostFlows())]
	for _, f := range flows {
		width := 8 * math.Log1p(float64(f[2])) / math.Log1p(float64(flows[0][2]))
		d.trail(b.flow(f[0], f[1]), strconv.Itoa(p.hue(f[0])), max(width, 0.5))
	}
}

// flow returns the line between two bubbles; it bends to the left, so that the two directions are apart.
func (b *bubbles) flow(i, j int) *trail {
	p, q := b.place[i], b.place[j]
	length := max(distance(p, q), 1)
	bend := min(0.16*length, 40)
	t := &trail{}
	t.move(p)
	t.bend(point{(p.x+q.x)/2 + float64((q.y-p.y)/length*bend), (p.y+q.y)/2 - float64((q.x-p.x)/length*bend)}, q)
	return t
}

// labels names the bubbles, the great ones first.
func (b *bubbles) labels(p *parts) []label {
	frame := box{-bubblesWidth / 2, -bubblesHeight / 2, bubblesWidth / 2, bubblesHeight / 2}
	var pl placer
	var order []int
	for i := range b.place {
		pl.discs = append(pl.discs, disc{b.place[i], b.radius[i]})
		order = append(order, i)
	}
	pl.fits = func(l label, b box) bool {
		touched := 0
		for _, d := range pl.discs {
			if b.touches(d) {
				touched++
			}
		}
		return b.within(frame) && (touched == 0 || touched == 1 && l.side == centred)
	}
	text := func(i, tier int) string {
		return clean(p.labels[i], min(max(14, int(3*b.radius[i]/tiers[tier])), longestDrawn))
	}
	pl.tryAll(order, text, []side{below, above, right, left, centred})
	return pl.labels
}
