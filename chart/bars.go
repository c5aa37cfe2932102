package chart

// Bar is a number with a name.
type Bar struct {
	// Name stands above the bar.
	Name string
	// Value is the bar's length; one below 0 is left out.
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
	room := 0.0
	for _, b := range bars {
		room = max(room, p.wide(small, b.Note))
	}
	room = min(room+8, p.width()/2)
	for i, b := range bars {
		y := p.top + float64(i*barRow) + 15
		p.write(small, inkText, point{p.left + 1, y}, left, p.cut(small, b.Name, p.width()-4))
		long := (p.width() - room) * (b.Value / greatest)
		if b.Value > 0 {
			long = max(long, 1)
		}
		bar := box{p.left + 1, y + 6, p.right - room, y + 6 + barThick}
		p.rectangle(inkGrid, bar)
		bar.right = bar.left + long
		p.rectangle(palette[0], bar)
		p.write(small, inkMuted, point{p.right - room + 6, bar.bottom - 3}, left, p.cut(small, b.Note, room-2))
	}
}
