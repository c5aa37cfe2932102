package download

import (
	"bufio"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// raw starts a server that reads a request and calls answer. The channel gets the request lines.
func raw(t testing.TB, answer func(net.Conn)) (base string, lines chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	lines = make(chan string, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				for header := line; strings.TrimSpace(header) != ""; {
					if header, err = in.ReadString('\n'); err != nil {
						return
					}
				}
				lines <- strings.TrimRight(line, "\r\n")
				answer(conn)
			}()
		}
	}()
	return "http://" + listener.Addr().String(), lines
}

func say(text string) func(net.Conn) {
	return func(c net.Conn) { c.Write([]byte(text)) }
}

const okHTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

func TestTargetGoesOutUnchanged(t *testing.T) {
	base, lines := raw(t, say(okHTML+"Content-Length: 0\r\n\r\n"))
	h := newHTTP(t, HTTPOptions{})
	for _, target := range []string{
		"/", "/?", "/a|b", "/%zz", "/%", "/[x]", "/a%2Fb%2fc", "/a;b=c,d", "/a:b@c", "/*", "/a'b\"c", "/^`{}",
		"/\u00e9", "/\xe9", "/?a|b=%zz&x[]=1", "/?q=a+b%20c", "/??", "/a?b?c", "/?http://x/", "/a//b", "//a", "///a",
		"//a/[x]?q",
	} {
		got := h.Download(t.Context(), at(t, base, target))
		if got.Failure.Failed() {
			t.Errorf("%s: %+v", target, got.Failure)
			continue
		}
		console.Equal(t, <-lines, "GET "+target+" HTTP/1.1", target, "sent")
	}
	for _, target := range []string{"//a|b", "//%zz?x|y", "///é"} { // absolute form
		h.Download(t.Context(), at(t, base, target))
		console.Equal(t, <-lines, "GET "+base+target+" HTTP/1.1", target, "sent")
	}
}

func TestTargetThroughProxy(t *testing.T) {
	base, lines := raw(t, say(okHTML+"Content-Length: 0\r\n\r\n"))
	h := newHTTP(t, HTTPOptions{})
	h.proxy = func(*http.Request) (*url.URL, error) { return url.Parse(base) }
	for _, target := range []string{"/a|b?c|d", "//x", "/%zz", "/?"} {
		h.Download(t.Context(), at(t, "http://site.test:8080", target))
		console.Equal(t, <-lines, "GET http://site.test:8080"+target+" HTTP/1.1", target, "sent")
	}
}

const (
	tag    = `W/"5e3a-1"`
	date   = "Sun, 01 Mar 2026 12:00:00 GMT"
	rfc850 = "Sunday, 01-Mar-26 12:00:00 GMT"
)

// versioned serves a page with validators through net/http, which handles conditional requests. asked returns the
// conditions of the last request.
func versioned(t *testing.T) (base string, asked func() site.Validators) {
	var last http.Header
	base, _ = serve(t, func(w http.ResponseWriter, r *http.Request) {
		last = r.Header
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/date" {
			w.Header().Set("ETag", tag)
		}
		modified, _ := http.ParseTime(date)
		switch r.URL.Path {
		case "/tag":
			modified = time.Time{}
		case "/now": // not a date of the page
			modified = time.Now()
		}
		http.ServeContent(w, r, "", modified, strings.NewReader(page))
	})
	return base, func() site.Validators {
		return site.Validators{ETag: last.Get("If-None-Match"), Modified: last.Get("If-Modified-Since")}
	}
}

func TestUnless(t *testing.T) {
	base, asked := versioned(t)
	h := newHTTP(t, HTTPOptions{})
	for target, want := range map[string]site.Validators{
		"/both": {ETag: tag, Modified: date}, "/tag": {ETag: tag}, "/date": {Modified: date}, "/now": {ETag: tag},
	} {
		r := at(t, base, target)
		got := h.Download(t.Context(), r)
		if got.Status != 200 || string(got.Body) != page || got.Validators != want || asked() != (site.Validators{}) {
			t.Errorf("%s: asked %q, got %+v", target, asked(), got)
		}

		r.Unless = got.Validators
		got = h.Download(t.Context(), r)
		said := want
		if said.ETag != "" {
			said.Modified = "" // net/http omits it from a 304 with an ETag
		}
		if got.Status != 304 || got.Body != nil || got.Failure.Failed() || got.Validators != said || asked() != want {
			t.Errorf("%s: asked %q, got %+v", target, asked(), got)
		}
	}

	// Outdated validators bring the page, and the request after it has no condition.
	r := at(t, base, "/both")
	r.Unless = site.Validators{ETag: `"old"`, Modified: "Sun, 01 Feb 2026 12:00:00 GMT"}
	if got := h.Download(t.Context(), r); got.Status != 200 || string(got.Body) != page || asked() != r.Unless {
		t.Errorf("asked %q, got %+v", asked(), got)
	}
	h.Download(t.Context(), at(t, base, "/both"))
	console.Equal(t, asked(), site.Validators{}, "a condition of the request before")
}

