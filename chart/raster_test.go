package chart

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// drawn returns the pixels of shapes in a picture of 400 by 200 units, 1,600
// pixels wide: four a unit.
func drawn(t *testing.T, shapes string) *image.RGBA {
	t.Helper()
	var b bytes.Buffer
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">` + shapes + `</svg>`
	if err := WritePNG(&b, []byte(svg), 1600); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b != image.Rect(0, 0, 1600, 800) {
		t.Fatalf("a picture of %v", b)
	}
	opaque, ok := img.(*image.RGBA)
	if !ok {
		t.Fatalf("a picture of type %T", img)
	}
	return opaque
}

// coloured returns the bounds of what is not white, in pixels.
func coloured(img *image.RGBA) image.Rectangle {
	var r image.Rectangle
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
		first := slices.IndexFunc(row, func(b uint8) bool { return b != 0xff })
		if first < 0 {
			continue
		}
		last := len(row) - 1
		for row[last] == 0xff {
			last--
		}
		r = r.Union(image.Rect(first/4, y, last/4+1, y+1))
	}
	return r
}

// near reports whether two rectangles differ by at most a pixel a side.
func near(a, b image.Rectangle) bool {
	return a == b || a.In(b.Inset(-1)) && b.In(a.Inset(-1))
}

// TestRasterShapes: shapes are where the SVG puts them.
func TestRasterShapes(t *testing.T) {
	for name, c := range map[string]struct {
		shapes string
		want   image.Rectangle
	}{
		"circle": {`<circle cx="100" cy="50" r="10" fill="#c80000"/>`, image.Rect(360, 160, 440, 240)},
		"line":   {`<path d="M10 20L90 20" stroke="#c80000" stroke-width="2"/>`, image.Rect(40, 76, 360, 84)},
		"sides":  {`<path d="M10 20H90V30H10Z" fill="#c80000"/>`, image.Rect(40, 80, 360, 120)},
		"of a group": {`<g stroke="#c80000" stroke-width="2" fill="none"><path d="M10 20L90 20"/></g>`,
			image.Rect(40, 76, 360, 84)},
		"dots": {`<path d="M10 20h0M50 20h0" stroke="#c80000" stroke-width="4" stroke-linecap="round"/>`,
			image.Rect(32, 72, 208, 88)},
		// B(1/2) = (0+3*20+3*20+0)/8 = 15 units below its ends, of a quadratic
		// curve (0+2*20+0)/4 = 10.
		"cubic":     {`<path d="M10 50C10 70 50 70 50 50L10 50" fill="#c80000"/>`, image.Rect(40, 200, 200, 260)},
		"quadratic": {`<path d="M10 50Q30 70 50 50L10 50" fill="#c80000"/>`, image.Rect(40, 200, 200, 240)},
		// Quarters of a circle around (100, 100), the short and the long way.
		"arc":      {`<path d="M100 50A50 50 0 0 1 150 100L100 100Z" fill="#c80000"/>`, image.Rect(400, 200, 600, 400)},
		"long arc": {`<path d="M100 50A50 50 0 1 0 150 100L100 100Z" fill="#c80000"/>`, image.Rect(200, 200, 600, 600)},
		"a disc":   {`<path d="` + disc(point{100, 50}, 10) + `" fill="#c80000"/>`, image.Rect(360, 160, 440, 240)},
		"no width": {`<path d="M1 1L9 9" stroke="#c80000" stroke-width="0" fill="none"/>`, image.Rectangle{}},
		"no ink":   {`<circle cx="100" cy="50" r="10" fill="none"/>`, image.Rectangle{}},
	} {
		if got := coloured(drawn(t, c.shapes)); !near(got, c.want) {
			t.Errorf("%s: colour in %v, want %v", name, got, c.want)
		}
	}
}

