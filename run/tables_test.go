package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/export"
	"sitegraph/site"
)

// TestMeasuresUnknown: what stats.json says is unknown of an incomplete crawl has no value for any page either.
func TestMeasuresUnknown(t *testing.T) {
	for complete, want := range map[bool]string{true: "1 core true 0", false: "   "} {
		c := &site.Crawl{Site: "http://h", Name: "h", Complete: complete, Graph: &site.Graph{Offsets: []int{0, 0},
			Pages: []site.Page{{URL: "http://h/", Key: "http://h/"}}}, Ledger: nothing[site.Entry],
			External: nothing[site.ExternalLink], Bad: nothing[site.BadLink]}
		d, err := export.NewDir(t.TempDir(), "h")
		must(t, err)
		a := newArtefacts(newConfig(t), c, d, nil, func(string, string, float64) {})
		must(t, a.writeStats())
		text, err := os.ReadFile(filepath.Join(d.Path(), "h.measures.csv"))
		must(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		cells := strings.Split(lines[1], ",")
		if got := strings.Join(cells[9:13], " "); got != want {
			t.Errorf("complete %v: %q, want %q", complete, got, want)
		}
	}
}