// Each attempt carries the condition, and a page's redirect has no validators.
func TestUnlessRetryAndRedirect(t *testing.T) {
	var asked []string
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("If-None-Match"))
		w.Header().Set("ETag", `"of the answer"`)
		switch {
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/", http.StatusMovedPermanently)
		case len(asked) < 3:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.WriteHeader(http.StatusNotModified)
		}
	})
	h := newHTTP(t, HTTPOptions{})
	r := at(t, base, "/")
	r.Unless.ETag = tag
	got := (&Retry{Next: h, Tries: 3, Wait: time.Millisecond}).Download(t.Context(), r)
	if got.Status != 304 || got.Attempts != 3 || strings.Join(asked, " ") != tag+" "+tag+" "+tag {
		t.Errorf("asked %q, got %+v", asked, got)
	}

	r.URL.Path = "/moved"
	got = h.Download(t.Context(), r)
	if got.Status != 301 || got.Validators != (site.Validators{}) || asked[3] != tag {
		t.Errorf("asked %q, got %+v", asked, got)
	}
}

// TestNotModifiedUnasked gets a 304 without a condition: bare, with a length, and with a body.
func TestNotModifiedUnasked(t *testing.T) {
	h := newHTTP(t, HTTPOptions{})
	for _, rest := range []string{"\r\n", "Content-Length: 9\r\n\r\n", "Content-Type: text/html\r\n\r\n" + page} {
		base, _ := raw(t, say("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n"+rest))
		got := h.Download(t.Context(), at(t, base, "/"))
		if got.Status != 304 || got.Body != nil || got.Failure.Failed() || got.Validators.ETag != `"a"` {
			t.Errorf("%q: %+v", rest, got)
		}
	}
}

// A truncated page has no validators, since they would vouch for content that was not read.
func TestNoValidatorsOfBrokenBody(t *testing.T) {
	base, _ := raw(t, say(okHTML+"ETag: \"a\"\r\nContent-Length: 1000\r\n\r\nshort"))
	got := newHTTP(t, HTTPOptions{}).Download(t.Context(), at(t, base, "/"))
	console.Equal(t, got.Failure.Class, site.FailTruncated)
	console.Equal(t, got.Validators, (site.Validators{}))
}

func TestUsable(t *testing.T) {
	long := `"` + strings.Repeat("x", 1022) + `"`
	for _, c := range []struct{ tag, date, wantTag, wantDate string }{
		{"", "", "", ""},
		{tag, date, tag, date},
		{"unquoted-1", rfc850, "unquoted-1", rfc850},
		{" \t" + tag + " ", " " + date, tag, date},
		{"*", "", "", ""},
		{" * ", "", "", ""},
		{`"*"`, "", `"*"`, ""},
		{long, "", long, ""},
		{long + "x", "", "", ""},
		{"\"a\r\nHost: b\"", date + "\r\nHost: b", "", ""},
		{"\"a\x00\"", date + "\x7f", "", ""},
		{"\"\xe9\"", "Sun\u00a001 Mar 2026", "", ""},
		{"", "2026-03-01T12:00:00Z", "", ""},
		{"", "0", "", ""},
		{"", "Sun Mar  1 12:00:00 2026", "", "Sun Mar  1 12:00:00 2026"}, // asctime
	} {
		want := site.Validators{ETag: c.wantTag, Modified: c.wantDate}
		console.Equal(t, usable(site.Validators{ETag: c.tag, Modified: c.date}), want, c.tag, c.date)
	}
}

// FuzzUnless checks that any validators leave the request valid, with its own headers and no others.
func FuzzUnless(f *testing.F) {
	f.Add(tag, date)
	f.Add("a\r\nX: b", "0")
	f.Add("\x00", "Sun, 01 Mar 2026 12:00:00 GMT\n")
	shared := http.Header{"Accept": {"text/html"}}
	f.Fuzz(func(t *testing.T, tag, date string) {
		header := conditional(shared, site.Validators{ETag: tag, Modified: date})
		var sent strings.Builder
		must(t, header.Write(&sent))
		lines := strings.Count(sent.String(), "\r\n")
		if len(shared) != 1 || lines != len(header) || strings.Count(sent.String(), "\n") != lines {
			t.Errorf("%q", sent.String())
		}
		once := usable(site.Validators{ETag: tag, Modified: date})
		console.Equal(t, usable(once), once, "then")
	})
}

// TestAsFile checks which headers show that a server sent a file.
func TestAsFile(t *testing.T) {
	for name, sent := range map[string]http.Header{
		"yes": {}, "yes, public": {"Cache-Control": {"public, max-age=60"}, "Vary": {"Accept-Encoding"}},
		"no date": {"Last-Modified": {""}}, "no, made for this answer": {"Date": {date}},
		"no, with a cookie": {"Set-Cookie": {"a=b"}}, "no, private": {"Cache-Control": {"max-age=0", "Private"}},
		"no, uncached": {"Cache-Control": {"no-cache"}}, "no, varies": {"Vary": {"Accept, Cookie"}},
		"no, *": {"Vary": {"*"}},
	} {
		header := http.Header{"Last-Modified": {date}, "Date": {"Sun, 01 Mar 2026 12:00:09 GMT"}}
		maps.Copy(header, sent)
		console.Equal(t, asFile(validators(http.StatusOK, header), header), strings.HasPrefix(name, "yes"), name)
	}
}
