// Package loopback serves small sites to tests. It is separate from console because tests without a server link faster.
package loopback

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// Serve serves pages by path on loopback. A page "->URL" redirects to URL. Other paths are 404.
func Serve(t testing.TB, pages map[string]string) *httptest.Server {
	t.Helper()
	return ServeBehind(t, pages, func(http.ResponseWriter, *http.Request) bool { return false })
}

// ServeBehind is like Serve, but first sees each request before, and returns true if it has answered it.
func ServeBehind(t testing.TB, pages map[string]string,
	first func(w http.ResponseWriter, r *http.Request) bool) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if first(w, r) {
			return
		}
		body, ok := pages[r.URL.Path]
		to, redirect := strings.CutPrefix(body, "->")
		switch {
		case !ok:
			http.NotFound(w, r)
		case redirect:
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write([]byte(body))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// Refusing returns the URL of a host that refuses connections. A connection occupies its port, so no other test can
// listen there.
func Refusing(t testing.TB) string {
	t.Helper()
	s := httptest.NewServer(nil)
	t.Cleanup(s.Close)
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return "http://" + c.LocalAddr().String()
}

// Links returns a page with a title and links.
func Links(title string, hrefs ...string) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><title>" + title + "</title>")
	for _, href := range hrefs {
		b.WriteString(`<a href="` + href + `">` + href + "</a>\n")
	}
	return b.String()
}

// Tangle is a site with n URLs. Its pages form a tree with cross links, redirects, copies, dead and forbidden links.
func Tangle(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			io.WriteString(w, "User-agent: *\nDisallow: /p7\n")
			return
		}
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p"))
		switch {
		case r.URL.Path == "/":
			i = 0
		case err != nil || i >= n:
			http.NotFound(w, r)
			return
		case i%10 == 9:
			http.Redirect(w, r, fmt.Sprintf("/p%d", (i*3+1)%n), http.StatusFound)
			return
		}
		if i%13 == 12 {
			i-- // a copy
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>page %d</title>", i)
		for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % n, i, i + n/2} {
			fmt.Fprintf(w, `<a href="/p%d">page %d</a>`, k, k)
		}
	}
}

var vocabulary = strings.Fields(`river stone light morning garden letter bridge winter paper market silence harbour
	window forest copper engine village mirror thunder velvet`)

// Phrase returns n random words.
func Phrase(r *rand.Rand, n int) string {
	var out []string
	for range n {
		out = append(out, vocabulary[r.IntN(len(vocabulary))])
	}
	return strings.Join(out, " ")
}
