package command

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// sitemapped is a site whose home page links to /a, and whose sitemap lists the paths that it is told.
func sitemapped(t *testing.T, listed *atomic.Pointer[[]string]) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; path {
		case "/sitemap.xml":
			io.WriteString(w, "<urlset>")
			for _, p := range *listed.Load() {
				fmt.Fprintf(w, "<url><loc>http://%s%s</loc></url>", r.Host, p)
			}
			io.WriteString(w, "</urlset>")
		case "/", "/a", "/old", "/new":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, links("page "+path, "/a"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestWatchSitemaps: an iteration reads sitemaps again. With check the findings are those of what they list now; with
// start that is a start page, too.
func TestWatchSitemaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how           string
		before, after map[string]string // the findings
		pages         map[string]string // after the iteration, with how the crawl began there
	}{
		{"check", map[string]string{"/a": "page", "/old": "orphan"}, map[string]string{"/old": "orphan",
			"/new": "orphan", "/gone": "dead"}, map[string]string{"/": "", "/a": ""}},
		{"start", map[string]string{"/a": "page", "/old": "orphan"}, map[string]string{"/old": "orphan",
			"/new": "orphan", "/gone": "dead"}, map[string]string{"/": "start", "/a": "sitemap", "/old": "sitemap",
			"/new": "sitemap"}},
	} {
		for _, env := range []string{"SITEGRAPH_ORDER_PAGES=levels", "SITEGRAPH_ORDER_PAGES=auto"} {
			var listed atomic.Pointer[[]string]
			listed.Store(&[]string{"/a", "/old"})
			url, out := sitemapped(t, &listed), t.TempDir()
			run := func(args ...string) {
				t.Helper()
				i := invocation{env: append([]string{env, "SITEGRAPH_REVISIT_CHECKS=100%",
					"SITEGRAPH_SITES_SITEMAPS=" + c.how}, quick...)}
				i.run(append(args, "-O", out, "--export", "csv,ledger")...).MustEnd(t, exitDone)
			}
			column := func(file, name string) map[string]string {
				all := map[string]string{}
				for _, r := range readTable(t, only(t, out, "result", "*", "*."+file+".csv"), true) {
					all[strings.TrimPrefix(r["url"], url)] = r[name]
				}
				return all
			}
			must := func(when string, got, want map[string]string) {
				t.Helper()
				if !maps.Equal(got, want) {
					t.Errorf("%s, %s, %s: %v, want %v", c.how, env, when, got, want)
				}
			}
			run(url)
			must("the crawl", column("sitemap", "finding"), c.before)
			listed.Store(&[]string{"/old", "/new", "/gone"})
			run("watch", url)
			must("the iteration", column("sitemap", "finding"), c.after)
			must("its pages", column("nodes", "entry"), c.pages)
			before := files(t, filepath.Join(out, "result"))
			run("export", url)
			mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
			listed.Store(&[]string{"/old"})
			run("watch", url)
			must("pages of the next one", column("nodes", "entry"), c.pages)
			must("the next iteration", column("sitemap", "finding"), map[string]string{"/old": "orphan"})
		}
	}
}
