package command

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// TestWatchTopics checks that an iteration brings a search up to date and keeps its earlier moments.
func TestWatchTopics(t *testing.T) {
	t.Parallel()
	const coin = "<title>coin penny coin penny</title>"
	pages := map[string]string{"/portal": links("Portal", "/c1", "/s1"),
		"/c1": coin + `<a href="/c2">coin penny</a>`, "/c2": coin + "penny",
		"/s1": "<title>stamp blue stamp blue</title>"}
	s := serve(t, pages)
	file := write(t, filepath.Join(t.TempDir(), "hobby.ini"),
		"[coins]\nkeywords = coin penny\nlanguage = en\n[stamps]\nkeywords = stamp blue\nlanguage = en\n")
	out := t.TempDir()
	// next_checks.csv has all checks.
	all := invocation{env: append([]string{"SITEGRAPH_REVISIT_CHECKS=100%", withReport}, quick...)}
	watch := func(out string) outcome {
		return all.run("watch", "--topics", file, "-O", out, "--accept-gone", s.URL+"/portal").MustEnd(t, exitDone)
	}
	folder := filepath.Join(out, "topics")
	seen := func(dir string) map[string]string { // changes, and whether it was first seen with the portal
		all, began := map[string]string{}, ""
		for _, r := range readTable(t, filepath.Join(dir, "topics.nodes.csv"), true) {
			if r["level"] == "0" {
				began = r["first_seen"]
			}
			when := "later"
			if r["first_seen"] == began {
				when = "at first"
			}
			all[strings.TrimPrefix(r["url"], s.URL)] = when + ", changed " + r["changes"]
		}
		return all
	}
	before := map[string]string{"/portal": "at first, changed 0", "/c1": "at first, changed 0",
		"/c2": "at first, changed 0", "/s1": "at first, changed 0"}
	watch(out).MustSay(t, "hobby: crawled; the next watch checks its pages again")
	console.Equal(t, seen(folder), before, "pages")
	delete(pages, "/c2")
	pages["/c1"], pages["/c3"] = coin+`penny <a href="/c2">coin penny</a> <a href="/c3">penny</a>`, coin+"penny penny"
	watch(out).MustSay(t, "hobby: iteration 2: 4 pages checked, 1 changed, 1 gone, 0 without an answer; 1 page joined "+
		"the graph, 1 left it")
	after := map[string]string{"/portal": "at first, changed 0", "/c1": "at first, changed 1",
		"/c3": "later, changed 0", "/s1": "at first, changed 0"}
	console.Equal(t, seen(folder), after, "pages")
	corpus := readTable(t, filepath.Join(folder, "coins", "coins.nodes.csv"), true)
	if len(corpus) != 2 || corpus[1]["url"] != s.URL+"/c3" || corpus[1]["visits"] != "1" {
		t.Errorf("corpus %v", corpus)
	}
	mustSpell(t, filepath.Join(folder, "topics.timeline.gexf"), s.URL, map[string]string{
		"/portal": "from first to last", "/c1": "from first to last", "/s1": "from first to last",
		"/c2": "from first", "/c3": "to last"})
	mustSpell(t, filepath.Join(folder, "coins", "coins.timeline.gexf"), s.URL,
		map[string]string{"/c1": "from first to last", "/c2": "from first", "/c3": "to last"})
	report := read(t, filepath.Join(folder, "topics.report.html"))
	if !strings.Contains(report, "How the pages change") ||
		!strings.Contains(report, "Of 4 pages checked in it, 1 had changed; 1 page is new, and 1 left.") {
		t.Error("the report does not say what changed")
	}
	scratch := t.TempDir()
	watch(scratch)
	for _, name := range []string{"visits", "market", "waiting"} {
		name = "topics." + name + ".csv"
		got, want := read(t, filepath.Join(folder, name)), read(t, filepath.Join(scratch, "topics", name))
		console.Equal(t, got, want, name)
	}
	now := searchFiles(t, folder)
	all.run("export", "-O", out, "hobby").MustEnd(t, exitDone)
	mustEqualFiles(t, searchFiles(t, folder), now)
	all.run("agents", "--topics", file, "-O", out, s.URL+"/portal").MustEnd(t, exitDone).MustSay(t, "already complete")
	mustEqualFiles(t, searchFiles(t, folder), now)

	reporting("export", "-O", out, "--as-of", "1", "hobby").MustEnd(t, exitDone)
	console.Equal(t, seen(filepath.Join(out, "as-of", "1", "topics")), before, "earlier pages")
	reporting("compare", "-O", out, "--from", "1").MustEnd(t, exitDone).MustShow(t, "hobby, from 1 to now")
	reporting("why", "-O", out, s.URL+"/c1").MustEnd(t, exitDone).MustShow(t, "seen", "2 visits; found changed 1 time")
	reporting("stats", "-O", out, "hobby").MustEnd(t, exitDone).MustShow(t, "Iterations                           2")
	reporting("stats", filepath.Join(out, "topics")).MustEnd(t, exitDone).MustShow(t, "Iterations")
	reporting("report", "-O", out, "hobby").MustEnd(t, exitDone)
	reporting("agents", "--topics", file, "-O", out, "--checks", "5", s.URL+"/portal").MustEnd(t, exitUsage).
		MustSay(t, "--checks 5: sitegraph agents continues a search", "sitegraph watch --topics FILE")
	reporting("watch", "--topics", file, "-O", out, "--order-pages", "auto", s.URL+"/portal").MustEnd(t, exitUsage).
		MustSay(t, "sitegraph watch --topics do not go together")
}

// mustSpell checks when a timeline of two iterations shows pages: from the first, to the last.
func mustSpell(t *testing.T, file, origin string, want map[string]string) {
	t.Helper()
	got, first, last := map[string]string{}, "", ""
	nodes := regexp.MustCompile(`<node [^>]*start="([^"]*)" end="([^"]*)"><attvalues>` +
		`<attvalue for="url" value="([^"]*)"`)
	found := nodes.FindAllStringSubmatch(read(t, file), -1)
	for _, node := range found {
		if first == "" || node[1] < first {
			first = node[1]
		}
		last = max(last, node[2])
	}
	for _, node := range found {
		var when []string
		if node[1] == first {
			when = append(when, "from first")
		}
		if node[2] == last {
			when = append(when, "to last")
		}
		got[strings.TrimPrefix(node[3], origin)] = strings.Join(when, " ")
	}
	console.Equal(t, got, want, filepath.Base(file))
}
