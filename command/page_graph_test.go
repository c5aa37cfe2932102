package command

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

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
		for _, want := range []string{`"pages": 4`, `"arcs": 6`, `"links": 8`, `"links_to_no_page": 1`} {
			if !strings.Contains(numbers, want) {
				t.Errorf("no %s in\n%.600s", want, numbers)
			}
		}
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
	if !strings.Contains(report, "3 of them between sites") {
		t.Error("the report says nothing of the graph")
	}
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
