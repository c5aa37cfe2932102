package report

import (
	"bytes"
	"strings"
	"testing"

	"sitegraph/stats"
)

// The graph of the content is beside the whole one, if it is known.
func TestContent(t *testing.T) {
	for _, known := range []bool{false, true} {
		in := museum()
		p := in.Crawl.Graph.Pages
		if known {
			in.Analysis.Content = &stats.Content{Arcs: 2, ArcShare: 1.0 / 3, Links: 3, MeanDegree: 0.4, Unlinked: 4,
				AllUnlinked: 1, Top: []stats.TopPage{{ID: 3, URL: p[2].URL, Title: p[2].Title, Value: 0.25}},
				Fallen: []stats.RankShift{{ID: 2, URL: p[1].URL, Title: p[1].Title, All: 1, Content: 777}}}
		}
		var b bytes.Buffer
		if err := New(in).Write(&b, nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"What the content links to", "33.3% of the arcs",
			"4 pages are linked to from the content of no other page.", "Lower in the content", "777"} {
			if strings.Contains(b.String(), want) != known {
				t.Errorf("known %v: %q", known, want)
			}
		}
		if strings.Contains(b.String(), "Higher in the content") {
			t.Error("a list without pages")
		}
	}
}
