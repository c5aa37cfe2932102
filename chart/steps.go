package chart

import "math"

// Step is one bar of [Steps].
type Step struct {
	// At is the bar's place, a whole number such as a level.
	At int
	// Count is its height, Share the cumulative share up to it, 0 to 1.
	Count, Share float64
}

// mostBars is how many bars are drawn one by one; more are drawn together.
const mostBars = 60

// Steps draws counts as bars and, on a second scale, their cumulative share as
// a line, with the names of both. The steps must be ascending.
func Steps(w Words, bars, line string, steps []Step) Chart {
	steps = together(drawableSteps(steps))
	if len(steps) == 0 {
		return Chart{Words: w}
	}
	return Chart{Words: w, paint: func(p *pen) { paintSteps(p, w, bars, line, steps) }}
}

// drawableSteps leaves out what is no step, and what is out of order.
func drawableSteps(steps []Step) (good []Step) {
	for _, s := range steps {
		ascends := len(good) == 0 || s.At > good[len(good)-1].At
		if ascends && s.At >= 0 && finite(s.Count) && finite(s.Share) && s.Count >= 0 {
			good = append(good, s)
		}
	}
	return good
}

// together sums neighbours up until there are few enough bars.
func together(steps []Step) []Step {
	if len(steps) == 0 {
		return nil
	}
	first, last := steps[0].At, steps[len(steps)-1].At
	width := (last-first)/mostBars + 1
	if width <= 1 {
		return steps
	}
	var sums []Step
	for _, s := range steps {
		at := first + (s.At-first)/width*width
		if k := len(sums) - 1; k >= 0 && sums[k].At == at {
			sums[k].Count += s.Count
			sums[k].Share = s.Share
			continue
		}
		sums = append(sums, Step{At: at, Count: s.Count, Share: s.Share})
	}
	return sums
}

func paintSteps(p *pen, w Words, bars, line string, steps []Step) {
	first, last := float64(steps[0].At), float64(steps[len(steps)-1].At)
	wide, greatest := closest(steps), 0.0
	for _, s := range steps {
		greatest = max(greatest, s.Count)
	}
	y := linear(greatest, 1, human)
	share := linear(1, 0.25, percent)
	f := p.frame(w, axes{x: places(first, last, wide), y: y, right: share, names: []entry{
		{bars, func(p *pen, at point) {
			p.rectangle(palette[0], box{at.x - 8, at.y - 5, at.x + 8, at.y + 5})
		}},
		series(line, 1),
	}})
	f.bars(steps, wide)
	f.y = share
	f.ground(points(steps))
	f.curve(1, points(steps))
}

// closest is the least distance between two steps, 1 if there is only one.
func closest(steps []Step) float64 {
	if len(steps) < 2 {
		return 1
	}
	least := steps[1].At - steps[0].At
	for i := 2; i < len(steps); i++ {
		least = min(least, steps[i].At-steps[i-1].At)
	}
	return float64(least)
}

// places is the scale of whole numbers with half a bar at both ends.
func places(first, last, wide float64) scale {
	s := scale{min: first - wide/2, max: last + wide/2}
	step := max(1, round125((last-first)/12))
	start := math.Ceil(first/step) * step
	for i := range 14 { // as many as the step allows for
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
			b.y = a.y - 1 // what is there is seen
		}
		f.rectangle(palette[0], box{a.x, b.y, b.x, a.y})
	}
}

// ground makes room for a line upon bars.
func (f frame) ground(points []Point) {
	var all []point
	for _, q := range points {
		all = append(all, f.at(q.X, q.Y))
	}
	f.line(stroke{ink: inkPaper, width: 5}, all...)
}

func points(steps []Step) (all []Point) {
	for _, s := range steps {
		all = append(all, Point{float64(s.At), s.Share})
	}
	return all
}
