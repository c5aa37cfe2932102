package command

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// sitemapped serves a site whose home page links to /a, and whose sitemap lists the paths in listed.
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
			if !maps.Equal(got, want) {
				t.Errorf("%s, %s: %v, want %v", how, file, got, want)
			}
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
