package stats

import "testing"

// benchmarkShape measures on a graph of the size of a large documentation
// site.
func benchmarkShape(b *testing.B, measure func(w web)) {
	w := newWeb(randomGraph(1, 30_000, 1_570_000))
	b.ReportAllocs()
	for b.Loop() {
		measure(w)
	}
}

func BenchmarkWeakComponents(b *testing.B) {
	benchmarkShape(b, func(w web) { weakComponents(w) })
}

func BenchmarkDominators(b *testing.B) {
	benchmarkShape(b, func(w web) { dominators(w) })
}

func BenchmarkReached(b *testing.B) {
	benchmarkShape(b, func(w web) { reached(w.in, func(i int) bool { return i == 0 }) })
}

func BenchmarkDistances(b *testing.B) {
	benchmarkShape(b, func(w web) { surveyDistances(w, distanceLooks, unwatched) })
}

func BenchmarkBowTie(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	w := newWeb(g)
	component, count := StrongComponents(g)
	for b.Loop() {
		bowTie(w, component, count)
	}
}

func BenchmarkDepth(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	w, rank := newWeb(g), PageRank(g)
	for b.Loop() {
		describeDepth(g, w, rank)
	}
}
