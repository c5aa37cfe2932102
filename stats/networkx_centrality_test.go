package stats

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"slices"
	"testing"

	"sitegraph/site"
)

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
	must(t, err)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		values = append(values, fields[name])
	}
	return values
}
