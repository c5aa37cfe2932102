package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

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
	for _, want := range []string{"What pages link to and use", other.URL + "/gone", "URLs where nothing was found"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
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
	for name := range all {
		if strings.HasPrefix(name, "state") {
			delete(all, name)
		}
	}
	return all
}
