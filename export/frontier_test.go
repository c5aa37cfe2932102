package export

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestImportance: the files of a ranked crawl are those of tiny with one column,
// one attribute more.
func TestImportance(t *testing.T) {
	cells := []string{"1", "0.333333333", "1.23456789e-08"}
	read := func(name string) []string {
		text, err := os.ReadFile(filepath.Join("testdata", "tiny."+name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitAfter(string(text), "\n")
	}
	for name, form := range map[string]struct{ declare, after, row, before string }{
		"nodes.csv": {after: "Id,", before: "\n", row: ",%s\n"},
		"graph.gexf": {after: `id="refresh"`, before: "</attvalues>",
			declare: `      <attribute id="importance" title="importance" type="double"/>` + "\n",
			row:     `<attvalue for="importance" value="%s"/></attvalues>`},
		"graph.graphml": {after: `<key id="refresh"`, before: `<data key="x">`,
			declare: `  <key id="importance" for="node" attr.name="importance" attr.type="double"/>` + "\n",
			row:     `<data key="importance">%s</data><data key="x">`},
	} {
		want, page := "", 0
		for _, line := range read(name) {
			switch {
			case name == "nodes.csv" && strings.HasPrefix(line, form.after):
				line = strings.Replace(line, "\n", ",importance\n", 1)
			case strings.Contains(line, form.after):
				line += form.declare
			case page < len(cells) && strings.Contains(line, form.before) && (name == "nodes.csv" ||
				strings.Contains(line, "<node ")):
				line = strings.Replace(line, form.before, fmt.Sprintf(form.row, cells[page]), 1)
				page++
			}
			want += line
		}
		if got := string(render(t, name, ranked(), Options{SelfLoops: true})); got != want || page != 3 {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestFrontier: what is equal in the file is sorted by normalized URL.
func TestFrontier(t *testing.T) {
	want := `url,normalized_url,level,importance
http://example.com/x,http://example.com/x,2,0.123456789
http://example.com/y?,http://example.com/y,1,0.123456789
"http://example.com/a,b","http://example.com/a,b",2,2e-07
http://example.com/0,http://example.com/0,2,0
`
	if got := string(render(t, "frontier.csv", ranked(), Options{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLongFrontier: 10,000 URLs are written, and few more are asked for.
func TestLongFrontier(t *testing.T) {
	c, asked := ranked(), 0
	c.Frontier = func(yield func(site.Candidate) bool) {
		for asked = 1; yield(site.Candidate{Key: fmt.Sprintf("http://example.com/%06d", asked)}); asked++ {
		}
	}
	lines := strings.Count(string(render(t, "frontier.csv", c, Options{})), "\n")
	if lines != 1+10_000 || asked != 10_001 {
		t.Errorf("%d lines of %d URLs", lines, asked)
	}
}

// TestNoFrontier: without a frontier there is no file, and that of an earlier
// run goes; other files stay.
func TestNoFrontier(t *testing.T) {
	d := newDir(t)
	for _, c := range []struct {
		frontier iter.Seq[site.Candidate]
		want     bool
	}{{ranked().Frontier, true}, {nil, false}, {nil, false}} {
		crawl := ranked()
		crawl.Frontier = c.frontier
		if err := Write(t.Context(), d, "csv", crawl, Options{}); err != nil {
			t.Fatal(err)
		}
		files := contents(t, d.Path())
		_, there := files["example.com.frontier.csv"]
		if _, nodes := files["example.com.nodes.csv"]; there != c.want || !nodes {
			t.Errorf("frontier.csv is there: %v, want %v", there, c.want)
		}
	}
}
