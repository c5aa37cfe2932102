package command

import (
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// declaringSite has / → /a → /b. /b claims to be one click away and declares a dead URL. /a has data of Next.
func declaringSite(t *testing.T) map[string]string {
	t.Helper()
	words := "<p>" + strings.Repeat("word ", 60)
	return map[string]string{
		"/": links("Home", "/a", "/app", "/gone") + words,
		"/a": links("A", "/b", "/") + words + `<script id="__NEXT_DATA__" type="application/json">
			{"props":{"href":"/b","more":[{"url":"/hidden"},{"url":"https://other.test/x"},{"url":"/app"}]}}</script>`,
		"/b": links("B", "/") + words + `<script type="application/ld+json">{"@type":"BreadcrumbList",
			"itemListElement":[{"position":1,"item":"/"},{"position":2,"name":"B"}]}</script>`,
		"/app": `<title>App</title><div id="root"></div><script src="/main.js"></script>
			<script type="application/ld+json">{"@type":"BreadcrumbList",
			"itemListElement":[{"position":1,"item":"/gone"},{"position":2,"name":"App"}]}</script>`,
	}
}

// TestDeclared checks that URLs that pages declare get their own table, are not followed, and raise problems.
func TestDeclared(t *testing.T) {
	t.Parallel()
	s := serve(t, declaringSite(t))
	out := t.TempDir()
	reporting("-O", out, s.URL).MustEnd(t, exitDone)
	folder := resultFolder(t, out)
	got := files(t, folder)
	name := filepath.Base(folder)
	// Page 1 is /, 2 is /a, 3 is /app, and 4 is /b.
	want := strings.ReplaceAll("page_id,source,position,url,target\n2,payload,1,H/hidden,\n2,payload,2,H/app,3\n"+
		"3,breadcrumb,1,H/gone,\n3,breadcrumb,2,,\n4,breadcrumb,1,H/,1\n4,breadcrumb,2,,\n", "H", s.URL)
	console.Equal(t, got[name+".declared.csv"], want, "declared.csv")
	if text := got[name+".arcs.csv"]; strings.Count(text, "\n") != 1+5 { // links to pages, without declared ones
		t.Errorf("arcs.csv\n%s", text)
	}
	console.Lacks(t, got[name+".ledger.csv"], "hidden")
	for kind, page := range map[string]string{"links-may-be-invisible": "/app", "breadcrumb-deeper": "/b",
		"breadcrumb-dead": "/app"} {
		rows := problemRows(t, folder, kind)
		if len(rows) != 1 || rows[0][3] != s.URL+page {
			t.Errorf("%s: %q", kind, rows)
		}
	}
	console.Has(t, got[name+".report.html"], `id="declared"`, "The data of Next or Nuxt in 1 page name 2 URLs")
	reporting("export", "-O", out).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, folder), got)
	again := t.TempDir() // a report from the tables
	o := reporting("report", "-O", again, folder).MustEnd(t, exitDone)
	o.MustSay(t, "do not show the problems links-may-be-invisible and missing-alt")
	reported := filepath.Join(again, "reports", name)
	for kind, pages := range map[string]int{"breadcrumb-deeper": 1, "breadcrumb-dead": 1, "links-may-be-invisible": 0} {
		console.Equal(t, len(problemRows(t, reported, kind)), pages, kind)
	}
	console.Has(t, read(t, filepath.Join(reported, name+".report.html")), `id="declared"`)
}

// TestTimes checks that response times are in measures.csv and the report, if so set, and never in a graph.
func TestTimes(t *testing.T) {
	t.Parallel()
	s := serve(t, declaringSite(t))
	without, with := t.TempDir(), t.TempDir()
	reporting("-O", without, s.URL).MustEnd(t, exitDone)
	invocation{env: []string{withReport, "SITEGRAPH_REPORT_TIMES=true"}}.run("--delay", "0", "-O", with, s.URL).
		MustEnd(t, exitDone)
	plain, timed := files(t, resultFolder(t, without)), files(t, resultFolder(t, with))
	for file, text := range timed {
		_, kind, _ := strings.Cut(file, ".")
		timely := strings.HasSuffix(kind, "measures.csv") || strings.HasSuffix(kind, "report.html")
		if (text != plain[file]) != timely && !strings.HasSuffix(kind, "manifest.json") {
			t.Errorf("%s: times are in it: %v, want %v", file, !timely, timely)
		}
	}
	name := filepath.Base(resultFolder(t, with))
	rows := strings.Split(strings.TrimSpace(timed[name+".measures.csv"]), "\n")
	if !strings.HasSuffix(rows[0], ",milliseconds") || len(rows) != 5 || strings.HasSuffix(rows[4], ",0") {
		t.Errorf("measures.csv\n%s", timed[name+".measures.csv"])
	}
	console.Has(t, timed[name+".report.html"], `id="times"`)
}

// TestDeclaredMoves checks that declarations follow pages that move, like links.
func TestDeclaredMoves(t *testing.T) {
	t.Parallel()
	s := serve(t, declaringSite(t))
	out := t.TempDir()
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	changes := write(t, filepath.Join(t.TempDir(), "moves.txt"), "move /app /moved\n")
	crawl("what-if", "-O", out, changes).MustEnd(t, exitDone)
	text := read(t, only(t, out, "what-if", "moves", filepath.Base(resultFolder(t, out)), "*.declared.csv"))
	for _, want := range []string{"2,payload,1,H/hidden,\n", "2,payload,2,H/moved,3\n", "3,breadcrumb,1,H/gone,\n"} {
		console.Has(t, text, strings.ReplaceAll(want, "H", s.URL))
	}
}
