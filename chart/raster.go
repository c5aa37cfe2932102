package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	shapes "github.com/golang/freetype/raster"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// ErrLetters says that a picture has texts that cannot be drawn as PNG: their letters are not in the font, or run from
// right to left. A browser shows the SVG with the fonts of its system.
var ErrLetters = errors.New("the font for PNG lacks the letters of a text; use the SVG")

// WritePNG draws an SVG on white, with a width in pixels. It knows what this program's own SVGs consist of: paths of
// lines, Bézier curves and circular arcs, circles, and texts, straight or along an arc; colours are #rrggbb or #fff.
// A symbol that the font does not have is drawn as a box. If it does not have a letter, the error is [ErrLetters], and
// nothing is written; else the error is w's, or says what the SVG is not.
func WritePNG(w io.Writer, svg []byte, pixels int) error {
	r := &raster{pixels: pixels, paths: map[string][]segment{}, fonts: font.NewCache(liberation.Collection())}
	d := xml.NewDecoder(bytes.NewReader(svg))
	looks := []look{{fill: "#000000", fillOpacity: 1, strokeOpacity: 1, width: 1, size: 16}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read the SVG: %w", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			l := looks[len(looks)-1]
			l.set(e)
			r.element(l)
			looks = append(looks, l)
		case xml.EndElement:
			looks = looks[:len(looks)-1]
		case xml.CharData:
			r.text(looks[len(looks)-1], string(e))
		}
	}
	if r.image == nil {
		return errors.New("read the SVG: it has no size")
	}
	if r.illegible {
		return ErrLetters
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, r.image.Image())
}

type raster struct {
	pixels int
	image  *vgimg.Canvas // of the letters, and what shapes are drawn on
	shapes *shapes.Rasterizer
	// scale is the size of a unit of the SVG, height that of the picture, in points of two pixels.
	scale, height float64
	fonts         *font.Cache
	// paths are those with an id, for texts along them.
	paths map[string][]segment
	// illegible says that a text cannot be drawn.
	illegible bool
}

func (r *raster) element(l look) {
	switch l.name {
	case "svg":
		r.begin(l)
	case "path":
		segments := parsePath(l.path)
		if l.id != "" {
			r.paths[l.id] = segments
		}
		if l.round {
			r.dots(segments, l)
			return
		}
		r.paint(r.lines(segments), l)
	case "circle":
		r.paint([]outline{r.circle(point{l.x, l.y}, l.radius)}, l)
	}
}

// begin makes a white picture of the size that the SVG gives.
func (r *raster) begin(l look) {
	if r.image != nil || !(l.across >= 1 && l.down >= 1 && l.down <= 20*l.across) {
		return
	}
	const sharpness = 2 * vg.Inch / vg.Length(1) // dots per inch: a point is two pixels
	r.scale = float64(r.pixels) / 2 / l.across
	r.height = l.down * r.scale
	picture := func(x float64) int { return int(math.Ceil(2 * x)) }
	r.shapes = shapes.NewRasterizer(r.pixels, picture(r.height))
	r.shapes.UseNonZeroWinding = true
	r.image = vgimg.NewWith(vgimg.UseWH(r.length(l.across), r.length(l.down)), vgimg.UseDPI(int(sharpness)))
}

// colour reads a colour; ok is false if there is none.
func colour(text string, opacity float64) (c color.NRGBA, ok bool) {
	if text == "#fff" {
		text = "#ffffff"
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n),
		A: uint8(math.Round(float64(opacity * 255)))}, err == nil
}

// dots draws a path of lines without length and with round ends.
func (r *raster) dots(segments []segment, l look) {
	var discs []outline
	for _, s := range segments {
		if s.letter != 'M' {
			discs = append(discs, r.circle(s.end(), l.width/2))
		}
	}
	l.fill, l.fillOpacity, l.stroke = l.stroke, l.strokeOpacity, "none"
	r.paint(discs, l)
}

// base turns a place into one on the canvas of letters, which begins in the lower left corner.
func (r *raster) base(p point) vg.Point {
	return vg.Point{X: r.length(p.x), Y: vg.Length(r.height) - r.length(p.y)}
}

func (r *raster) length(x float64) vg.Length { return vg.Length(x * r.scale) }

// text draws letters: along an arc, or over a border in the colour of the paper, so that they can be read over lines.
func (r *raster) text(l look, text string) {
	if r.image == nil || l.name != "text" && l.name != "textPath" {
		return
	}
	face, text := r.letters(l, text)
	ink, ok := colour(l.fill, l.fillOpacity)
	if text == "" || !ok {
		return
	}
	if l.name == "textPath" {
		r.image.SetColor(ink)
		r.along(r.paths[strings.TrimPrefix(l.href, "#")], face, text)
		return
	}
	at := r.base(point{l.x + l.dx, l.y + l.dy})
	at.X -= face.Width(text) * vg.Length(l.anchor)
	if border, ok := colour(l.stroke, l.strokeOpacity); ok {
		r.image.SetColor(border)
		for k := range 16 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 16)
			r.image.FillString(face, vg.Point{X: at.X + r.length(l.width/2*cos), Y: at.Y + r.length(l.width/2*sin)},
				text)
		}
	}
	r.image.SetColor(ink)
	r.image.FillString(face, at, text)
}

// along draws letters along the arc that a path ends with, around its middle.
func (r *raster) along(path []segment, face font.Face, text string) {
	if len(path) != 2 || path[1].letter != 'A' {
		return
	}
	center, radius, start, turn := path[1].arc(path[0].end())
	way, sense := -float64(face.Width(text))/2, math.Copysign(1, turn)
	for _, letter := range text {
		wide := float64(face.Width(string(letter)))
		angle := start + turn/2 + sense*(way+wide/2)/(radius*r.scale)
		sin, cos := math.Sincos(angle)
		r.image.Push()
		r.image.Translate(r.base(point{center.x + radius*cos, center.y + radius*sin}))
		r.image.Rotate(-angle - sense*math.Pi/2)
		r.image.FillString(face, vg.Point{X: vg.Length(-wide / 2)}, string(letter))
		r.image.Pop()
		way += wide
	}
}

// letters returns the font of a text, and what is drawn of it: nothing if the picture is illegible, since the font does
// not have a letter, or letters would have to run from right to left.
func (r *raster) letters(l look, text string) (face font.Face, written string) {
	f := letters(l.size*r.scale, l.bold)
	face = r.fonts.Lookup(f, f.Size)
	all := []rune(plain(text))
	all = all[:min(len(all), mostLetters)]
	for i, letter := range all {
		glyph, err := face.Face.GlyphIndex(nil, letter)
		missing := err != nil || glyph == 0
		if missing && unicode.IsLetter(letter) || unicode.In(letter, unicode.Hebrew, unicode.Arabic) {
			r.illegible = true
			return face, ""
		}
		if missing {
			all[i] = '□'
		}
	}
	return face, string(all)
}
