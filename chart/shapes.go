package chart

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"iter"
	"math"
	"slices"
)

// outline goes through places on the picture, in pixels; a closed one comes back to its beginning.
type outline struct {
	points []point
	closed bool
}

// outside bounds how far places lie outside a picture, in pixels: what is farther away is not seen.
const outside = 1 << 14

// at turns a place of the SVG into one on the picture.
func (r *raster) at(p point) point {
	within := func(x float64) float64 {
		if x = 2 * x * r.scale; !(x >= -outside) { // NaN is not
			return -outside
		}
		return min(x, outside)
	}
	return point{within(p.x), within(p.y)}
}

// lines turns a path into lines, curves into short ones.
func (r *raster) lines(path []segment) (all []outline) {
	var last point
	for _, s := range path {
		if s.letter == 'M' {
			all = append(all, outline{})
		}
		now := &all[len(all)-1]
		switch s.letter {
		case 'Z':
			now.closed = true
			continue
		case 'Q':
			r.curve(now, []point{last, s.point(1), s.end()})
		case 'C':
			r.curve(now, []point{last, s.point(2), s.point(1), s.end()})
		case 'A':
			center, radius, start, turn := s.arc(last)
			r.arc(now, center, radius, start, turn)
		default:
			now.points = append(now.points, r.at(s.end()))
		}
		last = s.end()
	}
	return all
}

// mostSteps bounds the lines that a curve becomes.
const mostSteps = 64

// curve adds a Bézier curve, by de Casteljau's construction.
func (r *raster) curve(l *outline, control []point) {
	length := 0.0
	for i, p := range control[1:] {
		length += math.Hypot(p.x-control[i].x, p.y-control[i].y)
	}
	steps := int(min(mostSteps, max(1, math.Ceil(math.Sqrt(2*length*r.scale)))))
	for k := 1; k <= steps; k++ {
		t := float64(k) / float64(steps)
		var at [4]point
		for n := copy(at[:], control); n > 1; n-- {
			for i := range n - 1 {
				at[i] = point{at[i].x + t*(at[i+1].x-at[i].x), at[i].y + t*(at[i+1].y-at[i].y)}
			}
		}
		l.points = append(l.points, r.at(at[0]))
	}
}

// arc adds a circular arc, whose lines are off by less than a tenth of a pixel.
func (r *raster) arc(l *outline, center point, radius, start, turn float64) {
	steps := int(min(8*mostSteps, max(2, math.Ceil(math.Abs(turn)*math.Sqrt(2*radius*r.scale)*1.2))))
	for k := range steps + 1 {
		sin, cos := math.Sincos(start + turn*float64(k)/float64(steps))
		l.points = append(l.points, r.at(point{center.x + radius*cos, center.y + radius*sin}))
	}
}

// circle is a disc.
func (r *raster) circle(at point, radius float64) outline {
	l := outline{closed: true}
	r.arc(&l, at, radius, 0, 2*math.Pi)
	return l
}

// paint fills lines and draws them.
func (r *raster) paint(lines []outline, l look) {
	if r.image == nil {
		return
	}
	if c, ok := colour(l.fill, l.fillOpacity); ok {
		r.ink(lines, c)
	}
	if c, ok := colour(l.stroke, l.strokeOpacity); ok && l.width > 0 {
		for some := range slices.Chunk(r.dashed(lines, l.dashes), bundle) {
			r.ink(strokes(some, l.width*r.scale), c)
		}
	}
}

// bundle is how many lines of a path are drawn at once. Where bundles cross, a transparent ink becomes darker, which
// shows where many lines run.
const bundle = 48

