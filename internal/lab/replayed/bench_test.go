package replayed

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sitegraph/schedule/order"
	"sitegraph/site"
)

// BenchmarkCrawl replays a crawl of 10,000 pages with 30 links each.
func BenchmarkCrawl(b *testing.B) {
	const pages, degree = 10_000, 30
	random := rand.New(rand.NewPCG(1, 2))
	g := &site.Graph{Offsets: []int{0}}
	for p := range pages {
		key := fmt.Sprintf("http://site.test/section-%d/page-%d.html", p%97, p)
		g.Pages = append(g.Pages, site.Page{URL: key, Key: key})
		for range degree {
			g.Targets = append(g.Targets, uint32(random.IntN(pages)))
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NewNumbers(len(g.Targets))
	s, err := New(&site.Crawl{Site: "http://site.test", Name: "site.test", Graph: g}, "")
	if err != nil {
		b.Fatal(err)
	}
	for _, pages := range []string{order.Levels, "auto"} {
		b.Run(pages, func(b *testing.B) {
			for b.Loop() {
				if _, err := Crawl(b.Context(), []*Site{s}, order.Options{Pages: pages}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
