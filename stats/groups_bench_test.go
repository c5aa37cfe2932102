package stats

import (
	"fmt"
	"testing"

	"sitegraph/site"
)

// sectioned is as large as randomGraph of the other benchmarks, in 30 parts
// with most of the arcs inside.
func sectioned() *site.Graph {
	g := planted(30, 1000, 39, 14)
	for i := range g.Pages {
		p := &g.Pages[i]
		p.URL = fmt.Sprintf("https://example.com/part%d/sub%d/page-%d.html?id=%d", i/1000, i%7, i, i%100)
		p.Title = fmt.Sprintf("Page %d of the section number%d - Example", i, i/1000)
		p.Key, p.Canonical = p.URL, fmt.Sprintf("https://example.com/part%d/", i/1000)
	}
	return g
}

func BenchmarkCommunities(b *testing.B) {
	for name, g := range map[string]*site.Graph{"random": randomGraph(1, 30_000, 1_570_000), "sections": sectioned()} {
		b.Run(name, func(b *testing.B) {
			w := newDigraph(g)
			b.ReportAllocs()
			q := 0.0
			for b.Loop() {
				c, _ := describeCommunities(g, w, nil)
				q = c.Modularity
			}
			b.ReportMetric(q, "modularity")
		})
	}
}

func BenchmarkDirectories(b *testing.B) {
	g := sectioned()
	w := newDigraph(g)
	b.ReportAllocs()
	for b.Loop() {
		describeDirectories(g, w, folderOf)
	}
}

func BenchmarkTemplates(b *testing.B) {
	g := sectioned()
	b.ReportAllocs()
	for b.Loop() {
		urlTemplates(g)
		queryParameters(g)
	}
}

func BenchmarkProblems(b *testing.B) {
	g := sectioned()
	c, w := crawlOf(g), newDigraph(g)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := findProblems(c, w); err != nil {
			b.Fatal(err)
		}
	}
}
