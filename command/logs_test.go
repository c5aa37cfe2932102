package command

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLogTorn: a line that a kill cut short is removed, whole ones stay.
func TestLogTorn(t *testing.T) {
	header := strings.Join(logHeader, ",") + "\n"
	whole := strings.Repeat("x", longestLine) + "\n"
	for _, c := range []struct{ name, before, after string }{
		{"new", "", header},
		{"whole", header + "a\n", header + "a\n"},
		{"torn", header + "a\nb,\"protocol: ", header + "a\n"},
		{"header torn", "time,si", header},
		{"long", whole + "b", whole},
		{"no log of ours", "x" + whole[:longestLine], "x" + whole[:longestLine]},
	} {
		path := write(t, filepath.Join(t.TempDir(), "log.csv"), c.before)
		l, err := openLog(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.close(); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(path); string(got) != c.after {
			t.Errorf("%s: got %d bytes, %.60q, want %d", c.name, len(got), got, len(c.after))
		}
	}
}

// TestLogHarmless: what a server says of a body's type is neither run by a
// spreadsheet nor acted on by a terminal.
func TestLogHarmless(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", map[string]string{"/": "text/html", "/f": "=1+1", "/g": "\u009b31m/x\xff"}[r.URL.Path])
		w.Write([]byte(links("Home", "/f", "/g")))
	}))
	defer s.Close()
	out := t.TempDir()
	crawl("-O", out, s.URL).mustEnd(t, exitDone)
	var types []string
	for _, row := range readTable(t, filepath.Join(out, "logs", "common_log.csv"), true) {
		types = append(types, row["content_type"])
	}
	slices.Sort(types)
	if want := []string{"'=1+1", "text/html", "\ufffd31m/x\ufffd"}; !slices.Equal(types, want) {
		t.Errorf("types %q, want %q", types, want)
	}
	crawl("-O", out, "why", s.URL+"/g").mustEnd(t, exitDone).mustShow(t, "\ufffd31m/x\ufffd")
}

// TestLimitsCounted: what a limit left out is counted in the manifest by the
// name of its setting.
func TestLimitsCounted(t *testing.T) {
	s := serve(t, map[string]string{"/": links("Home", "/"+strings.Repeat("l", 3000), "/"+strings.Repeat("m", 3000), "/big", "/loop1", "/slow", "/header", "/a/a/a/a/a/a"),
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
	c := terminal{env: append([]string{"SITEGRAPH_WALK_MAX_REDIRECTS=2", "SITEGRAPH_DOWNLOAD_MAX_BODY=20000", "SITEGRAPH_DOWNLOAD_TIMEOUT=300ms", "SITEGRAPH_DOWNLOAD_MAX_HEADER=1KiB"}, quick...)}
	out := t.TempDir()
	c.run("-O", out, s.URL).mustEnd(t, exitDone)
	got := readManifest(t, resultFolder(t, out)).Counts.Limits
	want := map[string]int{"max_url_length": 2, "max_redirects": 1, "max_body": 1, "timeout": 1, "max_header": 1, "max_path_repeats": 1}
	if !maps.Equal(got, want) {
		t.Errorf("limits %v, want %v", got, want)
	}
}
