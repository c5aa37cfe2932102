package run

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/site"
)

// TestFilesFirst checks that a crawl without files counts as interrupted, and is written before the next check.
func TestFilesFirst(t *testing.T) {
	u := twoPages(t)
	settings, err := config.Load(config.Sources{})
	must(t, err)
	settings.Sites.CrawlDelay, settings.Store.Sync, settings.Export.Exporters = 0, false, []string{"stats"}
	c := NewConfig(*settings, t.TempDir())
	line := u.Origin()
	for _, step := range []struct {
		name       string
		watch      bool
		failing    bool        // while the files are written
		kill       bool        // before the end of the crawl is recorded
		ended      site.Ending // state in the record afterwards
		iterations int         // number in the files; 0 if the site is not watched
	}{
		{"crawled, and no files", false, true, false, Interrupted, -1},
		{"the files", false, false, false, site.EndedWorkDone, 0},
		{"checked, and no files", true, true, false, Interrupted, 0},
		{"their files", true, false, false, site.EndedWorkDone, 2},
		{"checked again", true, false, false, site.EndedWorkDone, 3},
		{"killed at the end", true, true, true, Interrupted, 3},
		{"the files after that", true, false, false, site.EndedWorkDone, 4},
		{"a run for the files alone", false, false, false, site.EndedWorkDone, 4},
	} {
		job := Job{Config: c, Hosts: []config.Host{c.HostOf(u)}, Watch: step.watch,
			Observer: silent{}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
		if step.failing {
			job.Observer = broken{files: line}
		}
		var before Status
		if all, err := ReadStatus(c.StateDir(), line); err == nil {
			before = all[line]
		}
		out, err := Run(t.Context(), job)
		if err != nil || errors.As(out.Results[0].Err, new(*site.Fault)) != step.failing {
			t.Fatalf("%s: %v, %v", step.name, err, out.Results)
		}
		if step.kill {
			before.Ended = ""
			setStatus(t, c, line, before)
		}
		all, err := ReadStatus(c.StateDir())
		if s := all[line]; err != nil || s.Ended != step.ended || s.Complete != (s.Ended != Interrupted) {
			t.Errorf("%s: %+v, %v", step.name, s, err)
		}
		name := export.FolderName(u)
		m, err := export.ReadManifest(filepath.Join(c.resultDir(name), name+".manifest.json"))
		if (err != nil) != (step.iterations < 0) || err == nil && m.Iterations != step.iterations {
			t.Errorf("%s: files of %d iterations, want %d; %v", step.name, m.Iterations, step.iterations, err)
		}
	}
}

// twoPages serves a site with two pages.
func twoPages(t *testing.T) site.URL {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>"+r.URL.Path+"</title><a href=/a>a</a>")
	}))
	t.Cleanup(server.Close)
	u, err := site.Parse(server.URL)
	must(t, err)
	return u
}

// setStatus writes the record of a line as a killed run would leave it.
func setStatus(t *testing.T, c Config, line string, s Status) {
	t.Helper()
	st, err := openState(c.Store, c.StateDir())
	must(t, err)
	must(t, errors.Join(records{st}.write(line, s), st.Close()))
}
