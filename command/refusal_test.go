package command

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
)

// guardedSite is a site some of whose pages a service refuses, each with a link that must not be followed.
type guardedSite struct {
	*httptest.Server
	refuses atomic.Bool
}

// guard serves refused pages, plain pages, and a home page that links to all of them.
func guard(t *testing.T, refused, plain int) *guardedSite {
	t.Helper()
	g := &guardedSite{}
	g.refuses.Store(true)
	paths := []string{"/denied"}
	for i := range max(refused, plain) {
		if i < plain {
			paths = append(paths, fmt.Sprint("/zone/", i))
		}
		if i < refused {
			paths = append(paths, fmt.Sprint("/refused/", i))
		}
	}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch path := r.URL.Path; {
		case path == "/robots.txt":
			http.NotFound(w, r)
		case path == "/":
			io.WriteString(w, links("Home", paths...))
		case strings.HasPrefix(path, "/refused/") && g.refuses.Load():
			io.WriteString(w, "<title>shop</title><script src=https://ct.captcha-delivery.com/c.js?"+path+
				"></script><a href=/hidden>on</a>")
		case path == "/denied":
			w.Header().Set("Cf-Mitigated", "challenge")
			w.WriteHeader(http.StatusForbidden)
		default:
			io.WriteString(w, links(path, "/"))
		}
	}))
	t.Cleanup(g.Close)
	return g
}

// ledgerOf returns the states of the URLs on the only site, by path.
func ledgerOf(t *testing.T, out, origin string) map[string]string {
	t.Helper()
	states := map[string]string{}
	for _, row := range readTable(t, only(t, resultFolder(t, out), "*.ledger.csv"), false) {
		states[strings.TrimPrefix(row["normalized_url"], origin)] = row["state"]
	}
	return states
}

// TestRefusals checks that a service's block pages and their links do not count, in any order and with key stable.
func TestRefusals(t *testing.T) {
	g := guard(t, 2, 1)
	want := map[string]string{"/": "page", "/denied": "status", "/refused/0": "refused", "/refused/1": "refused",
		"/zone/0": "page"}
	for _, setting := range []string{"ORDER_PAGES=levels", "ORDER_PAGES=auto", "DUPLICATES_KEY=stable"} {
		out := t.TempDir()
		c := invocation{env: append(slices.Clone(quick), "SITEGRAPH_LIMITS_REFUSED=0", "SITEGRAPH_"+setting)}
		c.run("crawl", "-O", out, g.URL).MustEnd(t, exitDone).MustSay(t, "URLs were refused (", "DataDome")
		console.Equal(t, ledgerOf(t, out, g.URL), want, setting)
	}
}

// TestRefusingSite checks that a site that refuses too much pauses at the same URL with any connections, and resumes.
func TestRefusingSite(t *testing.T) {
	t.Parallel()
	for _, pages := range []string{"levels", "auto"} {
		t.Run(pages, func(t *testing.T) {
			t.Parallel()
			run := invocation{env: append(slices.Clone(quick), "SITEGRAPH_ORDER_PAGES="+pages,
				"SITEGRAPH_EXPORT_EXPORTERS=csv,ledger,report")}.run
			g := guard(t, 40, 40)
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
			}
			report := read(t, only(t, resultFolder(t, out), "*.report.html"))
			console.Has(t, report, "so the crawl was paused")
			g.refuses.Store(false)
			run("-O", out, g.URL).MustEnd(t, exitDone)
			for path, state := range ledgerOf(t, out, g.URL) {
				if state != "page" && path != "/hidden" && path != "/denied" {
					t.Errorf("%s is %s in the next run", path, state)
				}
			}
		})
	}
}

// TestMaintenance checks that a site that answers all requests with one notice and status 200 is not crawled.
func TestMaintenance(t *testing.T) {
	v := serve(t, map[string]string{
		"/": "<title>Library</title><a href=/>Home</a><h1>Down for maintenance</h1><p>We will be back at noon."})
	crawl("-O", t.TempDir(), v.URL).MustEnd(t, exitStopped).MustShow(t, "refused").MustSay(t, "a maintenance page")
}

// TestLogInWall checks that pages behind a login are counted and named, and that the login form is an ordinary page.
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

// holds reports whether a result file contains a text.
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

// TestRobotsIsPage checks that a page in place of robots.txt forbids nothing, unless it is a refusal.
func TestRobotsIsPage(t *testing.T) {
	v := serve(t, map[string]string{"/": "<title>Home</title>", "/robots.txt": "<!doctype html><title>App</title>"})
	crawl("-O", t.TempDir(), v.URL).MustEnd(t, exitDone)
	v = serve(t, map[string]string{"/": "<title>Home</title>",
		"/robots.txt": "<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1"})
	crawl("-O", t.TempDir(), v.URL).MustEnd(t, exitNothing).MustShow(t, "robots-unavailable").
		MustSay(t, "refused by F5")
}
