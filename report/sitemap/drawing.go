package sitemap

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// drawing is the inside of an SVG picture as it is written. Places are moved
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

// xy returns a place as path data.
func (d *drawing) xy(p point) string {
	return number(p.x+d.middle.x, 1) + " " + number(p.y+d.middle.y, 1)
}

// near is xy without digits after the point.
func (d *drawing) near(p point) string {
	return number(p.x+d.middle.x, 0) + " " + number(p.y+d.middle.y, 0)
}

func (d *drawing) circle(at point, radius float64, class string) {
	d.write(`<circle cx="`, number(at.x+d.middle.x, 1), `" cy="`, number(at.y+d.middle.y, 1), `" r="`, number(radius, 1), `"`)
	if class != "" {
		d.write(` class="`, class, `"`)
	}
	d.write("/>")
}

func (d *drawing) path(data, class string) {
	d.write(`<path class="`, class, `" d="`, data, `"/>`)
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
	return "M" + d.xy(polar(radius, from)) + "A" + r + " " + r + " 0 " + large + " " + sweep + " " + d.xy(polar(radius, to))
}

// text writes a label. The side is said in sizes of the text, so that it is
// right for any.
func (d *drawing) text(l label) {
	anchor, dx, dy := "middle", "0", "0.35em"
	switch l.side {
	case right:
		anchor, dx = "start", "0.3em"
	case left:
		anchor, dx = "end", "-0.3em"
	case above:
		dy = "-0.4em"
	case below:
		dy = "1.05em"
	}
	d.write(`<text class="t`, strconv.Itoa(l.tier))
	if l.kind != "" {
		d.write(" ", l.kind)
	}
	d.write(`" x="`, number(l.at.x+d.middle.x, 1), `" y="`, number(l.at.y+d.middle.y, 1), `" dx="`, dx, `" dy="`, dy, `"`)
	if anchor != "start" {
		d.write(` text-anchor="`, anchor, `"`)
	}
	if l.of > 0 {
		d.write(` data-of="`, strconv.Itoa(l.of-1), `"`)
	}
	if l.off != (point{}) {
		d.write(` data-off="`, number(l.off.x, 1), " ", number(l.off.y, 1), `"`)
	}
	d.write(">", html.EscapeString(l.text), "</text>")
}

// labels writes labels; what they belong to, and those to be seen when the
// picture is zoomed, only if it is live.
func (d *drawing) labels(all []label, live bool) {
	for _, l := range all {
		if !live {
			l.of, l.off = 0, point{}
		}
		if live || l.tier <= plainTier {
			d.text(l)
		}
	}
}
