package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"testing"

	"sitegraph/site"
)

// networkxNumbers is what testdata/networkx_numbers.py prints.
type networkxNumbers struct {
	Degrees        []float64 // density, reciprocity, medians of in- and out-degrees
	Strong, Weak   []int     // sizes of the components, falling
	Dominator      []int32
	Core           []int32
	PageRank       []float64 // none without numpy
	Hub, Authority []float64 // of sum 1
	Harmonic       []float64
	Betweenness    []float64
	Local          []float64
	Clustering     Clustering
	Assortativity  Assortativity
}

// TestAgainstNetworkx compares what networkx has too: it runs if SITEGRAPH_TOOLS is 1; then networkx must be there.
func TestAgainstNetworkx(t *testing.T) {
	if os.Getenv("SITEGRAPH_TOOLS") != "1" {
		t.Skip("SITEGRAPH_TOOLS=1 runs it; it needs python3 with networkx")
	}
	// The third has one large component and many single pages.
	for i, size := range [][2]int{{6, 12}, {50, 200}, {200, 320}, {200, 1500}} {
		g := randomGraph(uint64(i), size[0], size[1])
		compareNetworkx(t, g, networkx(t, g))
		if t.Failed() {
			t.Fatalf("%d pages, %d arcs", size[0], size[1])
		}
	}
}

func compareNetworkx(t *testing.T, g *site.Graph, want networkxNumbers) {
	t.Helper()
	s, w := compute(crawlOf(g)), newDigraph(g)
	hub, authority := hitsOf(g)
	_, harmonic := describeDistances(g, w, unwatched)
	_, betweenness := describeBetweenness(g, w, unwatched)
	clustering, local := describeClustering(w.neighbours())
	rank := pageRankOf(g)
	for _, values := range []struct {
		name      string
		got, want []float64
	}{
		{"density, reciprocity, medians", []float64{s.Density, s.Reciprocity, s.InDegree.Median, s.OutDegree.Median},
			want.Degrees},
		{"PageRank", rank[:min(len(rank), len(want.PageRank))], want.PageRank},
		{"hubs", toSumOne(hub), want.Hub},
		{"authorities", toSumOne(authority), want.Authority},
		{"harmonic centrality", harmonic, want.Harmonic},
		{"betweenness", betweenness, want.Betweenness},
		{"clustering of a page", local, want.Local},
		{"clustering", numbers(t, clustering), numbers(t, want.Clustering)},
		{"assortativity", numbers(t, describeAssortativity(w)), numbers(t, want.Assortativity)},
	} {
		if off := farthestApart(values.got, values.want); !(off <= 1e-9) {
			t.Errorf("%s: off by %g", values.name, off)
		}
	}
	dominator, _ := dominators(w)
	if _, core := CoresOf(w.neighbours()); !slices.Equal(core, want.Core) || !slices.Equal(dominator, want.Dominator) {
		t.Errorf("cores %v, dominators %v; networkx %v, %v", core, dominator, want.Core, want.Dominator)
	}
	strong, weak := fallingSizes(strongComponents(targetsOf(g))), fallingSizes(components(w.out, nil))
	if !slices.Equal(strong, want.Strong) || !slices.Equal(weak, want.Weak) {
		t.Errorf("components %v, weak %v; networkx %v, %v", strong, weak, want.Strong, want.Weak)
	}
}

// fallingSizes returns the sizes of components, the largest first.
func fallingSizes(component []int32, count int) []int {
	_, sizes := largestOf(component, count)
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes
}

// numbers returns the fields of a structure of numbers by their names.
func numbers(t *testing.T, structure any) (values []float64) {
	t.Helper()
	text, err := json.Marshal(structure)
	var fields map[string]float64
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	must(t, err)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		values = append(values, fields[name])
	}
	return values
}

// networkx gives a graph to testdata/networkx_numbers.py, and reads what it prints.
func networkx(t *testing.T, g *site.Graph) (n networkxNumbers) {
	t.Helper()
	var in bytes.Buffer
	fmt.Fprintln(&in, len(g.Pages))
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			fmt.Fprintln(&in, i, j)
		}
	}
	command := exec.Command("python3", "testdata/networkx_numbers.py")
	command.Stdin, command.Stderr = &in, os.Stderr
	out, err := command.Output()
	if err == nil {
		err = json.Unmarshal(out, &n)
	}
	must(t, err)
	return n
}
