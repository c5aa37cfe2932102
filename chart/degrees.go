package chart

import (
	"math"
	"slices"
)

// Degrees is the distribution of a degree.
type Degrees struct {
	// Name stands in the legend when there are several.
	Name string
	// Points are the shares of pages with exactly a degree, Bins the same per degree in bins of growing width. Degrees
	// and shares of 0 are not drawn: both axes are logarithmic.
	Points, Bins []Point
	// Fit is a power law, if its Alpha is above 1.
	Fit Fit
}

// Fit is the line share = Share * (degree/From)^-Alpha from a degree on.
type Fit struct {
	// Alpha is the exponent, Share the share of pages at the degree From.
	Alpha, From, Share float64
}

// Distribution draws one degree distribution: its points, its bins and its fit, each named in the legend.
func Distribution(w Words, d Degrees) Chart {
	d.Points, d.Bins = positive(d.Points), positive(d.Bins)
	if len(d.Points)+len(d.Bins) == 0 {
		return Chart{Words: w}
	}
	return Chart{Words: w, paint: func(p *pen) { paintDistribution(p, w, d) }}
}

// Distributions draws the bins of several distributions over each other.
func Distributions(w Words, all []Degrees) Chart {
	var curves []Curve
	for _, d := range all {
		if bins := positive(d.Bins); len(bins) > 0 {
			curves = append(curves, Curve{d.Name, bins})
		}
	}
	if len(curves) == 0 {
		return Chart{Words: w}
	}
	return Chart{Words: w, paint: func(p *pen) { p.curves(w, curves, logLog) }}
}

// RankSize draws values above 0 by their rank, the greatest first; both axes
// are logarithmic. The values must be descending shares.
func RankSize(w Words, values []float64) Chart {
	var ranked []Point
	for _, i := range spread(len(values), mostRanks) {
		ranked = append(ranked, Point{float64(i + 1), values[i]})
	}
	ranked = positive(ranked)
	if len(ranked) == 0 {
		return Chart{Words: w}
	}
	return Chart{Words: w, paint: func(p *pen) {
		f := p.frame(w, logLog(ranked))
		f.through(0, ranked)
	}}
}

// mostRanks is how many ranks of a long list are drawn.
const mostRanks = 500

// spread returns at most so many places of a list, denser at its beginning,
// so that they stand evenly on a logarithmic axis.
func spread(length, most int) (places []int) {
	for i := range most {
		at := int(math.Pow(float64(length), float64(i)/float64(most-1))) - 1
		if at = min(at, length-1); at >= 0 && (len(places) == 0 || at > places[len(places)-1]) {
			places = append(places, at)
		}
	}
	return places
}

// logLog are logarithmic axes around points, shares upwards.
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

// share is what the line has at a degree, degree is where it has a share.
func (l Fit) share(degree float64) float64 { return l.Share * math.Pow(degree/l.From, -l.Alpha) }
func (l Fit) degree(share float64) float64 { return l.From * math.Pow(l.Share/share, 1/l.Alpha) }

// apart draws points without those that would lie upon others.
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

func positive(points []Point) (good []Point) {
	for _, q := range drawable(points) {
		if q.X > 1/extreme && q.Y > 1/extreme {
			good = append(good, q)
		}
	}
	return good
}

// around returns the ranges of the coordinates.
func around(points []Point) (x, y [2]float64) {
	x, y = [2]float64{points[0].X, points[0].X}, [2]float64{points[0].Y, points[0].Y}
	for _, q := range points {
		x = [2]float64{min(x[0], q.X), max(x[1], q.X)}
		y = [2]float64{min(y[0], q.Y), max(y[1], q.Y)}
	}
	return x, y
}
