package command

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
)

// threeDays makes an archive of three days. /b changes on the second day, and gives way to /c on the third.
func threeDays(t *testing.T) string {
	const url = "http://a.example"
	folder := t.TempDir()
	for day, text := range map[string]string{
		"2020-01-01": capture(url+"/", "2020-01-01T10:00:00Z", links("Home", "/a", "/b")) +
			capture(url+"/a", "2020-01-01T10:00:01Z", links("A", "/")) +
			capture(url+"/b", "2020-01-01T23:59:59.5Z", links("B as it was", "/")),
		"2020-02-01": capture(url+"/b", "2020-02-01", links("B as it is", "/", "/a")),
		"2020-02-15": capture("http://other.example/", "2020-02-15", links("Other", "/")),
		"2020-03-01": captured(url+"/b", "2020-03-01", "404 Not Found\r\n", "") +
			capture(url+"/", "2020-03-01T00:00:00Z", links("Home again", "/a", "/b", "/c")) +
			capture(url+"/c", "2020-03-01T12:00:00Z", links("C", "/")),
	} {
		write(t, filepath.Join(folder, day+".warc"), text)
	}
	return folder
}

// TestWatchAnArchive checks that each iteration sees the site on its next day of captures, until none is left.
func TestWatchAnArchive(t *testing.T) {
	t.Parallel()
	archive := threeDays(t)
	var told atomic.Pointer[string]
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		told.Store(new(string(body)))
	}))
	defer hook.Close()
	all := invocation{env: append([]string{"SITEGRAPH_REVISIT_CHECKS=100%"}, quick...)}
	for _, order := range []string{"--order-pages=levels", "--order-pages=auto"} {
		out := t.TempDir()
		watch := func(more ...string) outcome {
			return all.run(append([]string{"-O", out, "watch", "--archive", archive, order, "--export", "csv,ledger",
				"--notify", hook.URL, "http://a.example"}, more...)...).MustEnd(t, exitDone)
		}
		pages := func() map[string]string {
			all := map[string]string{}
			for _, r := range readTable(t, only(t, resultFolder(t, out), "*.nodes.csv"), true) {
				all[strings.TrimPrefix(r["url"], "http://a.example")] = r["title"] + " " + r["first_seen"][:10] + " " +
					r["last_changed"][:min(len(r["last_changed"]), 10)]
			}
			return all
		}
		must := func(want map[string]string) {
			t.Helper()
			console.Equal(t, pages(), want, order, "pages")
		}
		watch()
		must(map[string]string{"/": "Home 2020-01-01 2020-01-01", "/a": "A 2020-01-01 2020-01-01",
			"/b": "B as it was 2020-01-01 2020-01-01"})
		watch().MustSay(t, "iteration 2: 3 pages checked, 1 changed", "; changed: http://a.example/b")
		must(map[string]string{"/": "Home 2020-01-01 2020-01-01", "/a": "A 2020-01-01 2020-01-01",
			"/b": "B as it is 2020-01-01 2020-02-01"})
		watch().MustSay(t, "iteration 3: 3 pages checked, 1 changed")
		third := pages()
		console.Equal(t, third["/"], "Home again 2020-01-01 2020-03-01", order, third)
		console.Equal(t, third["/c"], "C 2020-03-01 2020-03-01", order, third)
		const news = `"site":"http://a.example","iteration":3,"at":"2020-03-01T23:59:59Z","checked":3,"changed":1,` +
			`"gone":1,"failed":0,"added":1,"removed":0,"pages":["http://a.example/"]}`
		if got := *told.Load(); !strings.HasPrefix(got, `{"text":"http://a.example: iteration 3: `) ||
			!strings.HasSuffix(got, news) {
			t.Error("told", got)
		}
		blame := func(url string, code int) outcome {
			return sitegraph("blame", "-O", out, "--archive", archive, url).MustEnd(t, code)
		}
		blame("/c", exitDone).MustShow(t, "http://a.example/c\n  since       2020-03-01T23:59:59Z (iteration 3)\n",
			"before: unknown\n", "newly linked from http://a.example/\n")
		blame("/b", exitDone).MustShow(t, "since       2020-01-01T23:59:59Z (iteration 1), the earliest crawl that")
		blame("/d", exitNothing).MustSay(t, "/d: no page of the site links to it")
		before := files(t, resultFolder(t, out))
		watch().MustSay(t, "nothing to check again: the crawl has seen all of the archive",
			"whose last day is 2020-03-01")
		mustEqualFiles(t, files(t, resultFolder(t, out)), before)
		watch("--every", "1h") // comes to an end
		all.run("-O", out, "--archive", archive, order, "--export", "csv,ledger", "http://a.example").
			MustEnd(t, exitDone)
		mustEqualFiles(t, files(t, resultFolder(t, out)), before)

		later := capture("http://a.example/a", "2020-04-01", links("A later", "/"))
		write(t, filepath.Join(archive, "later.warc"), later)
		watch().MustSay(t, "iteration 4: ")
		console.Equal(t, pages()["/a"], "A later 2020-01-01 2020-04-01", order, "a day that came later")
		crawl("-O", out, "--archive", archive, order, "export", "--export", "csv", "--as-of", "2020-02-10",
			"http://a.example").MustEnd(t, exitDone)
		archive = threeDays(t)
	}
}

