package run

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/internal/loopback"
	"sitegraph/site"
	"sitegraph/stats"
)

// FuzzShard checks that no shard.json makes a merge panic, or write files before it fails.
func FuzzShard(f *testing.F) {
	one := shardFile{Program: "sitegraph", Version: Version, Shard: 1, Of: 1, Lines: 2, Sites: []shardSite{
		{Place: 0, Line: "http://a.example", Site: "http://a.example", Stats: &stats.Summary{Pages: 2},
			Outside: &stats.Outside{Hosts: []stats.OutsideHost{{Host: "b.example", Pages: 1, Links: 1}}}},
		{Place: 1, Line: "http://b.example", Site: "http://b.example", Stats: &stats.Summary{Pages: 1}}}}
	text, err := json.Marshal(one)
	must(f, err)
	f.Add(text)
	for _, lines := range []string{"-1", "1000000000000000000", "0", "1"} {
		f.Add([]byte(strings.Replace(string(text), `"lines":2`, `"lines":`+lines, 1)))
	}
	f.Add([]byte(strings.Replace(string(text), `"of":1`, `"of":1000000000000000000`, 1)))
	f.Add([]byte(strings.Replace(string(text), `"place":1`, `"place":0`, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		from, to := t.TempDir(), t.TempDir()
		must(t, os.WriteFile(filepath.Join(from, "shard.json"), text, 0o644))
		_, err := Merge(to, Merging{Folders: []string{from}, Partial: len(text)%2 == 0,
			Report: func(string, string, float64) {}})
		left, _ := os.ReadDir(to)
		if err != nil && len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
	})
}

// TestSpec checks that workers get the submitted sites and settings, with the sites of a server in one group.
func TestSpec(t *testing.T) {
	s, err := config.Load(config.Sources{Overrides: map[string]string{"sites.max_depth": "5"}})
	must(t, err)
	list := "http://a.example/x;3;2;100 # name: A; tags: b, c\na.test = b.test, *.c.test\nhttp://www.a.example/\n"
	hosts, _, err := config.ReadHosts(strings.NewReader(list), "hosts.txt", *s)
	must(t, err)
	spec, err := SpecOf(NewConfig(*s, "out"), hosts)
	must(t, err)
	text, err := json.Marshal(spec)
	must(t, err)
	var again Spec
	err = json.Unmarshal(text, &again)
	if err != nil || !reflect.DeepEqual(again, spec) || !reflect.DeepEqual(again.Hosts, hosts) {
		t.Errorf("%+v\nwant %+v, %v", again, spec, err)
	}
	if want := map[string]string{"sites.max_depth": "5"}; !reflect.DeepEqual(spec.Settings, want) {
		t.Errorf("settings %v, want %v", spec.Settings, want)
	}
	groups := spec.Groups()
	if first := groups[0].Hosts; len(groups) != 2 || len(first) != 2 || first[1].URL.Host != "www.a.example" {
		t.Errorf("%d groups, the first %+v", len(groups), first)
	}
}

// TestOneServer checks that sites on one server are crawled one after the other.
func TestOneServer(t *testing.T) {
	s, err := config.Load(config.Sources{Overrides: map[string]string{"sites.crawl_delay": "0"}})
	must(t, err)
	asked := make(chan string, 1000)
	var spec Spec
	for _, name := range []string{"a", "b"} {
		answer := loopback.Tangle(20)
		served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- name
			answer(w, r)
		}))
		defer served.Close()
		h, _, err := config.ParseHost(served.URL, *s)
		must(t, err)
		h.Server = "one"
		spec.Hosts = append(spec.Hosts, h)
	}
	job := Job{Observer: silent{}, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
	_, err = spec.RunGroup(t.Context(), spec.Groups()[0], t.TempDir(), job)
	must(t, err)
	close(asked)
	var turns []string
	for name := range asked {
		turns = append(turns, name)
	}
	if turns = slices.Compact(turns); len(turns) != 2 {
		t.Errorf("the sites took turns: %q", turns)
	}
}

