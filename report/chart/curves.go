package chart

import (
	"math"
	"slices"

	"sitegraph/site"
)

// Point is a pair of numbers.
type Point struct {
	X, Y float64 // X grows to the right, Y upwards
}

// Curve is a line with a name, its points ascending in X.
type Curve struct {
	Name   string  // the label in the legend
	Points []Point // points that are not finite are left out
}

type lookingCurve struct {
	Curve
	look int
}

const maxPoints = 200

// Curves draws shares (0 to 1) over whole numbers, such as what visitors see within a number of clicks.
func Curves(w Words, curves []Curve) Chart { return w.curves(curves, 0, shareAxes) }

// Counts draws counts over counts, such as what was found after n pages. Both axes begin at 0.
func Counts(w Words, curves []Curve) Chart { return w.curves(curves, 0, countAxes) }

// TopicShares draws shares (0 to 1) over whole numbers, with a curve in its colour (site.HueOf) for each topic.
func TopicShares(w Words, topics []Curve) Chart { return w.curves(topics, ofTopics, shareAxes) }

// TopicMeans is like [TopicShares], for numbers from 0.
func TopicMeans(w Words, topics []Curve) Chart { return w.curves(topics, ofTopics, meanAxes) }

// curves draws the curves that have points. Their looks follow their places in the list, beginning with first.
func (w Words) curves(all []Curve, first int, around func([]Point) axes) Chart {
	var curves []lookingCurve
	for i, c := range all {
		if c.Points = drawable(c.Points); len(c.Points) > 0 {
			curves = append(curves, lookingCurve{c, first + i})
		}
	}
	return w.chart(len(curves), func(p *pen) { p.curves(w, curves, around) })
}

func countAxes(points []Point) axes {
	x, y := around(points)
	return axes{x: linear(max(1, x[1]), 1, human), y: linear(max(1, y[1]), 1, human)}
}

func drawable(points []Point) []Point {
	return slices.DeleteFunc(slices.Clone(points), func(q Point) bool { return !finite(q.X) || !finite(q.Y) })
}

func shareAxes(points []Point) axes {
	x, _ := around(points)
	across := places(x[0], x[1], max(0.3, (x[1]-x[0])/40))
	return axes{x: across, y: linear(1, 0.25, percent)}
}

func (p *pen) curves(w Words, curves []lookingCurve, around func([]Point) axes) {
	var all []Point
	var names []entry
	for _, c := range curves {
		all = append(all, c.Points...)
		names = append(names, series(c.Name, c.look))
	}
	a := around(all)
	a.names = names
	f := p.frame(w, a)
	for _, c := range curves {
		f.curve(c.look, c.Points)
	}
}

func (f frame) curve(look int, points []Point) {
	for _, at := range every(f.through(look, every(points, maxPoints)), 14) {
		f.marker(look, 3.5, at)
	}
}

// through draws a line through points, or a marker if there is only one, and returns their places.
func (f frame) through(look int, points []Point) []point {
	places := f.places(points)
	if len(places) == 1 {
		f.marker(look, 3.5, places[0])
	} else {
		f.line(line(look), places...)
	}
	return places
}

// every thins a list out to a number of members and keeps the first and last.
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

// Degrees is the distribution of a degree.
type Degrees struct {
	Name   string  // for the legend, if there are several
	Points []Point // shares of pages by degree, without zeros
	Bins   []Point // shares per degree in growing bins, without zeros
	Fit    Fit     // a power law, if its Alpha is above 1
}

// Fit is the line share = Share * (degree/From)^-Alpha for degrees from From.
type Fit struct {
	Alpha, From, Share float64 // as in the formula
}

// Distribution draws one degree distribution with its points, bins and fit, each in the legend.
func Distribution(w Words, d Degrees) Chart {
	d.Points, d.Bins = positive(d.Points), positive(d.Bins)
	return w.chart(len(d.Points)+len(d.Bins), func(p *pen) { paintDistribution(p, w, d) })
}

