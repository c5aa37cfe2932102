package chart

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"testing"
)

var (
	white = color.NRGBA{255, 255, 255, 255}
	red   = color.NRGBA{200, 0, 0, 255}
	blue  = color.NRGBA{0, 0, 200, 255}
)

// drawn returns the pixels of a picture.
func drawn(t *testing.T, size Size, draw func(*Picture)) *image.RGBA {
	t.Helper()
	p := NewPicture("A picture", size)
	draw(p)
	var b bytes.Buffer
	if err := p.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
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

// TestPictureShapes: shapes lie where they are put. A picture of 400 by 200
// units has 1,600 by 800 pixels, four a unit.
func TestPictureShapes(t *testing.T) {
	size := Size{400, 200}
	for name, c := range map[string]struct {
		draw func(*Picture)
		want image.Rectangle
	}{
		"circle": {func(p *Picture) { p.Circle(100, 50, 10); p.Fill(red) }, image.Rect(360, 160, 440, 240)},
		"line":   {func(p *Picture) { p.Move(10, 20); p.Line(90, 20); p.Stroke(red, 2) }, image.Rect(40, 76, 360, 84)},
		// B(1/2) = (0+3*20+3*20+0)/8 = 15 units below its ends.
		"curve":     {func(p *Picture) { p.Move(10, 50); p.Curve(10, 70, 50, 70, 50, 50); p.Line(10, 50); p.Fill(red) }, image.Rect(40, 200, 200, 260)},
		"two parts": {func(p *Picture) { p.Circle(20, 20, 5); p.Circle(380, 180, 5); p.Fill(red) }, image.Rect(60, 60, 1540, 740)},
		"nothing":   {func(p *Picture) { p.Fill(red); p.Stroke(red, 1) }, image.Rectangle{}},
		"no width":  {func(p *Picture) { p.Move(1, 1); p.Line(9, 9); p.Stroke(red, 0) }, image.Rectangle{}},
	} {
		img := drawn(t, size, c.draw)
		if b := img.Bounds(); b != image.Rect(0, 0, 1600, 800) {
			t.Fatalf("%s: a picture of %v", name, b)
		}
		if got := coloured(img); !near(got, c.want, 1) {
			t.Errorf("%s: colour in %v, want %v", name, got, c.want)
		}
	}
}

// near tells whether two rectangles differ by at most some pixels a side.
func near(a, b image.Rectangle, pixels int) bool {
	return a == b || a.In(b.Inset(-pixels)) && b.In(a.Inset(-pixels))
}

// TestPictureText: texts lie on the side of their place that the anchor says,
// above the base line but for descenders, and those around a circle upright at
// its top and, inwards, at its bottom.
func TestPictureText(t *testing.T) {
	size := Size{400, 400}
	text := func(anchor float64) image.Rectangle {
		return coloured(drawn(t, size, func(p *Picture) { p.Text("Home", 200, 100, anchor, 20, red, white) }))
	}
	begins, centred, ends := text(0), text(0.5), text(1)
	if begins.Min.X < 795 || ends.Max.X > 805 || centred.Min.X+centred.Max.X < 1590 || centred.Min.X+centred.Max.X > 1610 {
		t.Errorf("texts at 800: %v, %v, %v", begins, centred, ends)
	}
	// A capital letter is about 0.7 of the size high: 20 units are 80 pixels.
	if begins.Min.Y < 400-65 || begins.Min.Y > 400-50 || begins.Max.Y > 405 {
		t.Errorf("a text on the line 400: %v", begins)
	}
	around := func(angle float64, inwards bool) image.Rectangle {
		return coloured(drawn(t, size, func(p *Picture) { p.TextAround("Home", 200, 200, 150, angle, 20, inwards, red) }))
	}
	for name, c := range map[string]struct{ got, within image.Rectangle }{
		"top":    {around(0, false), image.Rect(680, 130, 920, 230)},
		"right":  {around(math.Pi/2, false), image.Rect(1370, 680, 1470, 920)},
		"bottom": {around(math.Pi, true), image.Rect(680, 1320, 920, 1405)},
		"left":   {around(-math.Pi/2, false), image.Rect(130, 680, 230, 920)},
	} {
		if c.got.Empty() || !c.got.In(c.within) {
			t.Errorf("text around, %s: %v, not within %v", name, c.got, c.within)
		}
	}
}

// TestPictureOrder: what comes later lies above, what is half transparent is
// mixed, and a text's border covers what is below.
func TestPictureOrder(t *testing.T) {
	half := blue
	half.A = 128
	img := drawn(t, Size{100, 100}, func(p *Picture) {
		p.Circle(50, 50, 40)
		p.Fill(red)
		p.Circle(50, 50, 10)
		p.Fill(half)
	})
	if r, _, b, _ := img.At(800, 800).RGBA(); r>>8 < 95 || r>>8 > 105 || b>>8 < 95 || b>>8 > 105 {
		t.Errorf("red under half of blue: %v", img.At(800, 800))
	}
	img = drawn(t, Size{100, 100}, func(p *Picture) {
		p.Circle(50, 50, 60)
		p.Fill(red)
		p.Text("l", 50, 60, 0.5, 30, blue, white)
	})
	seen := map[color.Color]bool{}
	for x := range 1600 {
		seen[color.NRGBAModel.Convert(img.At(x, 850))] = true
	}
	if !seen[white] || !seen[red] || !seen[blue] {
		t.Error("the letter has no border on its ground")
	}
}

// TestPictureOfAnything: nothing that is told fails, and what cannot be drawn
// leaves the picture white.
func TestPictureOfAnything(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, draw := range map[string]func(*Picture){
		"not finite": func(p *Picture) {
			p.Circle(nan, 1, 1)
			p.Fill(red)
			p.Circle(1, 1, inf)
			p.Fill(red)
			p.Move(1, 1)
			p.Line(-inf, nan)
			p.Stroke(red, 1)
			p.Move(1, 1)
			p.Line(9, 9)
			p.Stroke(red, nan)
			p.Text("x", nan, 1, 0, 10, red, white)
			p.Text("x", 1, 1, inf, 10, red, white)
			p.Text("x", 1, 1, 0, nan, red, white)
			p.TextAround("x", 50, 50, nan, 0, 10, true, red)
			p.TextAround("x", 50, 50, 40, nan, 10, true, red)
			p.TextAround("x", 50, 50, 0, 0, 10, true, red)
		},
		"far away": func(p *Picture) {
			p.Move(1e18, 1e18)
			p.Line(-1e18, 1)
			p.Stroke(red, 1e12)
			p.Circle(0, 0, 1e9)
			p.Fill(red)
		},
		"without beginning": func(p *Picture) { p.Line(9, 9); p.Stroke(red, 3); p.Curve(1, 1, 2, 2, 90, 90); p.Fill(red) },
		"no text": func(p *Picture) {
			p.Text("", 50, 50, 0, 10, red, white)
			p.TextAround("", 50, 50, 40, 0, 10, false, red)
		},
		"no letters":     func(p *Picture) { p.Text("图书馆 図書館", 50, 50, 0.5, 10, red, white) },
		"from the right": func(p *Picture) { p.Text("שלום עולם", 50, 50, 0.5, 10, red, white) },
		"too small":      func(p *Picture) { p.Text("x", 50, 50, 0, 0.01, red, white) },
	} {
		if got := coloured(drawn(t, Size{100, 100}, draw)); !got.Empty() {
			t.Errorf("%s: colour in %v", name, got)
		}
	}
	// What is drawn after it is drawn as ever.
	img := drawn(t, Size{100, 100}, func(p *Picture) {
		p.Text("x", nan, 1, 0, 10, red, white)
		p.Circle(nan, 0, 0)
		p.Fill(red)
		p.Circle(50, 50, 10)
		p.Fill(red)
		p.Text("<b>\x00\xff\u202e 🏛️ Museum & more \n\t", 0, 90, 0, 10, red, white)
	})
	if got := coloured(img); got.Min.Y > 640 || got.Max.Y < 1400 {
		t.Errorf("colour in %v", got)
	}
	for _, size := range []Size{{}, {-1, 5}, {nan, 1}, {1, inf}, {1, 1e9}, {1e9, 1}} {
		if img := drawn(t, size, func(*Picture) {}); img.Bounds().Dx() != 1600 || img.Bounds().Dy() < 1 {
			t.Errorf("size %v: a picture of %v", size, img.Bounds())
		}
	}
}
