package stats

import (
	"io"
	"math"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Measures of small graphs agree with definitions applied literally.
func FuzzGraph(f *testing.F) {
	f.Add(uint8(0), []byte{})
	f.Add(uint8(4), []byte{0, 1, 1, 2, 2, 1, 2, 2, 3, 3})
	f.Add(uint8(9), []byte("0123456789876543210"))
	f.Fuzz(func(t *testing.T, size uint8, bytes []byte) {
		n := int(size % 12)
		var arcs [][2]uint32
		for i := 0; n > 0 && i+1 < len(bytes); i += 2 {
			arcs = append(arcs, arc(uint32(bytes[i])%uint32(n), uint32(bytes[i+1])%uint32(n)))
		}
		g := graphOf(n, arcs...)
		s := compute(crawlOf(g))
		if err := WriteJSON(io.Discard, s); err != nil { // fails on NaN and Inf
			t.Fatal(err)
		}
		checkComponents(t, g)
		checkArcs(t, g, s)
		checkSums(t, g, s)
	})
}

// matrix tells which arcs exist.
func matrix(g *site.Graph) [12][12]bool {
	var m [12][12]bool
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			m[i][j] = true
		}
	}
	return m
}

// checkComponents checks that two pages share a component if each reaches the other.
func checkComponents(t *testing.T, g *site.Graph) {
	n, d := len(g.Pages), pathLengths(g)
	component, count := strongComponents(targetsOf(g))
	next := int32(0)
	for i := range n {
		if component[i] > next || component[i] < 0 {
			t.Errorf("components not in the order of their first pages: %v", component)
		}
		next = max(next, component[i]+1)
		for j := range n {
			want := d[i][j] >= 0 && d[j][i] >= 0
			console.Equal(t, component[i] == component[j], want, "pages", i, "and", j, "together")
		}
	}
	console.Equal(t, int(next), count, "count", next)
}

func checkArcs(t *testing.T, g *site.Graph, s Summary) {
	n, m := len(g.Pages), matrix(g)
	proper, mutual, loops, sinks := 0, 0, 0, n
	for i := range n {
		exit := 0
		for j := range n {
			switch {
			case m[i][j] && i == j:
				loops++
			case m[i][j]:
				exit = 1
				proper++
				if m[j][i] {
					mutual++
				}
			}
		}
		sinks -= exit
	}
	if s.SelfLoops != loops || s.Sinks != sinks || s.Reciprocity != share(mutual, proper) ||
		s.Density != share(proper, n*(n-1)) {
		t.Errorf("loops %d, sinks %d, mutual %d, proper %d, but %+v", loops, sinks, mutual, proper, s)
	}
}

// checkSums checks that PageRank sums to 1, levels and degrees to the pages, and degrees times pages to the arcs.
func checkSums(t *testing.T, g *site.Graph, s Summary) {
	sum := 0.0
	for _, r := range pageRankOf(g) {
		if !(r > 0) {
			t.Errorf("PageRank %v", r)
		}
		sum += r
	}
	if len(g.Pages) > 0 && math.Abs(sum-1) > 1e-12 {
		t.Errorf("PageRank adds up to %v", sum)
	}
	for _, d := range []Degrees{s.InDegree, s.OutDegree} {
		pages, arcs := 0, 0
		for _, bin := range d.Distribution {
			pages += bin[1]
			arcs += bin[0] * bin[1]
		}
		console.Equal(t, pages, s.Pages, d.Distribution)
		console.Equal(t, arcs, s.Arcs, d.Distribution)
	}
	pages := 0
	for _, l := range s.Levels {
		pages += l.Pages
	}
	console.Equal(t, pages, s.Pages, s.Levels)
}

func FuzzShorten(f *testing.F) {
	f.Add("https://example.com/a/very/long/path", uint8(20))
	f.Add("\x1b[2J\xff\u202e", uint8(1))
	f.Fuzz(func(t *testing.T, text string, width uint8) {
		got := shorten(text, int(width)+1)
		if utf8.RuneCountInString(got) > int(width)+1 || !utf8.ValidString(got) {
			t.Errorf("shorten(%q, %d) = %q", text, width+1, got)
		}
		for _, r := range got {
			console.Equal(t, printable(r), r, "shorten", text)
		}
	})
}
