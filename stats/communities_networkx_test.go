package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"testing"
)

// TestCommunitiesAgainstNetworkx: the modularity is networkx's of the same
// communities, and at least about what its Louvain method finds.
func TestCommunitiesAgainstNetworkx(t *testing.T) {
	needNetworkx(t)
	for i, size := range [][2]int{{50, 80}, {200, 600}} {
		g := randomGraph(uint64(i), size[0], size[1])
		c, of := describeCommunities(g, newDigraph(g), nil)
		var in bytes.Buffer
		fmt.Fprintln(&in, of)
		for i := range g.Pages {
			targets, _ := g.Out(i)
			for _, j := range targets {
				fmt.Fprintln(&in, i, j)
			}
		}
		command := exec.Command("python3", "testdata/networkx_communities.py")
		command.Stdin = &in
		out, err := command.Output()
		var theirs struct{ Modularity, Louvain float64 }
		if err == nil {
			err = json.Unmarshal(out, &theirs)
		}
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(theirs.Modularity-c.Modularity) > 1e-8 {
			t.Errorf("%v: modularity %v, networkx %v", size, c.Modularity, theirs.Modularity)
		}
		if c.Modularity < 0.98*theirs.Louvain {
			t.Errorf("%v: modularity %v, networkx' Louvain %v", size, c.Modularity, theirs.Louvain)
		}
	}
}
