package download

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sitegraph/site"
)

// The same folder gives the same answers with and without a network, through every decorator.
func TestFolderAndHandlerAgree(t *testing.T) {
	root := sample(t)
	linked(t, root)
	folder := newFolder(t, root, 32<<20)
	server := httptest.NewServer(Handler(folder))
	defer server.Close()
	for _, d := range downloaders(t, folder) {
		for _, robots := range []bool{false, true} {
			for _, c := range folderCases {
				r := at(t, server.URL, c.target)
				r.Robots = robots
				want, got := folder.Download(t.Context(), r), d.Download(t.Context(), r)
				if got.Status != want.Status || got.ContentType != want.ContentType || got.Location != want.Location ||
					got.Failure != want.Failure || !bytes.Equal(got.Body, want.Body) ||
					(got.Body == nil) != (want.Body == nil) {
					t.Errorf("%T, %.40s: got %+v, want %+v", d, c.target, got, want)
				}
			}
		}
	}
}

func downloaders(t testing.TB, folder *Folder) []Downloader {
	h := newHTTP(t, HTTPOptions{MaxConnsPerHost: 4})
	return []Downloader{
		folder, h, NewLimit(h, 3), NewDelay(h, func() time.Duration { return 0 }), &Retry{Next: h, Tries: 2},
		&Retry{Next: NewLimit(NewDelay(h, func() time.Duration { return 0 }), 2), Tries: 2},
	}
}

// What every downloader promises.
func TestContract(t *testing.T) {
	folder := newFolder(t, sample(t), 32<<20)
	server := httptest.NewServer(Handler(folder))
	defer server.Close()
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, d := range downloaders(t, folder) {
		for _, target := range []string{"/", "/robots.txt", "/old-a", "/gone", "/nothing", "/empty.html"} {
			r := at(t, server.URL, target)
			before := time.Now()
			got := d.Download(t.Context(), r)
			if got.URL != r.URL || got.Attempts < 1 || got.Started.Before(before) || got.Elapsed < 0 {
				t.Errorf("%T: %+v", d, got)
			}
			if (got.Body != nil) != (got.Status == 200 && site.IsHTML(got.ContentType, false)) {
				t.Errorf("%T: body of %+v", d, got)
			}
			got = d.Download(stopped, r)
			if got.URL != r.URL || got.Failure.Class != site.FailCancelled || got.Body != nil {
				t.Errorf("%T, stopped: %+v", d, got)
			}
		}
		for _, got := range allOf(d, t.Context(), at(t, server.URL, "/folder/"), 50) {
			if string(got.Body) != "folder" {
				t.Errorf("%T, many at once: %+v", d, got)
			}
		}
	}
}

func allOf(d Downloader, ctx context.Context, r site.Request, n int) []site.Response {
	same := downloaderFunc(func(ctx context.Context, _ site.Request) site.Response { return d.Download(ctx, r) })
	return all(ctx, same, n)
}

func TestHandler(t *testing.T) {
	folder := newFolder(t, tree(t, map[string]string{"a.png": "image", "b.txt": strings.Repeat("x", 100000)}), 32<<20)
	server := httptest.NewServer(Handler(folder))
	defer server.Close()
	for _, c := range []struct {
		method, target, contentType, body string
		status                            int
	}{
		{"GET", "/a.png", "image/png", "image", 200}, // other types are served too
		{"GET", "/b.txt", "text/plain", strings.Repeat("x", 100000), 200},
		{"HEAD", "/a.png", "image/png", "", 200},
		{"GET", "/none", errorType, "404 Not Found\n", 404},
		{"POST", "/a.png", errorType, "405 Method Not Allowed\n", 405},
	} {
		request, err := http.NewRequest(c.method, server.URL+c.target, nil)
		must(t, err)
		got, err := server.Client().Do(request)
		must(t, err)
		body, err := io.ReadAll(got.Body)
		must(t, err)
		got.Body.Close()
		if got.StatusCode != c.status || got.Header.Get("Content-Type") != c.contentType || string(body) != c.body {
			t.Errorf("%s %s: %d %s %.20q", c.method, c.target, got.StatusCode, got.Header.Get("Content-Type"), body)
		}
	}
}
