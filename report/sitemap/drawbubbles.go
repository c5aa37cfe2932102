package sitemap

import (
	"math"
	"strconv"
	"strings"
)

// mostDots is the number of pages up to which the bubbles show each page.
const mostDots = 4000

// drawBubbles draws the map of the parts.
func (m *Map) drawBubbles(v view, live bool) string {
	d := &drawing{middle: point{bubblesWidth / 2, bubblesHeight / 2}}
	b, p := v.bubbles, v.parts
	d.write(`<g class="flows">`)
	b.drawFlows(d, p)
	d.write(`</g><g class="base">`) // the flows end at the bubbles
	for i, at := range b.place {
		d.circle(at, b.radius[i], "")
	}
	d.write(`</g><g class="nodes flat">`)
	for i, at := range b.place {
		hue := strconv.Itoa(p.hue(i))
		d.circle(at, b.radius[i], "f"+hue)
	}
	d.write("</g>")
	if len(m.graph.Pages) <= mostDots {
		m.drawDots(d, v)
	}
	d.write(`<g class="over"></g><g class="labels">`)
	d.labels(b.labels(p), live)
	d.write(`</g><g class="top"></g>`)
	return d.String()
}

// drawDots draws the pages in their bubbles, those near the start page in the
// middle.
func (m *Map) drawDots(d *drawing, v view) {
	b, p := v.bubbles, v.parts
	data := make([]strings.Builder, len(b.place))
	seen := make([]int, len(b.place))
	for i := range m.graph.Pages {
		part := p.of[i]
		at := sunflower(seen[part], p.sizes[part], b.radius[part]*0.94)
		seen[part]++
		data[part].WriteString("M" + d.xy(point{at.x + b.place[part].x, at.y + b.place[part].y}) + "h0")
	}
	d.write(`<g class="dots">`)
	for i := range data {
		size := b.radius[i] * 0.8 / math.Sqrt(float64(p.sizes[i]))
		d.write(`<path class="s`, strconv.Itoa(p.hue(i)), `" stroke-width="`, number(min(size, 9), 1), `" d="`, data[i].String(), `"/>`)
	}
	d.write("</g>")
}

// drawFlows draws the strongest flows between the parts.
func (b *bubbles) drawFlows(d *drawing, p *parts) {
	flows := p.flows()
	flows = flows[:min(len(flows), p.mostFlows())]
	for _, f := range flows {
		width := 8 * math.Log1p(float64(f[2])) / math.Log1p(float64(flows[0][2]))
		d.write(`<path class="s`, strconv.Itoa(p.hue(f[0])), `" stroke-width="`, number(max(width, 0.5), 1), `" d="`, b.flow(d, f[0], f[1]), `"/>`)
	}
}

// flow returns the data of the line between two bubbles; it bends to the
// left, so that the two directions are apart.
func (b *bubbles) flow(d *drawing, i, j int) string {
	p, q := b.place[i], b.place[j]
	length := max(distance(p, q), 1)
	bend := min(0.16*length, 40)
	middle := point{(p.x+q.x)/2 + float64((q.y-p.y)/length*bend), (p.y+q.y)/2 - float64((q.x-p.x)/length*bend)}
	return "M" + d.xy(p) + "Q" + d.xy(middle) + " " + d.xy(q)
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
