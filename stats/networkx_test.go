package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"

	"sitegraph/site"
)

// networkxNumbers is what testdata/networkx_numbers.py prints.
type networkxNumbers struct {
	Density, Reciprocity float64
	SCC                  []int // sizes, descending
	PageRank             []float64
	In, Out              float64 // medians
}

func TestAgainstNetworkx(t *testing.T) {
	if exec.Command("python3", "-c", "import networkx").Run() != nil {
		t.Skip("needs python3 with networkx")
	}
	for i, size := range [][2]int{{3, 4}, {50, 80}, {200, 1000}} {
		g := randomGraph(uint64(i), size[0], size[1])
		s, want := compute(crawlOf(g)), networkxNumbers{}
		networkx(t, "networkx_numbers.py", len(g.Pages), g, &want)
		for _, number := range []struct {
			name      string
			got, want float64
		}{
			{"density", s.Density, want.Density},
			{"reciprocity", s.Reciprocity, want.Reciprocity},
			{"median in-degree", s.InDegree.Median, want.In},
			{"median out-degree", s.OutDegree.Median, want.Out},
		} {
			if math.Abs(number.got-number.want) > 1e-9 {
				t.Errorf("%v: %s: got %v, networkx %v", size, number.name, number.got, number.want)
			}
		}
		if got := fallingSizes(strongComponents(targetsOf(g))); !slices.Equal(got, want.SCC) {
			t.Errorf("%v: components: got %v, networkx %v", size, got, want.SCC)
		}
		rank := pageRankOf(g)
		for i, w := range want.PageRank { // none without numpy
			if math.Abs(rank[i]-w) > 1e-9 {
				t.Errorf("%v: PageRank of page %d: got %v, networkx %v", size, i, rank[i], w)
			}
		}
	}
}

// fallingSizes returns the sizes of components, the largest first.
func fallingSizes(component []int32, count int) []int {
	_, sizes := largestOf(component, count)
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes
}