// TestWatchOneDay checks that an archive of one day leaves nothing to check again.
func TestWatchOneDay(t *testing.T) {
	archive := write(t, filepath.Join(t.TempDir(), "a.warc"), capture("http://a.example/", "2020-01-01", links("Home")))
	args := []string{"watch", "-O", t.TempDir(), "--archive", archive, "http://a.example"}
	crawl(args...).MustEnd(t, exitDone)
	crawl(args...).MustEnd(t, exitDone).
		MustSay(t, "there is nothing to check again: the archive has captures of one day, 2020-01-01")
}

// sitemapped serves a site whose home page links to /a, and whose sitemap lists the paths in listed.
func sitemapped(t *testing.T, listed *atomic.Pointer[[]string]) string {
	pages := map[string]string{}
	for _, path := range []string{"/", "/a", "/old", "/new"} {
		pages[path] = links("page "+path, "/a")
	}
	return serveBehind(t, pages, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/sitemap.xml" {
			return false
		}
		io.WriteString(w, "<urlset>")
		for _, p := range *listed.Load() {
			fmt.Fprintf(w, "<url><loc>http://%s%s</loc></url>", r.Host, p)
		}
		io.WriteString(w, "</urlset>")
		return true
	}).URL
}

// TestWatchSitemaps checks that each iteration reads the sitemaps again and uses them to check or to start from.
func TestWatchSitemaps(t *testing.T) {
	t.Parallel()
	for how, c := range map[string]struct {
		order string
		pages map[string]string // pages after the iteration, with their entry
	}{
		"check": {"levels", map[string]string{"/": "", "/a": ""}},
		"start": {"auto", map[string]string{"/": "start", "/a": "sitemap", "/old": "sitemap", "/new": "sitemap"}},
	} {
		var listed atomic.Pointer[[]string]
		url, out := sitemapped(t, &listed), t.TempDir()
		run := invocation{env: append([]string{"SITEGRAPH_ORDER_PAGES=" + c.order, "SITEGRAPH_REVISIT_CHECKS=100%",
			"SITEGRAPH_SITES_SITEMAPS=" + how}, quick...)}.run
		must := func(file, name string, want map[string]string) {
			t.Helper()
			got := map[string]string{}
			for _, r := range readTable(t, only(t, out, "result", "*", "*."+file+".csv"), true) {
				got[strings.TrimPrefix(r["url"], url)] = r[name]
			}
			console.Equal(t, got, want, how, file)
		}
		listed.Store(&[]string{"/a", "/old"})
		run("-O", out, "--export", "csv", url).MustEnd(t, exitDone)
		must("sitemap", "finding", map[string]string{"/a": "page", "/old": "orphan"})
		listed.Store(&[]string{"/old", "/new", "/gone"})
		run("watch", "-O", out, "--export", "csv", url).MustEnd(t, exitDone)
		must("sitemap", "finding", map[string]string{"/old": "orphan", "/new": "orphan", "/gone": "dead"})
		must("nodes", "entry", c.pages)
	}
}

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
	console.Has(t, report, "How the pages change",
		"Of 4 pages checked in it, 1 had changed; 1 page is new, and 1 left.")
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
