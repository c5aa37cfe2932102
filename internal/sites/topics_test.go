package sites

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// hostAnswer is what a host gives for a path.
type hostAnswer struct {
	status int    // 200 if it is 0
	to     string // of a redirect
	text   string // HTML; of robots.txt, and of plain text if kind says so
	kind   string // the content type, HTML if it is empty
}

// host is a port that gives answers by path.
type host struct {
	*httptest.Server
	answers map[string]hostAnswer
	// before is called before each answer.
	before func(path string)

	mu    sync.Mutex
	asked map[string]int // how often each path was asked for
}

// serveHost gives a host a port.
func serveHost(t *testing.T, answers map[string]hostAnswer) *host {
	t.Helper()
	h := &host{answers: answers, asked: map[string]int{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked[r.URL.Path]++
	before := h.before
	h.mu.Unlock()
	if before != nil {
		before(r.URL.Path)
	}
	a, ok := h.answers[r.URL.Path]
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case a.to != "":
		http.Redirect(w, r, a.to, http.StatusFound)
		return
	case a.kind == "":
		a.kind = "text/html; charset=utf-8"
	}
	w.Header().Set("Content-Type", a.kind)
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	fmt.Fprint(w, a.text)
}

// path is the part of a URL behind the host, for short expectations.
func path(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest[strings.IndexByte(rest, '/'):]
}
