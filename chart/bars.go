package chart

import "gonum.org/v1/plot/vg"

// Bar is a number with a name.
type Bar struct {
	Name  string
	Value float64
	// Note stands behind the bar, for instance the value and its share.
	Note string
}

// Bars draws named numbers as horizontal bars, the name above each, so that
// long names have room on any screen. The axes' names are not used.
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
	paint := func(p *pen) { paintBars(p, good, greatest) }
	return Chart{Words: w, paint: paint, tall: float64(len(good))*barRow + 8}
}

const (
	barRow   = 42
	barThick = 14
)

func paintBars(p *pen, bars []Bar, greatest float64) {
	small := regular(textSize)
	room := vg.Length(0)
	for _, b := range bars {
		room = max(room, p.wide(small, b.Note))
	}
	room = min(room+8, p.width()/2)
	for i, b := range bars {
		y := p.Max.Y - vg.Length(i*barRow) - 15
		p.write(small, inkText, vg.Point{X: p.Min.X + 1, Y: y}, left, p.cut(small, b.Name, p.width()-4))
		long := (p.width() - room) * vg.Length(b.Value/greatest)
		if b.Value > 0 {
			long = max(long, 1)
		}
		a := vg.Point{X: p.Min.X + 1, Y: y - 6 - barThick}
		p.rectangle(inkGrid, a, vg.Point{X: p.Max.X - room, Y: y - 6})
		p.rectangle(palette[0], a, vg.Point{X: a.X + long, Y: y - 6})
		p.write(small, inkMuted, vg.Point{X: p.Max.X - room + 6, Y: a.Y + 3}, left, p.cut(small, b.Note, room-2))
	}
}
