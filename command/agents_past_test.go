package command

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPastSearch checks that a search can be queried like a crawl, even after it was stopped.
func TestPastSearch(t *testing.T) {
	t.Parallel()
	const coin = "<title>coin penny coin penny</title>"
	s := serve(t, map[string]string{"/portal": links("Portal", "/c1", "/s1"),
		"/c1": coin + `<a href="/c2">coin penny</a> <a href="/gone">penny</a>`, "/c2": coin + "penny",
		"/s1": "<title>stamp blue stamp blue</title>"})
	file := write(t, filepath.Join(t.TempDir(), "hobby.ini"),
		"[coins]\nkeywords = coin penny\nlanguage = en\n[stamps]\nkeywords = stamp blue\nlanguage = en\n")
	whole, part := t.TempDir(), t.TempDir()
	crawl("agents", "--topics", file, "-O", whole, s.URL+"/portal").MustEnd(t, exitDone)
	crawl("agents", "--topics", file, "-O", part, "--budget", "2", s.URL+"/portal").MustEnd(t, exitDone)
	grown := t.TempDir()
	crawl("agents", "--topics", file, "-O", grown, "--budget", "2", s.URL+"/portal").MustEnd(t, exitDone)
	was := time.Now().UTC().Format(time.RFC3339Nano)
	crawl("agents", "--topics", file, "-O", grown, s.URL+"/portal").MustEnd(t, exitDone)
	s.Close()

	folder := filepath.Join(whole, "topics")
	before := searchFiles(t, folder)
	sitegraph("export", "-O", whole).MustEnd(t, exitDone).MustSay(t, "hobby: ", folder)
	mustEqualFiles(t, searchFiles(t, folder), before)
	sitegraph("why", "-O", whole, s.URL+"/c2").MustEnd(t, exitDone).
		MustShow(t, "hobby", "page (a node of the graph)", "by coins", "stored", "from 1 page", s.URL+"/c1")
	sitegraph("why", "-O", whole, s.URL+"/gone").MustEnd(t, exitDone).MustShow(t, "404", s.URL+"/c1")
	sitegraph("why", "-O", whole, s.URL+"/none").MustEnd(t, exitNothing)
	for _, args := range [][]string{{}, {"hobby"}, {folder}} {
		sitegraph(append([]string{"stats", "-O", whole}, args...)...).MustEnd(t, exitDone).
			MustShow(t, "Web graph of hobby", "Pages                                4")
	}
	sitegraph("report", "-O", whole, "hobby").MustEnd(t, exitDone).
		MustShow(t, filepath.Join(whole, "reports", "topics", "topics.report.html"))
	sitegraph("stats", "-O", whole, "--as-of", "2020-01-01", "hobby").MustEnd(t, exitFailure).
		MustSay(t, "nothing was known")

	sitegraph("status", "-O", part).MustEnd(t, exitDone).MustShow(t, "hobby ", "budget", "false")
	sitegraph("why", "-O", part, s.URL+"/c2").MustEnd(t, exitDone).MustShow(t, "stopped", "for coins")
	sitegraph("compare", filepath.Join(part, "topics"), folder, "-O", part).MustEnd(t, exitDone).
		MustShow(t, "hobby, from ")

	sitegraph("export", "-O", grown, "--as-of", was, "hobby").MustEnd(t, exitDone)
	if got := read(t, filepath.Join(grown, "as-of", strings.ReplaceAll(was, ":", ""), "topics",
		"topics.visits.csv")); got != read(t, filepath.Join(part, "topics", "topics.visits.csv")) {
		t.Errorf("an earlier moment\n%s", got)
	}
}

// TestPastTopics checks that an earlier moment of a search, or of a timeline, uses the topics of that time.
func TestPastTopics(t *testing.T) {
	t.Parallel()
	const coin, stamp = "<title>coin penny coin penny</title>", "<title>stamp blue stamp blue</title>"
	s := serve(t, map[string]string{"/portal": links("Portal", "/c1", "/s1"),
		"/c1": coin + `<a href="/c2">coin penny</a> <a href="/s2">stamp</a>`, "/c2": coin + "penny",
		"/s1": stamp + `<a href="/s2">blue stamp</a>`, "/s2": stamp + "blue"})
	for _, command := range []string{"agents", "watch"} {
		file, out := filepath.Join(t.TempDir(), "hobby.ini"), t.TempDir()
		search := func(topics string, more ...string) {
			t.Helper()
			write(t, file, topics)
			reporting(append([]string{command, "--topics", file, "-O", out, s.URL + "/portal"}, more...)...).
				MustEnd(t, exitDone)
		}
		tables := func(dir string) map[string]string {
			all := files(t, dir)
			maps.DeleteFunc(all, func(name, _ string) bool {
				return strings.HasPrefix(name, "state") || filepath.Ext(name) != ".csv" && filepath.Ext(name) != ".gexf"
			})
			return all
		}
		search("[coins]\nkeywords = coin penny\nlanguage = en\n[stamps]\nkeywords = stamp blue\nlanguage = en\n")
		folder := filepath.Join(out, "topics")
		before := tables(folder)
		was := time.Now().UTC().Format(time.RFC3339Nano)
		search("[post]\nkeywords = stamp blue\nlanguage = en\n", "--exclude", "c2")
		after := tables(folder)
		if len(before) == 0 || maps.Equal(before, after) {
			t.Fatal("other topics gave the same files")
		}
		if command == "watch" {
			mustSpell(t, filepath.Join(folder, "topics.timeline.gexf"), s.URL, map[string]string{
				"/portal": "from first to last", "/c1": "from first to last", "/s1": "from first to last",
				"/s2": "from first to last", "/c2": "from first"})
		}
		reporting("export", "-O", out, "--as-of", was, "hobby").MustEnd(t, exitDone)
		mustEqualFiles(t, tables(filepath.Join(out, "as-of", strings.ReplaceAll(was, ":", ""), "topics")), before)
		reporting("export", "-O", out, "hobby").MustEnd(t, exitDone)
		mustEqualFiles(t, tables(folder), after)
		reporting("compare", "-O", out, "--from", was, "hobby").MustEnd(t, exitDone).MustShow(t, "hobby, from ")
	}
}
