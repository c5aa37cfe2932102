package sitemap

import "math"

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
	near := make([]float64, m*m)
	most := 0.0
	for i := range m {
		for j := range m {
			if i != j {
				near[i*m+j] = math.Sqrt(p.affinity(i, j))
				most = max(most, near[i*m+j])
			}
		}
	}
	for i := range near {
		if most > 0 {
			near[i] /= most
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
			dx, dy := 1.0, 0.0
			if d > 1e-9 {
				dx, dy = (b.place[i].x-b.place[j].x)/d, (b.place[i].y-b.place[j].y)/d
			}
			way := (wanted - d) / 2
			b.place[i].x += float64(dx * way)
			b.place[i].y += float64(dy * way)
			b.place[j].x -= float64(dx * way)
			b.place[j].y -= float64(dy * way)
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
