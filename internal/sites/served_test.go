package sites

import (
	"flag"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// seedsFlag repeats random tests.
var seedsFlag = flag.Int("seeds", 0, "repeat TestAgain with that many seeds")

// answer is what a site gives for a path.
type answer struct {
	status int
	links  []string
}

// answers gives the answer for a path with its query; ok is false for a path that the site does not have.
type answers interface {
	answer(path string) (a answer, ok bool)
}

// serveSite gives the site a port and returns its origin.
func serveSite(t *testing.T, site answers) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.RequestURI()
		a, ok := site.answer(path)
		if !ok {
			a.status = http.StatusNotFound
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(a.status)
		var b strings.Builder
		fmt.Fprintf(&b, "<!doctype html><title>%s</title>", html.EscapeString(path)) // no two pages are alike
		for _, link := range a.links {
			fmt.Fprintf(&b, "<a href=\"%s\"></a>\n", html.EscapeString(link))
		}
		_, _ = w.Write([]byte(b.String())) // a client that goes away is no concern of the site
	}))
	t.Cleanup(s.Close)
	return s.URL
}
