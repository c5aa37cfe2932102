package stats

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sitegraph/site"
)

// TestSearch: the graphs of searches have several pages of depth 0, depths
// without pages, and pages that nothing reaches; there are numbers all the same.
func TestSearch(t *testing.T) {
	for seed := range uint64(200) {
		dice := rand.New(rand.NewPCG(seed, 5))
		n := dice.IntN(12)
		g := &site.Graph{Offsets: []int{0}}
		level := dice.IntN(3)
		for i := range n {
			level += dice.IntN(2) * dice.IntN(3)
			key := fmt.Sprintf("http://h%d.example/%02d", dice.IntN(3), i)
			g.Pages = append(g.Pages, site.Page{Key: key, Level: level})
			for k := range n {
				if dice.IntN(4) == 0 {
					g.Targets = append(g.Targets, uint32(k))
					g.Weights.Append(1)
				}
			}
			g.Offsets = append(g.Offsets, len(g.Targets))
		}
		c := &site.Crawl{Site: "topics", Graph: g, Searched: &site.Searched{}}
		a, err := Analyse(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		pages := 0
		for _, l := range a.Levels {
			pages += l.Pages
		}
		if a.Pages != n || pages != n || a.Arcs != len(g.Targets) || a.Problems == nil || len(a.Problems) > 0 {
			t.Errorf("seed %d: %+v", seed, a.Summary)
		}
		for range a.Occurrences(0) {
			t.Errorf("seed %d: a problem", seed)
		}
	}
}
