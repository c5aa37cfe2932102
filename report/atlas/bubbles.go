package atlas

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"sitegraph/site"
)

const bubblesWidth, bubblesHeight = 1000, 760

// bubbles is the map of the parts. Areas show page counts, and arcs pull parts together. The origin is the middle.
type bubbles []disc

func newBubbles(p *parts) bubbles {
	m := len(p.sizes)
	b := make(bubbles, m)
	for i, size := range p.sizes {
		area := float64(0.27*bubblesWidth*bubblesHeight*float64(size)) / float64(max(len(p.of), 1))
		b[i].radius = max(math.Sqrt(area/math.Pi), 9)
	}
	for k, i := range p.circle() {
		at := polar(300, 2*math.Pi*float64(k)/float64(m))
		b[i].at = point{at.x, float64(at.y * bubblesHeight / bubblesWidth)}
	}
	b.settle(p)
	b.fit()
	return b
}

// settle lets forces act: affinity attracts parts, nearness repels them, and the middle draws all of them. It then
// pushes overlapping parts away from each other. Steps shrink, so it ends.
func (b bubbles) settle(p *parts) {
	const steps = 500
	m := len(b)
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
			b[i].at = b[i].at.plus(f, min(length, 14)*heat/length)
		}
		b.separate()
	}
	for range 200 {
		b.separate()
	}
}

func (b bubbles) force(i int, near []float64) point {
	at := b[i].at
	// The picture is wider than high, so the middle pulls harder vertically.
	f := point{float64(at.x * -0.03), float64(at.y * -0.055)}
	for j, other := range b {
		if i == j {
			continue
		}
		d := max(distance(at, other.at), 1)
		free := d - b[i].radius - other.radius
		pull := float64(float64(near[j]*0.05)*free) - 1400/(d+float64(max(free, 1)*2))
		f = f.plus(point{(other.at.x - at.x) / d, (other.at.y - at.y) / d}, pull)
	}
	return f
}

// separate pushes bubbles apart to make room for arcs and labels between them.
func (b bubbles) separate() {
	for i := range b {
		for j := range i {
			wanted, d := b[i].radius+b[j].radius+26, distance(b[i].at, b[j].at)
			if d >= wanted {
				continue
			}
			way, half := direction(b[j].at, b[i].at), (wanted-d)/2
			b[i].at = b[i].at.plus(way, half)
			b[j].at = b[j].at.plus(way, -half)
		}
	}
}

func (b bubbles) fit() {
	bounds := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, d := range b {
		bounds = box{min(bounds.left, d.at.x-d.radius), min(bounds.top, d.at.y-d.radius),
			max(bounds.right, d.at.x+d.radius), max(bounds.bottom, d.at.y+d.radius)}
	}
	const margin = 34
	scale := min((bubblesWidth-2*margin)/(bounds.right-bounds.left),
		(bubblesHeight-2*margin)/(bounds.bottom-bounds.top), 1.6)
	x, y := (bounds.left+bounds.right)/2, (bounds.top+bounds.bottom)/2
	for i, d := range b {
		b[i] = disc{point{float64((d.at.x - x) * scale), float64((d.at.y - y) * scale)}, float64(d.radius * scale)}
	}
}

const maxDots = 4000 // up to this many pages, the bubbles show each page

func (v view) drawBubbles(d *drawing) {
	d.layer("flows")
	v.drawFlows(d)
	d.layer("base") // the flows end at the bubbles
	for _, bubble := range v.bubbles {
		d.circle(bubble, "")
	}
	d.layer("nodes flat")
	for i, bubble := range v.bubbles {
		d.circle(bubble, v.parts.colour(i))
	}
	if len(v.parts.of) <= maxDots {
		d.layer("dots")
		v.drawDots(d)
	}
	d.layer("over")
	d.layer("labels")
	d.write(v.bubbles.labels(v.parts))
	d.layer("top")
}

// drawDots draws the pages in their bubbles, those close to the start page in the middle.
func (v view) drawDots(d *drawing) {
	dots, seen := make([]strings.Builder, len(v.bubbles)), make([]int, len(v.bubbles))
	for _, part := range v.parts.of {
		bubble := v.bubbles[part]
		at := sunflower(seen[part], v.parts.sizes[part], bubble.radius*0.94)
		seen[part]++
		fmt.Fprintf(&dots[part], "M%sh0", d.xy(1, point{at.x + bubble.at.x, at.y + bubble.at.y}))
	}
	for i := range dots {
		size := v.bubbles[i].radius * 0.8 / math.Sqrt(float64(v.parts.sizes[i]))
		d.line(dots[i].String(), v.parts.colour(i), min(size, 9))
	}
}

// drawFlows draws the strongest flows between parts. They bend to the left, which separates the two directions.
func (v view) drawFlows(d *drawing) {
	flows := v.parts.flows()
	for _, f := range flows[:min(len(flows), v.parts.maxFlows())] {
		p, q := v.bubbles[f[0]].at, v.bubbles[f[1]].at
		length := max(distance(p, q), 1)
		bend := min(0.16*length, 40)
		by := point{(p.x+q.x)/2 + float64((q.y-p.y)/length*bend), (p.y+q.y)/2 - float64((q.x-p.x)/length*bend)}
		width := 8 * math.Log1p(float64(f[2])) / math.Log1p(float64(flows[0][2]))
		d.line("M"+d.xy(1, p)+"Q"+d.xy(1, by, q), v.parts.colour(f[0]), max(width, 0.5))
	}
}

const maxNamed = 5 // the largest bubbles, which always have a name

// nameGreat names a bubble next to it, or if there is no room, inside it and cut to its width.
func (p *placer) nameGreat(i int, texts []string) {
	l, ok := p.first(texts, i, plainTier)
	if !ok {
		short := texts[len(texts)-1]
		short = cmp.Or(fitting(short, 1.9*p.discs[i].radius/tiers[plainTier]), short)
		l = p.discs[i].beside(newLabel(short, i+1, plainTier), centred)
	}
	p.labels, p.boxes = append(p.labels, l), append(p.boxes, l.box(tiers[l.tier]))
}

func (b bubbles) labels(p *parts) []label {
	frame := box{-bubblesWidth / 2, -bubblesHeight / 2, bubblesWidth / 2, bubblesHeight / 2}
	pl := placer{discs: b, sides: []side{below, above, right, left, centred}}
	pl.fits = func(l label, b box) bool {
		touched := 0
		for _, d := range pl.discs {
			nearest := point{min(max(d.at.x, b.left), b.right), min(max(d.at.y, b.top), b.bottom)}
			if distance(nearest, d.at) < float64(d.radius*0.999) {
				touched++
			}
		}
		return b.within(frame) && (touched == 0 || touched == 1 && l.side == centred)
	}
	names := func(i, tier int) []string { // the whole name and a short one
		return []string{clean(p.labels[i], longestDrawn),
			clean(p.labels[i], min(max(14, int(3*b[i].radius/tiers[tier])), longestDrawn))}
	}
	for i := range min(maxNamed, len(b)) {
		pl.nameGreat(i, names(i, plainTier))
	}
	pl.place(site.UpTo[int](len(b)), names)
	return pl.labels
}
