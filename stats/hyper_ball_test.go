package stats

import (
	"math"
	"runtime"
	"slices"
	"testing"
)

// The estimates are close to the exact distances.
func TestHyperBall(t *testing.T) {
	for _, test := range []struct {
		name string
		dg   digraph
	}{
		{"random", newDigraph(randomGraph(1, 2000, 6000))},
		{"sparse", newDigraph(randomGraph(2, 2000, 2200))},
		{"dense", newDigraph(randomGraph(3, 300, 9000))},
		{"chain", newDigraph(chain(300, false))},
		{"ring", newDigraph(chain(200, true))},
		{"no page", newDigraph(graphOf(0))},
		{"no arc", newDigraph(graphOf(3))},
	} {
		got, harmonic := HyperBall(test.dg.out, test.dg.in)
		s := surveyDistances(test.dg, math.Inf(1), func(float64) {})
		want, exact := s.describe(), s.harmonic()
		if got.Rounds > want.Diameter || 10*got.Rounds < 9*want.Diameter { // the last pages may leave no trace
			t.Errorf("%s: %d rounds, the diameter is %d", test.name, got.Rounds, want.Diameter)
		}
		near := func(what string, got, want, part float64) {
			if math.Abs(got-want) > part*want {
				t.Errorf("%s: %s is estimated at %v, and is %v", test.name, what, got, want)
			}
		}
		near("the share of reachable pairs", got.Reachable, want.Reachable, 3*got.StandardError)
		near("the mean distance", got.Mean, want.Mean, 0.03)
		near("the effective diameter", float64(got.Effective), float64(want.Effective), 0.1)
		far := 0
		for i, h := range exact {
			if math.Abs(float64(harmonic[i])-h) > 3*got.StandardError*h {
				far++
			}
		}
		if far > len(exact)/50 {
			t.Errorf("%s: %d of %d harmonic centralities are more than three standard errors off", test.name, far,
				len(exact))
		}
	}
}

// The estimates have the same bits for any number of processors.
func TestHyperBallAlike(t *testing.T) {
	dg := newDigraph(randomGraph(4, 5000, 50_000))
	one, few := HyperBall(dg.out, dg.in)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(7))
	other, more := HyperBall(dg.out, dg.in)
	if !slices.Equal(one.Distribution, other.Distribution) || !slices.Equal(few, more) {
		t.Error("the estimates depend on the number of processors")
	}
}

// Sketches estimate how many numbers they have seen.
func TestEstimate(t *testing.T) {
	for _, n := range []int{1, 10, 100, 1000, 1_000_000} {
		h := newHyperBall(adjacency{offsets: make([]int, n+1)}, adjacency{offsets: make([]int, n+1)})
		all := make([]uint64, h.words)
		for i := range n {
			unite(all, h.at[i*h.words:][:h.words])
		}
		got, off := estimate(all), 3*1.04/math.Sqrt(float64(wordRegisters*h.words))
		if math.Abs(got-float64(n)) > off*float64(n)+0.1 {
			t.Errorf("%d numbers are estimated at %.1f with %d words", n, got, h.words)
		}
	}
}