// TestRasterText: texts are on the side of their place that the anchor says,
// above the base line but for descenders; those along an arc run with it.
func TestRasterText(t *testing.T) {
	text := func(attributes string) image.Rectangle {
		return coloured(drawn(t, `<text x="200" y="100" font-size="20" fill="#c80000"`+attributes+`>Home</text>`))
	}
	begins, centred, ends := text(""), text(` text-anchor="middle"`), text(` text-anchor="end"`)
	middle := centred.Min.X + centred.Max.X
	if begins.Min.X < 795 || ends.Max.X > 805 || middle < 1590 || middle > 1610 {
		t.Errorf("texts at 800: %v, %v, %v", begins, centred, ends)
	}
	// A capital letter is about 0.7 of the size high: 20 units are 80 pixels.
	if begins.Min.Y < 400-65 || begins.Min.Y > 400-50 || begins.Max.Y > 405 {
		t.Errorf("a text on the line 400: %v", begins)
	}
	if moved := text(` dx="1em" dy="-.5em"`); !near(moved, begins.Add(image.Pt(80, -40))) {
		t.Errorf("a text moved by a size: %v, not from %v", moved, begins)
	}
	along := func(arc string) image.Rectangle {
		return coloured(drawn(t, `<path id="a" fill="none" d="`+arc+`"/><text font-size="20" fill="#c80000">`+
			`<textPath href="#a" startOffset="50%" text-anchor="middle">Home</textPath></text>`))
	}
	// Half circles of 80 units around (200, 100): their tops are at 20 and 180.
	for name, c := range map[string]struct{ got, within image.Rectangle }{
		"above": {along("M120 100A80 80 0 0 1 280 100"), image.Rect(680, 5, 920, 110)},
		"below": {along("M120 100A80 80 0 0 0 280 100"), image.Rect(680, 640, 920, 730)},
	} {
		if c.got.Empty() || !c.got.In(c.within) {
			t.Errorf("text along an arc, %s: %v, not within %v", name, c.got, c.within)
		}
	}
}

// TestRasterOrder: what comes later is above, what is half transparent is
// mixed, and the border of a text covers what is below.
func TestRasterOrder(t *testing.T) {
	img := drawn(t, `<circle cx="50" cy="50" r="40" fill="#c80000"/>`+
		`<circle cx="50" cy="50" r="10" fill="#0000c8" fill-opacity=".5"/>`)
	if r, _, b, _ := img.At(200, 200).RGBA(); r>>8 < 95 || r>>8 > 105 || b>>8 < 95 || b>>8 > 105 {
		t.Errorf("red under half of blue: %v", img.At(200, 200))
	}
	img = drawn(t, `<circle cx="50" cy="50" r="60" fill="#c80000"/>`+
		`<text x="50" y="60" text-anchor="middle" font-size="40" `+
		`fill="#0000c8" stroke="#ffffff" stroke-width="8">l</text>`)
	seen := map[color.Color]bool{}
	for x := range 400 {
		seen[color.NRGBAModel.Convert(img.At(x, 200))] = true
	}
	for _, want := range []color.NRGBA{{255, 255, 255, 255}, {200, 0, 0, 255}, {0, 0, 200, 255}} {
		if !seen[want] {
			t.Errorf("no %v beside the letter", want)
		}
	}
}

// TestRasterOfAnything: what is no SVG is an error; what cannot be drawn
// leaves the picture white, and what follows is drawn as ever.
func TestRasterOfAnything(t *testing.T) {
	for name, shapes := range map[string]string{
		"no path": `<path d="M1 1Lx 3" fill="#c80000"/><path d="L9 9" stroke="#c80000"/>` +
			`<path d="M1" fill="#c80000"/>`,
		"unknown": `<path d="M1 1T9 9 0 1" fill="#c80000"/>` +
			`<ellipse cx="9" cy="9" rx="4" ry="4" fill="#c80000"/>`,
		"not finite": `<circle cx="NaN" cy="1" r="Inf" fill="#c80000"/>`,
		"no colour":  `<circle cx="9" cy="9" r="5" fill="red"/>`,
		"no arc":     `<text fill="#c80000"><textPath href="#x">Home</textPath></text>`,
		"no text":    `<text x="50" y="50" fill="#c80000"></text>`,
	} {
		if got := coloured(drawn(t, shapes)); !got.Empty() {
			t.Errorf("%s: colour in %v", name, got)
		}
		got := coloured(drawn(t, shapes+`<circle cx="100" cy="50" r="10" fill="#c80000"/>`))
		if !near(got, image.Rect(360, 160, 440, 240)) {
			t.Errorf("%s, then a circle: colour in %v", name, got)
		}
	}
	for _, svg := range []string{"", "<svg", "<svg></svg>",
		`<svg width="1" height="1e9"/>`, `<svg width="0" height="5"/>`, `<svg width="9" height="9"><g></svg>`} {
		if err := WritePNG(io.Discard, []byte(svg), 100); err == nil || !strings.Contains(err.Error(), "read the SVG") {
			t.Errorf("%q: error %v", svg, err)
		}
	}
}

