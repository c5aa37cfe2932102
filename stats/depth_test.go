package stats

import (
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sitegraph/site"
)

func TestDepth(t *testing.T) {
	// Arcs: 0→1 0→2 1→0 2→2 2→3 3→1 3→3.
	g := withLevels(graphOf(4, arc(0, 1), arc(0, 2), arc(1, 0), arc(2, 2), arc(2, 3), arc(3, 1), arc(3, 3)), 0, 1, 1, 2)
	got := describeDepth(g, newDigraph(g), []float64{0.4, 0.3, 0.2, 0.1})
	if want := []float64{0.5, 0.7, 0.85}; !reflect.DeepEqual(got.Continue, want) {
		t.Errorf("surfers %v, want %v", got.Continue, want)
	}
	want := []DepthLevel{
		{Level: 0, Pages: 0.25, Arcs: 0, PageRank: 0.4},
		{Level: 1, Pages: 0.75, Arcs: 0.571428571, PageRank: 0.9}, // 4 of 7
		{Level: 2, Pages: 1, Arcs: 1, PageRank: 1},
	}
	for k, l := range got.Levels {
		l.Visits = nil
		if !reflect.DeepEqual(l, want[k]) {
			t.Errorf("got %+v, want %+v", l, want[k])
		}
	}
}

// TestVisitsAgainstSolver solves the equations of the visits at once.
func TestVisitsAgainstSolver(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		d := describeDepth(g, newDigraph(g), make([]float64, len(g.Pages)))
		for s, q := range d.Continue {
			visits := solveVisits(g, q)
			sum := 0.0
			for _, x := range visits {
				sum += x
			}
			if got, want := d.Levels[0].Visits[s], visits[0]/sum; math.Abs(got-want) > 1e-9 {
				t.Errorf("surfer %v: %v on the start page, want %v", q, got, want)
			}
		}
	})
}

// solveVisits solves x - q * transposed(P) * x = (1, 0, 0, ...).
func solveVisits(g *site.Graph, q float64) []float64 {
	n := len(g.Pages)
	equations := mat.NewDense(n, n, nil)
	for i := range n {
		equations.Set(i, i, 1)
	}
	for i := range n {
		targets, _ := g.Out(i)
		for _, j := range targets {
			equations.Set(int(j), i, equations.At(int(j), i)-q/float64(len(targets)))
		}
	}
	start := mat.NewVecDense(n, nil)
	start.SetVec(0, 1)
	var visits mat.VecDense
	if err := visits.SolveVec(equations, start); err != nil {
		panic(err)
	}
	return visits.RawVector().Data
}
