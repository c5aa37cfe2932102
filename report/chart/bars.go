package chart

import (
	"math"

	"sitegraph/site"
)

// Bar is a number with a name.
type Bar struct {
	Name   string  // written above the bar
	Value  float64 // the bar's length; negative bars are left out
	Note   string  // written to the right of the bar, such as the value and its share
	Series int     // the index of the bar's colour
}

// Bars draws horizontal bars, each below its name, so that long names have room. It ignores the names of the axes.
func Bars(w Words, bars []Bar) Chart {
	var good []Bar
	greatest := 0.0
	for _, b := range bars {
		if finite(b.Value) && b.Value >= 0 {
			good = append(good, b)
			greatest = max(greatest, b.Value)
		}
	}
	if greatest == 0 {
		return Chart{Words: w}
	}
	return Chart{w, func(p *pen) { paintBars(p, good, greatest) }, float64(len(good))*barRow + 8}
}

const barRow, barThick = 42, 14

func paintBars(p *pen, bars []Bar, greatest float64) {
	room := 0.0
	for _, b := range bars {
		room = max(room, p.wide(b.Note))
	}
	room = min(room+8, p.width()/2)
	for i, b := range bars {
		y := p.top + float64(i*barRow) + 15
		p.write(inkText, point{p.left + 1, y}, left, p.cut(b.Name, p.width()-4))
		long := (p.width() - room) * (b.Value / greatest)
		if b.Value > 0 {
			long = max(long, 1)
		}
		bar := box{p.left + 1, y + 6, p.left + 1 + long, y + 6 + barThick}
		p.rectangle(palette[max(b.Series, 0)%len(palette)], bar) // no track: the longest bar is not all there is
		p.write(inkMuted, point{p.right - room + 6, bar.bottom - 3}, left, p.cut(b.Note, room-2))
	}
}

// Step is one bar of [Steps].
type Step struct {
	At    int     // the bar's place, such as a level
	Count float64 // its height
	Share float64 // the cumulative share up to it, 0 to 1
}

const maxBars = 60 // more bars are combined

// Steps draws ascending counts as bars and their cumulative share as a line on a second scale.
func Steps(w Words, bars, line string, steps []Step) Chart {
	steps = drawableSteps(steps)
	return w.chart(len(steps), func(p *pen) { paintSteps(p, w, bars, line, together(steps)) })
}

// drawableSteps drops steps that cannot be drawn or are out of order.
func drawableSteps(steps []Step) (good []Step) {
	for _, s := range steps {
		ascends := len(good) == 0 || s.At > good[len(good)-1].At
		if ascends && s.At >= 0 && finite(s.Count) && finite(s.Share) && s.Count >= 0 {
			good = append(good, s)
		}
	}
	return good
}

func together(steps []Step) []Step {
	first, last := steps[0].At, steps[len(steps)-1].At
	return gathered(steps, first, barWidth(first, last))
}

// barWidth returns the number of steps that a bar combines.
func barWidth(first, last int) int { return (last-first)/maxBars + 1 }

func gathered(steps []Step, first, width int) []Step {
	var sums []Step
	for _, s := range steps {
		at := first + (s.At-first)/width*width
		if k := len(sums) - 1; k >= 0 && sums[k].At == at {
			s.Count += sums[k].Count
			sums = sums[:k]
		}
		sums = append(sums, Step{at, s.Count, s.Share})
	}
	return sums
}

func paintSteps(p *pen, w Words, bars, line string, steps []Step) {
	first, last := float64(steps[0].At), float64(steps[len(steps)-1].At)
	wide, greatest := closest(steps), 0.0
	for _, s := range steps {
		greatest = max(greatest, s.Count)
	}
	share := linear(1, 0.25, percent)
	f := p.frame(w, axes{x: places(first, last, wide), y: linear(greatest, 1, human), right: share, names: []entry{
		{bars, func(p *pen, at point) {
			p.rectangle(palette[0], box{at.x - 8, at.y - 5, at.x + 8, at.y + 5})
		}},
		series(line, 1),
	}})
	f.bars(steps, wide)
	f.y = share
	shares := site.Each(steps, func(s Step) Point { return Point{float64(s.At), s.Share} })
	f.line(stroke{ink: inkPaper, width: 5}, f.places(shares)...) // a white edge keeps the line visible on bars
	f.curve(1, shares)
}