// ink fills what some lines go around.
func (r *raster) ink(lines []outline, c color.NRGBA) {
	picture := r.image.Image()
	low, high := point{outside, outside}, point{-outside, -outside}
	for _, l := range lines {
		for _, p := range l.points {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	part := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(high.x)+1, int(high.y)+1).
		Intersect(picture.Bounds())
	if part.Empty() {
		return
	}
	r.shapes.Reset(part.Dx(), part.Dy())
	for _, l := range lines {
		for i, p := range l.points {
			x, y := float32(p.x-float64(part.Min.X)), float32(p.y-float64(part.Min.Y))
			if i == 0 {
				r.shapes.MoveTo(x, y)
			} else {
				r.shapes.LineTo(x, y)
			}
		}
		r.shapes.ClosePath()
	}
	r.blend(picture, part, image.NewUniform(c))
}

// blend mixes a colour into a part of the picture where the shapes are, most of which is empty.
func (r *raster) blend(picture draw.Image, part image.Rectangle, c image.Image) {
	bounds := r.shapes.Bounds()
	if n := bounds.Dx() * bounds.Dy(); len(r.mask) < n {
		r.mask = make([]uint8, n)
	}
	mask := &image.Alpha{Pix: r.mask[:bounds.Dx()*bounds.Dy()], Stride: bounds.Dx(), Rect: bounds}
	r.shapes.DrawOp = draw.Src
	r.shapes.Draw(mask, bounds, image.Opaque, image.Point{})
	for y := range bounds.Dy() {
		row := mask.Pix[y*mask.Stride:][:mask.Stride]
		for from, to := range inked(row) {
			at := image.Rect(from, y, to, y+1)
			draw.DrawMask(picture, at.Add(part.Min), c, image.Point{}, mask, at.Min, draw.Over)
		}
	}
}

// inked yields where the runs of a row begin and end that have more than a few empty places on either side.
func inked(row []uint8) iter.Seq2[int, int] {
	const few = 8
	empty := func(at int) bool {
		return at+few <= len(row) && binary.NativeEndian.Uint64(row[at:]) == 0
	}
	return func(yield func(from, to int) bool) {
		for at := 0; at < len(row); {
			if empty(at) {
				at += few
				continue
			}
			from := at
			for at += few; at < len(row) && !empty(at); {
				at += few
			}
			if at = min(at, len(row)); !yield(from, at) {
				return
			}
		}
	}
}

// strokes turns lines into rectangles of half a width on either side, and discs where they meet. All go around in the
// same sense, so that where they cross there is ink.
func strokes(lines []outline, half float64) (all []outline) {
	for _, l := range lines {
		points := l.points
		if l.closed && len(points) > 1 {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length == 0 {
				continue
			}
			x, y := (b.y-a.y)*half/length, (a.x-b.x)*half/length
			all = append(all, outline{points: []point{{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y},
				{a.x - x, a.y - y}}})
			if half > thinnest && (i > 1 || l.closed) {
				all = append(all, joint(a, half))
			}
		}
	}
	return all
}

// thinnest is half the width of a line whose corners are not seen, in pixels.
const thinnest = 0.75

// joint is a disc of a line's width.
func joint(at point, half float64) (l outline) {
	steps := 4 + int(4*math.Sqrt(half))
	for k := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(steps))
		l.points = append(l.points, point{at.x + half*cos, at.y + half*sin})
	}
	return l
}

// dashed cuts lines into dashes, which have lengths in units of the SVG: those of ink and of gaps by turns. Without
// dashes, or with some that have no length, the lines stay whole.
func (r *raster) dashed(lines []outline, dashes []float64) (all []outline) {
	sum := 0.0
	for _, d := range dashes {
		if d < 0 {
			return lines
		}
		sum += 2 * d * r.scale
	}
	if !(sum >= 1) {
		return lines
	}
	for _, l := range lines {
		all = append(all, l.cut(func(k int) float64 { return 2 * dashes[k%len(dashes)] * r.scale })...)
	}
	return all
}

// cut returns the dashes of a line; size has the lengths of ink and of gaps by turns.
func (l outline) cut(size func(k int) float64) (all []outline) {
	points := l.points
	if l.closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	k, left := 0, size(0)
	var now outline
	for i, p := range points {
		if i == 0 {
			now.points = append(now.points, p)
			continue
		}
		a := points[i-1]
		for length := math.Hypot(p.x-a.x, p.y-a.y); length > left; length = math.Hypot(p.x-a.x, p.y-a.y) {
			a = point{a.x + (p.x-a.x)*left/length, a.y + (p.y-a.y)*left/length}
			if k%2 == 0 {
				all = append(all, outline{points: append(now.points, a)})
			}
			k++
			now, left = outline{points: []point{a}}, size(k)
		}
		left -= math.Hypot(p.x-a.x, p.y-a.y)
		now.points = append(now.points, p)
	}
	if k%2 == 0 {
		all = append(all, now)
	}
	return all
}
