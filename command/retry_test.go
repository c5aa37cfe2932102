package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// moodySite has four pages. Those in down fail.
type moodySite struct {
	*httptest.Server
	mu    sync.Mutex
	down  map[string]int // path → status
	asked []string
}

func newMoodySite(t *testing.T, down map[string]int) *moodySite {
	t.Helper()
	s := &moodySite{down: down}
	links := map[string]string{"/": "/a /b", "/a": "/", "/b": "/c /a", "/c": ""}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		page, ok := links[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		s.asked = append(s.asked, r.URL.Path)
		if status := s.down[r.URL.Path]; status != 0 {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%s</title>", r.URL.Path)
		for i := 0; i+1 < len(page); i += 3 {
			fmt.Fprintf(w, "<a href=%q>", page[i:i+2])
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// turn changes the pages that fail, and forgets the requests.
func (s *moodySite) turn(down map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down, s.asked = down, nil
}

// mustHaveAsked compares the requests, in any order.
func (s *moodySite) mustHaveAsked(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.asked)
	if !slices.Equal(s.asked, want) {
		t.Errorf("asked for %v, want %v", s.asked, want)
	}
}

// TestRetryFailed checks that only failed requests are repeated, and then give the files of a crawl without failures.
func TestRetryFailed(t *testing.T) {
	t.Parallel()
	s := newMoodySite(t, map[string]int{"/b": http.StatusServiceUnavailable})
	out := t.TempDir()
	crawl("-O", out, s.URL).MustEnd(t, exitDone).MustSay(t, "1 URL gave no answer", "--retry-failed")

	s.turn(nil)
	crawl("-O", out, s.URL).MustEnd(t, exitDone).MustSay(t, "already complete")
	s.mustHaveAsked(t)

	s.turn(map[string]int{"/b": http.StatusInternalServerError})
	crawl("-O", out, "--retry-failed", s.URL).MustEnd(t, exitDone).MustSay(t, "1 URL gave no answer")
	s.mustHaveAsked(t, "/b")

	s.turn(nil)
	crawl("-O", out, "--retry-failed", s.URL).MustEnd(t, exitDone)
	s.mustHaveAsked(t, "/b", "/c")
	s.turn(nil)
	crawl("-O", out, "--retry-failed", s.URL).MustEnd(t, exitDone)
	s.mustHaveAsked(t)

	whole := t.TempDir()
	crawl("-O", whole, s.URL).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
}
