package command

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/stats"
)

// three are the origins of three sites: one of many pages, one of one page, and one of two.
func three(t *testing.T) (all []string) {
	t.Helper()
	pages, _ := versions(5)
	one := map[string]string{"/": links("One <page>", "https://other.example/")}
	two := map[string]string{"/": links("Ring", "/r"), "/r": links("R", "/")}
	for _, p := range []map[string]string{pages, one, two} {
		all = append(all, serve(t, p).URL)
	}
	return all
}

// TestSites: the table of all sites says what the statistics of each say, in
// the order of the command line; the report of the run leads to theirs.
func TestSites(t *testing.T) {
	t.Parallel()
	sites, out := three(t), t.TempDir()
	reporting(append([]string{"-O", out}, sites...)...).mustEnd(t, exitDone)
	checkFiles(t, filepath.Join(out, "sites"))
	var summaries []stats.Summary
	for _, origin := range sites {
		name := strings.NewReplacer("http://", "", ":", "_").Replace(origin)
		summaries = append(summaries, summaryOf(t, filepath.Join(out, "result", name)))
	}
	checkSites(t, filepath.Join(out, "sites"), summaries)
	if linked := reportsLinked(t, filepath.Join(out, "sites", "sites.report.html")); linked != len(sites) {
		t.Errorf("the report of the run leads to %d reports, want %d", linked, len(sites))
	}
	before := files(t, filepath.Join(out, "sites"))

	// From the state, and from the folders, come the same numbers; their reports lie elsewhere.
	again := t.TempDir()
	reporting("report", "-O", again, filepath.Join(out, "result")).mustEnd(t, exitDone).
		mustShow(t, filepath.Join(again, "sites", "sites.report.html"))
	reporting(append([]string{"report", "-O", out}, sites...)...).mustEnd(t, exitDone)
	for name, text := range before {
		if strings.HasSuffix(name, ".html") {
			continue
		}
		if now := read(t, filepath.Join(out, "sites", name)); now != text {
			t.Errorf("%s, from the state:\n%s\nwas\n%s", name, now, text)
		}
	}
	for _, dir := range []string{out, again} {
		checkFiles(t, filepath.Join(dir, "sites"))
		if linked := reportsLinked(t, filepath.Join(dir, "sites", "sites.report.html")); linked != len(sites) {
			t.Errorf("%s: the report of the run leads to %d reports, want %d", dir, linked, len(sites))
		}
	}
}

// TestSitesWithoutPages: sites of which there are no pages are compared with nothing, and are named.
func TestSitesWithoutPages(t *testing.T) {
	sites, out := three(t), t.TempDir()
	missing, closed := serve(t, map[string]string{}).URL, refusing(t)
	args := append([]string{"-O", out, missing, closed}, sites...)
	o := reporting(args...).mustEnd(t, exitDone).
		mustShow(t, filepath.Join(out, "sites")+": 10 files, without "+missing+" (no page", closed+" (no page")
	var across stats.Across
	if err := json.Unmarshal([]byte(read(t, filepath.Join(out, "sites", "sites.json"))), &across); err != nil {
		t.Fatal(err)
	}
	if len(across.Sites) != len(sites) || len(across.LeftOut) != 2 {
		t.Fatalf("%d sites compared and %d left out, want 3 and 2:\n%s", len(across.Sites), len(across.LeftOut), o.out)
	}
	for i, want := range []string{missing, closed} {
		if got := across.LeftOut[i]; got.Site != want || got.Reason == "" {
			t.Errorf("left out: %+v, want %s", got, want)
		}
	}
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

// TestListStopped: of a list that is stopped, the sites whose turn had not come
// get no files and no state, and are named as not started.
func TestListStopped(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := newStubborn(t, "/slow", func() { write(t, filepath.Join(out, "stop.txt"), "") })
	other := serve(t, map[string]string{"/": links("Other")}).URL
	crawl("-O", out, "-c", "1", s.URL, other).mustEnd(t, exitStopped).mustShow(t, other, "not-started")
	resultFolder(t, out) // there is one
	if o := crawl("status", "-O", out).mustEnd(t, exitDone); strings.Contains(o.out, other) {
		t.Errorf("the state has a site that never began:\n%s", o.out)
	}
	if _, err := os.Stat(filepath.Join(out, "sites")); err == nil {
		t.Error("files about all sites, though only one began")
	}
}

// TestSitesElsewhere: the links of the run's report hold wherever the result
// folder lies; without reports there are none.
func TestSitesElsewhere(t *testing.T) {
	sites, out, results := three(t)[:2], t.TempDir(), filepath.Join(t.TempDir(), "a #folder? of 100%")
	c := invocation{env: append([]string{"SITEGRAPH_EXPORT_RESULT_FOLDER=" + results, withReport}, quick...)}
	c.run(append([]string{"-O", out}, sites...)...).mustEnd(t, exitDone)
	if linked := reportsLinked(t, filepath.Join(out, "sites", "sites.report.html")); linked != 2 {
		t.Errorf("the report of the run leads to %d reports, want 2", linked)
	}

	plain := t.TempDir()
	reporting(append([]string{"-O", plain, "--export", "stats"}, sites...)...).mustEnd(t, exitDone)
	if have := files(t, filepath.Join(plain, "sites")); len(have) != 3 || have["sites.report.html"] != "" {
		t.Errorf("without reports: %d files about all sites", len(have))
	}
	for _, args := range [][]string{append([]string{"--export", "csv"}, sites...), sites[:1]} {
		none := t.TempDir()
		reporting(append([]string{"-O", none}, args...)...).mustEnd(t, exitDone)
		if _, err := os.Stat(filepath.Join(none, "sites")); err == nil {
			t.Errorf("%q: files about all sites, without numbers or without several of them", args)
		}
	}
}

func summaryOf(t *testing.T, folder string) (s stats.Summary) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, only(t, folder, "*.stats.json"))), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkSites holds sites.csv and sites.correlations.csv against the summaries.
func checkSites(t *testing.T, dir string, summaries []stats.Summary) {
	t.Helper()
	rows := readTable(t, filepath.Join(dir, "sites.csv"), false)
	if len(rows) != len(summaries) {
		t.Fatalf("sites.csv has %d rows, want %d", len(rows), len(summaries))
	}
	columns := map[string]func(stats.Summary) float64{
		"pages":           func(s stats.Summary) float64 { return float64(s.Pages) },
		"arcs":            func(s stats.Summary) float64 { return float64(s.Arcs) },
		"links":           func(s stats.Summary) float64 { return float64(s.Links) },
		"external_links":  func(s stats.Summary) float64 { return float64(s.ExternalLinks.Total) },
		"mean_out_degree": func(s stats.Summary) float64 { return s.OutDegree.Mean },
		"gini_in_degree":  func(s stats.Summary) float64 { return s.InDegree.Gini },
		"density":         func(s stats.Summary) float64 { return s.Density },
		"reciprocity":     func(s stats.Summary) float64 { return s.Reciprocity },
		"core_share":      func(s stats.Summary) float64 { return s.Components.LargestShare },
		"return_share":    func(s stats.Summary) float64 { return s.Return.Share },
		"mean_distance":   func(s stats.Summary) float64 { return s.Distances.Mean },
		"clustering":      func(s stats.Summary) float64 { return s.Clustering.Mean },
		"modularity":      func(s stats.Summary) float64 { return s.Communities.Modularity },
		"max_level":       func(s stats.Summary) float64 { return float64(max(len(s.Levels)-1, 0)) },
		"mean_level":      meanLevel,
	}
	for i, s := range summaries {
		if rows[i]["site"] != s.Site || rows[i]["complete"] != fmt.Sprint(s.Complete) {
			t.Errorf("row %d is of %s, want %s", i+1, rows[i]["site"], s.Site)
		}
		if len(rows[i]) != len(columns)+3 {
			t.Errorf("sites.csv has %d columns, want %d", len(rows[i]), len(columns)+3)
		}
		for name, value := range columns {
			if got := number(t, rows[i][name]); math.Abs(got-value(s)) > 1e-8*math.Abs(value(s)) {
				t.Errorf("%s of %s is %v, want %v", name, s.Site, got, value(s))
			}
		}
	}
	checkCorrelations(t, filepath.Join(dir, "sites.correlations.csv"), rows, len(columns))
}

