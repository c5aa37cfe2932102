package report

import (
	"bytes"
	"html"
	"strings"
	"testing"
)

// TestCharts: the charts are those of the report, each with its own name.
func TestCharts(t *testing.T) {
	var names []string
	for _, d := range New(museum()).Charts() {
		names = append(names, d.Name)
	}
	const want = "levels depth pagerank bow-tie communities folders in-degree out-degree cumulative-degree distances"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("charts %s, want %s", got, want)
	}
	for name, in := range sites() {
		page, seen := siteOf(t, in), map[string]bool{}
		drawings := New(in).Charts()
		if n := strings.Count(page, "<figure>"); n != len(drawings) {
			t.Errorf("%s: %d charts of %d figures", name, len(drawings), n)
		}
		for _, d := range drawings {
			caption := "<figcaption>" + html.EscapeString(d.Title) + "</figcaption>"
			if seen[d.Name] || d.Empty() || !strings.Contains(page, caption) {
				t.Errorf("%s: the chart %s is there twice, is empty or is not in the report", name, d.Name)
			}
			seen[d.Name] = true
			var svg bytes.Buffer
			if err := d.SVG(&svg); err != nil || !bytes.HasPrefix(svg.Bytes(), []byte("<svg ")) {
				t.Errorf("%s: %s.svg: %v", name, d.Name, err)
			}
		}
	}
}
