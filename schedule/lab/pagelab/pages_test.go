package pagelab

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/schedule/page"
	"sitegraph/site"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// of makes a crawl of lists of links.
func of(graph [][]uint32) *site.Crawl {
	g := &site.Graph{Offsets: []int{0}}
	for _, list := range graph {
		g.Pages = append(g.Pages, site.Page{})
		g.Targets = append(g.Targets, list...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Name: "museum.example", Graph: g}
}

func oracle(t testing.TB, graph [][]uint32, rank []float64) *Oracle {
	t.Helper()
	o, err := NewOracle(of(graph), rank)
	must(t, err)
	return o
}

// TestPageRank: by hand. Two pages that link to each other have a half each;
// with a third that both link to and that links to nobody, x = 0.05 + 0.85 (y/2
// + z/3) for both of the two, and z = 0.05 + 0.85 (y + z/3).
func TestPageRank(t *testing.T) {
	if r := oracle(t, [][]uint32{{1}, {0}}, nil).Rank; math.Abs(r[0]-0.5) > 1e-12 {
		t.Errorf("%v", r)
	}
	r := oracle(t, [][]uint32{{1, 2}, {0, 2}, {}}, nil).Rank
	for _, x := range []float64{
		r[0] - r[1],
		r[0] - (0.05 + 0.85*(r[1]/2+r[2]/3)),
		r[2] - (0.05 + 0.85*((r[0]+r[1])/2+r[2]/3)),
		r[0] + r[1] + r[2] - 1,
	} {
		if math.Abs(x) > 1e-11 {
			t.Errorf("%v", r)
		}
	}
}

// tree: 0 links to 1, 2 and 3, 1 to 4, 3 to 5. Page 5 is worth most.
var (
	tree  = [][]uint32{{1, 2, 3}, {4}, {}, {5}, {}, {}}
	worth = []float64{0.1, 0.1, 0.05, 0.2, 0.15, 0.4}
)

func TestOrders(t *testing.T) {
	o := oracle(t, tree, worth)
	for name, want := range map[string][]uint32{
		Frontier: {0, 3, 5, 1, 4, 2}, Walk: {0, 1, 2, 3, 4, 5}, "bfs": {0, 1, 2, 3, 4, 5},
	} {
		if got, err := order(o, name, page.Options{}); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestEveryPolicyReadsAll: every policy reads every page that can be reached.
func TestEveryPolicyReadsAll(t *testing.T) {
	o, err := Ensemble{Kind: "random", Pages: 60, Degree: 3}.New(1)
	must(t, err)
	for _, name := range page.Known() {
		read, err := order(o, name, page.Options{Seed: 3})
		must(t, err)
		slices.Sort(read)
		if len(slices.Compact(read)) != 60 {
			t.Errorf("%s reads %d pages of 60", name, len(read))
		}
	}
}

// TestReplay: the masses of the tree, by hand: half of the pages are three.
func TestReplay(t *testing.T) {
	o := Options{Policies: []string{Walk}, Shares: []float64{0.5, 1}, Points: 2}
	d, err := Replay(t.Context(), []*Oracle{oracle(t, tree, worth), oracle(t, [][]uint32{{}}, nil)}, o)
	must(t, err)
	if len(d.Rows) != 6 || len(d.Means) != 3 {
		t.Fatalf("%d rows, %d means", len(d.Rows), len(d.Means))
	}
	near := func(what string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12 {
				t.Errorf("%s: %v, not %v", what, got, want)
				return
			}
		}
	}
	near("walk", d.Rows[0].Mass, []float64{0.25, 1})
	near("frontier", d.Rows[2].Mass, []float64{0.7, 1})
	near("walk, of frontier", d.Rows[0].OfFrontier, []float64{0.25 / 0.7, 1})
	near("frontier, over breadth", d.Rows[2].OverBreadth, []float64{0.45, 0})
	near("mean of walk", d.Means[0].Mass, []float64{(0.25 + 1) / 2, 1})
	near("worst of frontier", d.Means[2].WorstOverBreadth, []float64{0, 0})
	near("curve of walk", d.Curves[0], []float64{0, (0.25 + 1) / 2, 1})
}

// TestSame: the number of workers makes no difference.
func TestSame(t *testing.T) {
	var sites []*Oracle
	for seed := range uint64(4) {
		o, err := Ensemble{Kind: "site", Pages: 80, Degree: 6}.New(seed)
		must(t, err)
		sites = append(sites, o)
	}
	calls := 0
	a, err := Replay(t.Context(), sites, Options{Workers: 1, Seeds: 3, Progress: func(int, int) { calls++ }})
	must(t, err)
	b, err := Replay(t.Context(), sites, Options{Workers: 4, Seeds: 3})
	must(t, err)
	if !reflect.DeepEqual(a, b) {
		t.Error("results differ")
	}
	if calls != 4*8 {
		t.Errorf("progress was told %d times", calls)
	}
}

func TestBadInput(t *testing.T) {
	if _, err := NewOracle(of(nil), nil); err == nil {
		t.Error("a crawl without pages: no error")
	}
	if _, err := NewOracle(of(tree), []float64{1}); err == nil {
		t.Error("one value for six pages: no error")
	}
	o := []*Oracle{oracle(t, tree, nil)}
	for _, options := range []Options{{Policies: []string{"best"}}, {Shares: []float64{2}}, {Seeds: -1}, {Policy: page.Options{Delta: 3}}} {
		if _, err := Replay(t.Context(), o, options); err == nil {
			t.Errorf("%+v: no error", options)
		}
	}
	if _, err := Replay(t.Context(), nil, Options{}); err == nil {
		t.Error("no sites: no error")
	}
	for _, e := range []Ensemble{{}, {Kind: "random", Pages: 5, Degree: 5}, {Kind: "web", Pages: 5, Degree: 2}} {
		if _, err := e.New(1); err == nil {
			t.Errorf("%+v: no error", e)
		}
	}
	if _, err := Estimates(t.Context(), nil, o, EstimateOptions{Policies: []string{"bfs"}}); err == nil || !strings.Contains(err.Error(), "does not estimate") {
		t.Errorf("%v", err)
	}
	if _, err := Estimates(t.Context(), nil, o, EstimateOptions{Policies: []string{"stored"}}); err == nil {
		t.Error("stored reads once: no error")
	}
}

// TestKendall: against all pairs.
func TestKendall(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 30 {
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = float64(random.IntN(8)), float64(random.IntN(8))
		}
		score, variesX, variesY := 0.0, 0.0, 0.0
		for i := range n {
			for j := range i {
				a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
				score += a * b
				variesX += a * a
				variesY += b * b
			}
		}
		want := ratio(score, math.Sqrt(variesX)*math.Sqrt(variesY))
		if got := kendall(x, y); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v and %v: %v, not %v", x, y, got, want)
		}
	}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// TestEnsembles: the mean degree is about what is said, every page can be
// reached, and a seed gives one graph.
func TestEnsembles(t *testing.T) {
	for _, e := range []Ensemble{{"random", 600, 5}, {"random", 600, 30}, {"site", 600, 10}, {"site", 600, 30}} {
		o, err := e.New(7)
		must(t, err)
		again, err := e.New(7)
		must(t, err)
		if !reflect.DeepEqual(o, again) {
			t.Errorf("%s: two graphs of one seed", e.Name())
		}
		if read, err := order(o, "bfs", page.Options{}); err != nil || len(read) != 600 {
			t.Errorf("%s: %d pages can be reached, %v", e.Name(), len(read), err)
		}
		degree := float64(len(o.targets)) / 600
		if math.Abs(degree-e.Degree) > 0.25*e.Degree {
			t.Errorf("%s: mean degree %v", e.Name(), degree)
		}
	}
}

// TestGreedyIsTwiceAsFast: greedy at 5 readings a page is at least as good as
// random at 10, on seeds that nothing was tuned on. On small graphs with great
// menus it is so by Kendall's tau, and by error nearly: see docs/policies.md.
func TestGreedyIsTwiceAsFast(t *testing.T) {
	var ensembles []Ensemble
	for _, kind := range Kinds() {
		for _, degree := range []float64{5, 10, 20, 30} {
			ensembles = append(ensembles, Ensemble{kind, 200, degree})
		}
	}
	all, err := Estimates(t.Context(), ensembles, nil, EstimateOptions{Seeds: 5, Policies: []string{"opic-random", "opic-greedy"}})
	must(t, err)
	for i := 0; i < len(all); i += 2 {
		random, greedy := all[i], all[i+1]
		slack := 1.0
		if strings.HasPrefix(random.Graph, "site") {
			slack = 1.1
		}
		if greedy.Error[4] > slack*random.Error[9] || greedy.Tau[4] < random.Tau[9] {
			t.Errorf("%s: greedy at 5 %.4f, %.3f, random at 10 %.4f, %.3f", random.Graph, greedy.Error[4], greedy.Tau[4], random.Error[9], random.Tau[9])
		}
	}
}

// TestFixpoint: stored reaches PageRank within 1e-6 in sum.
func TestFixpoint(t *testing.T) {
	for _, kind := range Kinds() {
		o, err := Ensemble{kind, 500, 8}.New(2)
		must(t, err)
		if d, err := Fixpoint(o, 1e-7/500); err != nil || d > 1e-6 {
			t.Errorf("%s: %v, %v", kind, d, err)
		}
	}
}
