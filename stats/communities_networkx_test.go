package stats

import (
	"math"
	"testing"
)

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
