package atlas

import (
	"slices"
	"testing"

	"sitegraph/site"
)

// TestFolders: pages are grouped by their first folders, which have the same places in all graphs.
func TestFolders(t *testing.T) {
	graph := func(keys ...string) *site.Graph {
		g := &site.Graph{Offsets: make([]int, len(keys)+1)}
		for _, key := range keys {
			g.Pages = append(g.Pages, site.Page{Key: key})
		}
		return g
	}
	a := graph("http://m.example/", "http://m.example/b/1", "http://m.example/b/c/2", "http://m.example/x?a=/b/")
	b := graph("http://m.example/a/1", "http://other.example/b/")
	all := Folders(a, b)
	for i, want := range [][]int32{{0, 2, 2, 0}, {1, 2}} {
		if !slices.Equal(all[i].Labels, []string{"/", "/a/", "/b/"}) || !slices.Equal(all[i].Of, want) {
			t.Errorf("graph %d: %q, %v", i, all[i].Labels, all[i].Of)
		}
	}
}

// TestFirst: the first pages have the arcs among them, whatever the order of the targets; a graph without more is
// itself.
func TestFirst(t *testing.T) {
	g := graphOf(nil, [][]uint32{{3, 1, 2}, {0, 2}, {1, 3}, {0}})
	cut := First(g, 3)
	if len(cut.Pages) != 3 || !slices.Equal(cut.Targets, []uint32{1, 2, 0, 2, 1}) ||
		!slices.Equal(cut.Offsets, []int{0, 2, 4, 5}) {
		t.Errorf("%d pages, %v, %v", len(cut.Pages), cut.Targets, cut.Offsets)
	}
	if First(g, 4) != g || First(g, 9) != g {
		t.Error("a graph that has no more pages is cut")
	}
}
