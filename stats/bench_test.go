package stats

import (
	"io"
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

func BenchmarkPageRank(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	b.ReportAllocs()
	iterations := 0
	for b.Loop() {
		s, _ := PageRank(g)
		iterations = s.Iterations
	}
	b.ReportMetric(float64(iterations), "iterations")
}

func BenchmarkStrongComponents(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	b.ReportAllocs()
	for b.Loop() {
		strongComponents(targetsOf(g))
	}
}

func BenchmarkWriteJSON(b *testing.B) {
	s := compute(crawlOf(randomGraph(1, 30_000, 1_570_000)))
	for b.Loop() {
		if err := WriteJSON(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
}
