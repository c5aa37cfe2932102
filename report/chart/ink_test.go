package chart

import (
	"math"
	"strings"
	"testing"
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
		if line(i).ink != l.ink || looks[l.dashes].shape(point{}, 1) == "" {
			t.Errorf("series %d has no look", i)
		}
	}
}
