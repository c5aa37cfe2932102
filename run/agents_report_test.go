package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSearchReport: the report has the map by topics, its settings and its files, and is left out if it is not wanted.
func TestSearchReport(t *testing.T) {
	c := newConfig(t)
	in := filesOf(twoTopics())
	in.Settings = map[string]string{"topics: scheme": "market"}
	all, _, err := c.WriteSearch(in)
	must(t, err)
	name := filepath.Join(all.Path(), in.All.Name+".report.html")
	text, err := os.ReadFile(name)
	must(t, err)
	for _, want := range []string{"The pages of the search topics by depth", "The topics are ", "topics: scheme",
		"topics.visits.csv", "topics.scorecard.json", "Every market reached the optimum", "<script>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("nowhere: %s", want)
		}
	}
	c.Export.Exporters = []string{"csv"}
	if _, _, err := c.WriteSearch(filesOf(twoTopics())); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("the report is still there: %v", err)
	}
}
