package command

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
)

// elsewhere serves from another loopback address, which counts as another host, and counts the requests.
func elsewhere(t *testing.T, handler http.HandlerFunc) (s *httptest.Server, asked func() map[string]int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skipf("no second address of loopback: %v", err)
	}
	var mu sync.Mutex
	counts := map[string]int{}
	s = &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			counts[r.Method+" "+r.URL.Path]++
			mu.Unlock()
			handler(w, r)
		})}}
	s.Start()
	t.Cleanup(s.Close)
	return s, func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(counts)
	}
}

// TestCheckLinked checks links and used files with any number of connections. A run after a stop repeats no check.
func TestCheckLinked(t *testing.T) {
	t.Parallel()
	other, asked := elsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /private\n")
		case r.URL.Path == "/nohead" && r.Method == http.MethodHead:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case r.URL.Path == "/gone":
			http.NotFound(w, r)
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/ok", http.StatusMovedPermanently)
		}
	})
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("%s/n%d", other.URL, i))
	}
	home := links("Home", append(many, "/b", other.URL+"/gone", other.URL+"/nohead", other.URL+"/moved",
		other.URL+"/private/x", "/doc.pdf", "/lost.pdf")...)
	s := serve(t, map[string]string{"/": home + "<img src=/a.png><script src=" + other.URL + "/x.js></script>",
		"/b":     links("B", other.URL+"/gone") + "<img src=lost.png><link rel=stylesheet href=/s.css>",
		"/a.png": "x", "/s.css": "x", "/doc.pdf": "x"})

	check := func(dir string, env []string, args ...string) outcome {
		args = append([]string{"-O", dir, "--check-linked", "external,documents,images,scripts,styles", "--export",
			"csv,ledger,stats,report,links"}, args...)
		return invocation{env: append(append([]string{"SITEGRAPH_LINKED_DELAY=0"}, quick...), env...)}.run(args...)
	}
	one, stopped := t.TempDir(), t.TempDir()
	check(one, []string{"SITEGRAPH_LINKED_HOSTS_AT_ONCE=1"}, "--per-host", "1", s.URL).MustEnd(t, exitDone).
		MustSay(t, "checked 22 URLs that pages link to or use: 3 broken")
	want := files(t, resultFolder(t, one))

	// The limit is checked ten times a second.
	slow := []string{"SITEGRAPH_LINKED_DELAY=500ms", "SITEGRAPH_LINKED_MAX_TIME=1ms"}
	check(stopped, slow, s.URL).MustEnd(t, exitStopped).MustSay(t, "were not checked yet: run the same command again")
	first := map[string]bool{}
	for _, row := range readTable(t, only(t, resultFolder(t, stopped), "*.linked.csv"), true) {
		first[row["normalized_url"]] = row["state"] != "not-checked"
	}
	before := asked()
	check(stopped, nil, s.URL).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, stopped)), want)
	after := asked()
	for url, checked := range first {
		path := "HEAD " + strings.TrimPrefix(url, other.URL)
		if checked && after[path] > before[path] && path != "HEAD /ok" {
			t.Errorf("%s was checked, and is asked for again", url)
		}
	}

	if counts := asked(); counts["HEAD /private/x"]+counts["GET /private/x"] > 0 {
		t.Error("robots.txt of the other host was not obeyed")
	}
	problems := strings.Builder{}
	for _, r := range readTable(t, only(t, resultFolder(t, one), "*.problems.csv"), true) {
		if strings.HasPrefix(r["kind"], "broken-") {
			fmt.Fprintln(&problems, r["kind"], r["url"], r["status"], r["source_url"], r["href"])
		}
	}
	wantProblems := fmt.Sprintf("broken-external %[1]s/gone 404 %[2]s/ %[1]s/gone\n"+
		"broken-external %[1]s/gone 404 %[2]s/b %[1]s/gone\nbroken-resource %[2]s/lost.pdf 404 %[2]s/ /lost.pdf\n"+
		"broken-resource %[2]s/lost.png 404 %[2]s/b \n", other.URL, s.URL)
	console.Equal(t, problems.String(), wantProblems, "problems")
	crawl("stats", resultFolder(t, one)).MustEnd(t, exitDone).MustShow(t, "Linked URLs checked", "of 22, broken: 3")
	crawl("export", "-O", one, "--check-linked", "external", "--export", "csv").MustEnd(t, exitDone)
}

