package command

import (
	"path/filepath"
	"strings"
	"testing"
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
	if text := got[name+".declared.csv"]; text != want {
		t.Errorf("declared.csv\n%s\nwant\n%s", text, want)
	}
	if text := got[name+".arcs.csv"]; strings.Count(text, "\n") != 1+5 { // links to pages, without declared ones
		t.Errorf("arcs.csv\n%s", text)
	}
	if strings.Contains(got[name+".ledger.csv"], "hidden") {
		t.Error("a declared link was followed")
	}
	for kind, page := range map[string]string{"links-may-be-invisible": "/app", "breadcrumb-deeper": "/b",
		"breadcrumb-dead": "/app"} {
		rows := problemRows(t, folder, kind)
		if len(rows) != 1 || rows[0][3] != s.URL+page {
			t.Errorf("%s: %q", kind, rows)
		}
	}
	for _, text := range []string{`id="declared"`, "The data of Next or Nuxt in 1 page name 2 URLs"} {
		if !strings.Contains(got[name+".report.html"], text) {
			t.Errorf("the report does not say %q", text)
		}
	}
	reporting("export", "-O", out).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, folder), got)
	again := t.TempDir() // a report from the tables
	o := reporting("report", "-O", again, folder).MustEnd(t, exitDone)
	if !strings.Contains(o.Err, "do not show the problems links-may-be-invisible and missing-alt") {
		t.Errorf("it does not say of what no table tells: %s", o.Err)
	}
	reported := filepath.Join(again, "reports", name)
	for kind, pages := range map[string]int{"breadcrumb-deeper": 1, "breadcrumb-dead": 1, "links-may-be-invisible": 0} {
		if rows := problemRows(t, reported, kind); len(rows) != pages {
			t.Errorf("of the tables, %s: %q", kind, rows)
		}
	}
	if text := read(t, filepath.Join(reported, name+".report.html")); !strings.Contains(text, `id="declared"`) {
		t.Error("the report of the tables does not say what pages declare")
	}
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
	if !strings.Contains(timed[name+".report.html"], `id="times"`) {
		t.Error("the report has no response times")
	}
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
		if !strings.Contains(text, strings.ReplaceAll(want, "H", s.URL)) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
