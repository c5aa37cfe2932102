package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

const textSize = 12 // the size of most texts, in CSS pixels

// alignment says which end of a text is at its place. SVG aligns it in any font.
type alignment string

const (
	left   alignment = ""
	middle alignment = ` text-anchor="middle"`
	right  alignment = ` text-anchor="end"`
)

// point is a place in a picture. x grows to the right, y downwards.
type point struct{ x, y float64 }

type box struct{ left, top, right, bottom float64 }

func (b box) width() float64 { return b.right - b.left }

func (b box) center() point { return point{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

func (b box) path() string {
	return through([]point{{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}}) + "Z"
}

type pen struct {
	box
	svg    strings.Builder
	inline bool
	font   font
	style  string          // of what was drawn last
	path   strings.Builder // neighbours of one style become one element
}

// newPen writes the beginning of an SVG, with title and description. id is the id of a chart in a page, or "".
func newPen(s size, id string, w Words) *pen {
	p := &pen{box: box{0, 0, s.width, s.height}, inline: id != "", font: font{size: textSize}}
	width, height := number(s.width), number(s.height)
	viewBox := fmt.Sprintf(`viewBox="0 0 %s %s" role="img"`, width, height)
	if p.inline {
		fmt.Fprintf(&p.svg, `<svg class="chart" %s aria-labelledby="%s-t %s-d">`+
			`<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
			viewBox, id, id, id, escape(w.Title), id, escape(w.Description))
		return p
	}
	fmt.Fprintf(&p.svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" %s`, width, height, viewBox)
	fmt.Fprintf(&p.svg, ` font-family="Liberation Sans, Arial, Helvetica, sans-serif"><title>%s</title><desc>%s</desc>`,
		escape(w.Title), escape(w.Description))
	fmt.Fprintf(&p.svg, `<path d="M0 0H%sV%sH0Z" fill="#fff"/>`, width, height)
	return p
}

func (p *pen) close() string {
	p.flush()
	p.svg.WriteString("</svg>\n")
	return p.svg.String()
}

func (p *pen) flush() {
	if p.path.Len() > 0 {
		fmt.Fprintf(&p.svg, `<path %s d="%s"/>`, p.style, p.path.String())
		p.path.Reset()
	}
}

func (p *pen) add(style, path string) {
	if style != p.style {
		p.flush()
		p.style = style
	}
	p.path.WriteString(path)
}

func (p *pen) fill(i ink, path string) { p.add(`fill="`+p.colour(i)+`"`, path) }

func (p *pen) line(s stroke, points ...point) {
	if len(points) == 0 {
		return
	}
	style := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"`, p.colour(s.ink),
		number(s.width))
	if s.dashes != "" {
		style += ` stroke-dasharray="` + s.dashes + `"`
	}
	p.add(style, through(points))
}

func through(points []point) string {
	all := site.Each(points, func(at point) string { return number(at.x) + " " + number(at.y) })
	return "M" + strings.Join(all, "L")
}

func (p *pen) rectangle(i ink, b box) { p.fill(i, b.path()) }

// disc returns the path of a circle in two halves, because an arc cannot be a full circle.
func disc(at point, radius float64) string {
	r, y := number(radius), number(at.y)
	near, far := number(at.x+radius), number(at.x-radius)
	half := "A" + r + " " + r + " 0 0 0 "
	return "M" + near + " " + y + half + far + " " + y + half + near + " " + y + "Z"
}

// colour returns an ink's light shade. In a page it is a variable that falls back to that shade.
func (p *pen) colour(i ink) string {
	if p.inline {
		return fmt.Sprintf("var(--chart-%s,#%06x)", i.name, i.light)
	}
	return fmt.Sprintf("#%06x", i.light)
}

type font struct {
	size float64 // in CSS pixels
	bold bool
}

// wide returns the width of a text, plus a tenth because pages have other fonts.
func (p *pen) wide(text string) float64 {
	width := wording.TextWidth(text, p.font.size) * 1.1
	if p.font.bold {
		width *= 1.08
	}
	return width
}

func (p *pen) write(i ink, at point, align alignment, text string) {
	p.flush()
	weight := ""
	if p.font.bold {
		weight = ` font-weight="600"`
	}
	fmt.Fprintf(&p.svg, `<text x="%s" y="%s" font-size="%s"%s%s fill="%s">%s</text>`,
		number(at.x), number(at.y), number(p.font.size), weight, align, p.colour(i), escape(text))
}

const maxLetters = 400 // more than would fit anywhere

func (p *pen) cut(text string, room float64) string {
	letters := []rune(plain(text))
	if len(letters) <= maxLetters && p.wide(string(letters)) <= room {
		return string(letters)
	}
	letters = letters[:min(len(letters), maxLetters)]
	for len(letters) > 1 && p.wide(string(letters)+"…") > room {
		letters = letters[:len(letters)-1-len(letters)/16]
	}
	return string(letters) + "…"
}

// number writes a coordinate with one decimal, the same on any machine.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64) // + 0 makes 0 of -0
}

func escape(text string) string { return html.EscapeString(plain(text)) }

func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < ' ', r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
