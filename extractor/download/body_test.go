package download

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"sitegraph/internal/console"
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
		console.Equal(t, canonicalIn([]string{"</n>; rel=next", header}, page), want, header)
	}
}

func encode(t testing.TB, coding string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	switch coding {
	case "gzip", "x-gzip":
		w = gzip.NewWriter(&out)
	case "br":
		w = brotli.NewWriterLevel(&out, 5)
	case "zstd":
		w, err = zstd.NewWriter(&out)
	case "deflate":
		w = zlib.NewWriter(&out)
	case "raw deflate":
		w, err = flate.NewWriter(&out, 6)
	default:
		return data
	}
	must(t, err)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	must(t, w.Close())
	return out.Bytes()
}

// coded serves bodies by path, with the Content-Encoding that the query names.
func coded(t testing.TB, bodies map[string][]byte) string {
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header()["Content-Encoding"] = r.URL.Query()["e"]
		w.Write(bodies[r.URL.Path])
	})
	return base
}

func TestCodings(t *testing.T) {
	text := []byte(strings.Repeat(page, 1000))
	bodies := map[string][]byte{
		"/none": text, "/gzip": encode(t, "gzip", text), "/br": encode(t, "br", text),
		"/zstd": encode(t, "zstd", text), "/zlib": encode(t, "deflate", text), "/raw": encode(t, "raw deflate", text),
		"/gzip-br":  encode(t, "br", encode(t, "gzip", text)),
		"/two-gzip": append(encode(t, "gzip", text[:1000]), encode(t, "gzip", text[1000:])...),
		"/garbage":  append(encode(t, "gzip", text), "garbage behind it"...),
		"/zeros":    append(encode(t, "gzip", text), 0, 0, 0, 0),
	}
	base := coded(t, bodies)
	h := newHTTP(t, HTTPOptions{})
	for range 3 { // the later rounds use pooled decoders
		for _, target := range []string{
			"/none", "/none?e=identity", "/none?e=", "/gzip?e=gzip", "/gzip?e=x-gzip", "/gzip?e=GZip",
			"/br?e=br", "/zstd?e=zstd", "/zlib?e=deflate", "/raw?e=deflate", "/two-gzip?e=gzip",
			"/gzip-br?e=gzip,+br", "/gzip-br?e=gzip&e=br", "/gzip?e=identity,+gzip", "/gzip?e=none,+gzip",
			"/garbage?e=gzip", "/zeros?e=gzip", "/none?e=none", "/none?e=UTF-8", "/none?e=gzip%3Bx",
		} {
			got := h.Download(t.Context(), at(t, base, target))
			if got.Failure.Failed() || !bytes.Equal(got.Body, text) {
				t.Errorf("%s: %d bytes, %+v", target, len(got.Body), got.Failure)
			}
		}
	}
}

func TestBrokenCodings(t *testing.T) {
	text := []byte(page)
	gz := encode(t, "gzip", text)
	sum := bytes.Clone(gz)
	sum[len(sum)-5] ^= 1
	base := coded(t, map[string][]byte{
		"/none": text, "/gzip": gz, "/sum": sum, "/cut": gz[:len(gz)/2],
		"/br": encode(t, "br", text)[:10], "/zstd": encode(t, "zstd", text)[:10],
		"/zlib": encode(t, "deflate", text)[:10], "/one": {0x78},
	})
	h := newHTTP(t, HTTPOptions{})
	for _, target := range []string{
		"/none?e=gzip", "/none?e=br", "/none?e=zstd", "/none?e=deflate", "/sum?e=gzip", "/cut?e=gzip",
		"/br?e=br", "/zstd?e=zstd", "/zlib?e=deflate", "/one?e=deflate",
		"/none?e=compress", "/gzip?e=gzip,gzip,gzip,gzip,gzip", "/gzip?e=gzip,br",
	} {
		got := h.Download(t.Context(), at(t, base, target))
		if got.Failure.Class != site.FailEncoding || got.Body != nil {
			t.Errorf("%s: %q, %+v", target, got.Body, got.Failure)
		}
	}
	if got := h.Download(t.Context(),
		at(t, base, "/none?e=compress")); got.Failure.Detail != `unknown content coding "compress"` {
		t.Error(got.Failure.Detail)
	}
	// The type is not wanted, so the coding does not matter.
	image, _ := raw(t, say("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Encoding: compress\r\n"+
		"Content-Length: 1\r\n\r\nx"))
	if got := h.Download(t.Context(), at(t, image, "/")); got.Failure.Failed() {
		t.Error(got.Failure)
	}
}

