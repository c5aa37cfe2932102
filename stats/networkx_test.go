package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	if exec.Command("python3", "-c", `import importlib.util as i; i.find_spec("networkx").name`).Run() != nil {
		t.Skip("needs python3 with networkx")
	}
	g := randomGraph(1, 200, 320) // one large component and many single pages
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
			t.Errorf("%s: got %v, networkx %v", number.name, number.got, number.want)
		}
	}
	if got := fallingSizes(strongComponents(targetsOf(g))); !slices.Equal(got, want.SCC) {
		t.Errorf("components: got %v, networkx %v", got, want.SCC)
	}
	rank := pageRankOf(g)
	for i, w := range want.PageRank { // none without numpy
		if math.Abs(rank[i]-w) > 1e-9 {
			t.Errorf("PageRank of page %d: got %v, networkx %v", i, rank[i], w)
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
	must(t, err)
}
