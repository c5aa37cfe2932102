package command

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

const museum = "http://museum.example"

// expected reads a table of the museum's expected results, with whole addresses.
func expected(t *testing.T, name string) []row {
	t.Helper()
	rows := readTable(t, filepath.Join("testdata", "sites", "museum.expected", name), true)
	for _, r := range rows {
		for column, value := range r {
			if strings.HasPrefix(value, "/") {
				r[column] = museum + value
			}
		}
	}
	return rows
}

// variants returns several ways to crawl, which must give the same results.
func variants() []invocation {
	var all []invocation
	for _, v := range [][3]string{ // every pair of two values
		{"badger", "tokenizer", "8"}, {"badger", "goquery", "1"},
		{"memory", "tokenizer", "1"}, {"memory", "goquery", "8"}} {
		all = append(all, invocation{env: []string{withReport,
			"SITEGRAPH_STORE_STORE=" + v[0], "SITEGRAPH_PARSE_PARSER=" + v[1], "DOWNLOADS=" + v[2]}})
	}
	return all
}

// TestMuseum compares all tables of the sample site, under the default settings, with tables worked out by hand.
func TestMuseum(t *testing.T) {
	t.Parallel()
	var first map[string]string
	for _, v := range variants() {
		t.Run(strings.Join(v.env[1:], ","), func(t *testing.T) {
			out := t.TempDir()
			_, downloads, _ := strings.Cut(v.env[3], "=")
			v.run("-O", out, "--per-host", downloads).MustEnd(t, exitDone).
				// 38 of the notices concern 13 pages without description and h1, one of them with 50 words.
				MustShow(t, "13    34     40      3        5         4       0  work-done",
					"\nproblems: 4 errors (broken-link 3, redirect-bad 1), 2 warnings, 48 notices\n"+"open: "+out)
			dir := filepath.Join(out, "result", "museum.example")
			checkMuseum(t, dir)
			got := files(t, dir)
			report := "museum.example.report.html" // it names the parser
			got[report] = strings.ReplaceAll(got[report], "<bdi>goquery</bdi>", "<bdi>tokenizer</bdi>")
			if first == nil {
				first = got
			}
			mustEqualFiles(t, got, first)
			m := readManifest(t, dir)
			if m.Site != museum || !m.Complete || m.Ended != "work-done" || m.Settings["parse.parser"] == "" {
				t.Errorf("manifest: %+v", m)
			}
		})
	}
}

func checkMuseum(t *testing.T, dir string) {
	t.Helper()
	table := func(name string) []row { return readTable(t, filepath.Join(dir, "museum.example."+name), false) }
	pages, arcs := expected(t, "pages.csv"), expected(t, "arcs.csv")
	ids := map[string]string{}
	for _, p := range pages {
		ids[p["key"]] = p["id"]
	}
	in, out := map[string]int{}, map[string]int{}
	for _, a := range arcs {
		out[a["source"]]++
		in[a["target"]]++
		a["source"], a["target"] = ids[a["source"]], ids[a["target"]]
	}
	for _, p := range pages {
		p["in"], p["out"] = strconv.Itoa(in[p["key"]]), strconv.Itoa(out[p["key"]])
		p["status"], p["type"] = "200", "text/html"
	}
	sameRows(t, "nodes.csv", table("nodes.csv"), pages,
		"Id=id", "Label=title", "level=level", "external_links=external", "normalized_url=key", "url=url", "lang=lang",
		"title=title", "in_degree=in", "out_degree=out", "status=status", "content_type=type")
	sameRows(t, "arcs.csv", table("arcs.csv"), arcs, "Source=source", "Target=target", "Weight=weight")
	sameRows(t, "aliases.csv", table("aliases.csv"), expected(t, "aliases.csv"),
		"normalized_url=address", "page=page", "kind=kind")
	sameRows(t, "ledger.csv", table("ledger.csv"), expected(t, "ledger.csv"),
		"normalized_url=address", "state=state", "level=level", "status=status", "page=page", "from=from")
	external, bad := expected(t, "external.csv"), expected(t, "bad.csv")
	for _, r := range slices.Concat(external, bad) {
		r["page"] = ids[r["page"]]
	}
	sameRows(t, "external.csv", table("external.csv"), external,
		"page_id=page", "normalized_url=address", "anchor=text", "rel=rel", "count=count")
	sameRows(t, "bad.csv", table("bad.csv"), bad, "page_id=page", "href=href", "anchor=text", "count=count")
}

// sameRows compares two tables row by row, in the columns "theirs=ours".
func sameRows(t *testing.T, name string, got, want []row, columns ...string) {
	t.Helper()
	console.Equal(t, len(got), len(want), name)
	for i := range min(len(got), len(want)) {
		for _, c := range columns {
			theirs, ours, _ := strings.Cut(c, "=")
			value, ok := got[i][theirs]
			if !ok || value != want[i][ours] {
				t.Errorf("%s row %d, %s = %q, want %q in %v", name, i+1, theirs, value, want[i][ours], want[i])
			}
		}
	}
}

// TestMuseumAgain checks that a second run and export fetch nothing and write the same, and nothing without pages.
func TestMuseumAgain(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	dir, log := filepath.Join(out, "result", "museum.example"), filepath.Join(out, "logs", "common_log.csv")
	sitegraph("-O", out).MustEnd(t, exitDone)
	first, fetched := files(t, dir), read(t, log)
	if n := len(readTable(t, log, true)); n != 25 { // all 27 addresses but the PDF and the staff's page
		t.Errorf("%d fetches, want 25", n)
	}
	for _, command := range []string{"crawl", "export"} {
		must(t, os.RemoveAll(dir))
		o := sitegraph(command, "-O", out).MustEnd(t, exitDone)
		if command == "crawl" {
			o.MustSay(t, "already complete (crawled ", "Use --fresh to crawl again")
		}
		mustEqualFiles(t, files(t, dir), first)
		readManifest(t, dir)
		console.Equal(t, read(t, log), fetched, command)
	}
	sitegraph("-O", out, "--fresh").MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, dir), first)
	console.Equal(t, len(readTable(t, log, true)), 50)
	mistyped := func(more ...string) {
		t.Helper()
		sitegraph(append(more, "-O", out, "http://museum.example/nowhere")...).MustEnd(t, exitNothing).
			MustSay(t, "no pages were found", "museum.example keeps the files of ")
		mustEqualFiles(t, files(t, dir), first)
	}
	mistyped("--fresh")
	mistyped()
}
