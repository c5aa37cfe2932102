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

// opened returns an archive that lies in a folder.
func opened(t testing.TB, dir string, o HTTPOptions, failed func(error)) *Archive {
	t.Helper()
	index, err := warc.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if o.MaxHeader == 0 {
		o.MaxHeader = 10_000
	}
	return NewArchive(index, o, failed)
}

// TestReplay: the answer from the archive is the one that came from the network,
// failures too.
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
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
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

// foreign writes an archive of one answer, as it was sent or nearly so.
func foreign(t testing.TB, answer string, fields ...string) (dir string) {
	t.Helper()
	fields = append(fields, "WARC-Type: response", "WARC-Target-URI: http://a.example/",
		fmt.Sprintf("Content-Length: %d", len(answer)))
	text := "WARC/1.0\r\n" + strings.Join(fields, "\r\n") + "\r\n\r\n" + answer + "\r\n\r\n"
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.warc"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestForeignAnswers: heads that no server sends, bodies that are not whole, and
// bombs.
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
		{"chunks", html + "Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n", "",
			200, "body", ""},
		{"joined chunks", html + "transfer-encoding: Chunked\r\nContent-Length: 9\r\n\r\nbody", "",
			200, "body", ""},
		{"joined, gzip", html + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n" +
			string(encode(t, "gzip", []byte("body"))), "", 200, "body", ""},
		{"cut off", html + "\r\nbo", "WARC-Truncated: length", 200, "", site.FailTruncated},
		{"too short", html + "Content-Length: 9\r\n\r\nbody", "", 200, "", site.FailTruncated},
		{"a cut picture", ok + "Content-Type: image/png\r\n\r\nbo", "WARC-Truncated: length", 200, "", ""},
		{"bomb", html + "Content-Encoding: gzip\r\n\r\n" + bomb, "", 200, "", site.FailTooLarge},
		{"long", html + "\r\n" + strings.Repeat("x", 3000), "", 200, "", site.FailTooLarge},
		{"long head", ok + "A: " + strings.Repeat("x", 30_000), "", 0, "", site.FailHeader},
		{"no HTTP", "hello", "", 0, "", site.FailProtocol},
		{"failure", html + "\r\nbody", "Sitegraph-Failure: timeout x", 200, "", site.FailTimeout},
		{"a failure of the run", html + "\r\nbody", "Sitegraph-Failure: cancelled", 200, "",
			site.FailOther},
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

// TestArchiveLost: an archive that disappears ends the run, and a run that ended gets
// no answers.
func TestArchiveLost(t *testing.T) {
	dir := foreign(t, "HTTP/1.1 200 OK\r\n\r\n")
	ctx, cancel := context.WithCancelCause(t.Context())
	a := opened(t, dir, HTTPOptions{}, func(err error) { cancel(err) })
	if err := os.Remove(filepath.Join(dir, "x.warc")); err != nil {
		t.Fatal(err)
	}
	got := a.Download(ctx, at(t, "http://a.example", "/"))
	if got.Failure.Class != site.FailCancelled || !errors.Is(context.Cause(ctx), os.ErrNotExist) {
		t.Errorf("%+v, %v", got.Failure, context.Cause(ctx))
	}
	if got := a.Download(ctx, at(t, "http://a.example", "/")); got.Failure.Class != site.FailCancelled {
		t.Errorf("after the end: %v", got.Failure)
	}
}

// FuzzArchivedAnswer: whatever an archive says that a server sent, it is an answer or
// a failure, and no body is over the limit.
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
