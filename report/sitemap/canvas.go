package sitemap

import (
	"image/color"
	"math"
	"strconv"
	"strings"
)

// Canvas takes a picture shape by shape, each over those before it. Lengths
// are in the units of [Map.Size], places from the upper left corner, x to the
// right and y downwards; angles are clockwise from the top, in radians.
type Canvas interface {
	// Move, Line, Curve (a cubic Bézier curve) and Circle add to an outline.
	Move(x, y float64)
	Line(x, y float64)
	Curve(x1, y1, x2, y2, x, y float64)
	Circle(x, y, radius float64)
	// Fill and Stroke paint the outline, which is then begun anew.
	Fill(ink color.NRGBA)
	Stroke(ink color.NRGBA, width float64)
	// Text writes on the base line y with a border in the colour of the
	// paper; anchor is the share of the text's width that lies left of x.
	Text(text string, x, y, anchor, size float64, ink, paper color.NRGBA)
	// TextAround writes bold text with its base line on a circle and its
	// middle at an angle, its head outwards or inwards.
	TextAround(text string, x, y, radius, angle, size float64, inwards bool, ink color.NRGBA)
}

// Size returns the sides of the first picture of the map.
func (m *Map) Size() (width, height float64) {
	w, h := m.views[0].size()
	return float64(w), float64(h)
}

// Title names the first picture of the map.
func (m *Map) Title() string { return m.title(m.views[0]) }

// Draw draws the first picture of the map, the one that [Map.SVG] returns, on
// white.
func (m *Map) Draw(c Canvas) {
	v := m.views[0]
	m.drawOn(&painting{canvas: c, middle: v.middle(), inks: inks()}, v, "", false)
}

// painting is a sheet: a canvas, where colours and widths do not come from a
// style sheet.
type painting struct {
	canvas Canvas
	middle point
	inks   map[string]color.NRGBA
	now    layer
}

// layer is how the shapes of a layer look: what picture.css says of it.
type layer struct {
	// width and opacity are those of lines; a width of 0 is said with each.
	width, opacity float64
	// fill is the opacity of circles, border the width of their lines.
	fill, border float64
}

// layers are the layers by name.
func layers() map[string]layer {
	return map[string]layer{
		"frame":      {fill: 1},
		"rim":        {width: 5, opacity: 1},
		"web":        {width: 0.8, opacity: 0.09},
		"tree":       {width: 0.9, opacity: 0.35},
		"nodes":      {fill: 1, border: 0.8},
		"flows":      {opacity: 0.32},
		"base":       {fill: 1},
		"nodes flat": {fill: 0.2},
		"dots":       {opacity: 1},
	}
}

// The sizes of text in the picture, as in picture.css.
const (
	labelSize = 15
	levelSize = 12
	partSize  = 16
)

// inks are the colours of the classes on white paper.
func inks() map[string]color.NRGBA {
	all := map[string]color.NRGBA{}
	for _, c := range palette {
		n, err := strconv.ParseUint(strings.TrimPrefix(c.light, "#"), 16, 32)
		if err != nil {
			continue // cannot be: the palette is constant
		}
		ink := color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}
		all[c.name], all["f"+c.name], all["s"+c.name] = ink, ink, ink
	}
	all["band0"], all["band1"], all[""] = all["paper"], all["band"], all["paper"]
	return all
}

// ink is the colour of a class.
func (p *painting) ink(class string, opacity float64) color.NRGBA {
	c := p.inks[class]
	c.A = uint8(math.Round(float64(opacity * 255)))
	return c
}

// xy places a point from the upper left corner, as exactly as an SVG does.
func (p *painting) xy(at point) (x, y float64) {
	return math.Round((at.x+p.middle.x)*10) / 10, math.Round((at.y+p.middle.y)*10) / 10
}

func (p *painting) begin(name string) { p.now = layers()[name] }

func (p *painting) end() {}

func (p *painting) circle(at point, radius float64, class string) {
	x, y := p.xy(at)
	p.canvas.Circle(x, y, radius)
	p.canvas.Fill(p.ink(class, p.now.fill))
	if p.now.border > 0 {
		p.canvas.Circle(x, y, radius)
		p.canvas.Stroke(p.ink("paper", 1), p.now.border)
	}
}

func (p *painting) trail(t *trail, class string, width float64) {
	ink := p.ink(class, p.now.opacity)
	dots := false
	var from point
	for _, s := range t.steps {
		switch s.letter {
		case 'M':
			p.canvas.Move(p.xy(s.points[0]))
		case 'L':
			p.canvas.Line(p.xy(s.points[0]))
		case 'Q':
			by, to := s.points[0], s.points[1]
			p.curve(toward(from, by), toward(to, by), to)
		case 'C':
			p.curve(s.points[0], s.points[1], s.points[2])
		case 'h':
			x, y := p.xy(from)
			p.canvas.Circle(x, y, width/2)
			dots = true
			continue
		}
		from = s.points[s.count()-1]
	}
	if dots {
		p.canvas.Fill(ink)
		return
	}
	if width == 0 {
		width = p.now.width
	}
	p.canvas.Stroke(ink, width)
}

// toward returns the control point of a cubic curve that is a quadratic one:
// two thirds of the way.
func toward(end, by point) point {
	return point{end.x + float64((by.x-end.x)*2/3), end.y + float64((by.y-end.y)*2/3)}
}

func (p *painting) curve(a, b, to point) {
	x1, y1 := p.xy(a)
	x2, y2 := p.xy(b)
	x, y := p.xy(to)
	p.canvas.Curve(x1, y1, x2, y2, x, y)
}

// arc draws an arc as cubic curves, each of at most an eighth of the circle.
func (p *painting) arc(radius, from, to float64, class string) {
	pieces := max(1, math.Ceil(math.Abs(to-from)/(math.Pi/4)))
	angle := (to - from) / pieces
	reach := float64(radius * 4 / 3 * cut(math.Tan(angle/4)))
	p.canvas.Move(p.xy(polar(radius, from)))
	for k := range int(pieces) {
		a := from + float64(float64(k)*angle)
		b := a + angle
		start, end := polar(radius, a), polar(radius, b)
		forth, back := polar(reach, a+math.Pi/2), polar(reach, b-math.Pi/2)
		p.curve(point{start.x + forth.x, start.y + forth.y}, point{end.x + back.x, end.y + back.y}, end)
	}
	p.canvas.Stroke(p.ink(class, p.now.opacity), p.now.width)
}

func (p *painting) around(l label, radius, from, to float64, _ string) {
	class := strings.TrimPrefix(l.kind, "part ")
	p.canvas.TextAround(l.text, p.middle.x, p.middle.y, radius, (from+to)/2, partSize, to < from, p.ink(class, 1))
}

func (p *painting) text(l label) {
	size, ink := float64(labelSize), p.ink("ink", 1)
	if l.kind == "level" {
		size, ink = levelSize, p.ink("soft", 1)
	}
	x, y := p.xy(l.at)
	anchor, by := l.side.hang()
	p.canvas.Text(l.text, x+float64(by.x*size), y+float64(by.y*size), anchor, size, ink, p.ink("paper", 1))
}
