package command

import (
	"encoding/json"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/loopback"
	"sitegraph/stats"
)

// three serves three sites, of many pages, one page and two pages, and returns their origins.
func three(t *testing.T) (all []string) {
	t.Helper()
	many := tree(30)
	one := map[string]string{"/": links("One <page>", "https://other.example/")}
	two := map[string]string{"/": links("Ring", "/r"), "/r": links("R", "/")}
	for _, p := range []map[string]string{many, one, two} {
		all = append(all, serve(t, p).URL)
	}
	return all
}

// TestSitesWithoutPages checks that sites without pages are named and left out of comparisons.
func TestSitesWithoutPages(t *testing.T) {
	sites, out := three(t), t.TempDir()
	missing, closed := serve(t, map[string]string{}).URL, loopback.Refusing(t)
	args := append([]string{"-O", out, missing, closed}, sites...)
	o := reporting(args...).MustEnd(t, exitDone).
		MustShow(t, filepath.Join(out, "sites")+": 10 files, without "+missing+" (no page", closed+" (no page")
	var across stats.Across
	must(t, json.Unmarshal([]byte(read(t, filepath.Join(out, "sites", "sites.json"))), &across))
	if len(across.Sites) != len(sites) || len(across.LeftOut) != 2 {
		t.Fatalf("%d sites compared and %d left out, want 3 and 2:\n%s", len(across.Sites), len(across.LeftOut), o.Out)
	}
	for i, want := range []string{missing, closed} {
		if got := across.LeftOut[i]; got.Site != want || got.Reason == "" {
			t.Errorf("left out: %+v, want %s", got, want)
		}
	}
	if linked := reportsLinked(t, filepath.Join(out, "sites", "sites.report.html")); linked != len(sites) {
		t.Errorf("the report of the run leads to %d reports, want %d", linked, len(sites))
	}
	checkFiles(t, filepath.Join(out, "sites"))
	report := html.UnescapeString(read(t, filepath.Join(out, "sites", "sites.report.html")))
	for _, want := range []string{"2 sites are left out", strings.TrimPrefix(missing, "http://") + " (no page"} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is missing in the report of the run", want)
		}
	}
	if rows := readTable(t, filepath.Join(out, "sites", "sites.csv"), false); len(rows) != len(sites) {
		t.Errorf("sites.csv has %d rows, want %d", len(rows), len(sites))
	}
}

// TestListStopped checks that sites of a stopped list that never started are named, and get no files and no state.
func TestListStopped(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := newStubborn(t, "/slow", func() { write(t, filepath.Join(out, "stop.txt"), "") })
	other := serve(t, map[string]string{"/": links("Other")}).URL
	crawl("-O", out, "-c", "1", s.URL, other).MustEnd(t, exitStopped).MustShow(t, other, "not-started")
	resultFolder(t, out) // there is exactly one
	if o := crawl("status", "-O", out).MustEnd(t, exitDone); strings.Contains(o.Out, other) {
		t.Errorf("the state has a site that never began:\n%s", o.Out)
	}
	if _, err := os.Stat(filepath.Join(out, "sites")); err == nil {
		t.Error("files about all sites, though only one began")
	}
}

var reportLink = regexp.MustCompile(`href="([^"#]+\.report\.html)"`)

// reportsLinked counts the reports that a page links to, and checks that they exist.
func reportsLinked(t *testing.T, page string) int {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range reportLink.FindAllStringSubmatch(read(t, page), -1) {
		u, err := url.Parse(html.UnescapeString(m[1]))
		must(t, err)
		if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(u.Path))); err != nil {
			t.Errorf("link %q: %v", m[1], err)
		}
		seen[u.Path] = true
	}
	return len(seen)
}