// Distributions draws the bins of several distributions over each other.
func Distributions(w Words, all []Degrees) Chart {
	var curves []Curve
	for _, d := range all {
		if bins := positive(d.Bins); len(bins) > 0 {
			curves = append(curves, Curve{d.Name, bins})
		}
	}
	return w.curves(curves, 0, logLog)
}

// RankSize draws descending positive shares by rank, from 1. Both axes are logarithmic.
func RankSize(w Words, values []float64) Chart {
	places := spread(len(values), maxRanks)
	ranked := positive(site.Each(places, func(i int) Point { return Point{float64(i + 1), values[i]} }))
	return w.chart(len(ranked), func(p *pen) { p.frame(w, logLog(ranked)).through(0, ranked) })
}

const maxRanks = 500

// spread returns indices of a list, evenly spaced on a logarithmic axis.
func spread(length, most int) (places []int) {
	for i := range most {
		at := int(math.Pow(float64(length), float64(i)/float64(most-1))) - 1
		if at = min(at, length-1); at >= 0 && (len(places) == 0 || at > places[len(places)-1]) {
			places = append(places, at)
		}
	}
	return places
}

func logLog(points []Point) axes {
	x, y := around(points)
	return axes{x: logarithm(x[0], x[1], human), y: logarithm(y[0], y[1], percent)}
}

func paintDistribution(p *pen, w Words, d Degrees) {
	all := slices.Concat(d.Points, d.Bins)
	a := logLog(all)
	if len(d.Points) > 0 {
		a.names = append(a.names, entry{"each degree", func(p *pen, at point) {
			p.fill(palette[5], disc(at, 2))
		}})
	}
	if len(d.Bins) > 0 {
		a.names = append(a.names, series("in bins of growing width", 0))
	}
	fitted := d.Fit.Alpha > 1 && d.Fit.From > 0 && d.Fit.Share > 0 && finite(d.Fit.Alpha+d.Fit.Share)
	if fitted {
		a.names = append(a.names, entry{"power law, exponent " + short(d.Fit.Alpha), func(p *pen, at point) {
			p.line(line(1), point{at.x - sample/2, at.y}, point{at.x + sample/2, at.y})
		}})
	}
	f := p.frame(w, a)
	f.apart(d.Points)
	f.curve(0, d.Bins)
	if fitted {
		x, y := around(all)
		f.fit(d.Fit, x[1], y[0])
	}
}

// fit draws the line as far as there are data, and no higher than the axis.
func (f frame) fit(law Fit, greatest, least float64) {
	begin := max(law.From, law.degree(f.y.max))
	end := min(law.degree(least), greatest)
	if end > begin {
		f.line(line(1), f.at(begin, law.share(begin)), f.at(end, law.share(end)))
	}
}

func (l Fit) share(degree float64) float64 { return l.Share * math.Pow(degree/l.From, -l.Alpha) }
func (l Fit) degree(share float64) float64 { return l.From * math.Pow(l.Share/share, 1/l.Alpha) }

// apart draws points, but only one of several that would cover each other.
func (f frame) apart(points []Point) {
	const radius = 2
	taken := map[[2]int]bool{}
	for _, q := range points {
		at := f.at(q.X, q.Y)
		cell := [2]int{int(at.x / radius), int(at.y / radius)}
		if !taken[cell] {
			taken[cell] = true
			f.fill(palette[5], disc(at, radius))
		}
	}
}

func positive(points []Point) []Point {
	return slices.DeleteFunc(drawable(points), func(q Point) bool { return q.X <= 1/extreme || q.Y <= 1/extreme })
}

func around(points []Point) (x, y [2]float64) {
	x, y = [2]float64{points[0].X, points[0].X}, [2]float64{points[0].Y, points[0].Y}
	for _, q := range points {
		x = [2]float64{min(x[0], q.X), max(x[1], q.X)}
		y = [2]float64{min(y[0], q.Y), max(y[1], q.Y)}
	}
	return x, y
}

func meanAxes(points []Point) axes {
	a := shareAxes(points)
	_, y := around(points)
	a.y = linear(max(0.01, y[1]), 0, short)
	return a
}