// TestRasterLetters: a picture lacks no letter, whatever the script; a symbol that the font lacks is a box.
func TestRasterLetters(t *testing.T) {
	for text, want := range map[string]error{
		"Bibliothèque Музей Ελληνικά Tiếng Việt": nil, "Home 🏛": nil, "2 × 3 ≥ 5 … →": nil,
		"图书馆": ErrLetters, "Library (図書館)": ErrLetters, "שלום": ErrLetters, "About مكتبة": ErrLetters,
		"ห้องสมุด": ErrLetters, "पुस्तकालय": ErrLetters,
	} {
		var b bytes.Buffer
		svg := `<svg width="400" height="200"><text x="5" y="50">` + text + `</text></svg>`
		if err := WritePNG(&b, []byte(svg), 400); !errors.Is(err, want) || (err == nil) != (b.Len() > 0) {
			t.Errorf("%s: %v, %d bytes", text, err, b.Len())
		}
	}
	plain, boxed := coloured(drawn(t, `<text x="50" y="50" font-size="20" fill="#c80000">a</text>`)),
		coloured(drawn(t, `<text x="50" y="50" font-size="20" fill="#c80000">a🏛</text>`))
	if boxed.Dx() < plain.Dx()+20 {
		t.Errorf("a letter and a symbol that the font lacks: %v, the letter alone %v", boxed, plain)
	}
}

// TestArc: three quarters of a circle around (10, 20), either way.
func TestArc(t *testing.T) {
	for _, c := range []struct {
		data string
		turn float64
	}{
		{"M10 15A5 5 0 1 1 5 20", 1.5 * math.Pi}, {"M10 15A5 5 0 0 0 5 20", -0.5 * math.Pi},
		{"M10 15A5 5 0 0 1 10 25", math.Pi},
	} {
		path := parsePath(c.data)
		center, radius, start, turn := path[1].arc(path[0].end())
		if math.Hypot(center.x-10, center.y-20) > 1e-9 || math.Abs(radius-5) > 1e-9 ||
			math.Abs(start+math.Pi/2) > 1e-9 || math.Abs(turn-c.turn) > 1e-9 {
			t.Errorf("%s: around %v by %v, from %v turning %v", c.data, center, radius, start, turn)
		}
	}
}

// FuzzRaster: whatever the SVG holds, it is drawn, or refused for its letters.
func FuzzRaster(f *testing.F) {
	f.Add("M10 15A5 5 0 1 1 5 20h0V3Z", "#c80000", ".5", "Home")
	f.Add("M", "none", "1e400", "<b>\x00\xff\u202e 🏛️")
	f.Add("M1e300 1A1e-9 1 0 1 1 -1e300 1", "#fff", "-1", "&amp;")
	f.Add("d", "0", "0", "ⵏ")
	f.Fuzz(func(t *testing.T, path, ink, width, text string) {
		svg := `<svg width="40" height="40">` +
			`<path id="a" d="` + escape(path) + `" fill="` + escape(ink) + `" ` +
			`stroke="#000000" stroke-width="` + escape(width) + `"/>` +
			`<text x="` + escape(width) + `" fill="` + escape(ink) + `">` + escape(text) +
			`<textPath href="#a">` + escape(text) + `</textPath></text></svg>`
		if err := WritePNG(io.Discard, []byte(svg), 40); err != nil && !errors.Is(err, ErrLetters) {
			t.Errorf("%s: %v", svg, err)
		}
	})
}
