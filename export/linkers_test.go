package export_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// TestLinkers: problems.csv tells which pages link to the URLs of some kinds of problems, by their normalized URLs, and
// completes the pages of linked.csv; each page counts once.
func TestLinkers(t *testing.T) {
	dir := t.TempDir()
	d, err := export.NewDir(dir, "a.example")
	if err != nil {
		t.Fatal(err)
	}
	c := checked()
	c.Ledger = func(yield func(site.Entry, error) bool) {
		for i, p := range c.Graph.Pages {
			if !yield(site.Entry{Key: p.Key, URL: p.URL, State: site.StatePage, Level: i, Page: p.Key}, nil) {
				return
			}
		}
		yield(site.Entry{Key: "http://a.example/x", URL: "http://a.example/X", State: site.StateStatus, Status: 404},
			nil)
	}
	c.Counts.States = map[site.State]int{site.StatePage: 2, site.StateStatus: 1}
	var problems []stats.Place
	for _, row := range []struct {
		kind, url string
		source    int
	}{{"dead", "http://a.example/X", 2}, {"dead", "http://a.example/X", 1}, {"dead", "http://a.example/X", 1},
		{"other", "http://a.example/b", 1}, {"dead", "http://a.example/b", 0},
		{"dead", "http://a.example/é.png", 1}, {"dead", "http://a.example/é.png", 2}} {
		problems = append(problems, stats.Place{Occurrence: stats.Occurrence{Kind: row.kind, URL: row.url},
			Severity: "error", Source: row.source})
	}
	ctx := context.Background()
	for _, name := range []string{"csv", "ledger"} {
		if err := export.Write(ctx, d, name, c, export.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := export.Problems(c.Graph, site.WithoutErrors(problems)).Write(ctx, d); err != nil {
		t.Fatal(err)
	}
	if err := export.WriteManifest(d, export.NewManifest("1", map[string]string{"linked.check": "x"}, c)); err != nil {
		t.Fatal(err)
	}
	read := func() (*site.Crawl, func(string) []int, error) {
		f, err := export.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.Crawl()
		if err != nil {
			t.Fatal(err)
		}
		linkers, err := f.Linkers(c, func(kind string) bool { return kind == "dead" })
		return c, linkers, err
	}
	c, linkers, err := read()
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string][]int{"http://a.example/x": {1, 2}, "http://a.example/b": nil} {
		if got := linkers(key); !slices.Equal(got, want) {
			t.Errorf("pages %v link to %s, want %v", got, key, want)
		}
	}
	if got := c.Linked[0].Pages; !slices.Equal(got, []int32{1, 2}) {
		t.Errorf("pages %v use the image, want 1 and 2", got)
	}

	path := filepath.Join(dir, "a.example.problems.csv")
	table := []byte("kind,severity,url,source\ndead,error,http://a.example/X,3\n")
	if err := os.WriteFile(path, table, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := read(); err == nil {
		t.Error("a changed problems.csv is believed")
	}
}
