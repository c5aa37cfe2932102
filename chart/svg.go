package chart

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svg is a surface that becomes an SVG. gonum's own has absolute sizes, fixed
// colours and fonts by name, so that its pictures do not fit into a page.
type svg struct {
	size   Size
	inline bool
	b      strings.Builder
	now    state
	stack  []state
	// style and path are what was drawn last: neighbours of one style become
	// one element.
	style string
	path  strings.Builder
}

// state is what Push saves; groups are the elements to be closed by Pop.
type state struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
	groups int
}

func newSVG(size Size, inline bool) *svg {
	return &svg{size: size, inline: inline, now: state{color: color.Black, width: 1}}
}

// open writes the head: a title and a description for those who do not see
// the picture.
func (s *svg) open(id, title, says string) {
	box := fmt.Sprintf(`viewBox="0 0 %s %s"`, number(s.size.Width), number(s.size.Height))
	if s.inline {
		fmt.Fprintf(&s.b, `<svg class="chart" %s role="img" aria-labelledby="%s-t %s-d">`, box, id, id)
		fmt.Fprintf(&s.b, `<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, escape(title), id, escape(says))
		return
	}
	fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" %s role="img" font-family="Liberation Sans, Arial, Helvetica, sans-serif">`,
		number(s.size.Width), number(s.size.Height), box)
	fmt.Fprintf(&s.b, `<title>%s</title><desc>%s</desc><path d="M0 0H%sV%sH0Z" fill="#fff"/>`,
		escape(title), escape(says), number(s.size.Width), number(s.size.Height))
}

func (s *svg) close() string {
	s.flush()
	s.b.WriteString("</svg>\n")
	return s.b.String()
}

// flush writes the paths gathered.
func (s *svg) flush() {
	if s.path.Len() == 0 {
		return
	}
	fmt.Fprintf(&s.b, `<path %s d="%s"/>`, s.style, s.path.String())
	s.path.Reset()
}

func (s *svg) write(face font.Face, at vg.Point, align alignment, text string) {
	s.flush()
	anchor := [...]string{left: "", middle: ` text-anchor="middle"`, right: ` text-anchor="end"`}[align]
	weight := ""
	if face.Font == bold(face.Font.Size) {
		weight = ` font-weight="600"`
	}
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" font-size="%s"%s%s fill="%s">%s</text>`,
		length(at.X), s.down(at.Y), length(face.Font.Size), weight, anchor, s.colour(), escape(text))
}

// Size returns the size of the picture.
func (s *svg) Size() (x, y vg.Length) { return vg.Length(s.size.Width), vg.Length(s.size.Height) }

// SetLineWidth is of [vg.Canvas].
func (s *svg) SetLineWidth(w vg.Length) { s.now.width = w }

// SetLineDash is of [vg.Canvas].
func (s *svg) SetLineDash(pattern []vg.Length, offset vg.Length) {
	s.now.dashes, s.now.offset = pattern, offset
}

// SetColor is of [vg.Canvas].
func (s *svg) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	s.now.color = c
}

// Rotate is of [vg.Canvas].
func (s *svg) Rotate(rad float64) {
	s.group(fmt.Sprintf("rotate(%s 0 %s)", number(-rad*180/math.Pi), number(s.size.Height)))
}

// Translate is of [vg.Canvas].
func (s *svg) Translate(by vg.Point) {
	s.group(fmt.Sprintf("translate(%s %s)", length(by.X), length(-by.Y)))
}

// Scale is of [vg.Canvas]; its centre, like that of Rotate, is the lower left
// corner.
func (s *svg) Scale(x, y float64) {
	h := number(s.size.Height)
	s.group(fmt.Sprintf("translate(0 %s) scale(%s %s) translate(0 -%s)", h, number(x), number(y), h))
}

func (s *svg) group(transform string) {
	s.flush()
	fmt.Fprintf(&s.b, `<g transform="%s">`, transform)
	s.now.groups++
}

// Push is of [vg.Canvas].
func (s *svg) Push() {
	s.stack = append(s.stack, s.now)
	s.now.groups = 0
}

// Pop is of [vg.Canvas].
func (s *svg) Pop() {
	s.flush()
	s.b.WriteString(strings.Repeat("</g>", s.now.groups))
	s.now = s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
}

// Stroke is of [vg.Canvas].
func (s *svg) Stroke(p vg.Path) {
	if s.now.width <= 0 {
		return
	}
	style := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"`, s.colour(), length(s.now.width))
	if len(s.now.dashes) > 0 {
		var dashes []string
		for _, d := range s.now.dashes {
			dashes = append(dashes, length(d))
		}
		style += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
	}
	s.add(style, p)
}

// Fill is of [vg.Canvas].
func (s *svg) Fill(p vg.Path) { s.add(`fill="`+s.colour()+`"`, p) }

// FillString is of [vg.Canvas].
func (s *svg) FillString(f font.Face, at vg.Point, text string) { s.write(f, at, left, text) }

// DrawImage is of [vg.Canvas]; charts hold no images.
func (s *svg) DrawImage(vg.Rectangle, image.Image) {}

func (s *svg) colour() string {
	switch i, named := s.now.color.(ink); {
	case named && s.inline:
		return i.variable()
	case named:
		return i.hex()
	}
	r, g, b, _ := s.now.color.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// add appends a path to what is gathered, if that has the same style.
func (s *svg) add(style string, p vg.Path) {
	if style != s.style {
		s.flush()
		s.style = style
	}
	for i := 0; i < len(p); i++ {
		switch c := p[i]; c.Type {
		case vg.MoveComp:
			s.path.WriteString("M" + length(c.Pos.X) + " " + s.down(c.Pos.Y))
		case vg.LineComp:
			s.path.WriteString("L" + length(c.Pos.X) + " " + s.down(c.Pos.Y))
		case vg.ArcComp:
			s.arc(c)
		case vg.CurveComp:
			s.path.WriteString([]string{"Q", "C"}[min(len(c.Control), 2)-1])
			for _, at := range append(c.Control, c.Pos) {
				s.path.WriteString(length(at.X) + " " + s.down(at.Y) + " ")
			}
		case vg.CloseComp:
			s.path.WriteString("Z")
		}
	}
}

// arc adds an arc in two halves, since one element cannot be a full circle.
func (s *svg) arc(c vg.PathComp) {
	sweep := 0
	if c.Angle < 0 {
		sweep = 1
	}
	for _, share := range []float64{0.5, 1} {
		sin, cos := math.Sincos(c.Start + share*c.Angle)
		fmt.Fprintf(&s.path, "A%s %s 0 0 %d %s %s", length(c.Radius), length(c.Radius), sweep,
			length(c.Pos.X+c.Radius*vg.Length(cos)), s.down(c.Pos.Y+c.Radius*vg.Length(sin)))
	}
}

// down turns a height over the lower edge into a distance from the upper one.
func (s *svg) down(y vg.Length) string { return number(s.size.Height - float64(y)) }

func length(l vg.Length) string { return number(float64(l)) }

// number writes a coordinate with a tenth of a pixel, on any machine alike.
func number(x float64) string {
	text := strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

func escape(text string) string { return html.EscapeString(plain(text)) }
