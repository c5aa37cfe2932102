package download

import (
	"net/http"
	"testing"

	"sitegraph/site"
)

func TestBodyLimit(t *testing.T) {
	for _, c := range []struct {
		r              site.Request
		maxBody, limit int64
		cut            bool
	}{
		{site.Request{}, 1000, 1000, false},
		{site.Request{Robots: true}, 1000, 1000, true},
		{site.Request{Robots: true}, 1 << 30, 500 << 10, true},
		{site.Request{Sitemap: true}, 1000, 50 << 20, true},
		{site.Request{Sitemap: true}, 1 << 30, 50 << 20, true},
	} {
		if limit, cut := bodyLimit(c.r, c.maxBody); limit != c.limit || cut != c.cut {
			t.Errorf("%+v, %d: %d, %v", c.r, c.maxBody, limit, cut)
		}
	}
}

// A sitemap is read whatever its content type, and beyond the size limit of pages.
func TestSitemapBody(t *testing.T) {
	files := map[string]string{"/sitemap.xml": page, "/sitemap.xml.gz": string(encode(t, "gzip", []byte(page)))}
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write([]byte(files[r.URL.Path]))
	})
	h := newHTTP(t, HTTPOptions{MaxBody: 10})
	for target, want := range files {
		r := at(t, base, target)
		r.Sitemap = true
		if got := h.Download(t.Context(), r); string(got.Body) != want || got.Failure.Failed() {
			t.Errorf("%s: %q, %v", target, got.Body, got.Failure)
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
	want := site.Failure{Class: site.FailTooLarge, Detail: "body over 10 bytes"}
	if got := f.Download(t.Context(), r); got.Failure != want || got.Body != nil || got.Status != 200 {
		t.Errorf("folder: a page over the limit: %+v", got)
	}
}

// The cases follow RFC 8288, sections 3 and 3.3, and the examples in RFC 6596.
func TestCanonicalIn(t *testing.T) {
	page := at(t, "http://a.test", "/b/c").URL
	for header, want := range map[string]string{
		`<http://b.test/x>; rel="canonical"`:                      "http://b.test/x",
		`<d?e>; REL=Canonical`:                                    "http://a.test/b/d?e",
		`</logo.png>; rel="image_src", </x>; rel="canonical"`:     "http://a.test/x",
		`</x,y>;title="a, <b>; rel=no";rel="start  canonical"; b`: "http://a.test/x,y",
		`</x>; rel=next; rel=canonical`:                           "",
		`</x>; title="; rel=canonical"`:                           "",
		`</x>; rel=canonical; anchor="/z"`:                        "",
		`</x>; rel=canonicals`:                                    "",
		`</é>; rel=canonical`:                                     "http://a.test/%C3%A9",
		`<mailto:x>; rel=canonical`:                               "mailto:x",
		`/x; rel=canonical`:                                       "",
		``:                                                        "",
	} {
		if got := canonicalIn([]string{"</n>; rel=next", header}, page); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