// networkx gives a program in testdata a graph, after a line, and reads what it prints.
func networkx(t *testing.T, program string, line any, g *site.Graph, numbers any) {
	t.Helper()
	var in bytes.Buffer
	fmt.Fprintln(&in, line)
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			fmt.Fprintln(&in, i, j)
		}
	}
	command := exec.Command("python3", "testdata/"+program)
	command.Stdin, command.Stderr = &in, os.Stderr
	out, err := command.Output()
	if err == nil {
		err = json.Unmarshal(out, numbers)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// networkxCentre is what testdata/networkx_centrality.py prints.
type networkxCentre struct {
	Assortativity  Assortativity
	Hub, Authority []float64 // of sum 1
	Betweenness    []float64
	Core           []int32
	Local          []float64
	Clustering     Clustering
}

// needNetworkx skips the test unless SITEGRAPH_TOOLS is 1; then networkx must be there.
func needNetworkx(t *testing.T) {
	t.Helper()
	if os.Getenv("SITEGRAPH_TOOLS") != "1" {
		t.Skip("SITEGRAPH_TOOLS=1 runs it; it needs python3 with networkx")
	}
	if err := exec.Command("python3", "-c", "import networkx").Run(); err != nil {
		t.Fatalf("python3 has no networkx: %v", err)
	}
}

func TestCentreAgainstNetworkx(t *testing.T) {
	needNetworkx(t)
	for i, size := range [][2]int{{6, 12}, {50, 200}, {200, 1500}} {
		g := randomGraph(uint64(i), size[0], size[1])
		var want networkxCentre
		networkx(t, "networkx_centrality.py", len(g.Pages), g, &want)
		compareCentre(t, g, want)
		if t.Failed() {
			t.Fatalf("%d pages, %d arcs", size[0], size[1])
		}
	}
}

func compareCentre(t *testing.T, g *site.Graph, want networkxCentre) {
	t.Helper()
	w := newDigraph(g)
	between := w.neighbours()
	hub, authority := hitsOf(g)
	_, betweenness := describeBetweenness(g, w, unwatched)
	clustering, local := describeClustering(between)
	for _, values := range []struct {
		name      string
		got, want []float64
	}{
		{"hubs", toSumOne(hub), want.Hub},
		{"authorities", toSumOne(authority), want.Authority},
		{"betweenness", betweenness, want.Betweenness},
		{"clustering of a page", local, want.Local},
		{"clustering", numbers(t, clustering), numbers(t, want.Clustering)},
		{"assortativity", numbers(t, describeAssortativity(w)), numbers(t, want.Assortativity)},
	} {
		if off := farthestApart(values.got, values.want); !(off <= 1e-9) {
			t.Errorf("%s: off by %g", values.name, off)
		}
	}
	if _, core := CoresOf(between); !slices.Equal(core, want.Core) {
		t.Errorf("cores %v, networkx %v", core, want.Core)
	}
}

func toSumOne(values []float64) []float64 {
	sum, shares := 0.0, slices.Clone(values)
	for _, x := range values {
		sum += x
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// numbers returns the fields of a structure of numbers by their names.
func numbers(t *testing.T, structure any) (values []float64) {
	t.Helper()
	text, err := json.Marshal(structure)
	var fields map[string]float64
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		values = append(values, fields[name])
	}
	return values
}

// networkxShape is what testdata/networkx_shape.py prints.
type networkxShape struct {
	Weak      []int // sizes, descending
	BowTie    BowTie
	Return    int
	Pairs     int // with a path
	Steps     int // sum of their distances
	Diameter  int
	Harmonic  []float64
	Dominator []int32
}

func TestShapeAgainstNetworkx(t *testing.T) {
	needNetworkx(t)
	for i, size := range [][2]int{{50, 60}, {200, 1000}} {
		g := randomGraph(uint64(i), size[0], size[1])
		var want networkxShape
		networkx(t, "networkx_shape.py", len(g.Pages), g, &want)
		compareShape(t, g, want)
		if t.Failed() {
			t.Fatalf("%d pages, %d arcs", size[0], size[1])
		}
	}
}

func compareShape(t *testing.T, g *site.Graph, want networkxShape) {
	t.Helper()
	w := newDigraph(g)
	if got := fallingSizes(components(w.out, nil)); !slices.Equal(got, want.Weak) {
		t.Errorf("weak components %v, networkx %v", got, want.Weak)
	}
	if got, _ := regions(g); got != want.BowTie {
		t.Errorf("bow-tie %+v, networkx %+v", got, want.BowTie)
	}
	if got, _ := describeReturn(g, w); got.Pages != want.Return {
		t.Errorf("%d pages can return, networkx %d", got.Pages, want.Return)
	}
	if got, _ := dominators(w); !slices.Equal(got, want.Dominator) {
		t.Errorf("dominators %v, networkx %v", got, want.Dominator)
	}
	d, harmonic := describeDistances(g, w, unwatched)
	if off := farthestApart(harmonic, want.Harmonic); off > 1e-9 {
		t.Errorf("harmonic centrality is off by %g", off)
	}
	if d.Reachable != share(want.Pairs, w.pages*(w.pages-1)) || d.Mean != share(want.Steps, want.Pairs) ||
		d.Diameter != want.Diameter {
		t.Errorf("reachable %v, mean %v, diameter %d; networkx %d pairs, %d steps, %d", d.Reachable, d.Mean,
			d.Diameter, want.Pairs, want.Steps, want.Diameter)
	}
}

// TestCommunitiesAgainstNetworkx: the modularity is networkx's of the same
// communities, and at least about what its Louvain method finds.
func TestCommunitiesAgainstNetworkx(t *testing.T) {
	needNetworkx(t)
	for i, size := range [][2]int{{50, 80}, {200, 600}} {
		g := randomGraph(uint64(i), size[0], size[1])
		c, of := describeCommunities(g, newDigraph(g), nil)
		var theirs struct{ Modularity, Louvain float64 }
		networkx(t, "networkx_communities.py", of, g, &theirs)
		if math.Abs(theirs.Modularity-c.Modularity) > 1e-8 {
			t.Errorf("%v: modularity %v, networkx %v", size, c.Modularity, theirs.Modularity)
		}
		if c.Modularity < 0.98*theirs.Louvain {
			t.Errorf("%v: modularity %v, networkx' Louvain %v", size, c.Modularity, theirs.Louvain)
		}
	}
}
