package chart

// Panel is one of several rows of bars above each other, each with a scale of
// its own, so that small counts are seen beside great ones.
type Panel struct {
	// Name is written above the row.
	Name string
	// Steps are the bars, ascending; their shares are not used.
	Steps []Step
}

// The heights in a panel: of its name, of its bars, and of the space below.
const (
	panelName, panelBars, panelGap = 22, 46, 12
	panelFoot                      = 2*rowHeight + 2
)

// Panels draws counts of several kinds over the same whole numbers, a row of
// bars for each kind; many neighbours are added up. The name of the upward axis
// is not used.
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

// ends keeps the first and the last tick of a scale.
func ends(s scale) scale {
	s.ticks = []tick{s.ticks[0], s.ticks[len(s.ticks)-1]}
	return s
}
