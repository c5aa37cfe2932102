package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestRefusedTogether: what does not go together is refused in what was written, before a request.
func TestRefusedTogether(t *testing.T) {
	var requests atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer s.Close()
	list := filepath.Join(t.TempDir(), "list.txt")
	write(t, list, s.URL+"/a\n")
	for _, c := range []struct{ args, a, b string }{
		{"agents --order-pages auto URL", "--order-pages auto", "sitegraph agents"},
		{"agents --order-sites r3 URL", "--order-sites r3", "sitegraph agents"},
	} {
		args := strings.Fields(strings.NewReplacer("LIST", list, "URL", s.URL).Replace(c.args))
		sitegraph(append(args, "-O", t.TempDir())...).MustEnd(t, exitUsage).
			MustSay(t, fmt.Sprintf("%s and %s do not go together", c.a, c.b))
	}
	if n := requests.Load(); n > 0 {
		t.Errorf("%d requests", n)
	}
}

// TestWatchAfterSitemaps: a site whose crawl began at its sitemap is watched with the same setting.
func TestWatchAfterSitemaps(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/", "/orphan":
			fmt.Fprintf(w, "<html><title>%s</title>", r.URL.Path)
		case "/sitemap.xml":
			fmt.Fprintf(w, "<urlset><url><loc>http://%s/orphan</loc></url></urlset>", r.Host)
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	out := t.TempDir()
	crawl("-O", out, "--sitemaps", "start", s.URL).MustEnd(t, exitDone)
	crawl("watch", "-O", out, "--sitemaps", "start", s.URL).MustEnd(t, exitDone)
}
