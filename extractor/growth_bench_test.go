package extractor_test

import (
	"context"
	"os"
	"strconv"
	"testing"
)

// BenchmarkGrowth crawls ever larger sites that vary at each request with key
// stable, and without that key: ns/request must hardly grow. The server is in the
// same process, and pages are of 2 KB.
//
//	go test -run '^$' -bench Growth -benchtime 1x ./extractor
//	SITEGRAPH_BENCH_PAGES=50000 go test -run '^$' -bench Growth/most -benchtime 1x ./extractor
func BenchmarkGrowth(b *testing.B) {
	most, err := strconv.Atoi(os.Getenv("SITEGRAPH_BENCH_PAGES"))
	if err != nil {
		most = 5000
	}
	for _, c := range []struct {
		name   string
		pages  int
		stable bool
	}{{"tenth", most / 10, true}, {"most", most, true}, {"most-exact", most, false}} {
		b.Run(c.name, func(b *testing.B) {
			requests := int64(0)
			for b.Loop() {
				v := &varyingSite{pages: c.pages, rendered: true, replies: true}
				w := stableWalker(b, v, 4)
				w.parts.Stable = c.stable
				w.limits.MaxPages, w.limits.KeepLinks, w.limits.KeepTexts = c.pages, false, false
				crawl, err := walkAlone(context.Background(), mustParse(b, w.start), w.parts, w.limits)
				if err != nil || len(crawl.Graph.Pages) != c.pages {
					b.Fatalf("%d pages of %d, %v", len(crawl.Graph.Pages), c.pages, err)
				}
				requests += v.requests.Load()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/request")
			b.ReportMetric(float64(requests)/float64(b.N), "requests")
		})
	}
}
