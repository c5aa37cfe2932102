package chart

// Point is a pair of numbers.
type Point struct {
	// X is shown across, Y upwards.
	X, Y float64
}

// Curve is a line with a name, its points ascending in X.
type Curve struct {
	// Name stands in the legend.
	Name string
	// Points are drawn in their order; those that are not finite are left out.
	Points []Point
}

// mostPoints is how many points of a curve are drawn.
const mostPoints = 200

// Curves draws shares (0 to 1) over whole numbers, for instance what one sees within a number of clicks.
func Curves(w Words, curves []Curve) Chart {
	var good []Curve
	for _, c := range curves {
		if c.Points = drawable(c.Points); len(c.Points) > 0 {
			good = append(good, c)
		}
	}
	if len(good) == 0 {
		return Chart{Words: w}
	}
	return Chart{Words: w, paint: func(p *pen) { p.curves(w, good, shareAxes) }}
}

func drawable(points []Point) (good []Point) {
	for _, q := range points {
		if finite(q.X) && finite(q.Y) {
			good = append(good, q)
		}
	}
	return good
}

// shareAxes are axes around points for shares over whole numbers.
func shareAxes(points []Point) axes {
	x, _ := around(points)
	across := places(x[0], x[1], max(0.3, (x[1]-x[0])/40))
	return axes{x: across, y: linear(1, 0.25, percent)}
}

// curves draws curves between axes around all their points.
func (p *pen) curves(w Words, curves []Curve, around func([]Point) axes) {
	var all []Point
	var names []entry
	for i, c := range curves {
		all = append(all, c.Points...)
		names = append(names, series(c.Name, i))
	}
	a := around(all)
	a.names = names
	f := p.frame(w, a)
	for i, c := range curves {
		f.curve(i, c.Points)
	}
}

// curve draws a line with as many markers as can be told apart.
func (f frame) curve(look int, points []Point) {
	for _, at := range every(f.through(look, every(points, mostPoints)), 14) {
		f.marker(look, 3.5, at)
	}
}

// through draws a line through points, a marker if there is only one, and returns their places.
func (f frame) through(look int, points []Point) (places []point) {
	for _, q := range points {
		places = append(places, f.at(q.X, q.Y))
	}
	if len(places) == 1 {
		f.marker(look, 3.5, places[0])
		return places
	}
	f.line(line(look), places...)
	return places
}

// every returns at most so many of a list's members, the first and the last among them.
func every[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	var some []T
	for i := range most {
		some = append(some, all[i*(len(all)-1)/(most-1)])
	}
	return some
}
