// Package chart draws charts of plain numbers: bars by level, degree
// distributions, ranked values, curves and bars with names. A chart comes as a
// file (SVG, PNG) or as an SVG to stand in an HTML page, whose colours follow
// the page. The same numbers give the same bytes. Numbers that cannot be drawn
// (NaN, infinities, zeros on a logarithmic axis) are left out, and a chart
// without any number says so. A [Picture] of shapes comes as PNG.
package chart

import (
	"fmt"
	"image/png"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Words are the texts of a chart.
type Words struct {
	// Title names what is shown.
	Title string
	// Says is the finding in words, for those who do not see the chart.
	Says string
	// X and Y name the axes, with units.
	X, Y string
}

// Chart is a picture of numbers; the functions of this package make it. The
// zero Chart is one without data.
type Chart struct {
	Words
	// paint draws all but the title; nil when there is nothing to draw.
	paint func(*pen)
	// tall is the height that the content asks for at any width, in points; 0
	// when the size alone decides.
	tall float64
}

// Size is the size of a chart in CSS pixels; text keeps its size whatever the
// chart's.
type Size struct{ Width, Height float64 }

// Wide is the size for screens and paper, Narrow that for phones.
func Wide() Size { return Size{720, 340} }

// Narrow is the size for phones, see [Wide].
func Narrow() Size { return Size{344, 280} }

// Empty tells whether the chart has nothing to show.
func (c Chart) Empty() bool { return c.paint == nil }

// titleHeight is what the title takes in a file; in a page the caption says
// it.
const titleHeight = 34

// SVG writes the chart as a file of its own, in real colours on white. The
// error is w's.
func (c Chart) SVG(w io.Writer) error {
	size := c.fitted(Wide())
	size.Height += titleHeight
	s := newSVG(size, false)
	s.open("", c.Title, c.Says)
	c.poster(s, size)
	if _, err := io.WriteString(w, s.close()); err != nil {
		return fmt.Errorf("write the chart %q: %w", c.Title, err)
	}
	return nil
}

// PNG writes the chart as a picture with two pixels per CSS pixel. The error
// is w's.
func (c Chart) PNG(w io.Writer) error {
	size := c.fitted(Wide())
	size.Height += titleHeight
	img := newImage(size)
	c.poster(raster{img}, size)
	if err := encode(w, img); err != nil {
		return fmt.Errorf("write the chart %q: %w", c.Title, err)
	}
	return nil
}

// newImage returns a white image with two pixels per CSS pixel.
func newImage(size Size) *vgimg.Canvas {
	const sharpness = 2 * vg.Inch / vg.Length(1) // dots per inch: a point is two pixels
	return vgimg.NewWith(
		vgimg.UseWH(vg.Length(size.Width), vg.Length(size.Height)),
		vgimg.UseDPI(int(sharpness)))
}

// encode writes a picture as PNG, quickly rather than small.
func encode(w io.Writer, img *vgimg.Canvas) error {
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, img.Image())
}

// Inline returns the chart as an element for an HTML page: as wide as its
// place, in the page's font and in the colours of [Style]. The id must be
// unique in the page; those of the chart's parts begin with it.
func (c Chart) Inline(id string, size Size) string {
	size = c.fitted(size)
	s := newSVG(size, true)
	s.open(id, c.Title, c.Says)
	c.body(newPen(s, size))
	return s.close()
}

func (c Chart) fitted(size Size) Size {
	if c.tall > 0 && c.paint != nil {
		size.Height = c.tall
	}
	if c.paint == nil {
		size.Height = 120
	}
	return size
}

// poster draws the chart with its title.
func (c Chart) poster(s surface, size Size) {
	p := newPen(s, size)
	title := bold(textSize + 4)
	p.write(title, inkText, vg.Point{X: 12, Y: p.Max.Y - 24}, left, p.cut(title, c.Title, p.width()-24))
	p.Canvas = draw.Crop(p.Canvas, 8, -8, 4, -titleHeight)
	c.body(p)
}

func (c Chart) body(p *pen) {
	if c.paint == nil {
		p.write(regular(textSize), inkMuted, p.Center(), middle, "no data")
		return
	}
	c.paint(p)
}

// plain returns a text without the characters that XML forbids.
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
