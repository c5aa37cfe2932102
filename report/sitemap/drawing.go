package sitemap

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// drawing is a sheet: the inside of an SVG as it is written. Places are moved
// by middle, and have one digit after the point.
type drawing struct {
	strings.Builder
	middle point
}

// number returns a number with at most digits digits after the point.
func number(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

func (d *drawing) write(texts ...string) {
	for _, t := range texts {
		d.WriteString(t)
	}
}

func (d *drawing) begin(layer string) { d.write(`<g class="`, layer, `">`) }

func (d *drawing) end() { d.write("</g>") }

// xy returns a place as path data.
func (d *drawing) xy(p point, digits int) string {
	return number(p.x+d.middle.x, digits) + " " + number(p.y+d.middle.y, digits)
}

func (d *drawing) circle(at point, radius float64, class string) {
	d.write(`<circle cx="`, number(at.x+d.middle.x, 1), `" cy="`, number(at.y+d.middle.y, 1), `" r="`, number(radius, 1), `"`)
	if class != "" {
		d.write(` class="`, class, `"`)
	}
	d.write("/>")
}

func (d *drawing) trail(t *trail, class string, width float64) {
	d.write(`<path class="`, class, `"`)
	if width > 0 {
		d.write(` stroke-width="`, number(width, 1), `"`)
	}
	d.write(` d="`)
	digits := 1
	if t.coarse {
		digits = 0
	}
	for _, s := range t.steps {
		d.WriteByte(s.letter)
		if s.letter == 'h' {
			d.WriteByte('0') // a line of no length, which has round ends
		}
		for i, p := range s.points[:s.count()] {
			if i > 0 {
				d.WriteByte(' ')
			}
			d.write(d.xy(p, digits))
		}
	}
	d.write(`"/>`)
}

func (d *drawing) arc(radius, from, to float64, class string) {
	d.write(`<path class="`, class, `" d="`, d.arcPath(radius, from, to), `"/>`)
}

// arcPath returns the data of an arc around the origin.
func (d *drawing) arcPath(radius, from, to float64) string {
	large, sweep := "0", "1"
	if math.Abs(to-from) > math.Pi {
		large = "1"
	}
	if to < from {
		sweep = "0"
	}
	r := number(radius, 1)
	return "M" + d.xy(polar(radius, from), 1) + "A" + r + " " + r + " 0 " + large + " " + sweep + " " + d.xy(polar(radius, to), 1)
}

func (d *drawing) around(l label, radius, from, to float64, id string) {
	d.write(`<path id="`, id, `" fill="none" d="`, d.arcPath(radius, from, to), `"/>`)
	d.write(`<text class="`, l.kind, `"><textPath href="#`, id, `" startOffset="50%" text-anchor="middle">`, html.EscapeString(l.text), `</textPath></text>`)
}

// hang returns how a text lies at its place: the share of its width that is
// left of it, and the way from there to its base line, in its size.
func (s side) hang() (anchor float64, by point) {
	switch s {
	case right:
		return 0, point{0.3, 0.35}
	case left:
		return 1, point{-0.3, 0.35}
	case above:
		return 0.5, point{0, -0.4}
	case below:
		return 0.5, point{0, 1.05}
	}
	return 0.5, point{0, 0.35}
}

// em returns a length in sizes of the text.
func em(x float64) string {
	if x == 0 {
		return "0"
	}
	return number(x, 2) + "em"
}

// text writes a label. The side is said in sizes of the text, so that it is
// right for any.
func (d *drawing) text(l label) {
	d.write(`<text class="t`, strconv.Itoa(l.tier))
	if l.kind != "" {
		d.write(" ", l.kind)
	}
	anchor, by := l.side.hang()
	d.write(`" x="`, number(l.at.x+d.middle.x, 1), `" y="`, number(l.at.y+d.middle.y, 1), `" dx="`, em(by.x), `" dy="`, em(by.y), `"`)
	switch anchor {
	case 0.5:
		d.write(` text-anchor="middle"`)
	case 1:
		d.write(` text-anchor="end"`)
	}
	if l.of > 0 {
		d.write(` data-of="`, strconv.Itoa(l.of-1), `"`)
	}
	if l.off != (point{}) {
		d.write(` data-off="`, number(l.off.x, 1), " ", number(l.off.y, 1), `"`)
	}
	d.write(">", html.EscapeString(l.text), "</text>")
}
