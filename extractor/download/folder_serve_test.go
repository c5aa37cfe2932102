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

	"sitegraph/internal/console"
	"sitegraph/site"
)

// A folder gives the same answers directly and over the network, through every decorator.
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

// TestContract checks what every downloader promises.
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
			console.Equal(t, string(got.Body), "folder", d)
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

func TestRedirects(t *testing.T) {
	const text = "\ufeff# a comment\r\n" +
		"\r\n" +
		"/a /b\r\n" +
		"  /c\t/d   302  # why\n" +
		"/c /ignored\n" +
		"/e%20f/ https://example.com/?a=b 308!\n" +
		"/gone /404.html 404\n" +
		"/splat/* /x/:splat\n" +
		"/x/:id /y\n" +
		"https://a.test/z /z\n" +
		"/p id=:id /q\n" +
		"/r /s 302 Language=de\n" +
		"/shadow /t 200\n" +
		"//two//slashes /u\n" +
		"/ /start 303" // no line end
	rules, notes, err := parseRedirects("f", text)
	must(t, err)
	want := map[string]rule{
		"/a": {"/b", 301}, "/c": {"/d", 302}, "/e f/": {"https://example.com/?a=b", 308},
		"/gone": {"/404.html", 404}, "/two/slashes": {"/u", 301}, "/": {"/start", 303},
	}
	console.Equal(t, rules, want)
	wantNotes := []string{
		"f:8: a pattern is not supported, line ignored", "f:9: a pattern is not supported, line ignored",
		"f:10: a host is not supported, line ignored", "f:11: a query parameter is not supported, line ignored",
		"f:12: a condition is not supported, line ignored", "f:13: a rewrite is not supported, line ignored",
	}
	console.Equal(t, notes, wantNotes)
}

func TestRedirectsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"/a":              `f:1: "/a": want: from to [status]`,
		"\n\n/a # /b":     `f:3: "/a": want: from to [status]`,
		"a /b":            `f:1: "a": from has to be`,
		"/%zz /b":         `f:1: "/%zz": from has to be`,
		"/../a /b":        `f:1: "/../a": from has to be`,
		"/a /b x":         `f:1: status "x": want 301, 302,`,
		"/a /b 304":       `f:1: status "304"`,
		"/a /b 100":       `f:1: status "100"`,
		"/a /b 600":       `f:1: status "600"`,
		"/a /b\x01c":      `f:1: "/b\x01c": control character`,
		"/a /b\n/c /\x00": `f:2: `,
	} {
		if _, _, err := parseRedirects("f", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzRedirects(f *testing.F) {
	f.Add("# c\n/a /b\n/c /d 302 # e\n/f / 410\n")
	f.Add("\ufeff/a%20b/\thttps://example.com/ 301!\r\n/* /x 200\n/p id=:id /q\n")
	f.Add("/a /b x")
	f.Fuzz(func(t *testing.T, text string) {
		rules, notes, err := parseRedirects("f", text)
		if err != nil {
			if rules != nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Fatal(rules, err)
			}
			return
		}
		if len(rules)+len(notes) > strings.Count(text, "\n")+1 {
			t.Fatal("more rules than lines")
		}
		for from, r := range rules {
			if !strings.HasPrefix(from, "/") || strings.Contains(from, "//") || r.to == "" || !allowedStatus(r.status) {
				t.Fatalf("%q %+v", from, r)
			}
			if strings.ContainsAny(r.to, "\r\n\x00 ") {
				t.Fatalf("%q", r.to)
			}
		}
	})
}

func TestMediaType(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a.html", "", "text/html"},
		{"a.HTM", "\x89PNG\r\n\x1a\n", "text/html"}, // the file name decides
		{"a.xht", "", "application/xhtml+xml"},
		{"a.svg", "<html>", "image/svg+xml"},
		{"a.jpg", "", "image/jpeg"},
		{"a.woff2", "", "font/woff2"},
		{"a.tar.gz", "", "application/gzip"},
		{"a.map", "", "application/json"},
		{"a", " <!DOCTYPE HTML>", "text/html"},
		{"a.cgi", "<html>", "text/html"},
		{"a", "%PDF-1.7", "application/pdf"},
		{"a", "", "text/plain; charset=utf-8"},
		{"a", "\x00\x01\x02", "application/octet-stream"},
		{"b.d/a", "<html>", "text/html"},
		{"a?x=1", "<html>", "text/html"},
		{"a?x=1.html", "", "text/html"},
		{"a.php?x=b.png", "<html>", "text/html"},
		{"a.css?x=1", "<html>", "text/css"},
		{"a.css?x=1.html", "", "text/html"},
	} {
		console.Equal(t, mediaType(c.name, strings.NewReader(c.content)), c.want, c.name, c.content)
	}
}
