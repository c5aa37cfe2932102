package replayed

import (
	"testing"

	"sitegraph/internal/console"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// A replay of agents reads stored pages on all hosts that links reach from the first. Here agents began on two hosts,
// and the first host's page links to a third.
func TestSearch(t *testing.T) {
	g := &site.Graph{Offsets: []int{0, 1, 1, 1}, Targets: []uint32{2}, Weights: site.NumbersOf(1)}
	for i, key := range []string{"http://a.example/", "https://b.example/b", "http://c.example/c"} {
		g.Pages = append(g.Pages, site.Page{Key: key, URL: key, Level: i / 2})
	}
	s, err := New(&site.Crawl{Site: "topic", Name: "topic", Graph: g, Searched: &site.Searched{}}, "")
	console.Must(t, err)
	decisions, err := Crawl(t.Context(), []*Site{s}, order.Options{})
	console.Must(t, err)
	for i, d := range decisions {
		if want := g.Pages[2*i].Key; d.Kind != site.OutcomeRead || len(decisions) != 2 || d.Key != want {
			t.Errorf("decision %d of %d is %+v, want %s", i, len(decisions), d, want)
		}
	}
}