func closest(steps []Step) float64 {
	least := max(1, steps[len(steps)-1].At-steps[0].At)
	for i := 1; i < len(steps); i++ {
		least = min(least, steps[i].At-steps[i-1].At)
	}
	return float64(least)
}

// places returns a scale of whole numbers with half a bar at both ends.
func places(first, last, wide float64) scale {
	s := scale{min: first - wide/2, max: last + wide/2}
	step := max(1, round125((last-first)/12))
	start := math.Ceil(first/step) * step
	for i := range 14 { // the step allows no more
		if at := start + float64(i)*step; at <= last {
			s.ticks = append(s.ticks, tick{at, human(at)})
		}
	}
	return s
}

func (f frame) bars(steps []Step, wide float64) {
	const most = 56
	for _, s := range steps {
		a, b := f.at(float64(s.At)-0.36*wide, 0), f.at(float64(s.At)+0.36*wide, s.Count)
		if middle := (a.x + b.x) / 2; b.x-a.x > most {
			a.x, b.x = middle-most/2, middle+most/2
		}
		if s.Count > 0 && b.y > a.y-1 {
			b.y = a.y - 1 // keep small counts visible
		}
		f.rectangle(palette[0], box{a.x, b.y, b.x, a.y})
	}
}

// Panel is a row of bars with a scale of its own, which keeps small counts visible next to large ones.
type Panel struct {
	Name  string // written above the row
	Steps []Step // the bars, ascending; their shares are ignored
}

// These are the heights of a panel's name, of its bars, and of the space below.
const (
	panelName, panelBars, panelGap = 22, 46, 12
	panelFoot                      = 2*rowHeight + 2
)

// Panels draws several kinds of counts over whole numbers, each in its own row. It combines neighbours and ignores Y.
func Panels(w Words, panels []Panel) Chart {
	var all []Step
	good := make([]Panel, len(panels))
	for i, q := range panels {
		good[i] = Panel{q.Name, drawableSteps(q.Steps)}
		all = append(all, good[i].Steps...)
	}
	if len(all) == 0 {
		return Chart{Words: w}
	}
	first, last := all[0].At, all[0].At
	for _, s := range all {
		first, last = min(first, s.At), max(last, s.At)
	}
	for i := range good {
		good[i].Steps = gathered(good[i].Steps, first, barWidth(first, last))
	}
	tall := float64(len(good)*(panelName+panelBars+panelGap) + panelFoot)
	return Chart{w, func(p *pen) { paintPanels(p, w, good, first, last) }, tall}
}

func paintPanels(p *pen, w Words, panels []Panel, first, last int) {
	wide := float64(barWidth(first, last))
	x := places(float64(first), float64(last), wide)
	scales, edge := make([]scale, len(panels)), 0.0
	for i, q := range panels {
		greatest := 0.0
		for _, s := range q.Steps {
			greatest = max(greatest, s.Count)
		}
		scales[i] = ends(linear(greatest, 1, human))
		edge = max(edge, p.labelWidth(scales[i]))
	}
	y := p.top
	for i, q := range panels {
		area := box{p.left + edge + gap, y + panelName, p.right - gap, y + panelName + panelBars}
		p.write(inkText, point{area.left, area.top - 8}, left, p.cut(q.Name, area.width()))
		f := frame{p, axes{x: scale{min: x.min, max: x.max}, y: scales[i]}, area}
		if i == len(panels)-1 {
			f.x = x
		}
		f.grid()
		f.bars(q.Steps, wide)
		y = area.bottom + panelGap
	}
	name := w.X
	if wide > 1 {
		name += ", " + human(wide) + " to a bar"
	}
	p.write(inkMuted, point{p.center().x, p.bottom - 5}, middle, p.cut(name, p.width()))
}

func ends(s scale) scale {
	s.ticks = []tick{s.ticks[0], s.ticks[len(s.ticks)-1]}
	return s
}
