package command

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// TestWhatIf moves the museum's collection, which has six pages. By hand.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,ledger").MustEnd(t, exitDone)
	changes := filepath.Join(t.TempDir(), "relaunch.txt")
	write(t, changes, "move /collection/ /holdings/\nnoindex /about.html\n")
	args := []string{"-O", out, "--export", "csv,ledger", "what-if", changes}
	o := sitegraph(append(args, "--explain")...).MustEnd(t, exitDone)
	o.MustShow(t, "1: move /collection/ /holdings/\n", "\n   1 URL: ")
	sitegraph(append(args, "museum.example")...).MustEnd(t, exitDone)
	folder := filepath.Join(out, "what-if", "relaunch", "museum.example", "museum.example.")
	nodes := read(t, folder+"nodes.csv")
	if strings.Contains(nodes, "example/collection/") || strings.Count(nodes, "example/holdings/") != 2*6 {
		t.Errorf("the collection is still there, or not at its new place:\n%s", nodes)
	}
	redirects := filepath.Join(out, "what-if", "relaunch", "redirects", "museum.example",
		"museum.example.redirects.csv")
	console.Has(t, read(t, redirects), "\nhttp://museum.example/collection/coins/penny.html,"+
		"http://museum.example/holdings/coins/penny.html,301,1\n")
	compared := read(t, filepath.Join(out, "what-if", "relaunch", "comparison", "museum.example",
		"museum.example.changes.csv"))
	if strings.Count(compared, "\nmoved,") != 6 || strings.Contains(compared, "\nremoved,") {
		t.Errorf("changes:\n%s", compared)
	}
	o = sitegraph("what-if", "--from-crawl", filepath.Join(out, "result"),
		filepath.Dir(folder)).MustEnd(t, exitDone)
	const moved = "# 6 pages moved, 7 stay, 0 are unsure, 0 are gone.\nmove /collection/ /holdings/  # 6 pages\n"
	console.Equal(t, o.Out, moved, "from crawls")
	o = sitegraph("-O", out, "what-if", "--blocks").MustEnd(t, exitDone)
	if !strings.HasPrefix(o.Out, "navigation-1: 1 page, 7 links; ") { // another URL of the page does not count
		t.Errorf("blocks: %s", o.Out)
	}

	write(t, changes, "drop-links-to /collection/\n")
	links := write(t, filepath.Join(t.TempDir(), "links.csv"), "/collection/coins/penny.html\n/nowhere\n")
	o = sitegraph(append(args, "--backlinks", links)...).MustEnd(t, exitDone)
	o.MustShow(t, "Nothing leads to 6 pages any more.\n  6 pages: line 1: drop-links-to /collection/\n",
		"Links from other sites: breaks 0, redirects 0, broken 0, unknown 1, survives 1.\n")
	lost := read(t, filepath.Join(out, "what-if", "relaunch", "comparison", "museum.example",
		"museum.example.unreachable.csv"))
	if strings.Count(lost, "\n") != 1+6 || strings.Count(lost, ",1\n") != 6 {
		t.Errorf("unreachable pages:\n%s", lost)
	}

	// Pages that link to the penny lose a link. All others keep their bytes, and so their hashes.
	write(t, changes, "drop-links-to /collection/coins/penny.html\n")
	sitegraph(args...).MustEnd(t, exitDone)
	before := hashesIn(read(t, filepath.Join(out, "result", "museum.example", "museum.example.nodes.csv")))
	kept := 0
	for url, hash := range hashesIn(read(t, folder+"nodes.csv")) {
		if hash == before[url] {
			kept++
		}
	}
	if kept == 0 || kept == len(before) {
		t.Errorf("%d of %d pages have their hash in the forecast", kept, len(before))
	}

	write(t, changes, "move /nowhere /here")
	refused := sitegraph(args...).MustEnd(t, exitUsage)
	refused.MustSay(t, "relaunch.txt:1:1: move /nowhere /here touches nothing")
	sitegraph(append(args, "--allow-empty")...).MustEnd(t, exitDone)
	sitegraph("-O", out, "what-if", filepath.Join(out, "none")).MustEnd(t, exitUsage)
	sitegraph("-O", out, "what-if").MustEnd(t, exitUsage)
	sitegraph("-O", out, "what-if", changes, "other.example").MustEnd(t, exitUsage)
	sitegraph("-O", t.TempDir(), "what-if", changes).MustEnd(t, exitUsage)
}

