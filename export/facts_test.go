package export_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// readFacts lists the columns of facts that can be read back.
var readFacts = []string{"description", "h1", "h1_count", "words", "x_robots_tag", "hreflang", "last_modified"}

// factualMuseum returns the museum with facts about all pages except the second.
func factualMuseum() *site.Crawl {
	c := museum()
	c.Graph.Pages[0].Facts = &site.Facts{Description: "Ein Haus, für alle", H1: `"Museum"`, H1s: 2, Words: 1234,
		RobotsTag: "noindex, nofollow", Modified: "Sun, 01 Feb 2026 12:00:00 GMT", Alternates: []site.Alternate{
			{Lang: "de", URL: "http://museum.example/"}, {Lang: "x-default", URL: "http://museum.example/?a=b"}}}
	c.Graph.Pages[2].Facts = &site.Facts{}
	return c
}

// The cells of facts agree with ones written by hand and are read back.
func TestFacts(t *testing.T) {
	want := factualMuseum()
	dir := write(t, want, true, tables(want)...)
	lines := strings.SplitAfter(string(readTable(t, dir, "nodes.csv")), "\n")
	for i, cells := range []string{
		"refresh,description,h1,h1_count,words,x_robots_tag,hreflang,last_modified\n",
		`"Ein Haus, für alle","""Museum""",2,1234,"noindex, nofollow",` +
			`de=http://museum.example/ x-default=http://museum.example/?a=b,"Sun, 01 Feb 2026 12:00:00 GMT"` + "\n",
		"5; url=/b,,,,,,,\n",
		"5; url=/b,,,0,0,,,\n",
	} {
		if line := lines[i]; !strings.HasSuffix(line, cells) {
			t.Errorf("line %d: %s, want %s", i+1, line, cells)
		}
	}
	_, got := reopen(t, dir)
	for i, p := range got.Graph.Pages {
		console.Equal(t, p.Facts, want.Graph.Pages[i].Facts, i+1)
	}
	sameFiles(t, dir, write(t, got, true, tables(got)...))
}

// Only the chosen columns are written. If some facts are missing, reading treats all as unknown.
func TestFactsChosen(t *testing.T) {
	c := factualMuseum()
	path := filepath.Join(t.TempDir(), c.Name)
	d, err := export.NewDir(path, c.Name)
	must(t, err)
	must(t, export.Write(t.Context(), d, "csv", c, export.Options{SelfLoops: true, Facts: []string{"words", "h1",
		"description_length", "title_length"}}))
	must(t, export.WriteManifest(d, export.NewManifest("1.0", map[string]string{"export.self_loops": "true"}, c)))
	lines := strings.Split(string(readTable(t, path, "nodes.csv")), "\n")
	for i, cells := range []string{",refresh,h1,words,title_length,description_length",
		`,"""Museum""",1234,19,18`, ",,,0,", ",,0,9,0"} {
		if line := lines[i]; !strings.HasSuffix(line, cells) {
			t.Errorf("line %d: %s, want %s", i+1, line, cells)
		}
	}
	if _, got := reopen(t, path); got.Graph.Pages[0].Facts != nil {
		t.Errorf("%+v", got.Graph.Pages[0].Facts)
	}
}

// declaringMuseum returns the museum with pages that declare links.
func declaringMuseum() (c *site.Crawl, all []site.Declared) {
	c = museum()
	for i := range c.Graph.Pages {
		c.Graph.Pages[i].Facts = &site.Facts{Words: 7}
	}
	all = []site.Declared{
		{Page: 1, Source: site.SourcePayload, Position: 1, URL: "http://museum.example/hidden"},
		{Page: 2, Source: site.SourceBreadcrumb, Position: 1, URL: "http://museum.example/", Target: 1},
		{Page: 2, Source: site.SourceBreadcrumb, Position: 2},
	}
	c.Declared = slices.Values(all)
	return c, all
}

// Declared links are read back. Without declared.csv they are unknown, and the file is missing if the manifest lists
// it.
func TestReadDeclared(t *testing.T) {
	want, all := declaringMuseum()
	want.Graph.Pages[1].Facts.Breadcrumbs = []string{"http://museum.example/", ""}
	dir, _ := readTwice(t, want, func(c *site.Crawl) {
		if !slices.Equal(slices.Collect(c.Declared), all) || !c.OfTables {
			t.Errorf("got %+v", slices.Collect(c.Declared))
		}
	})
	if got := without(t, dir, "declared.csv"); got.Declared != nil {
		t.Error("something is declared without the file")
	}
	f, got := reopen(t, write(t, museum(), true, tables(museum())...))
	if len(f.Missing()) != 0 || got.Declared != nil {
		t.Errorf("nothing is declared: missing %q", f.Missing())
	}
}

// Impossible rows of declared.csv are found.
func TestDeclaredDamage(t *testing.T) {
	want, _ := declaringMuseum()
	refused(t, write(t, want, true, tables(want)...), true, []damage{
		{"declared.csv", "1,payload,1,", "0,payload,1,", "page 0"},
		{"declared.csv", "1,payload,1,", "99,payload,1,", "page 99"},
		{"declared.csv", "1,payload,1,", "3,payload,1,", "page 2 after 3"},
		{"declared.csv", "1,payload,1,", "1,rumour,1,", `source "rumour" is unknown`},
		{"declared.csv", "http://museum.example/,1", "http://museum.example/,99", "target 99"},
	}, "declared.csv")
}
