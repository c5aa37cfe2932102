package chart

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// alignment says which end of a text stands at its place. An SVG passes it on,
// so that texts stand right in whatever font the page has.
type alignment int

const (
	left alignment = iota
	middle
	right
)

// surface is what charts are drawn on.
type surface interface {
	vg.Canvas
	write(face font.Face, at vg.Point, align alignment, text string)
}

// raster is a surface of pixels, white at first.
type raster struct{ *vgimg.Canvas }

func (r raster) write(face font.Face, at vg.Point, align alignment, text string) {
	at.X -= face.Width(text) * vg.Length(align) / 2
	r.FillString(face, at, text)
}

// textSize is the size of most texts, in CSS pixels.
const textSize = 12

func regular(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

func bold(size vg.Length) font.Font {
	f := regular(size)
	f.Weight = 3 // bold, as golang.org/x/image/font counts
	return f
}

// pen draws on a part of a surface.
type pen struct {
	draw.Canvas
	surface surface
	fonts   *font.Cache
}

func newPen(s surface, size Size) *pen {
	return &pen{
		Canvas:  draw.NewCanvas(s, vg.Length(size.Width), vg.Length(size.Height)),
		surface: s,
		fonts:   font.NewCache(liberation.Collection()),
	}
}

func (p *pen) width() vg.Length { return p.Max.X - p.Min.X }

// wide returns the width of a text. Pages have other fonts, some wider, hence
// the tenth more.
func (p *pen) wide(f font.Font, text string) vg.Length {
	face := p.fonts.Lookup(f, f.Size)
	return face.Width(text) * 1.1
}

// write puts a text with its base line at a place.
func (p *pen) write(f font.Font, i ink, at vg.Point, align alignment, text string) {
	p.SetColor(i)
	p.surface.write(p.fonts.Lookup(f, f.Size), at, align, plain(text))
}

// mostLetters is more than fits anywhere.
const mostLetters = 400

// cut shortens a text until it fits.
func (p *pen) cut(f font.Font, text string, room vg.Length) string {
	letters := []rune(plain(text))
	if len(letters) <= mostLetters && p.wide(f, string(letters)) <= room {
		return string(letters)
	}
	letters = letters[:min(len(letters), mostLetters)]
	for len(letters) > 1 && p.wide(f, string(letters)+"…") > room {
		letters = letters[:len(letters)-1-len(letters)/16]
	}
	return string(letters) + "…"
}

// rectangle fills the area between two corners.
func (p *pen) rectangle(i ink, a, b vg.Point) {
	p.SetColor(i)
	p.Fill(vg.Path{
		{Type: vg.MoveComp, Pos: a}, {Type: vg.LineComp, Pos: vg.Point{X: b.X, Y: a.Y}},
		{Type: vg.LineComp, Pos: b}, {Type: vg.LineComp, Pos: vg.Point{X: a.X, Y: b.Y}},
		{Type: vg.CloseComp},
	})
}
