package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// served serves pages whose links name other servers by "{b}" and the like. others may be filled in later.
func served(t *testing.T, pages map[string]string, others *strings.Replacer) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, known := pages[r.URL.Path]
		if !known {
			http.NotFound(w, r)
			return
		}
		if to, redirects := strings.CutPrefix(page, "to "); redirects {
			http.Redirect(w, r, others.Replace(to), http.StatusFound)
			return
		}
		if r.URL.Path != "/robots.txt" {
			w.Header().Set("Content-Type", "text/html")
		}
		others.WriteString(w, page)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// sum adds up a column.
func sum(t *testing.T, rows []row, column string) (total int) {
	t.Helper()
	for _, r := range rows {
		n, err := strconv.Atoi(r[column])
		must(t, err)
		total += n
	}
	return total
}

// A line with members is one crawl with one graph and one folder. Commands on finished crawls know the members.
func TestEntity(t *testing.T) {
	t.Parallel()
	var others strings.Replacer
	a := served(t, map[string]string{"/": links("Home", "/x", "{b}/", "{c}/"), "/x": "to {b}/docs/y"}, &others)
	b := served(t, map[string]string{"/": links("Mirror", "{a}/", "/docs/y", "/closed/z"),
		"/docs/y": links("Y", "{a}/x", "/"), "/robots.txt": "User-agent: *\nDisallow: /closed/\n"}, &others)
	c := served(t, map[string]string{"/": links("Other", "{a}/")}, &others)
	others = *strings.NewReplacer("{a}", a, "{b}", b, "{c}", c)
	out := t.TempDir()
	hosts := write(t, filepath.Join(out, "hosts.txt"), a+" = "+b+"  # name: Both\n"+b+";9\n"+c+"\n")
	args := func(more ...string) []string {
		return append([]string{"-O", out, "--hosts", hosts, "--export",
			"csv,gexf,external,ledger,subdomains,directories,report"}, more...)
	}
	crawl(args()...).MustEnd(t, exitDone).MustSay(t, "the site is "+a+" and "+b,
		"hosts.txt:2: "+b+" shares "+b+" with line 1, which counts; skipped")
	folder := filepath.Dir(only(t, out, "result", strings.ReplaceAll(a[7:], ":", "_"), "*.manifest.json"))
	table := func(name string) []row {
		return readTable(t, only(t, folder, filepath.Base(folder)+"."+name+".csv"), true)
	}
	arcs := sum(t, table("arcs"), "Weight")
	if pages := table("nodes"); len(pages) != 3 || arcs != 6 {
		t.Errorf("pages %v, weights %d", pages, arcs)
	}
	if outside := table("external"); len(outside) != 1 || outside[0]["url"] != c+"/" {
		t.Errorf("outside links: %v", outside)
	}
	if groups := table("subdomains.nodes"); len(groups) != 2 || sum(t, groups, "pages") != 3 {
		t.Errorf("subdomains: %v", groups)
	}
	for _, name := range []string{"subdomains.arcs", "directories.arcs"} {
		rows := table(name)
		if sum(t, rows, "links") != arcs || sum(t, rows, "Weight") != len(table("arcs")) {
			t.Errorf("%s: %v", name, rows)
		}
	}
	if sites := readTable(t, only(t, out, "sites", "sites.arcs.csv"), true); len(sites) != 2 {
		t.Errorf("arcs among the sites: %v", sites)
	}

	report, err := os.ReadFile(only(t, folder, "*.report.html"))
	want := "These hosts were treated as one site: " + a + " and " + b
	if err != nil || !strings.Contains(string(report), want) ||
		!strings.Contains(string(report), "that of 1 other origin was asked for as well") {
		t.Errorf("the report does not say: %s (%v)", want, err)
	}
	crawl("-O", out, "--hosts", hosts, "why", b+"/closed/z").MustEnd(t, exitDone).
		MustShow(t, a, "forbidden by robots.txt")
	crawl("-O", out, "--hosts", hosts, "hosts").MustEnd(t, exitDone).MustShow(t, "in "+hosts)
	before := files(t, filepath.Join(out, "result"))
	crawl(args("export")...).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
	crawl("-O", t.TempDir(), "stats", folder).MustEnd(t, exitDone).MustShow(t, "Web graph of "+a)
	crawl("-O", out, "compare", folder, folder).MustEnd(t, exitDone).MustSay(t, "with itself")

	likeFromScratch(t, out, a)
	likeFromScratch(t, out, a+" = "+b+", "+c)
	crawl("-O", out, a+" = "+b, b).MustEnd(t, exitUsage).MustSay(t, "share "+b)
	crawl("-O", out, "--scope", "entity", a).MustEnd(t, exitUsage).MustSay(t, "no registered domain")
	crawl("-O", out, "forget", "--yes", a).MustEnd(t, exitDone)
	crawl("-O", out, a).MustEnd(t, exitDone)
}
