package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"sitegraph/site"
)

func TestDegreeBins(t *testing.T) {
	for _, test := range []struct {
		name    string
		degrees []int
		want    []DegreeBin
	}{
		{name: "no pages", want: []DegreeBin{}},
		{name: "no arcs", degrees: []int{0, 0}, want: []DegreeBin{{Pages: 2, Density: 1}}},
		// 8 pages; the bin 8-15 is empty.
		{name: "several", degrees: []int{0, 1, 2, 3, 4, 7, 7, 16}, want: []DegreeBin{
			{From: 0, To: 0, Pages: 1, Density: 0.125},
			{From: 1, To: 1, Pages: 1, Density: 0.125},
			{From: 2, To: 3, Pages: 2, Density: 0.125},
			{From: 4, To: 7, Pages: 3, Density: 0.09375}, // 3/4/8
			{From: 16, To: 31, Pages: 1, Density: 0.0078125},
		}},
	} {
		if got := degreeBins(distribution(test.degrees)); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %v\nwant %v", test.name, got, test.want)
		}
	}
}

// Every degree is in one bin, and the densities times the widths sum to 1.
func TestDegreeBinsAreWhole(t *testing.T) {
	for degree := range 5000 {
		if from, to := binRange(binOf(degree)); degree < from || degree > to {
			t.Fatalf("degree %d is not in its bin %d-%d", degree, from, to)
		}
	}
	g := randomGraph(3, 500, 9000)
	pages, chance := 0, 0.0
	for _, b := range degreeBins(distribution(g.InDegrees())) {
		pages += b.Pages
		chance += b.Density * float64(b.To-b.From+1)
	}
	if pages != 500 || math.Abs(chance-1) > 1e-8 {
		t.Errorf("%d pages of 500, chances sum to %v", pages, chance)
	}
}

func TestGini(t *testing.T) {
	for _, test := range []struct {
		name    string
		degrees []int
		want    float64
	}{
		{name: "no pages"},
		{name: "one page", degrees: []int{7}},
		{name: "no arcs", degrees: []int{0, 0, 0}},
		{name: "all equal", degrees: []int{3, 3, 3, 3}},
		{name: "one has all", degrees: []int{0, 0, 0, 4}, want: 0.75}, // (n-1)/n
		// Differences of ordered pairs: 2(1+2+1) = 8 over 9 pairs; half of their mean, 4/9, over the mean degree 2.
		{name: "1 2 3", degrees: []int{1, 2, 3}, want: 0.222222222},
	} {
		if got := gini(distribution(test.degrees)); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestJointDegrees(t *testing.T) {
	// Degrees (in, out): 0 (1, 3), 1 (1, 0), 2 (1, 0), 3 (0, 1), 4 (1, 0); the loop of page 0 counts in both.
	g := graphOf(5, arc(0, 0), arc(0, 1), arc(0, 2), arc(3, 4))
	want := []JointDegree{{In: 0, Out: 1, Pages: 1}, {In: 1, Out: 0, Pages: 3}, {In: 1, Out: 2, Pages: 1}}
	if got := jointDegrees(newDigraph(g)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := jointDegrees(newDigraph(graphOf(0))); got == nil || len(got) > 0 {
		t.Errorf("no pages: got %#v", got)
	}
}

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
