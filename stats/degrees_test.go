package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"sitegraph/internal/console"
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
	console.Equal(t, jointDegrees(newDigraph(g)), want)
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

// farthestApart returns the greatest difference, or infinity if the lengths differ.
func farthestApart(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(a[i]-b[i]))
	}
	return worst
}

// expectedDistances sums up a matrix of distances in the plainest way.
func expectedDistances(d [][]int) (want Distances, harmonic []float64) {
	want = Distances{Method: Method{Name: "exact"}, Distribution: [][2]int{}}
	n := len(d)
	harmonic = make([]float64, n)
	var all []int
	for i := range d {
		for j, distance := range d[i] {
			if distance > 0 {
				all = append(all, distance)
				harmonic[j] += 1 / float64(distance) / float64(n-1)
			}
		}
	}
	slices.Sort(all)
	steps := 0
	for k, distance := range all {
		steps += distance
		if k == 0 || distance != all[k-1] {
			want.Distribution = append(want.Distribution, [2]int{distance, 0})
		}
		want.Distribution[len(want.Distribution)-1][1]++
	}
	if len(all) > 0 {
		want.Reachable = Round(float64(len(all)) / float64(n*(n-1)))
		want.Mean = Round(float64(steps) / float64(len(all)))
		want.Median = all[(len(all)+1)/2-1]
		want.Effective = all[int(math.Ceil(float64(9*len(all))/10))-1]
		want.Diameter = all[len(all)-1]
	}
	return want, harmonic
}

func TestDistancesByDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		want, near := expectedDistances(pathLengths(g))
		got, harmonic := describeDistances(g, newDigraph(g), unwatched)
		console.Equal(t, len(got.Harmonic), min(len(harmonic), 10), got.Harmonic)
		got.Harmonic = nil
		console.Equal(t, got, want)
		if worst := farthestApart(harmonic, near); worst > 1e-12 {
			t.Errorf("harmonic centrality is off by %g", worst)
		}
	})
}

// TestDistancesBeyondOneWave uses more pages than the sample, and dense and sparse parts.
func TestDistancesBeyondOneWave(t *testing.T) {
	g := randomGraph(3, 1500, 4000)
	d := make([][]int, len(g.Pages))
	for i := range d {
		d[i] = searchFrom(g, i)
	}
	want, near := expectedDistances(d)
	var told []float64
	got, harmonic := describeDistances(g, newDigraph(g), func(share float64) { told = append(told, share) })
	got.Harmonic = nil
	console.Equal(t, got, want)
	if worst := farthestApart(harmonic, near); worst > 1e-12 {
		t.Errorf("harmonic centrality is off by %g", worst)
	}
	if !slices.IsSorted(told) || told[0] <= 0 || told[len(told)-1] != 1 {
		t.Errorf("told of progress: %v", told)
	}
}

// searchFrom is a plain breadth-first search.
func searchFrom(g *site.Graph, start int) []int {
	d := slices.Repeat([]int{-1}, len(g.Pages))
	d[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		targets, _ := g.Out(queue[0])
		for _, j := range targets {
			if d[j] < 0 {
				d[j] = d[queue[0]] + 1
				queue = append(queue, int(j))
			}
		}
	}
	return d
}

// The error of sampled distances is well within the bound.
func TestSampledDistances(t *testing.T) {
	for _, size := range [][2]int{{1100, 900}, {1500, 4000}, {5000, 100_000}} {
		g := randomGraph(4, size[0], size[1])
		w := newDigraph(g)
		sampled, exact := surveyDistances(w, 0, unwatched), surveyDistances(w, math.Inf(1), unwatched)
		got, want := sampled.describe(), exact.describe()
		if got.Method.Name != "sampled" || got.Method.Samples != distanceSample || want.Method.Name != "exact" {
			t.Fatalf("methods %+v, %+v", got.Method, want.Method)
		}
		bound := got.Method.Error
		if off := farthestApart(sampled.harmonic(), exact.harmonic()); off > bound {
			t.Errorf("%v: harmonic centrality is off by %v, bound %v", size, off, bound)
		}
		if off := math.Abs(got.Reachable - want.Reachable); off > bound {
			t.Errorf("%v: reachable is off by %v, bound %v", size, off, bound)
		}
		if got.Diameter > want.Diameter || math.Abs(got.Mean/want.Mean-1) > 0.1 {
			t.Errorf("%v: diameter %d, mean %v; in truth %d, %v", size, got.Diameter, got.Mean, want.Diameter,
				want.Mean)
		}
		pairs := float64(size[0]) * float64(size[0]-1)
		for k, row := range got.Distribution {
			if off := math.Abs(float64(row[1]-want.Distribution[k][1])) / pairs; off > bound {
				t.Errorf("%v: pairs at distance %d are off by %v of all", size, row[0], off)
			}
		}
	}
}

// For 1024 draws, 2n means of a million pages and 5 %, the error is the square root of ln(2 * 2e6 / 0.05) / 2048.
func TestSamplingError(t *testing.T) {
	if got := samplingError(1_000_000, 1024); math.Abs(got-0.09426) > 1e-5 {
		t.Errorf("got %v", got)
	}
}

// Removing a page loses the pages that it cuts off.
func TestCutOffByRemoval(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		before := searchFrom(g, 0)
		_, cutOff := describeDominators(g, newDigraph(g))
		for v := range before {
			after, lost := searchFrom(withoutPage(g, v), 0), 0
			for j := range before {
				if j != v && before[v] >= 0 && before[j] >= 0 && (v == 0 || after[j] < 0) {
					lost++
				}
			}
			console.Equal(t, int(cutOff[v]), lost, v, cutOff[v])
		}
	})
}
