package run

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/loopback"
)

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
