package chart

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ink is a colour with one shade for light and one for dark grounds. In files
// it is the light one; in a page it is a variable that [Style] sets.
type ink struct {
	name        string
	light, dark uint32 // 0xRRGGBB
}

// RGBA makes an ink a colour, its shade for light grounds.
func (i ink) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{R: uint8(i.light >> 16), G: uint8(i.light >> 8), B: uint8(i.light), A: 0xFF}.RGBA()
}

func (i ink) hex() string { return fmt.Sprintf("#%06x", i.light) }

// variable is the ink's colour in a page, with the light shade where the page
// does not set it.
func (i ink) variable() string { return "var(--chart-" + i.name + "," + i.hex() + ")" }

// The inks of what is no data.
var (
	inkText  = ink{"text", 0x1d2327, 0xe8eaed}
	inkMuted = ink{"muted", 0x59636b, 0xa3adb5}
	inkGrid  = ink{"grid", 0xdfe3e6, 0x343b42}
	inkPaper = ink{"paper", 0xffffff, 0x14171a}
)

// palette holds the inks of the series, after Okabe and Ito ("Color Universal
// Design", 2008), darkened and lightened until each has a contrast of 3:1
// against its ground (WCAG 2.2, 1.4.11).
var palette = [...]ink{
	{"1", 0x0072b2, 0x56b4e9}, // blue
	{"2", 0xc94f00, 0xf2a154}, // vermilion
	{"3", 0x00805f, 0x3cc9a0}, // green
	{"4", 0xa8467f, 0xe29ac4}, // purple
	{"5", 0x8a6d00, 0xe3cf57}, // yellow
	{"6", 0x4d565c, 0xb4bcc2}, // grey
}

// looks tell series apart without colour: each has its dashes and its marker.
var looks = [...]struct {
	dashes []vg.Length
	shape  draw.GlyphDrawer
}{
	{nil, draw.CircleGlyph{}},
	{[]vg.Length{7, 3}, draw.BoxGlyph{}},
	{[]vg.Length{2, 2}, draw.PyramidGlyph{}},
	{[]vg.Length{9, 3, 2, 3}, hollow{draw.CircleGlyph{}}},
	{[]vg.Length{12, 4}, hollow{draw.BoxGlyph{}}},
	{[]vg.Length{4, 2, 1, 2, 1, 2}, hollow{draw.PyramidGlyph{}}},
}

// hollow is a marker with the ground in its middle.
type hollow struct{ draw.GlyphDrawer }

// DrawGlyph draws the marker, as [draw.GlyphDrawer] wants it.
func (h hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	h.GlyphDrawer.DrawGlyph(c, style, at)
	c.SetColor(inkPaper)
	style.Color, style.Radius = inkPaper, style.Radius*0.55
	h.GlyphDrawer.DrawGlyph(c, style, at)
}

// line is the line style of series i.
func line(i int) draw.LineStyle {
	return draw.LineStyle{Color: palette[i%len(palette)], Width: 2, Dashes: looks[(i+i/len(palette))%len(looks)].dashes}
}

// glyph is the marker of series i.
func glyph(i int, radius vg.Length) draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette[i%len(palette)], Radius: radius, Shape: looks[(i+i/len(palette))%len(looks)].shape}
}

// Style returns the style sheet that charts in a page need: their colours for
// light and dark pages, and for paper.
func Style() string {
	var light, dark strings.Builder
	for _, i := range inks() {
		fmt.Fprintf(&light, "--chart-%s:#%06x;", i.name, i.light)
		fmt.Fprintf(&dark, "--chart-%s:#%06x;", i.name, i.dark)
	}
	return ":root{" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root{" + dark.String() + "}}\n"
}

func inks() []ink {
	return append([]ink{inkText, inkMuted, inkGrid, inkPaper}, palette[:]...)
}
