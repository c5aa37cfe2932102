package download

import (
	"net/http"
	"strings"
	"testing"

	"sitegraph/site"
)

// A sitemap is read whatever its type and the limit of pages, and cut at 50 MiB.
func TestSitemapBody(t *testing.T) {
	endless := encode(t, "gzip", []byte(strings.Repeat(" ", 51<<20)))
	files := map[string][]byte{"/sitemap.xml": []byte(page), "/sitemap.xml.gz": encode(t, "gzip", []byte(page)),
		"/endless.xml": endless}
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		if r.URL.Path == "/endless.xml" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		w.Write(files[r.URL.Path])
	})
	h := newHTTP(t, HTTPOptions{MaxBody: 10})
	for target, want := range map[string]string{
		"/sitemap.xml": page, "/sitemap.xml.gz": string(files["/sitemap.xml.gz"]),
		"/endless.xml": strings.Repeat(" ", 50<<20),
	} {
		r := at(t, base, target)
		r.Sitemap = true
		if got := h.Download(t.Context(), r); string(got.Body) != want || got.Failure.Failed() {
			t.Errorf("%s: %d bytes, %v", target, len(got.Body), got.Failure)
		}
		if r.Sitemap = false; h.Download(t.Context(), r).Body != nil {
			t.Errorf("%s: read as a page", target)
		}
	}

	f := newFolder(t, tree(t, map[string]string{"sitemap.xml": page, "index.html": page}), 10)
	r := at(t, "http://a.test", "/sitemap.xml")
	r.Sitemap = true
	if got := f.Download(t.Context(), r); string(got.Body) != page || got.Failure.Failed() {
		t.Errorf("folder: %q, %v", got.Body, got.Failure)
	}
	r.URL.Path, r.Sitemap = "/", false
	if got := f.Download(t.Context(), r); got.Failure.Class != site.FailTooLarge {
		t.Errorf("folder: a page over the limit: %+v", got)
	}
}
