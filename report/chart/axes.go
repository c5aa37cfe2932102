package chart

import (
	"math"

	"sitegraph/site"
	"sitegraph/wording"
)

type frame struct {
	*pen
	axes
	area box
}

type axes struct {
	x, y  scale
	right scale   // a second scale for y, if it has ticks
	names []entry // the legend, in the order of looks; empty for a single series
}

// entry is a line of the legend. sample draws its sample in the middle of a space about 24 wide.
type entry struct {
	name   string
	sample func(p *pen, at point)
}

const (
	gap       = 6
	rowHeight = textSize + 7
	sample    = 26
)

func (p *pen) frame(w Words, a axes) frame {
	top := p.heading(w.Y, a.names)
	edge := p.labelWidth(a.right)
	if n := len(a.x.ticks); n > 0 && edge == 0 {
		edge = p.wide(a.x.ticks[n-1].label) / 2
	}
	area := box{p.left + p.labelWidth(a.y) + gap, p.top + top, p.right - edge - gap, p.bottom - 2*rowHeight - 4}
	f := frame{p, a, area}
	f.grid()
	for _, t := range a.right.ticks {
		p.write(inkMuted, point{area.right + gap, area.up(a.right.place(t.at)) + 4}, left, t.label)
	}
	p.write(inkMuted, point{area.center().x, p.bottom - 5}, middle, p.cut(w.X, p.width()))
	return f
}

// heading writes the name of the y axis and the legend, and returns their height.
func (p *pen) heading(name string, names []entry) float64 {
	y := p.top + rowHeight - 4
	p.write(inkMuted, point{p.left + 2, y}, left, p.cut(name, p.width()))
	x := p.right // a new row
	for _, e := range names {
		text := p.cut(e.name, p.width()-sample-8)
		if x+sample+8+p.wide(text) > p.right {
			x, y = p.left+2, y+rowHeight
		}
		e.sample(p, point{x + sample/2, y - 4})
		p.write(inkText, point{x + sample + 5, y}, left, text)
		x += sample + 5 + p.wide(text) + 14
	}
	return y - p.top + 12
}

// grid draws the lines and labels of both axes. It leaves out labels that would overlap.
func (f frame) grid() {
	faint := stroke{ink: inkGrid, width: 1}
	for _, t := range f.y.ticks {
		y := f.area.up(f.y.place(t.at))
		f.line(faint, point{f.area.left, y}, point{f.area.right, y})
		f.write(inkMuted, point{f.area.left - gap, y + 4}, right, t.label)
	}
	free := -1e9
	for _, t := range f.x.ticks {
		x, half := f.area.across(f.x.place(t.at)), f.wide(t.label)/2
		if f.x.logarithmic {
			f.line(faint, point{x, f.area.bottom}, point{x, f.area.top})
		}
		if t.label == "" || x-half < free {
			continue
		}
		free = x + half + 4
		f.write(inkMuted, point{x, f.area.bottom + 16}, middle, t.label)
	}
	f.line(stroke{ink: inkMuted, width: 1}, point{f.area.left, f.area.bottom}, point{f.area.right, f.area.bottom})
}

func (f frame) at(x, y float64) point {
	return point{f.area.across(f.x.place(x)), f.area.up(f.y.place(y))}
}

func (f frame) places(points []Point) []point {
	return site.Each(points, func(q Point) point { return f.at(q.X, q.Y) })
}

// across and up are the coordinates at a share of the width or height.
func (b box) across(share float64) float64 { return b.left + share*b.width() }
func (b box) up(share float64) float64     { return b.bottom - share*(b.bottom-b.top) }

func (p *pen) labelWidth(s scale) (widest float64) {
	for _, t := range s.ticks {
		widest = max(widest, p.wide(t.label))
	}
	return widest
}

func series(name string, i int) entry {
	return entry{name, func(p *pen, at point) {
		p.line(line(i), point{at.x - sample/2, at.y}, point{at.x + sample/2, at.y})
		p.marker(i, 3.5, at)
	}}
}

// scale maps values to places along an axis, 0 to 1.
type scale struct {
	logarithmic bool
	min, max    float64
	ticks       []tick
}

// tick is a mark on an axis. Without a label it is just a line.
type tick struct {
	at    float64
	label string
}

// place returns where on the axis a value is drawn, 0 to 1. Values outside move to the ends.
func (s scale) place(x float64) float64 {
	if s.max <= s.min { // so far from 0 that neighbouring values are equal
		return 0.5
	}
	if s.logarithmic {
		x = math.Log(max(x, s.min)) - math.Log(s.min)
		return min(1, x/(math.Log(s.max)-math.Log(s.min)))
	}
	return max(0, min(1, (x-s.min)/(s.max-s.min)))
}

// linear returns a scale from 0 to a round number of at least greatest, with about five ticks at least step apart.
func linear(greatest, step float64, label func(float64) string) scale {
	step = max(step, round125(greatest/5))
	s := scale{max: step * max(1, math.Ceil(greatest/step-1e-9))}
	for i := 0.0; i*step <= s.max*(1+1e-9); i++ {
		s.ticks = append(s.ticks, tick{i * step, label(i * step)})
	}
	return s
}

// round125 returns the least of ..., 1, 2, 5, 10, ... that is at least x, or 0 if x is not positive.
func round125(x float64) float64 {
	if x <= 0 {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// logarithm returns a logarithmic scale around two positive values, with ticks at powers of ten or between.
func logarithm(least, greatest float64, label func(float64) string) scale {
	s := scale{logarithmic: true, min: least / 1.25, max: greatest * 1.25}
	from, to := int(math.Floor(math.Log10(s.min))), int(math.Ceil(math.Log10(s.max)))
	step := 1 + (to-from)/9
	digits := []float64{1}
	if s.max/s.min < 1000 {
		digits = []float64{1, 2, 5}
	}
	for power := from; power <= to; power++ {
		for _, digit := range digits {
			t := tick{at: digit * math.Pow(10, float64(power))}
			if power%step == 0 {
				t.label = label(t.at)
			}
			if t.at >= s.min && t.at <= s.max {
				s.ticks = append(s.ticks, t)
			}
		}
	}
	return s
}

// human writes a number for an axis: 1, 10, 1k, 2.5M.
func human(x float64) string {
	for _, unit := range []struct {
		of   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= unit.of {
			return short(x/unit.of) + unit.name
		}
	}
	return short(x)
}

func percent(x float64) string { return short(x*100) + "%" }

func short(x float64) string { return wording.Plain(wording.Significant(x, 3)) }

// extreme is the largest number drawn, its inverse the smallest on a logarithmic axis: beyond, arithmetic overflows.
const extreme = 1e60

func finite(x float64) bool { return math.Abs(x) < extreme } // false for NaN
