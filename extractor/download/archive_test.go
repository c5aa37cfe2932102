package download

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/warc"
	"sitegraph/site"
)

func opened(t testing.TB, dir string, o HTTPOptions, failed func(error)) *Archive {
	t.Helper()
	index, err := warc.Open(t.Context(), dir, Zstd)
	must(t, err)
	if o.MaxHeader == 0 {
		o.MaxHeader = 10_000
	}
	return NewArchive(index, o, failed)
}

// TestReplay checks that the archive gives the same answers as the network, failures included.
func TestReplay(t *testing.T) {
	base, _ := serve(t, odd(encode(t, "gzip", []byte(page)), strings.Repeat("x", 3000)))
	targets := []string{"/packed", "/broken", "/chunks", "/missing", "/moved?x=%zz", "/picture", "/large", "/announced",
		"/short", "/|", "//two", "/?", "/?'"}
	plain := func(r site.Response) site.Response {
		r.Started, r.Elapsed, r.Recycle = time.Time{}, 0, nil
		return r
	}
	for _, robots := range []bool{false, true} {
		requests := []site.Request{{URL: site.URL{Scheme: "http", Host: "127.0.0.1", Port: "1", Path: "/"}}}
		for _, target := range targets {
			r := at(t, base, target)
			r.Robots = robots
			requests = append(requests, r)
		}
		dir := t.TempDir()
		w := warc.NewWriter(warc.Options{Dir: dir})
		o := HTTPOptions{MaxBody: 2000, Recorder: w}
		h := newHTTP(t, o)
		var want []site.Response
		for _, r := range requests {
			want = append(want, plain(h.Download(t.Context(), r)))
		}
		must(t, w.Close())
		a := opened(t, dir, o, func(err error) { t.Error(err) })
		for i, r := range requests {
			if got := plain(a.Download(t.Context(), r)); !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%s (robots %t): got  %+v\nwant %+v", r.URL, robots, got, want[i])
			}
		}
		got := a.Download(t.Context(), at(t, base, "/unknown"))
		if got.Failure.Class != site.FailNotArchived || got.Status != 0 || got.Body != nil {
			t.Errorf("what is not in the archive: %+v", got)
		}
	}
}

func foreign(t testing.TB, answer string, fields ...string) (dir string) {
	t.Helper()
	fields = append(fields, "WARC-Type: response", "WARC-Target-URI: http://a.example/",
		fmt.Sprintf("Content-Length: %d", len(answer)))
	text := "WARC/1.0\r\n" + strings.Join(fields, "\r\n") + "\r\n\r\n" + answer + "\r\n\r\n"
	dir = t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "x.warc"), []byte(text), 0o600))
	return dir
}