// TestNamesOfChanges checks that the name of a file of changes keeps its results within the what-if folder.
func TestNamesOfChanges(t *testing.T) {
	for file, want := range map[string]string{"relaunch.txt": "relaunch", "a/b.c.txt": "b.c", ".txt": "_txt",
		"...txt": "_..txt", "....txt": "_...txt", "x/..": "__", "...": "_._", "two words.txt": "two words"} {
		if got := nameOfChanges(file); got != want || !filepath.IsLocal(got) {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestWhatIfSeveral uses the museum's 13 pages: 6 in the collection, and 2 that only about.html leads to.
func TestWhatIfSeveral(t *testing.T) {
	t.Parallel()
	out, dir := t.TempDir(), t.TempDir()
	sitegraph("-O", out, "--export", "csv,ledger").MustEnd(t, exitDone)
	var files []string
	for _, f := range [][2]string{{"shut.txt", "drop-links-to /collection/"}, {"cut.txt", "delete /about.html 410"}} {
		files = append(files, write(t, filepath.Join(dir, f[0]), f[1]))
	}
	args := append([]string{"-O", out, "--export", "csv,ledger", "what-if", "--page", "/about.html"}, files...)
	o := sitegraph(append(args, "museum.example")...).MustEnd(t, exitDone)
	said := strings.Join(strings.Fields(o.Out), " ")
	console.Has(t, said, "as it is shut cut pages 13 7 10 unreachable 0 6 2 ", "Best by unreachable: cut ",
		"Best by PageRank of /about.html: shut ")
	table := read(t, filepath.Join(out, "what-if", "compared", "museum.example", "museum.example.what-if.csv"))
	console.Equal(t, strings.Count(table, "\n"), 1+3, "the table", table)
	o = sitegraph(append(slices.Clone(args), "--fail-on", "removed>3")...).MustEnd(t, exitFails)
	o.MustShow(t, "### `http://museum.example` after `shut.txt` fails 1 of 1 condition\n",
		"\n\n### `http://museum.example` after `cut.txt` passes\n")
	console.Lacks(t, o.Out, "as it is")
	refused := sitegraph(append(args, filepath.Join(dir, "shut.txt"))...).MustEnd(t, exitUsage)
	refused.MustSay(t, "rename one")
	sitegraph("-O", out, "what-if", files[0], filepath.Join(dir, "cot.txt")).MustEnd(t, exitUsage).
		MustSay(t, "the changes: open ", "cot.txt")
	o = sitegraph("-O", out, "--export", "csv,ledger", "what-if", "--page", "/none", files[0], files[1]).MustEnd(t,
		exitUsage)
	o.MustSay(t, "--page /none: the site has no such page")
}

// TestWhatIfRefused checks that impossible changes are refused plainly, and that forecasts mention incomplete crawls.
func TestWhatIfRefused(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv,ledger").MustEnd(t, exitDone)
	changes := filepath.Join(t.TempDir(), "bad.txt")
	for _, c := range [][2]string{
		{"delete /about.html\nmove /about.html /us", "bad.txt:2:6: contradicts line 1 (delete /about.html)"},
		{"# nothing", ""},
	} {
		write(t, changes, c[0]+"\n")
		want := exitUsage
		if c[1] == "" {
			want = exitDone
		}
		sitegraph("-O", out, "--export", "csv,ledger", "what-if", changes).MustEnd(t, want).MustSay(t, c[1])
	}
	write(t, changes, "noindex /about.html\n")
	exact := invocation{env: []string{"SITEGRAPH_DUPLICATES_KEY=exact"}}
	other := exact.run("-O", out, "what-if", changes).MustEnd(t, exitFailure)
	other.MustSay(t, "the state was crawled with [duplicates] key")

	part := t.TempDir()
	sitegraph("-O", part, "--export", "csv,ledger", "--max-pages", "5").MustEnd(t, exitDone)
	o := sitegraph("-O", part, "--export", "csv,ledger", "what-if", changes).MustEnd(t, exitDone)
	o.MustSay(t, "the crawl is not complete: pages that it did not reach are missing here too")
	o = sitegraph("-O", part, "--export", "csv,ledger", "what-if", "--fail-on", "new:unreachable", changes).MustEnd(t,
		exitFails)
	o.MustShow(t, "cannot be told")
}

// hashesIn returns the hashes in nodes.csv, by normalized URL.
func hashesIn(nodes string) map[string]string {
	rows, _ := csv.NewReader(strings.NewReader(nodes)).ReadAll()
	hashes := map[string]string{}
	for _, row := range rows[1:] {
		hashes[row[slices.Index(rows[0], "normalized_url")]] = row[slices.Index(rows[0], "hash")]
	}
	return hashes
}

// TestWhatIfLinkingSites judges a change in one of two linked sites by the links of the other alone. By hand.
func TestWhatIfLinkingSites(t *testing.T) {
	t.Parallel()
	var others strings.Replacer
	a := served(t, map[string]string{"/": links("A", "/kept", "/moved", "/gone", "{b}/more", "{b}/none"),
		"/kept": links("Kept", "{b}/more"), "/moved": links("Moved", "/gone"), "/gone": links("Gone", "/")}, &others)
	b := served(t, map[string]string{
		"/":     links("B", "/more", "{a}/kept", "{a}/moved", "{a}/gone", "{a}/never"),
		"/more": links("More", "/", "{a}/gone#part", "{a}/"),
	}, &others)
	others = *strings.NewReplacer("{a}", a, "{b}", b)
	out := t.TempDir()
	crawl("-O", out, "--export", "csv,external", a+"/", b+"/").MustEnd(t, exitDone)
	for _, c := range []struct {
		of, changes string
		want        map[string]string // fate, new target and line, by source and target
	}{
		{a, "move /moved /here\ndelete /gone 410\n", map[string]string{b + "/ " + a + "/kept": "survives  ",
			b + "/ " + a + "/moved": "redirects " + a + "/here 1", b + "/ " + a + "/gone": "breaks  2",
			b + "/ " + a + "/never": "unknown  ", b + "/more " + a + "/gone": "breaks  2",
			b + "/more " + a + "/": "survives  "}},
		{b, "redirect /more /$ 302\n", map[string]string{a + "/ " + b + "/more": "redirects " + b + "/ 1",
			a + "/ " + b + "/none": "unknown  ", a + "/kept " + b + "/more": "redirects " + b + "/ 1"}},
	} {
		changes := write(t, filepath.Join(t.TempDir(), "relaunch.txt"), c.changes)
		sitegraph("-O", out, "--export", "csv", "what-if", "--linking-sites", changes, c.of).MustEnd(t, exitDone)
		got := map[string]string{}
		for _, r := range readTable(t, only(t, out, "what-if", "relaunch", "comparison",
			strings.ReplaceAll(c.of[len("http://"):], ":", "_"), "*.backlinks.csv"), true) {
			got[r["source"]+" "+r["target"]] = r["fate"] + " " + r["to"] + " " + r["line"]
		}
		console.Equal(t, got, c.want, c.of)
	}
	bare := t.TempDir()
	crawl("-O", bare, "--export", "csv", a+"/", b+"/").MustEnd(t, exitDone)
	changes := write(t, filepath.Join(t.TempDir(), "relaunch.txt"), "delete /gone 410\n")
	sitegraph("-O", bare, "--export", "csv", "what-if", "--linking-sites", changes, a).
		MustSay(t, "which links of "+b+" lead to other sites was not kept: crawl it with the exporter external")
}