// TestLinkedAgain checks that each iteration of a watched site checks links again, but that a rerun of it does not.
func TestLinkedAgain(t *testing.T) {
	t.Parallel()
	gone := atomic.Bool{}
	other, asked := elsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			http.NotFound(w, r)
		}
	})
	s := serve(t, map[string]string{"/": links("Home", other.URL+"/x")})
	out := t.TempDir()
	state := func(args ...string) string {
		t.Helper()
		args = append(args, "-O", out, "--check-linked", "external", "--export", "csv", s.URL)
		invocation{env: append([]string{"SITEGRAPH_LINKED_DELAY=0"}, quick...)}.run(args...).MustEnd(t, exitDone)
		return readTable(t, only(t, resultFolder(t, out), "*.linked.csv"), true)[0]["state"]
	}
	first := state()
	gone.Store(true)
	before := asked()["HEAD /x"]
	if again := state(); again != first || asked()["HEAD /x"] != before {
		t.Errorf("a run that is not of an iteration: %q, asked %d times", again, asked()["HEAD /x"])
	}
	if now := state("watch"); first != "ok" || now != "broken" {
		t.Errorf("%q, then %q", first, now)
	}
}

// linkedStates returns the states of links in the only result folder, by URL.
func linkedStates(t *testing.T, out string) map[string]string {
	t.Helper()
	states := map[string]string{}
	for _, r := range readTable(t, only(t, resultFolder(t, out), "*.linked.csv"), true) {
		states[r["url"]] = strings.TrimSpace(r["state"] + " " + r["reason"])
	}
	return states
}

// TestLinkedOfArchives looks up an archived site's links in the archive. Without an answer there, they are unknown.
func TestLinkedOfArchives(t *testing.T) {
	t.Parallel()
	other, asked := elsewhere(t, func(http.ResponseWriter, *http.Request) {})
	page := links("Home", other.URL+"/there", other.URL+"/gone", other.URL+"/moved", other.URL+"/away", "/a.pdf",
		"/b.pdf", other.URL+"/nothing") + "<img src=/a.png>"
	archive := write(t, filepath.Join(t.TempDir(), "a.warc"), capture("http://a.example/", "2020-01-01", page)+
		capture("http://a.example/a.pdf", "2020-01-01", "pdf")+
		capture("http://a.example/a.png", "2020-01-01", "png")+
		capture(other.URL+"/there", "2020-01-01", "there")+
		captured(other.URL+"/gone", "2020-01-01", "404 Not Found\r\n", "")+
		captured(other.URL+"/moved", "2020-01-01", "302 Found\r\nLocation: /there\r\n", "")+
		captured(other.URL+"/away", "2020-01-01", "302 Found\r\nLocation: /nothing\r\n", ""))
	out := t.TempDir()
	args := []string{"-O", out, "--archive", archive, "--check-linked", "external,documents,images", "http://a.example"}
	crawl(append(args, "--export", "csv,stats,report")...).MustEnd(t, exitDone)
	unknown := "unknown not-archived: the archive has no answer to it"
	want := map[string]string{other.URL + "/there": "ok", other.URL + "/gone": "broken status 404",
		other.URL + "/moved": "ok", other.URL + "/away": unknown, other.URL + "/nothing": unknown,
		"http://a.example/a.pdf": "ok", "http://a.example/b.pdf": unknown, "http://a.example/a.png": "ok"}
	console.Equal(t, linkedStates(t, out), want)
	console.Equal(t, asked(), nil, "requests")
	before := files(t, resultFolder(t, out))
	crawl(append(args, "--export", "csv,stats,report")...).MustEnd(t, exitDone).MustSay(t, "already complete")
	crawl(append([]string{"export", "--export", "csv,stats,report"}, args...)...).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), before)
}

// TestLinkedOfFolders checks that a folder answers for its own site, as a server would, and for no other.
func TestLinkedOfFolders(t *testing.T) {
	t.Parallel()
	other, asked := elsewhere(t, func(http.ResponseWriter, *http.Request) {})
	folder, out := t.TempDir(), t.TempDir()
	write(t, filepath.Join(folder, "index.html"), links("Home", other.URL+"/", "/a.pdf", "/b.pdf", "/moved.pdf"))
	write(t, filepath.Join(folder, "a.pdf"), "pdf")
	write(t, filepath.Join(folder, "_redirects"), "/moved.pdf "+other.URL+"/a.pdf 301\n")
	invocation{env: append([]string{"SITEGRAPH_DOWNLOAD_DOWNLOADER=folder", "SITEGRAPH_DOWNLOAD_FOLDER=" + folder},
		quick...)}.run("-O", out, "--check-linked", "external,documents", "http://a.example").MustEnd(t, exitDone)
	unknown := "unknown not-archived: the folder has no answer to it"
	want := map[string]string{other.URL + "/": unknown, "http://a.example/a.pdf": "ok",
		"http://a.example/b.pdf": "broken status 404", "http://a.example/moved.pdf": unknown}
	console.Equal(t, linkedStates(t, out), want)
	console.Equal(t, asked(), nil, "requests")
}
