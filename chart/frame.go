package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// frame is the area between the axes of a chart.
type frame struct {
	*pen
	area draw.Canvas
	x, y scale
}

// axes says what stands around the area.
type axes struct {
	x, y scale
	// right is a second scale for y, if it has ticks.
	right scale
	// names are the series of the legend, in the order of their looks; none
	// for a chart of one series.
	names []entry
}

// entry is a line of the legend: its text, and what draws its sample in the
// middle of a place some 24 wide.
type entry struct {
	name   string
	sample func(p *pen, at vg.Point)
}

const (
	gap       = 6
	rowHeight = textSize + 7
	sample    = 26
)

// frame draws axes, grid and legend, and returns the area for the data.
func (p *pen) frame(w Words, a axes) frame {
	small := regular(textSize)
	top := p.heading(w.Y, a.names)
	edge := p.labelWidth(a.right)
	if edge == 0 {
		edge = p.lastHalf(a.x)
	}
	low := vg.Length(2*rowHeight + 4)
	area := draw.Crop(p.Canvas, p.labelWidth(a.y)+gap, -edge-gap, low, -top)
	f := frame{pen: p, area: area, x: a.x, y: a.y}
	f.grid()
	for _, t := range a.right.ticks {
		y := area.Y(a.right.place(t.at))
		p.write(small, inkMuted, vg.Point{X: area.Max.X + gap, Y: y - 4}, left, t.label)
	}
	p.write(small, inkMuted, vg.Point{X: area.Center().X, Y: p.Min.Y + 5}, middle, p.cut(small, w.X, p.width()))
	return f
}

// heading writes the name of the y axis and the legend, and returns how high
// they are.
func (p *pen) heading(name string, names []entry) vg.Length {
	small := regular(textSize)
	y := p.Max.Y - rowHeight + 4
	p.write(small, inkMuted, vg.Point{X: p.Min.X + 2, Y: y}, left, p.cut(small, name, p.width()))
	x := p.Max.X // a new row
	for _, e := range names {
		text := p.cut(small, e.name, p.width()-sample-8)
		if x+sample+8+p.wide(small, text) > p.Max.X {
			x, y = p.Min.X+2, y-rowHeight
		}
		e.sample(p, vg.Point{X: x + sample/2, Y: y + 4})
		p.write(small, inkText, vg.Point{X: x + sample + 5, Y: y}, left, text)
		x += sample + 5 + p.wide(small, text) + 14
	}
	return p.Max.Y - y + 12
}

// grid draws the lines and labels of both axes. Labels that would overlap are
// left out.
func (f frame) grid() {
	small := regular(textSize)
	faint := draw.LineStyle{Color: inkGrid, Width: 1}
	for _, t := range f.y.ticks {
		y := f.area.Y(f.y.place(t.at))
		f.StrokeLine2(faint, f.area.Min.X, y, f.area.Max.X, y)
		f.write(small, inkMuted, vg.Point{X: f.area.Min.X - gap, Y: y - 4}, right, t.label)
	}
	free := vg.Length(-1e9)
	for _, t := range f.x.ticks {
		x, half := f.area.X(f.x.place(t.at)), f.wide(small, t.label)/2
		if f.x.logarithmic {
			f.StrokeLine2(faint, x, f.area.Min.Y, x, f.area.Max.Y)
		}
		if t.label == "" || x-half < free {
			continue
		}
		free = x + half + 4
		f.write(small, inkMuted, vg.Point{X: x, Y: f.area.Min.Y - 16}, middle, t.label)
	}
	f.StrokeLine2(draw.LineStyle{Color: inkMuted, Width: 1}, f.area.Min.X, f.area.Min.Y, f.area.Max.X, f.area.Min.Y)
}

// at returns the place of a pair of values.
func (f frame) at(x, y float64) vg.Point {
	return vg.Point{X: f.area.X(f.x.place(x)), Y: f.area.Y(f.y.place(y))}
}

func (p *pen) labelWidth(s scale) (widest vg.Length) {
	for _, t := range s.ticks {
		widest = max(widest, p.wide(regular(textSize), t.label))
	}
	return widest
}

// lastHalf is how far the last label of a scale may stand out.
func (p *pen) lastHalf(s scale) vg.Length {
	if len(s.ticks) == 0 {
		return 0
	}
	return p.wide(regular(textSize), s.ticks[len(s.ticks)-1].label) / 2
}

// series is the legend's entry for a line with markers.
func series(name string, i int) entry {
	return entry{name, func(p *pen, at vg.Point) {
		p.StrokeLine2(line(i), at.X-sample/2, at.Y, at.X+sample/2, at.Y)
		p.DrawGlyphNoClip(glyph(i, 3.5), at)
	}}
}
