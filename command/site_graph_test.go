package command

import (
	"compress/gzip"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// linkedSites serves three sites. Two link to each other, also through an address that redirects.
func linkedSites(t *testing.T) (lines []string, b string) {
	t.Helper()
	pages := [3]map[string]string{{}, {}, {}}
	var at [3]string
	for i := range pages {
		at[i] = serve(t, pages[i]).URL
	}
	other := serve(t, map[string]string{"/": "->" + at[1] + "/"}).URL
	maps.Copy(pages[0], map[string]string{
		"/":  links("A", "/1", "/2", other+"/", at[1]+"/x"),
		"/1": links("A1", "/", at[1]+"/x"),
		"/2": links("A2", "/1", "http://hub.example/")})
	maps.Copy(pages[1], map[string]string{"/": links("B", "/x"), "/x": links("X", at[0]+"/2")})
	maps.Copy(pages[2], map[string]string{"/": links("C", at[0]+"/", at[1]+"/", "http://hub.example/a")})
	return []string{at[0], other, at[2]}, at[1]
}

// TestSiteGraph checks that the site graph counts links by any address, with the same bytes from run and state.
func TestSiteGraph(t *testing.T) {
	t.Parallel()
	lines, b := linkedSites(t)
	out := t.TempDir()
	reporting(append([]string{"-O", out}, lines...)...).MustEnd(t, exitDone)
	before := files(t, filepath.Join(out, "sites"))
	host := func(origin string) string { return strings.TrimPrefix(origin, "http://") }
	a, c := host(lines[0]), host(lines[2])
	for name, want := range map[string]string{
		"sites.arcs.csv": "Source,Target,Type,Weight,pages,urls\n1,2,Directed,3,2,2\n2,1,Directed,1,1,1\n" +
			"3,1,Directed,1,1,1\n3,2,Directed,1,1,1\n",
		"sites.matrix.csv": "site," + a + "," + host(b) + "," + c + "\n" +
			a + ",4,3,0\n" + host(b) + ",1,1,0\n" + c + ",1,1,0\n",
		"sites.colinks.csv": "a,b,sites,pages\n1,2,1,1\n",
	} {
		console.Equal(t, before[name], want, name)
	}
	page := html.UnescapeString(before["sites.report.html"])
	console.Has(t, page, `class="sm-pic"`,
		"6 links lead between 4 ordered pairs of sites that are linked; 50.0% of these")

	resumed := t.TempDir()
	reporting(append([]string{"-O", resumed, "-c", "1", "--max-pages", "1"}, lines...)...).MustEnd(t, exitDone)
	reporting(append([]string{"-O", resumed, "-c", "1"}, lines...)...).MustEnd(t, exitDone)
	reporting(append([]string{"report", "-O", out}, lines...)...).MustEnd(t, exitDone)
	for when, dir := range map[string]string{"resumed": resumed, "from the state": out} {
		now := files(t, filepath.Join(dir, "sites"))
		console.Equal(t, len(now), len(before), when)
		for name, text := range before {
			if now[name] != text && (when == "resumed" || !strings.HasSuffix(name, ".html")) {
				t.Errorf("%s: %s differs", when, name)
			}
		}
	}

	linked := invocation{env: append([]string{"SITEGRAPH_EXPORT_LINKED_HOSTS=true", withReport}, quick...)}
	linked.run(append([]string{"-O", resumed}, lines...)...).MustEnd(t, exitDone)
	table := read(t, filepath.Join(resumed, "sites", "sites.nodes.csv"))
	console.Has(t, table, "\n4,hub.example,,host,,,2,0,2,2,0,0,,,\n")
}

// twoLinked serves two sites that link to each other. The second has a page with two addresses.
func twoLinked(t *testing.T) (a, b string) {
	t.Helper()
	pages := map[string]string{}
	serve := func() *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, ok := pages[r.Host+r.URL.Path]
			if !ok {
				http.NotFound(w, r)
				return
			}
			fmt.Fprint(w, text)
		}))
		t.Cleanup(s.Close)
		return s
	}
	a, b = serve().URL, serve().URL
	if a > b { // ids follow the order of hosts, which differ in their ports
		a, b = b, a
	}
	hostA, hostB := strings.TrimPrefix(a, "http://"), strings.TrimPrefix(b, "http://")
	pages[hostA+"/"] = `<title>A</title><a href="/p">p</a><a href="` + b + `/x">x</a><a href="` + b + `/x#k">again</a>
		<a href="` + b + `/gone">gone</a>`
	pages[hostA+"/p"] = `<title>P</title><a href="/">home</a><a href="` + b + `/copy">copy</a>`
	pages[hostB+"/"] = `<title>B</title><a href="/x">x</a><a href="/copy">copy</a>`
	pages[hostB+"/x"] = `<title>X</title><a href="` + a + `/p">p</a>`
	pages[hostB+"/copy"] = pages[hostB+"/x"]
	return a, b
}

// TestAllPages checks that links between sites are arcs in the graph of all pages, from one run or from merge.
func TestAllPages(t *testing.T) {
	t.Parallel()
	a, b := twoLinked(t)
	one := t.TempDir()
	crawl(a, b, "-O", one, "--export", "csv,aliases,external,stats,report,webgraph,pages").MustEnd(t, exitDone)
	check := func(out string, texts bool) {
		t.Helper()
		numbers := read(t, filepath.Join(out, "sites", "sites.pages.json"))
		console.Has(t, numbers, `"pages": 4`, `"arcs": 6`, `"links": 8`, `"links_to_no_page": 1`)
		if !texts {
			return
		}
		// A has 0 and 1, B has 2 and 3. Of /copy and /x the first one is the page.
		want := "0\t1\n0\t3\n1\t0\n1\t3\n2\t3\n3\t1\n"
		console.Equal(t, gunzipped(t, filepath.Join(out, "sites", "pages", "edges", "sites.part-00001.txt.gz")), want)
		want = fmt.Sprintf("0\t%s/\n1\t%s/p\n2\t%s/\n3\t%s/copy\n", a, a, b, b)
		got := gunzipped(t, filepath.Join(out, "sites", "pages", "vertices", "sites.part-00001.txt.gz"))
		console.Equal(t, got, want)
	}
	check(one, true)
	report := read(t, filepath.Join(one, "sites", "sites.report.html"))
	console.Has(t, report, "3 of them between sites")
	part, merged := t.TempDir(), t.TempDir()
	crawl(a, b, "-O", part, "--export", "csv,aliases,external,stats", "--shard", "1/1").MustEnd(t, exitDone)
	crawl("merge", "-O", merged, part, "--pages").MustEnd(t, exitDone)
	check(merged, false)
}

// TestAllPagesRefused checks that the graph of all pages is refused without the tables that connect sites.
func TestAllPagesRefused(t *testing.T) {
	crawl("http://127.0.0.1:1", "-O", t.TempDir(), "--export", "csv,pages").MustEnd(t, exitUsage).
		MustSay(t, "aliases and external are not written: add +aliases,+external")
}

func gunzipped(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	return string(text)
}
