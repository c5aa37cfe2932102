package atlas

import "math"

// point is a place in the picture; x grows to the right, y downwards.
type point struct{ x, y float64 }

// polar returns the place at a distance from the origin; the angle is clockwise from the top. Sine and cosine are cut
// to twelve digits, in which all machines agree.
func polar(radius, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{float64(radius * cut(sin)), -float64(radius * cut(cos))}
}

func cut(x float64) float64 { return math.Round(x*1e12) / 1e12 }

func (p point) angle() float64 {
	a := cut(math.Atan2(p.x, -p.y))
	if a < 0 {
		a += 2 * math.Pi
	}
	return a
}

func (p point) length() float64 { return distance(p, point{}) }

func distance(p, q point) float64 {
	dx, dy := p.x-q.x, p.y-q.y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// plus returns the place at a multiple of a way from p.
func (p point) plus(way point, times float64) point {
	return point{p.x + float64(way.x*times), p.y + float64(way.y*times)}
}

// direction returns the way from p to q with length 1, to the right if they are one place.
func direction(p, q point) point {
	d := distance(p, q)
	if d <= 1e-9 {
		return point{1, 0}
	}
	return point{(q.x - p.x) / d, (q.y - p.y) / d}
}

// golden is the golden angle: points at its multiples lie as evenly as points
// can (Vogel, "A better way to construct the sunflower head", 1979).
var golden = cut(math.Pi * (3 - math.Sqrt(5)))

// sunflower returns the place of point i of n in a disc around the origin.
func sunflower(i, n int, radius float64) point {
	share := (float64(i) + 0.5) / float64(n)
	return polar(float64(radius*math.Sqrt(share)), float64(float64(i)*golden))
}

type box struct{ left, top, right, bottom float64 }

func (b box) overlaps(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

func (b box) within(c box) bool {
	return b.left >= c.left && b.right <= c.right && b.top >= c.top && b.bottom <= c.bottom
}

func (b box) holds(p point) bool {
	return p.x >= b.left && p.x <= b.right && p.y >= b.top && p.y <= b.bottom
}

func (b box) farthest() float64 {
	return point{max(-b.left, b.right), max(-b.top, b.bottom)}.length()
}

func (b box) touches(d disc) bool {
	nearest := point{min(max(d.at.x, b.left), b.right), min(max(d.at.y, b.top), b.bottom)}
	return distance(nearest, d.at) < float64(d.radius*0.999)
}

type disc struct {
	at     point
	radius float64
}
