package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sitegraph/site"
)

// The visits agree with a direct solution of their equations.
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