// TestForeignAnswers reads heads that no server sends, truncated bodies, and decompression bombs.
func TestForeignAnswers(t *testing.T) {
	const ok, html = "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	bomb := string(encode(t, "gzip", make([]byte, 1<<20)))
	for _, c := range []struct {
		name, answer, field string
		status              int
		body                string
		class               site.FailureClass
	}{
		{"as sent", html + "\r\nbody", "", 200, "body", ""},
		{"line feeds", "HTTP/1.1 200 OK\nContent-Type: text/html\n\nbody", "", 200, "body", ""},
		{"HTTP/2", "HTTP/2 200\r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"HTTP/2 and a space", "HTTP/2 200 \r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"HTTP/2.0", "HTTP/2.0 404 Not Found\r\n\r\n", "", 404, "", ""},
		{"chunks", html + "Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n", "", 200, "body", ""},
		{"joined chunks", html + "transfer-encoding: Chunked\r\nContent-Length: 9\r\n\r\nbody", "", 200, "body", ""},
		{"joined, gzip", html + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" +
			string(encode(t, "gzip", []byte("body"))), "", 200, "body", ""},
		{"cut off", html + "\r\nbo", "WARC-Truncated: length", 200, "", site.FailTruncated},
		{"Content-Length too great", html + "Content-Length: 9\r\n\r\nbody", "", 200, "body", ""},
		{"too small", html + "Content-Length: 2\r\n\r\nbody", "", 200, "body", ""},
		{"doubled", html + "Content-Length: 4, 4\r\n\r\nbody", "", 200, "body", ""},
		{"two of them", html + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody", "", 200, "body", ""},
		{"a last chunk without its end", html + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n", "",
			200, "body", ""},
		{"no last chunk", html + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n", "", 200, "body", ""},
		{"half a chunk", html + "Transfer-Encoding: chunked\r\n\r\n9\r\nbody", "", 200, "body", ""},
		{"a chunk with an extension", html + "Transfer-Encoding: chunked\r\n\r\n 4 ;a=b\r\nbody\r\n0\r\nA: b\r\n\r\n",
			"", 200, "body", ""},
		{"gzip decoded", html + "Content-Encoding: gzip\r\n\r\nbody", "", 200, "body", ""},
		{"br decoded", html + "Content-Encoding: br\r\n\r\n<p>body", "", 200, "<p>body", ""},
		{"deflate decoded", html + "Content-Encoding: deflate\r\n\r\n<p>body", "", 200, "<p>body", ""},
		{"zstd, gzip decoded", html + "Content-Encoding: zstd, gzip\r\n\r\n<p>body", "", 200, "<p>body", ""},
		{"gzip decoded, and long", html + "Content-Encoding: gzip\r\n\r\n" + strings.Repeat("x", 3000), "", 200, "",
			site.FailTooLarge},
		{"gzip broken", html + "Content-Encoding: gzip\r\n\r\n" + string(encode(t, "gzip", []byte(page)))[:30], "",
			200, "", site.FailTruncated},
		{"lines that are not headers", "HTTP/1.1 200 OK\r\nwhat\r\n: x\r\nContent-Type : text/html\r\n\r\nbody", "",
			200, "body", ""},
		{"folded", "HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n\r\nbody", "", 200, "body", ""},
		{"continue", "HTTP/1.1 100 Continue\r\n\r\n" + html + "\r\nbody", "", 200, "body", ""},
		{"hints", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + html + "\r\nbody",
			"", 200, "body", ""},
		{"small letters", "http/1.1 200 ok\r\ncontent-type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"no reason", "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"two spaces", "HTTP/1.1  200  OK\r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"no version", "HTTP 200 OK\r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"an empty line first", "\r\n" + html + "\r\nbody", "", 200, "body", ""},
		{"a line as long as the buffer", "HTTP/1.1 200 OK\r\nA: " + strings.Repeat("x", 4096-20) +
			"\r\nContent-Type: text/html\r\n\r\nbody", "", 200, "body", ""},
		{"no status", "HTTP/1.1 OK\r\n\r\nbody", "", 0, "", site.FailProtocol},
		{"a cut picture", ok + "Content-Type: image/png\r\n\r\nbo", "WARC-Truncated: length", 200, "", ""},
		{"bomb", html + "Content-Encoding: gzip\r\n\r\n" + bomb, "", 200, "", site.FailTooLarge},
		{"long", html + "\r\n" + strings.Repeat("x", 3000), "", 200, "", site.FailTooLarge},
		{"long head", ok + "A: " + strings.Repeat("x", 30_000), "", 0, "", site.FailHeader},
		{"no HTTP", "hello", "", 0, "", site.FailProtocol},
		{"failure", html + "\r\nbody", "Sitegraph-Failure: timeout x", 200, "", site.FailTimeout},
		{"a failure of the run", html + "\r\nbody", "Sitegraph-Failure: cancelled", 200, "", site.FailOther},
	} {
		fields := []string{}
		if c.field != "" {
			fields = append(fields, c.field)
		}
		a := opened(t, foreign(t, c.answer, fields...), HTTPOptions{MaxBody: 2000}, func(err error) { t.Error(err) })
		got := a.Download(t.Context(), at(t, "http://a.example", "/"))
		if got.Status != c.status || string(got.Body) != c.body || got.Failure.Class != c.class {
			t.Errorf("%s: %d %q %v", c.name, got.Status, got.Body, got.Failure)
		}
	}
}

// TestRevisitOfOtherCoding checks that the original record decides how the body of a revisit is coded.
func TestRevisitOfOtherCoding(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	packed := string(encode(t, "gzip", []byte("body")))
	stored := head + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" +
		fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(packed), packed)
	dir := foreign(t, stored, "WARC-Date: 2026-01-02T03:04:05Z")
	for i, said := range []string{"Content-Encoding: br\r\nA: b", "Transfer-Encoding: identity", "Content-Length: 2"} {
		block := head + said + "\r\n\r\n"
		text := fmt.Sprintf("WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://a.example/%d\r\n"+
			"WARC-Refers-To-Target-URI: http://a.example/\r\nWARC-Refers-To-Date: 2026-01-02T03:04:05Z\r\n"+
			"Content-Length: %d\r\n\r\n%s\r\n\r\n", i, len(block), block)
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.warc", i)), []byte(text), 0o600))
	}
	a := opened(t, dir, HTTPOptions{MaxBody: 2000}, func(err error) { t.Error(err) })
	for _, path := range []string{"/", "/0", "/1", "/2"} {
		got := a.Download(t.Context(), at(t, "http://a.example", path))
		if string(got.Body) != "body" || got.Status != 200 {
			t.Errorf("%s: %d %q %v", path, got.Status, got.Body, got.Failure)
		}
	}
}

// TestArchiveLost checks that the run ends if the archive disappears, and that requests after that get no answers.
func TestArchiveLost(t *testing.T) {
	dir := foreign(t, "HTTP/1.1 200 OK\r\n\r\n")
	ctx, cancel := context.WithCancelCause(t.Context())
	a := opened(t, dir, HTTPOptions{}, func(err error) { cancel(err) })
	must(t, os.Remove(filepath.Join(dir, "x.warc")))
	got := a.Download(ctx, at(t, "http://a.example", "/"))
	if got.Failure.Class != site.FailCancelled || !errors.Is(context.Cause(ctx), os.ErrNotExist) {
		t.Errorf("%+v, %v", got.Failure, context.Cause(ctx))
	}
	if got := a.Download(ctx, at(t, "http://a.example", "/")); got.Failure.Class != site.FailCancelled {
		t.Errorf("after the end: %v", got.Failure)
	}
}

// FuzzArchivedAnswer checks that any archived bytes give an answer or a failure, and no body over the limit.
func FuzzArchivedAnswer(f *testing.F) {
	for _, text := range []string{"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody", "HTTP/2 200 \r\n\r\n", "",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n2\r\nbo\r\n0\r\n\r\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a := new(Archive)
		a.options.MaxBody = 100
		head, body, _ := bytes.Cut(text, []byte("\r\n\r\n"))
		c := &warc.Capture{Head: append(bytes.Clone(head), "\r\n\r\n"...), Body: bytes.NewReader(body)}
		var got site.Response
		a.replay(c, site.Request{URL: site.URL{Scheme: "http", Host: "a.example", Path: "/"}}, &got)
		if len(got.Body) > 100 || got.Failure.Failed() && got.Body != nil {
			t.Errorf("%+v", got)
		}
	})
}
