package chart

import (
	"strings"
	"testing"
)

// TestTopics: each topic's curve has the topic's colour, also when one before it has no points. The
// axis of means ends near the greatest.
func TestTopics(t *testing.T) {
	points := []Point{{1, 0.1}, {2, 0.34}}
	w := Words{Title: "Harvest", X: "pages", Y: "share"}
	topics := []Curve{{Name: "moon"}, {Name: "tides", Points: points}}
	for name, c := range map[string]Chart{"shares": TopicShares(w, topics), "means": TopicMeans(w, topics)} {
		svg := string(c.Wide("x"))
		for _, want := range []string{"var(--chart-topic-2,#c9620c)", ">tides<"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
		for _, not := range []string{"chart-topic-1", "moon"} {
			if strings.Contains(svg, not) {
				t.Errorf("%s: %s", name, not)
			}
		}
		if strings.Contains(svg, ">100%<") != (name == "shares") ||
			strings.Contains(svg, ">0.4<") != (name == "means") {
			t.Errorf("%s: the wrong axis", name)
		}
	}
	if style := TopicStyle(2); strings.Count(style, "--chart-topic-") != 6 || !strings.Contains(style, "#f0984a") {
		t.Errorf("style %s", style)
	}
	if !TopicShares(w, topics[:1]).Empty() {
		t.Error("a chart of nothing is not empty")
	}
}
