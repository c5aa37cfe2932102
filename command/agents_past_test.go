package command

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
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
	console.Equal(t, read(t, filepath.Join(grown, "as-of", strings.ReplaceAll(was, ":", ""), "topics",
		"topics.visits.csv")), read(t, filepath.Join(part, "topics", "topics.visits.csv")), "an earlier moment")
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

// checkedWorld makes a site about coins that links to another host, which can refuse paths that end in down.
func checkedWorld(t *testing.T, down *bool) (topics string, s, other *httptest.Server, asked func() map[string]int) {
	other, asked = elsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/gone":
			http.NotFound(w, r)
		case *down && strings.HasSuffix(r.URL.Path, "down"):
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	const coin = "<title>coin penny coin penny</title>coin penny "
	s = serve(t, map[string]string{
		"/": coin + links("", "/c1", "/nothing", "/doc.pdf", other.URL+"/gone", other.URL+"/coin") +
			"<img src=/lost.png><script src=" + other.URL + "/down></script>",
		"/c1": coin + links("c1", "/missing", "/x.pdf", other.URL+"/gone") + "<img src=/a.png>",
		"/nothing": "<title>weather</title>rain and wind in the north of the country" +
			links("", other.URL+"/weather") + "<img src=" + other.URL + "/rain.png>",
		"/a.png": "x", "/doc.pdf": "x",
	})
	topics = write(t, filepath.Join(t.TempDir(), "hobby.ini"), "[coins]\nkeywords = coin penny\nlanguage = en\n"+
		"seeds = "+s.URL+"/\nenergy = 50\n")
	return topics, s, other, asked
}

// checkedRows summarizes the rows of linked.csv.
func checkedRows(t *testing.T, folder string) string {
	t.Helper()
	var all []string
	for _, r := range readTable(t, only(t, folder, "*.linked.csv"), true) {
		_, rest, _ := strings.Cut(r["url"], "://")
		_, path, _ := strings.Cut(rest, "/")
		all = append(all, fmt.Sprintf("/%s %s %s %s %s", path, r["kinds"], r["state"], r["status"], r["pages"]))
	}
	return strings.Join(all, "\n")
}

// TestAgentsLinked checks links once after a search, by topic. Stops, connections and memory do not affect the files.
func TestAgentsLinked(t *testing.T) {
	t.Parallel()
	down := true
	topics, s, other, asked := checkedWorld(t, &down)
	search := func(out string, env []string, args ...string) outcome {
		args = append([]string{"agents", "--topics", topics, "-O", out, "--check-linked",
			"external,documents,images,scripts", "--export", "csv,stats,report"}, args...)
		return invocation{env: append(append([]string{"SITEGRAPH_LINKED_DELAY=0"}, quick...), env...)}.run(args...)
	}
	whole := t.TempDir()
	search(whole, nil).MustEnd(t, exitDone).
		MustSay(t, "checked 7 URLs that pages link to or use: 4 broken (linked.csv)")
	folder := filepath.Join(whole, "topics")
	rows := "/a.png image ok 200 1\n/doc.pdf document ok 200 1\n/lost.png image broken 404 1\n" +
		"/x.pdf document broken 404 1\n/coin external ok 200 1\n/down script broken 503 1\n/gone external broken 404 2"
	for _, in := range []string{folder, filepath.Join(folder, "coins")} {
		console.Equal(t, checkedRows(t, in), rows, in)
	}
	report := read(t, filepath.Join(folder, "topics.report.html"))
	console.Has(t, report, "What pages link to and use", other.URL+"/gone", "URLs where nothing was found")
	want := searchFiles(t, filepath.Join(whole, "topics"))

	stopped := t.TempDir()
	slow := []string{"SITEGRAPH_LINKED_DELAY=500ms", "SITEGRAPH_LINKED_MAX_TIME=1ms",
		"SITEGRAPH_LINKED_HOSTS_AT_ONCE=1"}
	search(stopped, slow, "--budget", "1").MustEnd(t, exitStopped).MustSay(t, "were not checked yet")
	search(stopped, nil, "--per-host", "8").MustEnd(t, exitDone)
	mustEqualFiles(t, searchFiles(t, filepath.Join(stopped, "topics")), want)
	before := asked()
	search(stopped, nil).MustEnd(t, exitDone)
	for path, n := range asked() {
		console.Equal(t, n, before[path], path)
	}
	sitegraph("export", "-O", whole, "--check-linked", "external,documents,images,scripts", "--export",
		"csv,stats,report").MustEnd(t, exitDone)
	mustEqualFiles(t, searchFiles(t, filepath.Join(whole, "topics")), want)

	down = false
	search(whole, nil, "--retry-failed").MustEnd(t, exitDone)
	rows = strings.Replace(rows, "/down script broken 503", "/down script ok 200", 1)
	console.Equal(t, checkedRows(t, folder), rows, "tried again")
	plain := t.TempDir()
	crawl("agents", "--topics", topics, "-O", plain).MustEnd(t, exitDone)
	sitegraph("export", "-O", plain, "--check-linked", "images").MustEnd(t, exitFailure).
		MustSay(t, "without what pages use")
	sitegraph("why", "-O", plain, s.URL+"/c1").MustEnd(t, exitDone)
	s.Close()
	write(t, filepath.Join(whole, "struck.txt"), fmt.Sprintf("[\"pages\",%q]\n", s.URL+"/c1"))
	sitegraph("export", "-O", whole, "--check-linked", "external,images", "--export", "csv").MustEnd(t, exitDone)
	rows = "/lost.png image broken 404 1\n/coin external ok 200 1\n/gone external broken 404 1"
	console.Equal(t, checkedRows(t, folder), rows, "without the rows that were struck out")
}

// searchFiles returns the files of a search in its folder, without its state.
func searchFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := files(t, folder)
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.HasPrefix(name, "state") })
	return all
}
