package stats

import "testing"

// benchmarkCentre measures on a graph of the size of a large documentation
// site.
func benchmarkCentre(b *testing.B, measure func(w digraph)) {
	w := newDigraph(randomGraph(1, 30_000, 1_570_000))
	b.ReportAllocs()
	for b.Loop() {
		measure(w)
	}
}

func BenchmarkHITS(b *testing.B) {
	iterations := 0
	benchmarkCentre(b, func(w digraph) { _, _, iterations, _ = w.hits() })
	b.ReportMetric(float64(iterations), "iterations")
}

func BenchmarkBetweenness(b *testing.B) {
	benchmarkCentre(b, func(w digraph) { w.betweenness(betweennessPages, betweennessWork, unwatched) })
}

// One source; the search in all of a large site takes as many as there are.
func BenchmarkBrandes(b *testing.B) {
	benchmarkCentre(b, func(w digraph) {
		search := newBrandes(w)
		search.add(0, make([]float64, w.pages))
	})
}

func BenchmarkAssortativity(b *testing.B) {
	benchmarkCentre(b, func(w digraph) { describeAssortativity(w) })
}

func BenchmarkJointDegrees(b *testing.B) {
	benchmarkCentre(b, func(w digraph) { jointDegrees(w) })
}

func BenchmarkNeighbours(b *testing.B) {
	benchmarkCentre(b, func(w digraph) { w.neighbours() })
}

func BenchmarkCores(b *testing.B) {
	between := newDigraph(randomGraph(1, 30_000, 1_570_000)).neighbours()
	b.ReportAllocs()
	for b.Loop() {
		describeCores(between)
	}
}

func BenchmarkClustering(b *testing.B) {
	between := newDigraph(randomGraph(1, 30_000, 1_570_000)).neighbours()
	b.ReportAllocs()
	for b.Loop() {
		describeClustering(between)
	}
}

// The degrees of 30,000 pages that follow a law from 1 on, as the sampler of
// the program draws them.
func BenchmarkPowerLaw(b *testing.B) {
	law := lawWith(2.1, 1)
	degree, count := law.drawMany(30_000, newRandom(1), nil, nil)
	var distribution [][2]int
	for i, d := range degree {
		distribution = append(distribution, [2]int{int(d), count[i]})
	}
	b.ReportAllocs()
	for b.Loop() {
		fitPowerLaw(distribution)
	}
}
