package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/internal/console"
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
	console.Equal(t, s.asked, want, "asked for")
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

// capture returns the record of a page in a web archive, as other programs write it.
func capture(url, date, body string) string {
	return captured(url, date, "200 OK\r\nContent-Type: text/html\r\n", body)
}

// captured returns the record of an answer.
func captured(url, date, head, body string) string {
	block := "HTTP/1.1 " + head + fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)) + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", url, date, len(block), block)
}

// onTwoDays makes a folder with two copies of an archive, as if they were made on two days.
func onTwoDays(t *testing.T, archive string) string {
	t.Helper()
	text := gunzipped(t, archive)
	folder, dates := t.TempDir(), regexp.MustCompile(`(?m)^(WARC-(?:Refers-To-)?Date: )....-..-..`)
	for _, day := range []string{"2020-01-01", "2020-01-05"} {
		write(t, filepath.Join(folder, day+".warc"), dates.ReplaceAllString(text, "${1}"+day))
	}
	return folder
}

// oneSite fails the test unless the state has exactly one site, over http.
func oneSite(t *testing.T, out string) {
	t.Helper()
	o := crawl("status", "-O", out).MustEnd(t, exitDone)
	if strings.Count(o.Out, "\n") != 2 || strings.Contains(o.Out, "https://") {
		t.Errorf("not one site by http:\n%s", o.Out)
	}
}

// TestSchemeOpen checks that a name without a scheme means the crawled site, in all commands.
func TestSchemeOpen(t *testing.T) {
	t.Parallel()
	plain := append(slices.Clone(quick), "SITEGRAPH_EXPORT_EXPORTERS=csv")
	crawl := invocation{env: plain}.run
	s := serve(t, map[string]string{"/": links("Home", "/1"), "/1": "one"})
	name := strings.TrimPrefix(s.URL, "http://")
	for _, first := range []string{s.URL, name} { // over http, and over https, which has no server there
		out := t.TempDir()
		o := crawl("-O", out, first).MustEnd(t, exitDone)
		said := strings.Contains(o.Err, "https://"+name+" has no server, so it is "+s.URL)
		console.Equal(t, said, first == name, first, o.Err)
		hosts := write(t, filepath.Join(out, "hosts.txt"), name+" # mine\n")
		crawl("watch", "-O", out, name).MustEnd(t, exitDone).MustSay(t, s.URL+": iteration 2")
		c := invocation{env: append(slices.Clone(plain), "SITEGRAPH_SITES_HOSTS="+hosts)}
		c.run("watch", "-O", out).MustEnd(t, exitDone).MustSay(t, s.URL+": iteration 3")
		oneSite(t, out)
		for _, command := range []string{"stats", "export", "hosts"} {
			crawl(command, "-O", out, name).MustEnd(t, exitDone)
		}
		crawl("compare", "-O", out, "--from", "1", name).MustEnd(t, exitDone)
		crawl("why", "-O", out, name+"/1").MustEnd(t, exitDone).MustShow(t, s.URL+"/1\n", "page")
		crawl("forget", "--yes", "-O", out, name).MustEnd(t, exitDone).MustSay(t, "1 site forgotten")
	}
}

// TestSchemeOpenOrdered checks the same for ordered crawls, and that a given scheme is kept.
func TestSchemeOpenOrdered(t *testing.T) {
	s := serve(t, map[string]string{"/": links("Home", "/1", "/2"), "/1": "one", "/2": "two"})
	name := strings.TrimPrefix(s.URL, "http://")
	out := t.TempDir()
	crawl("-O", out, "--budget", "2", name).MustEnd(t, exitDone).MustSay(t, "has no server, so it is "+s.URL)
	crawl("-O", out, "--budget", "9", name).MustEnd(t, exitDone).MustShow(t, s.URL)
	oneSite(t, out)
	crawl("-O", t.TempDir(), "--budget", "9", "https://"+name).MustEnd(t, exitNothing)
	crawl("-O", t.TempDir(), "https://"+name).MustEnd(t, exitNothing)
	s.Close() // then neither answers
	crawl("-O", t.TempDir(), name).MustEnd(t, exitNothing).MustShow(t, "https://"+name)
}
