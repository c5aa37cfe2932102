package run

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

// TestCheckFiles checks that no setting makes a run write to its own inputs, however the path is spelt.
func TestCheckFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"state", "result/a.example", "logs", "elsewhere"} {
		must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
	}
	for _, name := range []string{"settings.ini", "state/MANIFEST"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	linked := os.Symlink("state", filepath.Join(dir, "linked")) == nil &&
		os.Symlink("../settings.ini", filepath.Join(dir, "logs", "other.ini")) == nil
	if !linked {
		t.Skip("no symbolic links")
	}
	for _, c := range []struct {
		name string
		set  func(s *config.Settings)
		want string // "" if there is no error
	}{
		{"the defaults", func(*config.Settings) {}, ""},
		{"all in one folder", func(s *config.Settings) { s.Export.ResultFolder = "." }, ""},
		{"another state's", func(s *config.Settings) { s.Finish.StopFile = "elsewhere/state/stop" }, ""},
		{"a log beside results", func(s *config.Settings) { s.Logs.CommonLog = "result/log.csv" }, ""},
		{"both to a device", func(s *config.Settings) {
			s.Logs.CommonLog, s.Logs.ErrorLog = os.DevNull, os.DevNull
		}, ""},
		{"no logs", func(s *config.Settings) { s.Logs.CommonLog, s.Logs.ErrorLog = "", "" }, ""},
		{"the standard input", func(s *config.Settings) { s.Sites.Hosts = "-" }, ""},

		{"settings", func(s *config.Settings) { s.Finish.StopFile = "./logs/../settings.ini" },
			"[finish] stop_file = ./logs/../settings.ini: the file belongs to the settings: "},
		{"settings by a root", func(s *config.Settings) { s.Logs.ErrorLog = filepath.Join(dir, "settings.ini") },
			"/settings.ini: the file belongs to the settings: "},
		{"settings by a link", func(s *config.Settings) { s.Logs.CommonLog = "logs/other.ini" },
			"[logs] common_log = logs/other.ini: the file belongs to the settings: "},
		{"hosts in other letters", func(s *config.Settings) { s.Finish.StopFile = "HOSTS.txt" },
			"[finish] stop_file = HOSTS.txt: the file belongs to [sites] hosts: "},
		{"two logs", func(s *config.Settings) { s.Logs.ErrorLog = s.Logs.CommonLog },
			"[logs] error_log = logs/common_log.csv: the file belongs to [logs] common_log: "},
		{"a log to stop by", func(s *config.Settings) { s.Finish.StopFile = s.Logs.ErrorLog }, "to [logs] error_log: "},
		{"secrets", func(s *config.Settings) { s.Download.Credentials, s.Finish.StopFile = "keys", "keys" },
			"[finish] stop_file = keys: the file belongs to [download] credentials: "},
		{"rows struck out", func(s *config.Settings) { s.Logs.CommonLog = "struck.txt" }, "belongs to struck.txt: "},
		{"the state", func(s *config.Settings) { s.Logs.CommonLog = "state/MANIFEST" },
			"[logs] common_log = state/MANIFEST: the file belongs to the state: "},
		{"state by a link", func(s *config.Settings) { s.Finish.StopFile = "linked/new" }, "belongs to the state: "},
		{"hosts in the state", func(s *config.Settings) { s.Sites.Hosts = "state/LOCK" },
			"[sites] hosts = state/LOCK: the file belongs to the state: "},
		{"the search", func(s *config.Settings) { s.Finish.StopFile = "topics/state/x" }, "to the state of the "},
		{"an archive", func(s *config.Settings) { s.Logs.CommonLog = "warc/x.warc.gz" }, "belongs to the archive: "},
		{"a result", func(s *config.Settings) { s.Finish.StopFile = "result/a.example/a.example.manifest.json" },
			"a.example.manifest.json: the file belongs to a result: "},
		{"a chart", func(s *config.Settings) { s.Logs.CommonLog = "result/a/charts/a.levels.svg" }, "to a result: "},
		{"all sites", func(s *config.Settings) { s.Logs.CommonLog = "sites/sites.csv" }, "belongs to a result: "},
		{"results in the settings", func(s *config.Settings) { s.Export.ResultFolder = "settings.ini" },
			"[export] result_folder = settings.ini: the folder belongs to the settings: "},
		{"results in the hosts", func(s *config.Settings) { s.Export.ResultFolder = "hosts.txt/x" },
			"[export] result_folder = hosts.txt/x: the folder belongs to [sites] hosts: "},
		{"results in the state", func(s *config.Settings) { s.Export.ResultFolder = "state/result" },
			"[export] result_folder = state/result: the folder belongs to the state: "},
	} {
		s, err := config.Load(config.Sources{})
		must(t, err)
		c.set(s)
		settings := NewConfig(*s, dir)
		settings.InputDir = dir
		err = settings.CheckFiles(Input{What: "the settings", Path: filepath.Join(dir, "settings.ini")})
		switch {
		case c.want == "" && err == nil:
		case err == nil || c.want == "" || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(*UsageError)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestFolderOfMovedSite checks that a line keeps its folder when its site moves from http to https.
func TestFolderOfMovedSite(t *testing.T) {
	e := &Exporter{Config: Config{OutputDir: t.TempDir()}}
	u, moved := site.URL{Scheme: "http", Host: "a.example"}, site.URL{Scheme: "https", Host: "a.example"}
	e.folder(u, u.Origin())
	console.Equal(t, e.folder(moved, u.Origin()), "a.example", "a site that moved to https lies in")
}

// TestCommunityLabels checks that communities have the names of different folders, or none.
func TestCommunityLabels(t *testing.T) {
	list := []stats.Community{{Prefix: "/"}, {Prefix: "/b/"}, {}, {Prefix: "/a/"}, {Prefix: "/b/"}}
	console.Equal(t, communityLabels(list), []string{"", "/b/", "", "/a/", ""})
}

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
