package atlas

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// drawing is the content of an SVG, written layer by layer. The origin is the middle of the picture.
type drawing struct {
	strings.Builder
	id     string // prefixes the ids in the drawing
	middle point
	live   bool // in a page, whose style sheet sets the colours and whose script shows more labels when zoomed
}

// layers are the looks of the layers, with colours in braces. A style sheet may change them, for instance when zoomed.
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

// halo outlines letters, so that they can be read over lines.
const halo = `stroke="{paper}" stroke-linejoin="round" paint-order="stroke"`

// layer begins a layer and ends the one before. Some stay empty for the script to draw in.
func (d *drawing) layer(name string) {
	if d.Len() > 0 {
		d.WriteString("</g>")
	}
	look := layers[name]
	if look != "" {
		look = " " + look
	}
	for _, colour := range []string{"paper", "ink", "soft"} {
		look = strings.ReplaceAll(look, "{"+colour+"}", d.colour(colour))
	}
	fmt.Fprintf(d, `<g class="%s"%s>`, name, look)
}

// number writes a number with at most digits digits after the point.
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

func (d *drawing) xy(digits int, places ...point) string {
	var all []string
	for _, p := range places {
		all = append(all, number(p.x+d.middle.x, digits), number(p.y+d.middle.y, digits))
	}
	return strings.Join(all, " ")
}

// circle fills a circle. "" means the colour of the layer.
func (d *drawing) circle(c disc, colour string) {
	if colour != "" {
		colour = ` fill="` + d.colour(colour) + `"`
	}
	fmt.Fprintf(d, `<circle cx="%s" cy="%s" r="%s"%s/>`, number(c.at.x+d.middle.x, 1), number(c.at.y+d.middle.y, 1),
		number(c.radius, 1), colour)
}

// line draws a path. 0 means the width of the layer.
func (d *drawing) line(path, colour string, width float64) {
	look := ""
	if width > 0 {
		look = ` stroke-width="` + number(width, 1) + `"`
	}
	fmt.Fprintf(d, `<path stroke="%s"%s d="%s"/>`, d.colour(colour), look, path)
}

func (d *drawing) arc(radius, from, to float64) string {
	large, clockwise := 0, 1
	if math.Abs(to-from) > math.Pi {
		large = 1
	}
	if to < from {
		clockwise = 0
	}
	return fmt.Sprintf("M%sA%[2]s %[2]s 0 %[3]d %[4]d %[5]s", d.xy(1, polar(radius, from)), number(radius, 1),
		large, clockwise, d.xy(1, polar(radius, to)))
}

// around writes along an arc around the origin. name is unique in the drawing.
func (d *drawing) around(text, colour string, radius, from, to float64, name string) {
	id := d.id + "-" + name
	fmt.Fprintf(d, `<path id="%s" fill="none" d="%s"/><text fill="%s">`, id, d.arc(radius, from, to), d.colour(colour))
	fmt.Fprintf(d, `<textPath href="#%s" startOffset="50%%" text-anchor="middle">%s</textPath></text>`, id,
		html.EscapeString(text))
}

// hang moves a text to a side of its place, in ems, at any text size.
var hang = [...]string{
	right:   `dx="0.3em" dy="0.35em"`,
	left:    `dx="-0.3em" dy="0.35em" text-anchor="end"`,
	above:   `dx="0" dy="-0.4em" text-anchor="middle"`,
	below:   `dx="0" dy="1.05em" text-anchor="middle"`,
	centred: `dx="0" dy="0.35em" text-anchor="middle"`,
}

// write writes labels. Only a live drawing says what they name, and has those that are visible when zoomed.
func (d *drawing) write(all []label) {
	for _, l := range all {
		if !d.live && l.tier > plainTier {
			continue
		}
		if l.led {
			fmt.Fprintf(d, `<path class="t%d" fill="none" stroke="%s" stroke-width=".8" d="M%sL%s"/>`, l.tier,
				d.colour("soft"), d.xy(1, l.from), d.xy(1, l.at))
		}
		fmt.Fprintf(d, `<text class="t%d" x="%s" y="%s" %s`, l.tier, number(l.at.x+d.middle.x, 1),
			number(l.at.y+d.middle.y, 1), hang[l.side])
		if d.live && l.of > 0 {
			fmt.Fprintf(d, ` data-of="%d"`, l.of-1)
		}
		if d.live && l.off != (point{}) {
			fmt.Fprintf(d, ` data-off="%s %s"`, number(l.off.x, 1), number(l.off.y, 1))
		}
		fmt.Fprintf(d, ">%s</text>", html.EscapeString(l.text))
	}
}

// point is a place in the picture; x grows to the right, y downwards.
type point struct{ x, y float64 }

// polar returns the point at a radius and an angle clockwise from the top, cut to digits on which all machines agree.
func polar(radius, angle float64) point {
	sin, cos := math.Sincos(angle)
	return point{float64(radius * cut(sin)), -float64(radius * cut(cos))}
}

func cut(x float64) float64 { return math.Round(x*1e12) / 1e12 }

func (p point) angle() float64 {
	a := cut(math.Atan2(p.x, -p.y))
	if a < 0 {
		a += 2 * math.Pi
	}
	return a
}

func (p point) length() float64 { return distance(p, point{}) }

func distance(p, q point) float64 {
	dx, dy := p.x-q.x, p.y-q.y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

func (p point) plus(by point, times float64) point {
	return point{p.x + float64(by.x*times), p.y + float64(by.y*times)}
}

// direction returns the direction from p to q with length 1, to the right if they coincide.
func direction(p, q point) point {
	d := distance(p, q)
	if d <= 1e-9 {
		return point{1, 0}
	}
	return point{(q.x - p.x) / d, (q.y - p.y) / d}
}

// golden is the golden angle, whose multiples spread points most evenly (Vogel 1979, on the sunflower head).
var golden = cut(math.Pi * (3 - math.Sqrt(5)))

// sunflower returns point i of n in a disc around the origin.
func sunflower(i, n int, radius float64) point {
	share := (float64(i) + 0.5) / float64(n)
	return polar(float64(radius*math.Sqrt(share)), float64(float64(i)*golden))
}

type box struct{ left, top, right, bottom float64 }

func (b box) overlaps(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

func (b box) within(c box) bool {
	return b.left >= c.left && b.right <= c.right && b.top >= c.top && b.bottom <= c.bottom
}

func (b box) holds(p point) bool {
	return p.x >= b.left && p.x <= b.right && p.y >= b.top && p.y <= b.bottom
}

type disc struct {
	at     point
	radius float64
}
