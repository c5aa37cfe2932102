package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(rgb uint32) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb>>(16-8*i)&0xFF) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b uint32) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast: series have 3:1 against their ground, texts 4.5:1.
func TestContrast(t *testing.T) {
	if c := contrast(0, 0xffffff); math.Abs(c-21) > 1e-9 {
		t.Fatalf("black on white has %v", c)
	}
	need := map[string]float64{"text": 4.5, "muted": 4.5, "grid": 1, "paper": 1}
	for _, i := range inks() {
		want := need[i.name]
		if want == 0 {
			want = 3
		}
		for _, c := range []struct{ ink, ground uint32 }{{i.light, inkPaper.light}, {i.dark, inkPaper.dark}} {
			if got := contrast(c.ink, c.ground); got < want {
				t.Errorf("ink %s: %06x on %06x has %.2f, want %v", i.name, c.ink, c.ground, got, want)
			}
		}
		if strings.Count(Style(), "--chart-"+i.name+":#") != 2 {
			t.Errorf("ink %s is not set for light and dark", i.name)
		}
	}
}

// TestLooks: no two of the first 36 series look alike.
func TestLooks(t *testing.T) {
	type look struct {
		ink    ink
		dashes int
	}
	seen := map[look]bool{}
	for i := range len(palette) * len(looks) {
		l := look{palette[i%len(palette)], (i + i/len(palette)) % len(looks)}
		if seen[l] {
			t.Errorf("series %d looks like another one", i)
		}
		seen[l] = true
		if line(i).Color != l.ink || glyph(i, 1).Shape == nil {
			t.Errorf("series %d has no look", i)
		}
	}
}

// TestCanvas: the SVG does what a drawing surface of gonum must.
func TestCanvas(t *testing.T) {
	s := newSVG(Size{100, 50}, false)
	c := draw.New(s)
	s.open("", "", "")
	c.Push()
	c.Translate(vg.Point{X: 10, Y: 5})
	c.Push()
	c.Rotate(math.Pi / 2)
	c.Scale(2, 2)
	c.SetColor(nil)
	c.Fill(vg.Path{
		{Type: vg.MoveComp, Pos: vg.Point{X: 1, Y: 2}},
		{Type: vg.CurveComp, Pos: vg.Point{X: 3, Y: 4}, Control: []vg.Point{{X: 5, Y: 6}}},
		{Type: vg.CurveComp, Pos: vg.Point{X: 3, Y: 4}, Control: []vg.Point{{X: 5, Y: 6}, {X: 7, Y: 8}}},
		{Type: vg.ArcComp, Pos: vg.Point{X: 9, Y: 9}, Radius: 1, Angle: -math.Pi},
		{Type: vg.CloseComp},
	})
	c.Pop()
	c.DrawImage(vg.Rectangle{}, nil)
	c.SetLineWidth(0)
	c.Stroke(vg.Path{{Type: vg.MoveComp}})
	c.Pop()
	text := s.close()
	_, names, _ := elements(t, text)
	if names["g"] != 3 || names["path"] != 2 {
		t.Errorf("elements %v", names)
	}
	for _, part := range []string{"translate(10 -5)", "rotate(-90 0 50)", "M1 48Q5 44 3 46 C5 44 7 42 3 46 A1 1 0 0 1", `fill="#000000"`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	if w, h := s.Size(); w != 100 || h != 50 {
		t.Errorf("size %v by %v", w, h)
	}
}
