package stats

import (
	"testing"
)

// The sizes are those of a large documentation site.
func BenchmarkAnalyse(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	c := crawlOf(g)
	b.ReportAllocs()
	for b.Loop() {
		compute(c)
	}
	b.ReportMetric(float64(g.Arcs())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Marcs/s")
}
