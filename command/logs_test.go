package command

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// TestLogHarmless checks that a hostile content type can neither run in a spreadsheet nor control a terminal.
func TestLogHarmless(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		types := map[string]string{"/": "text/html", "/f": "=1+1", "/g": "\u009b31m/x\xff"}
		w.Header().Set("Content-Type", types[r.URL.Path])
		w.Write([]byte(links("Home", "/f", "/g")))
	}))
	defer s.Close()
	out := t.TempDir()
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	var types []string
	for _, row := range readTable(t, filepath.Join(out, "logs", "common_log.csv"), true) {
		types = append(types, row["content_type"])
	}
	slices.Sort(types)
	console.Equal(t, types, []string{"'=1+1", "text/html", "\ufffd31m/x\ufffd"}, "types")
	crawl("-O", out, "why", s.URL+"/g").MustEnd(t, exitDone).MustShow(t, "\ufffd31m/x\ufffd")
}

// TestLimitsCounted checks that the manifest counts the URLs that each limit left out, by the name of the setting.
func TestLimitsCounted(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{
		"/": links("Home", "/"+strings.Repeat("l", 3000), "/"+strings.Repeat("m", 3000), "/big", "/loop1",
			"/slow", "/header", "/a/a/a/a/a/a"),
		"/big": strings.Repeat("x", 21000), "/loop1": "->/loop2", "/loop2": "->/loop3", "/loop3": "->/loop4"})
	inner := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			<-r.Context().Done()
		case "/header":
			w.Header().Set("X", strings.Repeat("x", 8<<10))
		}
		inner.ServeHTTP(w, r)
	})
	c := invocation{env: append([]string{
		"SITEGRAPH_WALK_MAX_URL_LENGTH=2048",
		"SITEGRAPH_WALK_MAX_REDIRECTS=2",
		"SITEGRAPH_DOWNLOAD_MAX_BODY=20000",
		"SITEGRAPH_DOWNLOAD_TIMEOUT=3s",
		"SITEGRAPH_DOWNLOAD_MAX_HEADER=1KiB"}, quick...)}
	out := t.TempDir()
	c.run("-O", out, s.URL).MustEnd(t, exitDone)
	got := readManifest(t, resultFolder(t, out)).Counts.Limits
	want := map[string]int{"max_url_length": 2, "max_redirects": 1, "max_body": 1,
		"timeout": 1, "max_header": 1, "max_path_repeats": 1}
	console.Equal(t, got, want, "limits")
}
