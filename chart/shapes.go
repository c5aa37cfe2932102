package chart

import (
	"image"
	"image/color"
	"math"
	"slices"

	shapes "github.com/golang/freetype/raster"
	"golang.org/x/image/math/fixed"
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
	picture := r.image.Image().(*image.RGBA)
	r.shapes.Clear()
	for _, l := range lines {
		for i, p := range l.points {
			if i == 0 {
				r.shapes.Start(pixels(p))
			} else {
				r.shapes.Add1(pixels(p))
			}
		}
		if len(l.points) > 0 {
			r.shapes.Add1(pixels(l.points[0]))
		}
	}
	paint := shapes.NewRGBAPainter(picture)
	paint.SetColor(c)
	r.shapes.Rasterize(paint)
}

// pixels is a place in 64ths of a pixel.
func pixels(p point) fixed.Point26_6 {
	return fixed.Point26_6{X: fixed.Int26_6(math.Round(64 * p.x)), Y: fixed.Int26_6(math.Round(64 * p.y))}
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
