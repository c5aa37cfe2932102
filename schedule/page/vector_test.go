package page

import (
	"math"
	"slices"
	"testing"

	"sitegraph/internal/console"
)

// document is the graph of the test vector, 0→1, 0→2, 1→2 and 2→0. Page 3 has no links in or out.
var document = [][]uint32{{1, 2}, {2}, {0}, {}}

func made(name string, seed uint64, pages int) Policy {
	p := New(name, seed)
	for i := range pages {
		p.Discovered(uint32(i))
	}
	return p
}

// choices lets OPIC choose a number of times and lists the pages. The virtual page has the number after the last page.
func choices(o *opic, graph [][]uint32, times int) (order []int) {
	o.start()
	for range times {
		page, virtual := o.choice(o)
		if virtual {
			o.spread()
			order = append(order, len(graph))
			continue
		}
		o.Read(page, graph[page])
		order = append(order, int(page))
	}
	return order
}

func TestVectorOfDocument(t *testing.T) {
	p := made("opic-greedy", 0, 4).(*opic)
	console.Equal(t, choices(p, document, 6), []int{0, 1, 2, 0, 4, 3}, "chosen")
	near(t, p.Importance(), []float64{0.30602, 0.23583, 0.33429, 0.12387}, 5e-6)
	choices(p, document, 20000)
	near(t, p.Importance(), []float64{0.369, 0.204, 0.378, 0.048}, 6e-4)
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

func powerIteration(graph [][]uint32) []float64 {
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
