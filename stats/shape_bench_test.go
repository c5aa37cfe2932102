package stats

import "testing"

// benchmarkShape measures on a graph of the size of a large documentation
// site.
func benchmarkShape(b *testing.B, measure func(w digraph)) {
	w := newDigraph(randomGraph(1, 30_000, 1_570_000))
	b.ReportAllocs()
	for b.Loop() {
		measure(w)
	}
}

func BenchmarkWeakComponents(b *testing.B) {
	benchmarkShape(b, func(w digraph) { components(w.out, nil) })
}

func BenchmarkDominators(b *testing.B) {
	benchmarkShape(b, func(w digraph) { dominators(w) })
}

func BenchmarkReached(b *testing.B) {
	benchmarkShape(b, func(w digraph) { reached(w.in, func(i int) bool { return i == 0 }) })
}

func BenchmarkDistances(b *testing.B) {
	benchmarkShape(b, func(w digraph) { surveyDistances(w, distanceLooks, unwatched) })
}

func BenchmarkBowTie(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	w := newDigraph(g)
	component, count := strongComponents(targetsOf(g))
	for b.Loop() {
		bowTie(w.out, w.in, component, count)
	}
}

func BenchmarkDepth(b *testing.B) {
	g := randomGraph(1, 30_000, 1_570_000)
	w, rank := newDigraph(g), pageRankOf(g)
	for b.Loop() {
		describeDepth(g, w, rank)
	}
}
