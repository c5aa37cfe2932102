package stats

import (
	"slices"
	"testing"
)

func TestWeb(t *testing.T) {
	// 0→0 0→1 1→0 1→2 3→2; 4 stands alone.
	w := newDigraph(graphOf(5, [2]uint32{0, 0}, [2]uint32{0, 1}, [2]uint32{1, 0}, [2]uint32{1, 2}, [2]uint32{3, 2}))
	between := w.neighbours()
	for i, want := range []struct{ out, in, between []uint32 }{
		{out: []uint32{0, 1}, in: []uint32{0, 1}, between: []uint32{1}},
		{out: []uint32{0, 2}, in: []uint32{0}, between: []uint32{0, 2}},
		{in: []uint32{1, 3}, between: []uint32{1, 3}},
		{out: []uint32{2}, between: []uint32{2}},
		{},
	} {
		if !slices.Equal(w.out.of(i), want.out) || !slices.Equal(w.in.of(i), want.in) ||
			!slices.Equal(between.of(i), want.between) {
			t.Errorf("page %d: out %v, in %v, neighbours %v; want %v", i, w.out.of(i), w.in.of(i), between.of(i), want)
		}
		if w.in.degree(i) != len(want.in) {
			t.Errorf("page %d: degree %d, want %d", i, w.in.degree(i), len(want.in))
		}
	}
}

func TestWebOfNothing(t *testing.T) {
	w := newDigraph(graphOf(0))
	if w.pages != 0 || len(w.out.pages) != 0 || len(w.neighbours().pages) != 0 {
		t.Errorf("got %+v", w)
	}
}
