package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"sitegraph/site"
)

func TestAssortativity(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *site.Graph
		want Assortativity
	}{
		{name: "no page", g: graphOf(0)},
		{name: "one page", g: graphOf(1)},
		{name: "a self-loop", g: graphOf(1, arc(0, 0))},
		{name: "one arc", g: graphOf(2, arc(0, 1))},
		{name: "a cycle", g: chain(5, true)},
		// 0→1 0→2 1→2, out 2 1 0, in 0 1 2. Over the arcs:
		// out of the source 2 2 1, in of the target 1 2 2: r = -1/2 (means 5/3; products of the differences -2/9,
		// 1/9, -2/9; squares 1/9, 1/9, 4/9); out of the target 1 0 0: with 2 2 1: differences 2/3 -1/3 -1/3, so
		// (2-1+2)/9 = 1/3 over 2/3, r = 1/2; in of the source 0 0 1: with in of the target 1 2 2: differences -1/3
		// -1/3 2/3 and -2/3 1/3 1/3, r = 1/2; with out of the target: -2/9 + 1/9 - 2/9 = -1/3, r = -1/2.
		{name: "triangle", g: graphOf(3, arc(0, 1), arc(0, 2), arc(1, 2)),
			want: Assortativity{OutIn: -0.5, OutOut: 0.5, InIn: 0.5, InOut: -0.5}},
		// The same: self-loops count nowhere.
		{name: "triangle with loops", g: graphOf(3, arc(0, 1), arc(0, 2), arc(1, 2), arc(0, 0), arc(2, 2)),
			want: Assortativity{OutIn: -0.5, OutOut: 0.5, InIn: 0.5, InOut: -0.5}},
	} {
		if got := describeAssortativity(newDigraph(test.g)); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// gonum's correlation over the list of all arcs.
func TestAssortativityAgainstGonum(t *testing.T) {
	for _, size := range sizes {
		g := randomGraph(7, size[0], size[1])
		w := newDigraph(g)
		got := describeAssortativity(w)
		out, in := w.out.properDegrees(), w.in.properDegrees()
		for _, c := range []struct {
			name           string
			got            float64
			source, target []int
		}{
			{"out_in", got.OutIn, out, in}, {"out_out", got.OutOut, out, out},
			{"in_in", got.InIn, in, in}, {"in_out", got.InOut, in, out},
		} {
			want := correlationOverArcs(g, c.source, c.target)
			if math.Abs(c.got-want) > 1e-9 {
				t.Errorf("%v %s: got %v, gonum %v", size, c.name, c.got, want)
			}
		}
	}
}

func correlationOverArcs(g *site.Graph, source, target []int) float64 {
	var x, y []float64
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			if int(j) != i {
				x, y = append(x, float64(source[i])), append(y, float64(target[j]))
			}
		}
	}
	if !varies(x) || !varies(y) {
		return 0
	}
	return stat.Correlation(x, y, nil)
}
