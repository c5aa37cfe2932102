package page

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

// wide tells a policy of a random graph as a crawl would: each page read links
// to pages known and to a few new ones, until there are that many.
func wide(b *testing.B, p Policy, pages, degree, reads int) {
	random := rand.New(rand.NewPCG(1, 1))
	must(b, p.Discovered(0))
	known := 1
	links := make([]uint32, degree)
	for range reads {
		page, ok := p.Next()
		if !ok {
			return
		}
		for k := range links {
			if k < 4 && known < pages {
				must(b, p.Discovered(uint32(known)))
				links[k] = uint32(known)
				known++
				continue
			}
			links[k] = uint32(random.IntN(known))
			if random.IntN(2) == 0 { // half of the links go to few pages
				links[k] = uint32(random.IntN(1 + known/100))
			}
		}
		must(b, p.Read(page, links))
	}
}

// BenchmarkCrawl reads sites of 20 links a page, every page once. Run it with
// -benchtime 1x; MB is the heap at the end, steps/s readings a second.
func BenchmarkCrawl(b *testing.B) {
	for _, pages := range []int{10_000, 100_000, 1_000_000} {
		for _, name := range Known() {
			b.Run(fmt.Sprintf("%s/%d", name, pages), func(b *testing.B) {
				for range b.N {
					p := made(b, name, 0, 0)
					started := time.Now()
					wide(b, p, pages, 20, pages)
					b.ReportMetric(float64(pages)/time.Since(started).Seconds(), "steps/s")
					var m runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&m)
					b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB")
					runtime.KeepAlive(p)
				}
			})
		}
	}
}
