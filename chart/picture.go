package chart

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Picture is a picture of plain shapes on white, each drawn over those before
// it. Places are in units of its own, from the upper left corner, x to the
// right and y downwards; angles are clockwise from the top, in radians. What
// cannot be drawn is left out: shapes that are not finite or lie far outside,
// letters that the font has not, and those of scripts written from the right.
type Picture struct {
	title string
	pen   *pen
	image *vgimg.Canvas
	// scale is the size of a unit in CSS pixels.
	scale, height float64
	outline       vg.Path
	// bad tells that the outline cannot be drawn.
	bad bool
}

// pictureWidth is the width of pictures in CSS pixels, of which each is two
// pixels.
const pictureWidth = 800

// NewPicture returns an empty picture of a size in units of its own. Sides
// that are no such, or 20 times as high as wide, are taken as a square.
func NewPicture(title string, size Size) *Picture {
	if !finite(size.Width) || !finite(size.Height) || size.Width < 1 || size.Height < 1 || size.Height > 20*size.Width {
		size = Size{pictureWidth, pictureWidth}
	}
	scale := pictureWidth / size.Width
	css := Size{pictureWidth, max(size.Height*scale, 1)}
	img := newImage(css)
	return &Picture{title: title, image: img, pen: newPen(raster{img}, css), scale: scale, height: css.Height}
}

// PNG writes the picture, 1,600 pixels wide. The error is w's.
func (p *Picture) PNG(w io.Writer) error {
	if err := encode(w, p.image); err != nil {
		return fmt.Errorf("write the picture %q: %w", p.title, err)
	}
	return nil
}

// at turns a place into one on the canvas, which begins in the lower left
// corner.
func (p *Picture) at(x, y float64) vg.Point {
	x, y = float64(x*p.scale), p.height-float64(y*p.scale)
	if far := 10 * (pictureWidth + p.height); !(math.Abs(x) < far && math.Abs(y) < far) { // also if not a number
		p.bad = true
		return vg.Point{}
	}
	return vg.Point{X: vg.Length(x), Y: vg.Length(y)}
}

// length turns a length into one on the canvas.
func (p *Picture) length(l float64) vg.Length {
	l *= p.scale
	if !(l >= 0 && l < 10*(pictureWidth+p.height)) {
		p.bad = true
		return 0
	}
	return vg.Length(l)
}

// Move begins a line of the outline.
func (p *Picture) Move(x, y float64) { p.outline.Move(p.at(x, y)) }

// Line carries the outline on, straight.
func (p *Picture) Line(x, y float64) { p.carryOn(); p.outline.Line(p.at(x, y)) }

// Curve carries the outline on, by a cubic Bézier curve.
func (p *Picture) Curve(x1, y1, x2, y2, x, y float64) {
	p.carryOn()
	p.outline.CubeTo(p.at(x1, y1), p.at(x2, y2), p.at(x, y))
}

// carryOn makes an outline that was not begun one that cannot be drawn.
func (p *Picture) carryOn() { p.bad = p.bad || len(p.outline) == 0 }

// Circle adds a circle to the outline.
func (p *Picture) Circle(x, y, radius float64) {
	r, middle := p.length(radius), p.at(x, y)
	p.outline.Move(vg.Point{X: middle.X + r, Y: middle.Y})
	p.outline.Arc(middle, r, 0, 2*math.Pi)
	p.outline.Close()
}

// Fill fills the outline and begins another one.
func (p *Picture) Fill(ink color.NRGBA) {
	if outline, ok := p.take(); ok {
		p.image.SetColor(ink)
		p.image.Fill(outline)
	}
}

// Stroke draws the outline as a line and begins another one.
func (p *Picture) Stroke(ink color.NRGBA, width float64) {
	wide := p.length(width)
	outline, ok := p.take()
	if !ok {
		return
	}
	p.image.SetColor(ink)
	p.image.SetLineWidth(wide)
	for len(outline) > 0 {
		n := fewLines(outline)
		p.image.Stroke(outline[:n])
		outline = outline[n:]
	}
}

// fewLines returns how many parts of an outline to draw at once: the time that
// this takes grows with the square of the lines that cross a row of pixels.
// Where such portions cross each other, a transparent ink becomes darker.
func fewLines(outline vg.Path) int {
	const most = 48
	lines := 0
	for i, part := range outline {
		if part.Type != vg.MoveComp {
			continue
		}
		if lines++; lines > most {
			return i
		}
	}
	return len(outline)
}

// take returns the outline, if it can be drawn.
func (p *Picture) take() (outline vg.Path, ok bool) {
	outline, ok = p.outline, !p.bad && len(p.outline) > 0
	p.outline, p.bad = p.outline[:0], false
	return outline, ok
}

// Text writes on the base line y, over a border in the colour of the paper, so
// that it can be read over lines. anchor is the share of the text's width that
// lies left of x.
func (p *Picture) Text(text string, x, y, anchor, size float64, ink, paper color.NRGBA) {
	face, text, ok := p.face(regular, size, text)
	at := p.at(x, y)
	if !ok || p.bad || !finite(anchor) {
		p.bad = false
		return
	}
	at.X -= face.Width(text) * vg.Length(anchor)
	border := 0.12 * face.Font.Size
	p.image.SetColor(paper)
	for k := range 16 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 16)
		p.image.FillString(face, vg.Point{X: at.X + border*vg.Length(cos), Y: at.Y + border*vg.Length(sin)}, text)
	}
	p.image.SetColor(ink)
	p.image.FillString(face, at, text)
}

// TextAround writes bold text with its base line on a circle and its middle at
// an angle, its head outwards or inwards.
func (p *Picture) TextAround(text string, x, y, radius, angle, size float64, inwards bool, ink color.NRGBA) {
	face, text, ok := p.face(bold, size, text)
	middle, r := p.at(x, y), p.length(radius)
	if !ok || p.bad || !finite(angle) || r == 0 {
		p.bad = false
		return
	}
	turn := 1.0
	if inwards {
		turn = -1
	}
	p.image.SetColor(ink)
	way := -face.Width(text) / 2
	for _, letter := range text {
		wide := face.Width(string(letter))
		p.image.Push()
		p.image.Translate(middle)
		p.image.Rotate(-angle - turn*float64((way+wide/2)/r))
		p.image.Translate(vg.Point{Y: r})
		if inwards {
			p.image.Rotate(math.Pi)
		}
		p.image.FillString(face, vg.Point{X: -wide / 2}, string(letter))
		p.image.Pop()
		way += wide
	}
}

// face returns a font in a size, and what can be written of a text with it;
// it is not ok if that is less than half.
func (p *Picture) face(of func(vg.Length) font.Font, size float64, text string) (face font.Face, written string, ok bool) {
	wide := p.length(size)
	if p.bad || wide < 1 {
		return face, "", false
	}
	f := of(wide)
	face = p.pen.fonts.Lookup(f, wide)
	var letters []rune
	all := 0
	for _, r := range plain(text) {
		if all++; all > mostLetters {
			break
		}
		glyph, err := face.Face.GlyphIndex(nil, r)
		if err == nil && glyph != 0 && !unicode.In(r, unicode.Hebrew, unicode.Arabic) {
			letters = append(letters, r)
		}
	}
	return face, string(letters), len(letters) > 0 && 2*len(letters) >= min(all, mostLetters)
}