// TestConfined checks that no job, even a forged one, lets a worker read or write outside its group's folder.
func TestConfined(t *testing.T) {
	for name, value := range map[string]string{
		"": "", "logs.common_log": os.DevNull, "finish.stop_file": "a/stop.txt",
		"!export.result_folder": "../result", "!logs.common_log": "/etc/x", "!logs.error_log": "logs/../../x",
		"!finish.stop_file": "/etc/passwd", "!download.downloader": "folder", "!download.archive": "a.warc",
		"!export.hits": "/var/log/access.log", "!sample.folder": "t",
	} {
		key, bad := strings.CutPrefix(name, "!")
		overrides := map[string]string{"sample.host": "http://a.example", "sample.folder": "s"}
		if overrides[key] = value; key == "" {
			delete(overrides, key)
		}
		if value == "folder" {
			overrides["download.folder"] = "/etc"
		}
		if key == "download.archive" {
			overrides["download.downloader"] = "warc"
		}
		s, err := config.Load(config.Sources{Overrides: overrides})
		must(t, err)
		hosts, _, err := config.ReadHosts(strings.NewReader("http://a.example/\n"), "hosts.txt", *s)
		must(t, err)
		if err := confined(NewConfig(*s, "out"), hosts, "s"); (err != nil) != bad {
			t.Errorf("%s = %s: %v", key, value, err)
		}
		if !bad {
			continue
		}
		spec := Spec{Settings: overrides, Hosts: hosts}
		if _, err := spec.RunGroup(t.Context(), spec.Groups()[0], t.TempDir(), Job{}); err == nil {
			t.Errorf("%s = %s is run", key, value)
		}
	}
}

// instant answers at once.
type instant struct{}

func (instant) Download(_ context.Context, r site.Request) site.Response {
	return site.Response{URL: r.URL, Status: 200}
}

func at(t *testing.T, address string) site.Request {
	t.Helper()
	u, err := site.Parse(address)
	must(t, err)
	return site.Request{URL: u}
}

// waits reports whether the next request to an address must wait. It is more patient if no wait is expected.
func waits(t *testing.T, d extractor.Downloader, address string, expected bool) bool {
	t.Helper()
	patience := 5 * time.Minute
	if expected {
		patience = 20 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return d.Download(ctx, at(t, address)).Failure.Class == site.FailCancelled
}

// TestDelayOfHosts checks that each host of an entity has its own delay, the longer one of http and https.
func TestDelayOfHosts(t *testing.T) {
	list := []site.Member{{Host: "a.test"}, {Host: "b.test"}}
	settings, err := config.Load(config.Sources{})
	must(t, err)
	c := NewConfig(*settings, t.TempDir())
	d, set := politeByHost(c.Download, source{Downloader: instant{}},
		config.Host{URL: at(t, "http://a.test").URL, Connections: 1, Members: list})
	set(at(t, "http://a.test").URL, time.Hour)
	set(at(t, "https://a.test").URL, 0)
	for _, s := range []struct {
		address string
		waits   bool
	}{{"http://a.test/", false}, {"http://b.test/", false}, {"https://a.test/", true}, {"https://b.test/", false},
		{"http://a.test/", true}} {
		if got := waits(t, d, s.address, s.waits); got != s.waits {
			t.Errorf("%s waits: %t", s.address, got)
		}
	}
	one, set := politeByHost(c.Download, source{Downloader: instant{}},
		config.Host{URL: at(t, "http://a.test").URL, Connections: 1})
	set(at(t, "http://a.test").URL, time.Hour)
	if waits(t, one, "http://a.test/", false) || !waits(t, one, "http://a.test/x", true) {
		t.Error("a site of one host does not keep its delay")
	}
}

// A source is released if another part of the crawl cannot be made.
func TestPartsReleaseSource(t *testing.T) {
	released := false
	downloaders["test"] = func(*runner, download.HTTPOptions, func() (archiveDay, error)) (source, error) {
		return source{release: func() { released = true }}, nil
	}
	defer delete(downloaders, "test")
	c := newConfig(t)
	c.Download.Downloader, c.Duplicates.Key = "test", "unknown"
	if _, _, err := (&runner{Config: c}).parts(t.Context(), config.Host{}, Details{}); err == nil || !released {
		t.Errorf("error %v, released %v", err, released)
	}
}