func meanLevel(s stats.Summary) float64 {
	sum := 0
	for _, l := range s.Levels {
		sum += l.Level * l.Pages
	}
	return float64(sum) / float64(max(s.Pages, 1))
}

// checkCorrelations computes every correlation again.
func checkCorrelations(t *testing.T, path string, rows []row, columns int) {
	t.Helper()
	pairs := readTable(t, path, false)
	if want := columns * (columns - 1) / 2; len(pairs) != want {
		t.Errorf("%d pairs of columns, want %d", len(pairs), want)
	}
	column := func(name string) (values []float64) {
		for _, r := range rows {
			values = append(values, number(t, r[name]))
		}
		return values
	}
	for _, p := range pairs {
		rho, chance := number(t, p["spearman_rho"]), number(t, p["p"])
		if want := spearman(column(p["a"]), column(p["b"])); math.Abs(rho-want) > 1e-8 {
			t.Errorf("%s and %s: rank correlation %v, want %v", p["a"], p["b"], rho, want)
		}
		if chance < 0 || chance > 1 || p["sites"] != strconv.Itoa(len(rows)) {
			t.Errorf("%v", p)
		}
	}
}

// spearman is the correlation of ranks, as Pearson's over the mean ranks of equal values; 0 where there is none.
func spearman(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	middle := float64(len(a)+1) / 2
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - middle) * (y[i] - middle)
		xx += (x[i] - middle) * (x[i] - middle)
		yy += (y[i] - middle) * (y[i] - middle)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

func ranks(values []float64) (all []float64) {
	for _, v := range values {
		less, same := 0, 0
		for _, w := range values {
			if w < v {
				less++
			} else if w == v {
				same++
			}
		}
		all = append(all, float64(less)+float64(same+1)/2)
	}
	return all
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		t.Errorf("%q is no number: %v", text, err)
	}
	return x
}

var reportLink = regexp.MustCompile(`href="([^"#]+\.report\.html)"`)

// reportsLinked counts the reports that a page links to, all of which must be there.
func reportsLinked(t *testing.T, page string) int {
	t.Helper()
	var seen []string
	for _, m := range reportLink.FindAllStringSubmatch(read(t, page), -1) {
		path, err := unescapePath(m[1])
		if err != nil {
			t.Errorf("link %q: %v", m[1], err)
			continue
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(page), path)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("link %q: %v", m[1], err)
		}
		if !slices.Contains(seen, path) {
			seen = append(seen, path)
		}
	}
	return len(seen)
}

// unescapePath reads a link to a file as a browser does.
func unescapePath(link string) (string, error) {
	u, err := url.Parse(html.UnescapeString(link))
	if err != nil {
		return "", err
	}
	if u.RawQuery != "" || u.Scheme != "" {
		return "", fmt.Errorf("%q is no path", link)
	}
	return filepath.FromSlash(u.Path), nil
}
