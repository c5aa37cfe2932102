package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"sitegraph/site"
)

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

func TestJointDegrees(t *testing.T) {
	// Degrees (in, out) are 0 (1, 3), 1 (1, 0), 2 (1, 0), 3 (0, 1) and 4 (1, 0). The loop of page 0 counts in both.
	g := graphOf(5, arc(0, 0), arc(0, 1), arc(0, 2), arc(3, 4))
	want := []JointDegree{{In: 0, Out: 1, Pages: 1}, {In: 1, Out: 0, Pages: 3}, {In: 1, Out: 2, Pages: 1}}
	if got := jointDegrees(newDigraph(g)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := jointDegrees(newDigraph(graphOf(0))); got == nil || len(got) > 0 {
		t.Errorf("no pages: got %#v", got)
	}
}

// Assortativity agrees with gonum's correlation over the list of all arcs.
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
