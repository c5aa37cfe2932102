package sitemap

import (
	"math"
	"strconv"
)

// The sides of a picture of bubbles.
const (
	bubblesWidth  = 1000
	bubblesHeight = 760
)

// bubbles is the map of the parts: an area in proportion to the pages, those
// near each other that have many arcs between them. The origin is the middle.
type bubbles struct {
	place  []point
	radius []float64
}

// newBubbles places the parts.
func newBubbles(p *parts) *bubbles {
	m := len(p.sizes)
	b := &bubbles{place: make([]point, m), radius: make([]float64, m)}
	total := 0
	for _, size := range p.sizes {
		total += size
	}
	for i, size := range p.sizes {
		area := float64(0.27*bubblesWidth*bubblesHeight*float64(size)) / float64(max(total, 1))
		b.radius[i] = max(math.Sqrt(area/math.Pi), 9)
	}
	for k, i := range p.circle() {
		at := polar(300, 2*math.Pi*float64(k)/float64(m))
		b.place[i] = point{at.x, float64(at.y * bubblesHeight / bubblesWidth)}
	}
	b.settle(p)
	b.fit()
	return b
}

// steps is how often forces are summed up.
const steps = 500

// settle lets forces act: parts attract each other by their affinity, repel each other by their nearness, and all are
// drawn to the middle. What still overlaps is pushed apart. The steps get smaller, so it ends.
func (b *bubbles) settle(p *parts) {
	m := len(b.place)
	near, most := p.affinities()
	for i := range near {
		if most > 0 {
			near[i] = math.Sqrt(near[i]) / math.Sqrt(most)
		}
	}
	for step := range steps {
		heat := 1 - float64(step)/steps
		force := make([]point, m)
		for i := range m {
			force[i] = b.force(i, near[i*m:][:m])
		}
		for i, f := range force {
			length := max(f.length(), 1e-9)
			way := min(length, 14) * heat / length
			b.place[i].x += float64(f.x * way)
			b.place[i].y += float64(f.y * way)
		}
		b.separate()
	}
	for range 200 {
		b.separate()
	}
}

// force returns what acts on a part.
func (b *bubbles) force(i int, near []float64) point {
	at := b.place[i]
	// Downwards the picture is less wide, so the middle draws more.
	f := point{float64(at.x * -0.03), float64(at.y * -0.055)}
	for j, other := range b.place {
		if i == j {
			continue
		}
		d := max(distance(at, other), 1)
		free := d - b.radius[i] - b.radius[j]
		pull := float64(float64(near[j]*0.05)*free) - 1400/(d+float64(max(free, 1)*2))
		f.x += float64((other.x - at.x) / d * pull)
		f.y += float64((other.y - at.y) / d * pull)
	}
	return f
}

// separate pushes bubbles apart that are too near for the arcs and the labels between them.
func (b *bubbles) separate() {
	for i := range b.place {
		for j := range i {
			wanted := b.radius[i] + b.radius[j] + 26
			d := distance(b.place[i], b.place[j])
			if d >= wanted {
				continue
			}
			way := direction(b.place[j], b.place[i])
			half := (wanted - d) / 2
			b.place[i] = b.place[i].plus(way, half)
			b.place[j] = b.place[j].plus(way, -half)
		}
	}
}

// fit moves and scales the bubbles into the picture.
func (b *bubbles) fit() {
	if len(b.place) == 0 {
		return
	}
	bounds := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i, at := range b.place {
		r := b.radius[i]
		bounds = box{
			min(bounds.left, at.x-r), min(bounds.top, at.y-r),
			max(bounds.right, at.x+r), max(bounds.bottom, at.y+r),
		}
	}
	const margin = 34
	scale := min((bubblesWidth-2*margin)/(bounds.right-bounds.left),
		(bubblesHeight-2*margin)/(bounds.bottom-bounds.top), 1.6)
	x, y := (bounds.left+bounds.right)/2, (bounds.top+bounds.bottom)/2
	for i, at := range b.place {
		b.place[i] = point{float64((at.x - x) * scale), float64((at.y - y) * scale)}
		b.radius[i] = float64(b.radius[i] * scale)
	}
}

// mostDots is the number of pages up to which the bubbles show each page.
const mostDots = 4000

// drawBubbles draws the map of the parts.
func (m *Map) drawBubbles(d *drawing, v view, live bool) {
	b, p := v.bubbles, v.parts
	d.layer("flows", func() { b.drawFlows(d, p) })
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
	d.layer("over", nil)
	d.layer("labels", func() { d.writeLabels(b.labels(p), live) })
	d.layer("top", nil)
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
	for i := range b.place {
		pl.discs = append(pl.discs, disc{b.place[i], b.radius[i]})
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
	pl.tryAll(numbers[int](len(b.place)), text, []side{below, above, right, left, centred})
	return pl.labels
}
