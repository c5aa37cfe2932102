package stats

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sitegraph/site"
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

// BenchmarkBetweennessOf takes the arcs of a real site from SITEGRAPH_ARCS, a file arcs.csv.
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
	must(b, err)
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
