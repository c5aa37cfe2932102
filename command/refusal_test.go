package command

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// guardedSite is a site some of whose pages services refuse, each with another
// request id every time, and with a link that nobody is to follow.
type guardedSite struct {
	*httptest.Server
	requests atomic.Int64
	refuses  atomic.Bool
	mu       sync.Mutex
	asked    map[string]int
}

// fixtures are those of package refusal: answers of services, and pages that are none.
const fixtures = "extractor/refusal/testdata/"

// guard serves the fixtures, and a home page that links to all of them and to plain pages.
func guard(t *testing.T, plain int) *guardedSite {
	t.Helper()
	g := &guardedSite{asked: map[string]int{}}
	g.refuses.Store(true)
	var home strings.Builder
	for i := range plain {
		fmt.Fprintf(&home, "<a href=/zone/%d>plain</a>", i)
	}
	for _, pattern := range []string{"refused/*.http", "pages/*.html"} {
		names, err := filepath.Glob(fixtures + pattern)
		if err != nil || len(names) < 8 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			fmt.Fprintf(&home, "<a href=/%s>fixture</a>", filepath.ToSlash(name[len(fixtures):]))
		}
	}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		g.asked[r.URL.Path]++
		g.mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		switch path := r.URL.Path; {
		case path == "/robots.txt":
			http.NotFound(w, r)
		case path == "/":
			fmt.Fprint(w, home.String())
		case strings.HasPrefix(path, "/refused/") && g.refuses.Load():
			g.refuse(w, path)
		case strings.HasPrefix(path, "/pages/"):
			http.ServeFile(w, r, fixtures+path)
		default:
			fmt.Fprintf(w, "<title>%s</title><a href=/>home</a>", path)
		}
	}))
	t.Cleanup(g.Close)
	return g
}

