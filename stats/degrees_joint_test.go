package stats

import (
	"slices"
	"testing"
)

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

// The rows and columns add up to the bins of the two degrees.
func TestJointDegreesAddUp(t *testing.T) {
	g := randomGraph(4, 400, 5000)
	in, out := map[int]int{}, map[int]int{}
	for _, j := range jointDegrees(newDigraph(g)) {
		in[j.In] += j.Pages
		out[j.Out] += j.Pages
	}
	for _, side := range []struct {
		sums    map[int]int
		degrees []int
	}{{in, g.InDegrees()}, {out, outDegrees(g)}} {
		for _, b := range degreeBins(distribution(side.degrees)) {
			if side.sums[b.From] != b.Pages {
				t.Errorf("bin %d: %d pages, want %d", b.From, side.sums[b.From], b.Pages)
			}
		}
	}
}
