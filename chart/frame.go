package chart

// frame is the area between the axes of a chart.
type frame struct {
	*pen
	area box
	x, y scale
}

// axes says what stands around the area.
type axes struct {
	x, y scale
	// right is a second scale for y, if it has ticks.
	right scale
	// names are the series of the legend, in the order of their looks; none for a chart of one series.
	names []entry
}

// entry is a line of the legend: its text, and what draws its sample in the middle of a place some 24 wide.
type entry struct {
	name   string
	sample func(p *pen, at point)
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
	area := box{p.left + p.labelWidth(a.y) + gap, p.top + top, p.right - edge - gap, p.bottom - 2*rowHeight - 4}
	f := frame{pen: p, area: area, x: a.x, y: a.y}
	f.grid()
	for _, t := range a.right.ticks {
		p.write(small, inkMuted, point{area.right + gap, area.up(a.right.place(t.at)) + 4}, left, t.label)
	}
	p.write(small, inkMuted, point{area.center().x, p.bottom - 5}, middle, p.cut(small, w.X, p.width()))
	return f
}

// heading writes the name of the y axis and the legend, and returns how high they are.
func (p *pen) heading(name string, names []entry) float64 {
	small := regular(textSize)
	y := p.top + rowHeight - 4
	p.write(small, inkMuted, point{p.left + 2, y}, left, p.cut(small, name, p.width()))
	x := p.right // a new row
	for _, e := range names {
		text := p.cut(small, e.name, p.width()-sample-8)
		if x+sample+8+p.wide(small, text) > p.right {
			x, y = p.left+2, y+rowHeight
		}
		e.sample(p, point{x + sample/2, y - 4})
		p.write(small, inkText, point{x + sample + 5, y}, left, text)
		x += sample + 5 + p.wide(small, text) + 14
	}
	return y - p.top + 12
}

// grid draws the lines and labels of both axes. Labels that would overlap are left out.
func (f frame) grid() {
	small := regular(textSize)
	faint := stroke{ink: inkGrid, width: 1}
	for _, t := range f.y.ticks {
		y := f.area.up(f.y.place(t.at))
		f.line(faint, point{f.area.left, y}, point{f.area.right, y})
		f.write(small, inkMuted, point{f.area.left - gap, y + 4}, right, t.label)
	}
	free := -1e9
	for _, t := range f.x.ticks {
		x, half := f.area.across(f.x.place(t.at)), f.wide(small, t.label)/2
		if f.x.logarithmic {
			f.line(faint, point{x, f.area.bottom}, point{x, f.area.top})
		}
		if t.label == "" || x-half < free {
			continue
		}
		free = x + half + 4
		f.write(small, inkMuted, point{x, f.area.bottom + 16}, middle, t.label)
	}
	f.line(stroke{ink: inkMuted, width: 1}, point{f.area.left, f.area.bottom}, point{f.area.right, f.area.bottom})
}

// at returns the place of a pair of values.
func (f frame) at(x, y float64) point {
	return point{f.area.across(f.x.place(x)), f.area.up(f.y.place(y))}
}

// across and up are the places at a share of the width or height.
func (b box) across(share float64) float64 { return b.left + share*b.width() }
func (b box) up(share float64) float64     { return b.bottom - share*(b.bottom-b.top) }

func (p *pen) labelWidth(s scale) (widest float64) {
	for _, t := range s.ticks {
		widest = max(widest, p.wide(regular(textSize), t.label))
	}
	return widest
}

// lastHalf is how far the last label of a scale may stand out.
func (p *pen) lastHalf(s scale) float64 {
	if len(s.ticks) == 0 {
		return 0
	}
	return p.wide(regular(textSize), s.ticks[len(s.ticks)-1].label) / 2
}

// series is the legend's entry for a line with markers.
func series(name string, i int) entry {
	return entry{name, func(p *pen, at point) {
		p.line(line(i), point{at.x - sample/2, at.y}, point{at.x + sample/2, at.y})
		p.marker(i, 3.5, at)
	}}
}
