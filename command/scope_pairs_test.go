package command

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Sitemaps are compared with a list, and no other URL is requested. With start, their URLs join the list.
func TestListAndSitemaps(t *testing.T) {
	t.Parallel()
	var asked sync.Map
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.Path, true)
		switch r.URL.Path {
		case "/sitemap.xml":
			fmt.Fprintf(w, "<urlset><url><loc>http://%[1]s/a</loc></url><url><loc>http://%[1]s/orphan</loc></url><url>"+
				"<loc>http://%[1]s/linked</loc></url><url><loc>http://%[1]s/gone</loc></url></urlset>", r.Host)
		case "/a", "/b", "/orphan", "/linked":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, links(r.URL.Path, "/linked", "/b"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	list := write(t, filepath.Join(t.TempDir(), "l.txt"), s.URL+"/a\n"+s.URL+"/b\n"+s.URL+"/gone\n"+s.URL+"/lost\n")
	for _, c := range []struct {
		how, order  string
		pages, want map[string]string // pages, and findings
	}{
		{"check", "levels", map[string]string{"/a": "", "/b": ""},
			map[string]string{"/a": "page", "/orphan": "not-in-list",
				"/linked": "not-in-list", "/gone": "dead 404", "/b": "not-in-sitemaps 200",
				"/lost": "not-in-sitemaps 404"}},
		{"start", "auto", map[string]string{"/a": "start", "/b": "start", "/orphan": "sitemap", "/linked": "sitemap"},
			map[string]string{"/a": "page", "/orphan": "orphan", "/linked": "page", "/gone": "dead 404",
				"/b": "not-in-sitemaps 200", "/lost": "not-in-sitemaps 404"}},
	} {
		out := t.TempDir()
		asked.Clear()
		args := []string{"-O", out, "--list", list, "--sitemaps", c.how, "--order-pages", c.order, "--export", "csv"}
		crawl(args...).MustEnd(t, exitDone).MustSay(t, "4 URLs are listed in 1 sitemap")
		pages, found := map[string]string{}, map[string]string{}
		for _, r := range readTable(t, only(t, out, "result", "*", "*.nodes.csv"), true) {
			pages[strings.TrimPrefix(r["url"], s.URL)] = r["entry"]
		}
		for _, r := range readTable(t, only(t, out, "result", "*", "*.sitemap.csv"), true) {
			finding := r["finding"]
			if finding != "page" && finding != "orphan" {
				finding = strings.TrimSpace(finding + " " + r["status"])
			}
			found[strings.TrimPrefix(r["url"], s.URL)] = finding
		}
		if !maps.Equal(pages, c.pages) || !maps.Equal(found, c.want) {
			t.Errorf("%s, %s: pages %v, found %v", c.how, c.order, pages, found)
		}
		if _, beyond := asked.Load("/orphan"); beyond != (c.how == "start") {
			t.Errorf("%s, %s: what only the sitemap has was asked for: %t", c.how, c.order, beyond)
		}
		before := files(t, filepath.Join(out, "result"))
		crawl("export", "-O", out, "--export", "csv").MustEnd(t, exitDone)
		mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
		crawl("stats", resultFolder(t, out)).MustEnd(t, exitDone) // its crawl began at several pages
		crawl("compare", "-O", t.TempDir(), resultFolder(t, out), resultFolder(t, out)).MustEnd(t, exitDone)
	}
}