// refuse answers as a service does.
func (g *guardedSite) refuse(w http.ResponseWriter, path string) {
	f, err := os.Open(fixtures + path)
	if err != nil {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	defer f.Close()
	answer, err := http.ReadResponse(bufio.NewReader(f), nil)
	if err != nil {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	body, _ := io.ReadAll(answer.Body)
	text := strings.ReplaceAll(string(body), "@", fmt.Sprint(g.requests.Add(1)))
	if strings.Contains(path, "anubis") || strings.Contains(path, "datadome") {
		text += "<a href=/hidden>on</a>"
	}
	io.WriteString(w, text)
}

// ledgerOf is the ledger of the only site, by the path of the URL.
func ledgerOf(t *testing.T, out, origin string) map[string]map[string]string {
	t.Helper()
	rows := map[string]map[string]string{}
	for _, row := range readTable(t, only(t, resultFolder(t, out), "*.ledger.csv"), false) {
		rows[strings.TrimPrefix(row["normalized_url"], origin)] = row
	}
	return rows
}

// mustTell checks that refusals are refused and pages are pages.
func mustTell(t *testing.T, ledger map[string]map[string]string) {
	t.Helper()
	refused := 0
	for path, row := range ledger {
		want := "page"
		if strings.HasPrefix(path, "/refused/") {
			refused++
			if want = "refused"; row["status"] != "200" {
				want = "status"
			}
			if !strings.Contains(row["reason"], "by ") {
				t.Errorf("%s: reason %q", path, row["reason"])
			}
		}
		if row["state"] != want && row["state"] != "external" {
			t.Errorf("%s is %s, want %s", path, row["state"], want)
		}
	}
	if refused < 12 {
		t.Errorf("%d refusals in the ledger", refused)
	}
	if _, known := ledger["/hidden"]; known {
		t.Error("a link of a refusal counts")
	}
}

// TestRefusals: the answers of services are not pages, none of their links counts, and
// pages about them are pages; with any number of connections, by depth and in the
// order of a policy, and with key stable, which asks for some pages twice.
func TestRefusals(t *testing.T) {
	g := guard(t, 0)
	var first map[string]string
	const connections = "SITES_CONNECTIONS_PER_HOST="
	for _, setting := range []string{connections + "1", connections + "8", "ORDER_PAGES=auto",
		"DUPLICATES_KEY=stable"} {
		out := t.TempDir()
		c := invocation{env: append(slices.Clone(quick), "SITEGRAPH_LIMITS_REFUSED=0", "SITEGRAPH_"+setting)}
		c.run("crawl", "-O", out, g.URL).MustEnd(t, exitDone).MustSay(t, "URLs were refused (", "Cloudflare", "F5")
		mustTell(t, ledgerOf(t, out, g.URL))
		got := files(t, resultFolder(t, out))
		if first == nil {
			first = got
		} else if strings.HasPrefix(setting, connections) {
			mustEqualFiles(t, got, first)
		}
	}
	for path, n := range g.asked {
		if refused := strings.HasPrefix(path, "/refused/"); refused && n != 4 {
			t.Errorf("%s was asked for %d times in 4 crawls", path, n)
		}
	}
}

// TestRefusingSite: a site that refuses too much is paused, loudly, at the same URL
// with any number of connections, and goes on in a later run.
func TestRefusingSite(t *testing.T) {
	for _, pages := range []string{"levels", "auto"} {
		t.Run(pages, func(t *testing.T) {
			t.Parallel()
			run := invocation{env: append(slices.Clone(quick), "SITEGRAPH_ORDER_PAGES="+pages,
				"SITEGRAPH_EXPORT_EXPORTERS=csv,ledger,report")}.run
			g := guard(t, 100)
			var first map[string]string
			out := ""
			for _, connections := range []string{"1", "16"} {
				out = t.TempDir()
				run("-O", out, "-c", connections, g.URL).MustEnd(t, exitStopped).MustShow(t, "refused").
					MustSay(t, "the site refuses too many pages (", "so the crawl was paused", "run the same command")
				got := files(t, resultFolder(t, out))
				if first == nil {
					first = got
				}
				mustEqualFiles(t, got, first)
				run("export", "-O", out)
				mustEqualFiles(t, files(t, resultFolder(t, out)), first)
			}
			report := read(t, only(t, resultFolder(t, out), "*.report.html"))
			if !strings.Contains(report, "so the crawl was paused") {
				t.Error("the report does not say that the site refused")
			}
			g.refuses.Store(false)
			run("-O", out, g.URL).MustEnd(t, exitDone)
			run("-O", out, g.URL).MustEnd(t, exitDone)
			for path, row := range ledgerOf(t, out, g.URL) {
				if row["state"] == "refused" || row["state"] == "stopped" {
					t.Errorf("%s is %s in the next run", path, row["state"])
				}
			}
		})
	}
}

// TestLogInWall: pages that nobody sees without a login are counted and named; the form is a page, and the crawl ends
// as others do.
func TestLogInWall(t *testing.T) {
	form := "<title>Sign in</title><h1>Sign in</h1><form method=post><input name=user>" +
		"<input type=password name=p></form>"
	pages := map[string]string{"/": "<title>Home</title><a href=a>a</a><a href=b>b</a><a href=c>c</a><a href=d>d</a>" +
		"<a href=e>e</a>"}
	for _, path := range []string{"/a", "/b", "/c", "/d", "/e"} {
		pages[path] = form + "<!--" + path + "-->"
	}
	v, out := serve(t, pages), t.TempDir()
	reporting("-O", out, v.URL).MustEnd(t, exitDone).MustSay(t, "5 paths show the form for logging in")
	for pattern, want := range map[string]string{"*.ledger.csv": "login-wall: ", "*.stats.json": `"login_walls": 5`,
		"*.manifest.json": `"login_walls": 5`, "*.html": "5 paths show the form for logging in"} {
		if !holds(t, out, pattern, want) {
			t.Errorf("no %s in %s", want, pattern)
		}
	}
}

// holds reports whether a result file holds a text.
func holds(t *testing.T, out, pattern, text string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if ok, _ := filepath.Match(pattern, filepath.Base(name)); err != nil || !ok {
			return err
		}
		b, err := os.ReadFile(name)
		found = found || strings.Contains(string(b), text)
		return err
	})
	must(t, err)
	return found
}

// TestRobotsIsPage: a page in the place of robots.txt forbids nothing, unless it is a refusal.
func TestRobotsIsPage(t *testing.T) {
	v := serve(t, map[string]string{"/": "<title>Home</title>", "/robots.txt": "<!doctype html><title>App</title>"})
	crawl("-O", t.TempDir(), v.URL).MustEnd(t, exitDone)
	v = serve(t, map[string]string{"/": "<title>Home</title>",
		"/robots.txt": "<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1"})
	crawl("-O", t.TempDir(), v.URL).MustEnd(t, exitNothing).MustShow(t, "robots-unavailable").
		MustSay(t, "refused by F5")
}
