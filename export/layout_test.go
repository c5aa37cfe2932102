package export

import (
	"math"
	"testing"
)

// Levels do not overlap, no page lies at the origin, and pages keep their distance.
func TestLayout(t *testing.T) {
	c := big(3000, 0)
	positions := newLooks(c, nil)
	var xs, ys []float64
	outermost := map[int]float64{}
	for i, p := range c.Graph.Pages {
		x, y := positions.place(p.Level)
		r := math.Hypot(x, y)
		if r == 0 || math.Signbit(x) && x == 0 || math.Signbit(y) && y == 0 {
			t.Errorf("page %d at %v, %v", i, x, y)
		}
		if before, ok := outermost[p.Level-1]; ok && r < before+gap/2 {
			t.Errorf("page %d of level %d at radius %v, the level before ends at %v", i, p.Level, r, before)
		}
		outermost[p.Level] = max(outermost[p.Level], r)
		xs, ys = append(xs, x), append(ys, y)
	}
	least := math.Inf(1)
	for i := range xs {
		for j := range i {
			least = min(least, math.Hypot(xs[i]-xs[j], ys[i]-ys[j]))
		}
	}
	if least < spacing/3 {
		t.Errorf("two pages are %v apart", least)
	}
}

// A level without pages takes no room. By hand, the start page fills a circle of radius √(900/π) = 16.926, and after
// the gap of 60 four pages fill a ring of the area 3600.
func TestEmptyLevel(t *testing.T) {
	l := newLayout([]int{1, 0, 4})
	for _, c := range []struct{ got, want float64 }{{l[0].outer, 16.926}, {l[2].inner, 76.926}, {l[2].outer, 84.044}} {
		if math.Abs(c.got-c.want) > 0.001 {
			t.Errorf("got radius %v, want %v", c.got, c.want)
		}
	}
}

// Lightness grows with the level and stays below white (relative luminance of WCAG 2).
func TestPalette(t *testing.T) {
	last := -1.0
	for i, c := range palette {
		l := 0.0
		for k, share := range []float64{0.2126, 0.7152, 0.0722} {
			l += share * math.Pow(float64(c[k])/255, 2.2)
		}
		if l < last+0.015 || l > 0.75 {
			t.Errorf("level %d: luminance %.3f after %.3f", i, l, last)
		}
		last = l
	}
	if colour(-1) != palette[0] || colour(99) != palette[len(palette)-1] {
		t.Error("levels outside the palette")
	}
}
