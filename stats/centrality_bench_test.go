package stats

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sitegraph/site"
)

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

// A site with menus, and a graph of the same size without any order, where nothing can be left out.
func BenchmarkBetweenness(b *testing.B) {
	for name, g := range map[string]*site.Graph{"menus": menus(4, 10_000), "random": randomGraph(1, 10_000, 200_000)} {
		b.Run(name, func(b *testing.B) {
			w := newDigraph(g)
			for b.Loop() {
				w.betweenness(betweennessPages, betweennessWork, unwatched)
			}
			b.ReportMetric(float64(len(w.inner().pages))/float64(len(w.out.pages)), "inner/arc")
			b.ReportMetric(float64(len(w.rootsOf(countUp(w.pages))))/float64(w.pages), "searches/page")
		})
	}
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
		CoresOf(between)
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

// BenchmarkBetweennessOf measures on the arcs of a real site, of a file arcs.csv that SITEGRAPH_ARCS names, beside one
// source after the other along all arcs.
func BenchmarkBetweennessOf(b *testing.B) {
	file := os.Getenv("SITEGRAPH_ARCS")
	if file == "" {
		b.Skip("SITEGRAPH_ARCS names no arcs.csv")
	}
	w := newDigraph(readArcs(b, file))
	b.Run("lanes", func(b *testing.B) {
		for b.Loop() {
			w.betweenness(betweennessPages, betweennessWork, unwatched)
		}
		b.ReportMetric(float64(w.pages), "pages")
		b.ReportMetric(float64(len(w.out.pages)), "arcs")
		b.ReportMetric(float64(len(w.inner().pages)), "inner")
		b.ReportMetric(float64(len(w.rootsOf(countUp(w.pages)))), "searches")
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			search, sum := newBrandes(w), make([]float64, w.pages)
			for s := range w.pages {
				search.add(int32(s), sum)
			}
		}
	})
}

// readArcs reads the columns Source and Target of an arcs.csv.
func readArcs(b *testing.B, file string) *site.Graph {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var arcs [][2]uint32
	pages := uint32(0)
	for line := range strings.Lines(string(text)) {
		var from, to uint32
		if n, _ := fmt.Sscanf(line, "%d,%d,", &from, &to); n < 2 {
			continue // the names of the columns
		}
		arcs, pages = append(arcs, arc(from-1, to-1)), max(pages, from, to)
	}
	return graphOf(int(pages), arcs...)
}
