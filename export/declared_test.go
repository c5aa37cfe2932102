package export_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/export"
	"sitegraph/site"
)

// declaringMuseum is the museum whose pages declare links.
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

// TestReadDeclared reads what pages declare back, twice, and writes the same files again. A folder without declared.csv
// knows nothing of it; one whose manifest has it lacks it.
func TestReadDeclared(t *testing.T) {
	want, all := declaringMuseum()
	dir, f, got, again := readTwice(t, want)
	for _, c := range []*site.Crawl{got, again} {
		if !slices.Equal(slices.Collect(c.Declared), all) || len(f.Missing()) != 0 || !c.OfTables {
			t.Errorf("missing %q, got %+v", f.Missing(), slices.Collect(c.Declared))
		}
		crumbs := c.Graph.Pages[1].Facts.Breadcrumbs
		if !slices.Equal(crumbs, []string{"http://museum.example/", ""}) ||
			c.Graph.Pages[0].Facts.Breadcrumbs != nil {
			t.Errorf("breadcrumbs %q", crumbs)
		}
	}
	sameFiles(t, dir, write(t, got, true, tables(got)...))
	if err := os.Remove(filepath.Join(dir, "museum.example.declared.csv")); err != nil {
		t.Fatal(err)
	}
	if f, got := reopen(t, dir); !slices.Equal(f.Missing(), []string{"declared.csv"}) || got.Declared != nil {
		t.Errorf("without the file: missing %q", f.Missing())
	}
	f, got = reopen(t, write(t, museum(), true, tables(museum())...))
	if len(f.Missing()) != 0 || got.Declared != nil {
		t.Errorf("nothing is declared: missing %q", f.Missing())
	}
}

// TestDeclaredDamage finds rows of declared.csv that nobody wrote.
func TestDeclaredDamage(t *testing.T) {
	want, _ := declaringMuseum()
	whole := write(t, want, true, tables(want)...)
	for _, c := range []struct{ old, with, says string }{
		{"1,payload,1,", "0,payload,1,", "page 0"},
		{"1,payload,1,", "99,payload,1,", "page 99"},
		{"1,payload,1,", "3,payload,1,", "page 2 after 3"},
		{"1,payload,1,", "1,rumour,1,", `source "rumour" is unknown`},
		{"http://museum.example/,1", "http://museum.example/,99", "target 99"},
	} {
		dir := copied(t, whole)
		edit(t, dir, "declared.csv", c.old, c.with, true)
		f, err := export.Open(dir)
		if err == nil {
			_, err = f.Crawl()
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "declared.csv") {
			t.Errorf("%s: %v, want %s", c.with, err, c.says)
		}
	}
}
