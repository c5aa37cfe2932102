package sitemap

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// drawing is the inside of an SVG as it is written. The origin is the middle
// of the picture; places have one digit after the point.
type drawing struct {
	strings.Builder
	middle point
	// colour returns the value of a colour of the palette by its name.
	colour func(name string) string
}

// layers are the looks of the layers; in braces are colours. A style sheet may
// change them, for instance when the picture is zoomed.
var layers = map[string]string{
	"rim":        `fill="none" stroke-width="5" font-weight="600" font-size="16"`,
	"web":        `fill="none" stroke-opacity=".09" stroke-width=".8"`,
	"tree":       `fill="none" stroke-opacity=".35" stroke-width=".9"`,
	"nodes":      `stroke="{paper}" stroke-width=".8"`,
	"flows":      `fill="none" stroke-opacity=".32"`,
	"base":       `fill="{paper}"`,
	"nodes flat": `fill-opacity=".2"`,
	"dots":       `fill="none" stroke-linecap="round"`,
	"levels":     `fill="{soft}" font-size="12" stroke-width="2.9" ` + halo,
	"labels":     `fill="{ink}" font-size="15" stroke-width="3.6" ` + halo,
	"top":        `fill="{ink}" font-size="15" stroke-width="3.6" ` + halo,
}

// halo is a border around letters, so that they can be read over lines.
const halo = `stroke="{paper}" stroke-linejoin="round" paint-order="stroke"`

// trail is a path.
type trail struct {
	steps []step
	// coarse drops the digits after the point, where there are many steps.
	coarse bool
}

// step is a part of a path, by the letter that it has in an SVG; the last of
// its points is where it ends. An h is a dot where the path is.
type step struct {
	letter byte
	points []point
}

func (t *trail) move(to point)        { t.add('M', to) }
func (t *trail) line(to point)        { t.add('L', to) }
func (t *trail) dot(at point)         { t.add('M', at); t.add('h') }
func (t *trail) bend(by, to point)    { t.add('Q', by, to) }
func (t *trail) curve(a, b, to point) { t.add('C', a, b, to) }

func (t *trail) add(letter byte, points ...point) {
	t.steps = append(t.steps, step{letter, points})
}

// writeLabels writes labels; what they belong to, and those to be seen when the picture is zoomed, only if it is live.
func (d *drawing) writeLabels(all []label, live bool) {
	for _, l := range all {
		if !live {
			l.of, l.off = 0, point{}
		}
		if live || l.tier <= plainTier {
			d.text(l)
		}
	}
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

// layer draws a layer; one without a draw function is for the script.
func (d *drawing) layer(name string, draw func()) {
	d.begin(name)
	if draw != nil {
		draw()
	}
	d.end()
}

// begin opens a layer, end closes it.
func (d *drawing) begin(layer string) {
	d.write(`<g class="`, layer, `"`)
	if look := layers[layer]; look != "" {
		for _, name := range []string{"paper", "ink", "soft"} {
			look = strings.ReplaceAll(look, "{"+name+"}", d.colour(name))
		}
		d.write(" ", look)
	}
	d.write(">")
}

func (d *drawing) end() { d.write("</g>") }

// xy returns a place as path data.
func (d *drawing) xy(p point, digits int) string {
	return number(p.x+d.middle.x, digits) + " " + number(p.y+d.middle.y, digits)
}

// circle fills a circle; the colour is that of the layer if it is "".
func (d *drawing) circle(at point, radius float64, colour string) {
	d.write(`<circle cx="`, number(at.x+d.middle.x, 1), `" cy="`, number(at.y+d.middle.y, 1), `" r="`,
		number(radius, 1), `"`)
	if colour != "" {
		d.write(` fill="`, d.colour(colour), `"`)
	}
	d.write("/>")
}

// trail draws a path; the width is that of the layer if it is 0.
func (d *drawing) trail(t *trail, colour string, width float64) {
	d.write(`<path stroke="`, d.colour(colour), `"`)
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
		for i, p := range s.points {
			if i > 0 {
				d.WriteByte(' ')
			}
			d.write(d.xy(p, digits))
		}
	}
	d.write(`"/>`)
}

// arc draws an arc around the origin.
func (d *drawing) arc(radius, from, to float64, colour string) {
	d.write(`<path stroke="`, d.colour(colour), `" d="`, d.arcPath(radius, from, to), `"/>`)
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
	return "M" + d.xy(polar(radius, from), 1) + "A" + r + " " + r + " 0 " + large + " " + sweep + " " +
		d.xy(polar(radius, to), 1)
}

// around writes along an arc around the origin; the id is unique in the document.
func (d *drawing) around(text, colour string, radius, from, to float64, id string) {
	d.write(`<path id="`, id, `" fill="none" d="`, d.arcPath(radius, from, to), `"/>`)
	d.write(`<text fill="`, d.colour(colour), `"><textPath href="#`, id, `" startOffset="50%" text-anchor="middle">`,
		html.EscapeString(text), `</textPath></text>`)
}

// hang returns how a text lies at its place: the share of its width that is
// left of it, and the way from there to its base line, in its size.
func (s side) hang() (anchor float64, by point) {
	way := [...]point{right: {0.3, 0.35}, left: {-0.3, 0.35}, above: {0, -0.4}, below: {0, 1.05}, centred: {0, 0.35}}
	share := [...]float64{right: 0, left: 1, above: 0.5, below: 0.5, centred: 0.5}
	return share[s], way[s]
}

// em returns a length in sizes of the text.
func em(x float64) string {
	if x == 0 {
		return "0"
	}
	return number(x, 2) + "em"
}

// text writes a label. The side is said in sizes of the text, so that it is right for any.
func (d *drawing) text(l label) {
	d.write(`<text class="t`, strconv.Itoa(l.tier))
	anchor, by := l.side.hang()
	d.write(`" x="`, number(l.at.x+d.middle.x, 1), `" y="`, number(l.at.y+d.middle.y, 1), `" dx="`, em(by.x),
		`" dy="`, em(by.y), `"`)
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
