package page

import (
	"math"
	"slices"
	"testing"
)

// document is the graph of the test vector: 0→1, 0→2, 1→2, 2→0; page 3 has no links and none lead to it.
var document = [][]uint32{{1, 2}, {2}, {0}, {}}

func made(t testing.TB, name string, o Options, pages int) Policy {
	t.Helper()
	p, err := New(name, o)
	must(t, err)
	for i := range pages {
		must(t, p.Discovered(uint32(i), 0))
	}
	return p
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// choices lets OPIC choose that many times and lists what; the virtual page has the number after the last page.
func choices(t *testing.T, o *opic, graph [][]uint32, times int) (order []int) {
	t.Helper()
	o.start()
	for range times {
		page, virtual := o.choice(o)
		if virtual {
			o.spread()
			order = append(order, len(graph))
			continue
		}
		must(t, o.Read(page, graph[page], float64(len(order))))
		order = append(order, int(page))
	}
	return order
}

func TestVectorOfDocument(t *testing.T) {
	p := made(t, "opic-greedy", Options{}, 4).(*opic)
	if order := choices(t, p, document, 6); !slices.Equal(order, []int{0, 1, 2, 0, 4, 3}) {
		t.Errorf("chosen %v", order)
	}
	near(t, p.Importance(), []float64{0.30602, 0.23583, 0.33429, 0.12387}, 5e-6)
	choices(t, p, document, 20000)
	near(t, p.Importance(), []float64{0.369, 0.204, 0.378, 0.048}, 6e-4)
}

// TestVectorOfPaper: the share 1/(m+1). After four choices pages 0 and 3 both
// have 0.35, and the lower index comes first.
func TestVectorOfPaper(t *testing.T) {
	p := made(t, "opic-greedy", Options{Paper: true}, 4).(*opic)
	if order := choices(t, p, document, 4); !slices.Equal(order, []int{0, 1, 2, 4}) {
		t.Errorf("chosen %v", order)
	}
	near(t, []float64{p.cash(0), p.cash(3), p.cash(1), p.cash(2)}, []float64{0.35, 0.35, 0.15, 0.15}, 1e-15)
	if order := choices(t, p, document, 2); !slices.Equal(order, []int{0, 3}) {
		t.Errorf("chosen %v", order)
	}
	choices(t, p, document, 20000)
	near(t, p.Importance(), []float64{0.300, 0.229, 0.343, 0.129}, 6e-4)
}

func near(t *testing.T, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("entry %d is %v, not %v", i, got[i], want[i])
			return
		}
	}
}

func TestWindow(t *testing.T) {
	for _, v := range []struct{ window, since, want float64 }{
		{4, 8, 0.25}, {4, 1, 2}, {4, 4, 0.5}, {math.Inf(1), 8, 2.5}, {1e12, 8, 2.5}, {4, 0, 2.5},
	} {
		w := window{length: v.window}
		if got := w.visit(2, 0.5, v.since); math.Abs(got-v.want) > 1e-10 {
			t.Errorf("T = %v, S = %v: %v, not %v", v.window, v.since, got, v.want)
		}
	}
}

// TestWindowInUse: the history of a page with a window, by hand. Two pages that link to each other, delta 0.5, cycle,
// a reading a second, T = 4: cash starts at 1/3 each.
func TestWindowInUse(t *testing.T) {
	p := made(t, "opic-cycle", Options{Delta: 0.5, Window: 4}, 2).(*opic)
	p.start()
	must(t, p.Read(0, []uint32{1}, 2)) // S = 2: 0*(2/4) + 1/3
	must(t, p.Read(1, []uint32{0}, 8)) // S = 8 > T: (1/3+1/6)*4/8
	if got := p.history[0]; math.Abs(got-1.0/3) > 1e-15 {
		t.Errorf("history %v, not 1/3", got)
	}
	if got := p.history[1]; math.Abs(got-0.25) > 1e-15 {
		t.Errorf("history %v, not 1/4", got)
	}
	// Now page 0: S = 6 > T, cash 1/4: 1/4*4/6 = 1/6; page 1: S = 0, 1/4.
	near(t, p.Importance(), []float64{0.4, 0.6}, 1e-15)
	must(t, p.Gone(1, 10)) // fades: S = 2, 1/4 * 2/4; page 0: S = 8, 1/4*4/8
	near(t, p.Importance(), []float64{0.5, 0.5}, 1e-15)
	must(t, p.Discovered(2, 13)) // page 1 is forgotten, S = 5 > T
	near(t, p.Importance(), []float64{1, 0, 0}, 1e-15)
}

// TestSweeps: the window follows the median time of a sweep.
func TestSweeps(t *testing.T) {
	p := made(t, "opic-cycle", Options{Sweeps: 10}, 3).(*opic)
	now := 0.0
	for i := range 9 {
		if i == 3 && p.window.length != 60 || i < 3 && !math.IsInf(p.window.length, 1) {
			t.Errorf("window %v after %d readings", p.window.length, i)
		}
		now += 2
		page, _ := p.Next()
		must(t, p.Read(page, nil, now))
	}
	if p.window.length != 60 {
		t.Errorf("window %v, not 10 sweeps of 6", p.window.length)
	}
}

func powerIteration(graph [][]uint32, delta float64) []float64 {
	n := float64(len(graph))
	x := slices.Repeat([]float64{1 / n}, len(graph))
	for range 400 {
		y, lost := make([]float64, len(graph)), 0.0
		for i, list := range graph {
			for _, t := range list {
				y[t] += (1 - delta) * x[i] / float64(len(list))
			}
			if len(list) == 0 {
				lost += x[i]
			}
		}
		for i := range y {
			y[i] += (delta + (1-delta)*lost) / n
		}
		x = y
	}
	return x
}