// A connection that ends inside a coded body means a truncated body, or a broken coding if the length is right.
func TestCutCoding(t *testing.T) {
	half := string(encode(t, "gzip", []byte(page))[:30])
	h := newHTTP(t, HTTPOptions{})
	for header, want := range map[string]site.FailureClass{
		"":                            site.FailTruncated,
		"Content-Length: 30\r\n":      site.FailEncoding,
		"Content-Length: 31\r\n":      site.FailTruncated,
		"Transfer-Encoding: x\r\n":    site.FailSyntax,
		"Content-Length: 9999999\r\n": site.FailTruncated,
	} {
		base, _ := raw(t, say(okHTML+"Content-Encoding: gzip\r\n"+header+"\r\n"+half))
		console.Equal(t, h.Download(t.Context(), at(t, base, "/")).Failure.Class, want, header)
	}
}

func TestBombs(t *testing.T) {
	const limit = 1 << 20
	zeros := make([]byte, 8<<20)
	bodies := map[string][]byte{
		"/gzip": encode(t, "gzip", zeros), "/br": encode(t, "br", zeros), "/zstd": encode(t, "zstd", zeros),
		"/deflate": encode(t, "deflate", zeros), "/exact": encode(t, "gzip", zeros[:limit]),
		"/over": encode(t, "gzip", zeros[:limit+1]),
	}
	bodies["/twice"] = encode(t, "gzip", bodies["/gzip"])
	// The intermediate data is large, and the result is empty.
	members := bytes.Repeat(encode(t, "gzip", nil), 200000)
	bodies["/hollow"] = encode(t, "gzip", members)
	base := coded(t, bodies)
	h := newHTTP(t, HTTPOptions{MaxBody: limit})
	for _, target := range []string{
		"/gzip?e=gzip", "/br?e=br", "/zstd?e=zstd", "/deflate?e=deflate", "/over?e=gzip", "/twice?e=gzip,gzip",
		"/hollow?e=gzip,gzip",
	} {
		got := h.Download(t.Context(), at(t, base, target))
		if got.Failure.Class != site.FailTooLarge || got.Body != nil {
			t.Errorf("%s: %d bytes, %+v", target, len(got.Body), got.Failure)
		}
	}
	console.Equal(t, len(h.Download(t.Context(), at(t, base, "/exact?e=gzip")).Body), limit, "bytes")
	r := at(t, base, "/gzip?e=gzip")
	r.Robots = true
	if got := h.Download(t.Context(), r); len(got.Body) != 500<<10 || got.Failure.Failed() {
		t.Errorf("robots: %d bytes, %+v", len(got.Body), got.Failure)
	}
	r = at(t, base, "/hollow?e=gzip,gzip")
	r.Robots = true
	console.Equal(t, h.Download(t.Context(), r).Failure.Class, site.FailTooLarge, "robots")
}

// A robots.txt is cut at 500 KiB, without waiting for the rest.
func TestRobotsIsCut(t *testing.T) {
	leave := make(chan struct{})
	defer close(leave)
	base, _ := raw(t, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: x/y\r\nContent-Length: 99999999\r\n\r\n"+strings.Repeat("x",
			500<<10+1))
		<-leave
	})
	r := at(t, base, "/robots.txt")
	r.Robots = true
	got := newHTTP(t, HTTPOptions{}).Download(t.Context(), r)
	if got.Failure.Failed() || string(got.Body) != strings.Repeat("x", 512000) {
		t.Errorf("%d bytes, %+v", len(got.Body), got.Failure)
	}
}

func FuzzCodings(f *testing.F) {
	for _, coding := range []string{"gzip", "br", "zstd", "deflate", "raw deflate"} {
		f.Add(strings.TrimPrefix(coding, "raw "), encode(f, coding, []byte(page)), 10)
	}
	f.Add("gzip, gzip", encode(f, "gzip", encode(f, "gzip", []byte(page))), 1000)
	f.Add("br,identity, what", []byte("x"), 0)
	var d decoders
	f.Fuzz(func(t *testing.T, header string, data []byte, limit int) {
		limit = max(0, min(limit, 1<<16))
		codings, err := contentCodings(http.Header{"Content-Encoding": {header}})
		if err != nil {
			return
		}
		var answer, second site.Response
		err = d.read(bytes.NewReader(data), codings, &answer, int64(limit), 1<<16)
		body := answer.Body
		if len(body) > limit {
			t.Fatalf("%d bytes, limit %d", len(body), limit)
		}
		if _, coding := errors.AsType[*codingError](err); err != nil && !coding && !errors.Is(err, errTooLarge) {
			t.Fatalf("%T %v", err, err)
		}
		if len(codings) == 0 && len(data) <= limit && !bytes.Equal(body, data) {
			t.Fatal("identity changed the body")
		}
		// Decoders come back from the pool clean.
		err2 := d.read(bytes.NewReader(data), codings, &second, int64(limit), 1<<16)
		if !bytes.Equal(second.Body, body) || (err2 == nil) != (err == nil) {
			t.Fatalf("%v, then %v: %s", err, err2, strconv.Quote(header))
		}
	})
}
