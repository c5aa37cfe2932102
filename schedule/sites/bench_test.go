package sites

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// One step is Next and Report, after the first pages of every site. ns/op is the time of a step.
func BenchmarkStep(b *testing.B) {
	for _, name := range []string{"quantum", "r2", "r3", "good-ucb", "r4", "auto"} {
		for _, sites := range []int{100, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, sites), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 12))
				p := policy(b, name, Options{Sites: sites})
				rich := make([]int, sites)
				for i := range rich {
					rich[i] = r.IntN(4) * r.IntN(4)
				}
				p.asked = 12 * sites
				for i := range rich {
					for p.sites[i].asked = 12; p.sites[i].reported < 12; {
						must(b, p.Report(i, Page{New: r.IntN(1+rich[i]) * r.IntN(2)}))
					}
				}
				b.ResetTimer()
				for b.Loop() {
					i, _ := p.Next()
					must(b, p.Report(i, Page{New: r.IntN(1+rich[i]) * r.IntN(2)}))
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			})
		}
	}
}

// A step of a page policy: Next, Report and ten new links.
func BenchmarkPagesStep(b *testing.B) {
	for _, name := range KnownPagePolicies() {
		for _, sites := range []int{10, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, sites), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 13))
				p := pagesPolicy(b, name, Options{Sites: sites})
				n := 0
				add := func(i int) {
					n++
					url := fmt.Sprintf("http://h/d%d/%c-%d.html", r.IntN(50), 'a'+r.IntN(20), n)
					p.Add(Link{Site: i, Page: n, URL: url})
				}
				for i := range sites {
					add(i)
				}
				b.ResetTimer()
				for b.Loop() {
					i, page, _ := p.Next()
					for range 10 {
						add(i)
					}
					must(b, p.Report(page, r.IntN(5)*r.IntN(2)))
				}
			})
		}
	}
}
