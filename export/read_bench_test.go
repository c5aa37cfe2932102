package export_test

import (
	"fmt"
	"testing"

	"sitegraph/site"
)

// wide is a crawl of n pages, each of which links to the next ten; its ledger
// has a failure for every page beside the pages.
func wide(n int) *site.Crawl {
	c := random(1, 1)
	c.Graph = &site.Graph{Offsets: []int{0}}
	var ledger []site.Entry
	for i := range n {
		url := fmt.Sprintf("http://random.example/section/page%07d.html", i)
		c.Graph.Pages = append(c.Graph.Pages, site.Page{
			URL: url, Key: url, Level: (i + 9) / 10, Status: 200, ContentType: "text/html", Bytes: 12345,
			Hash: fmt.Sprintf("%032x", i), Title: fmt.Sprintf("Page %d of the \"wide\" site", i), Lang: "en",
		})
		for to := i + 1; to <= min(i+10, n-1); to++ {
			c.Graph.Targets = append(c.Graph.Targets, uint32(to))
			c.Graph.Weights.Append(1)
		}
		c.Graph.Offsets = append(c.Graph.Offsets, len(c.Graph.Targets))
		ledger = append(ledger,
			site.Entry{Key: url, URL: url, State: site.StatePage, Level: (i + 9) / 10, Status: 200, Page: url,
				From: url},
			site.Entry{Key: url + "x", URL: url + "x", State: site.StateStatus, Status: 404, From: url})
	}
	c.Ledger = good(ledger...)
	c.Counts = site.Counts{
		Pages: n, Arcs: c.Graph.Arcs(), Links: c.Graph.Arcs(),
		States: map[site.State]int{site.StatePage: n, site.StateStatus: n},
	}
	return c
}

// BenchmarkRead reads a result folder of 50,000 pages, 500,000 arcs and a
// ledger of 100,000 rows: the crawl, and the ledger ten times as the
// statistics do.
func BenchmarkRead(b *testing.B) {
	dir := write(b, wide(50_000), true, "csv", "ledger")
	b.ReportAllocs()
	b.Run("crawl", func(b *testing.B) {
		for b.Loop() {
			reopen(b, dir)
		}
	})
	b.Run("ledger", func(b *testing.B) {
		_, c := reopen(b, dir)
		for b.Loop() {
			for range 10 {
				for _, err := range c.Ledger {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
}
