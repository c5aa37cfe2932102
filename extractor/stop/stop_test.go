package stop

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/site"
)

func TestConditions(t *testing.T) {
	busy := site.Progress{Pages: 3, Elapsed: time.Minute, Waiting: 1}
	done := site.Progress{Pages: 3, Elapsed: time.Minute, Done: true}
	for _, c := range []struct {
		name     string
		options  Options
		progress site.Progress
		want     bool
	}{
		{name: "work-done", progress: busy, want: false},
		{name: "work-done", progress: done, want: true},
		{name: "timeout", progress: busy, want: false}, // no timeout set
		{name: "timeout", options: Options{Timeout: time.Minute + 1}, progress: busy, want: false},
		{name: "timeout", options: Options{Timeout: time.Minute}, progress: busy, want: true},
		{name: "timeout", options: Options{Timeout: time.Second}, progress: busy, want: true},
		{name: "max-pages", progress: busy, want: false}, // no limit set
		{name: "max-pages", options: Options{MaxPages: 4}, progress: busy, want: false},
		{name: "max-pages", options: Options{MaxPages: 3}, progress: busy, want: true},
		{name: "max-pages", options: Options{MaxPages: 2}, progress: busy, want: true},
		{name: "max-pages", options: Options{MaxPages: 3}, progress: done, want: false}, // exactly complete
		{name: "stop-file", progress: busy, want: false},
	} {
		reason, got := New(c.name, c.options)(c.progress)
		if got != c.want || got && string(reason) != c.name {
			t.Errorf("%s, %+v, %+v: got %q, %t, want %t", c.name, c.options, c.progress, reason, got, c.want)
		}
	}
}

func TestStopFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "stop.txt")
	f := New("stop-file", Options{StopFile: name})
	if _, done := f(site.Progress{}); done {
		t.Error("done without the file")
	}
	if removed, err := RemoveStopFile(name); removed || err != nil {
		t.Errorf("nothing to remove: %t, %v", removed, err)
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if reason, done := f(site.Progress{}); !done || reason != "stop-file" {
		t.Errorf("with the file: %q, %t", reason, done)
	}
	if removed, err := RemoveStopFile(name); !removed || err != nil {
		t.Errorf("RemoveStopFile: %t, %v", removed, err)
	}
	if _, done := f(site.Progress{}); done {
		t.Error("done after the file was removed")
	}
}

func TestRemoveStopFileErrors(t *testing.T) {
	if removed, err := RemoveStopFile(""); removed || err != nil {
		t.Errorf("no name: %t, %v", removed, err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if removed, err := RemoveStopFile(dir); removed || err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder with files: %t, %v", removed, err)
	}
}

func TestNames(t *testing.T) {
	want := []string{"max-pages", "stop-file", "timeout", "work-done"}
	if got := site.Names(conditions); !slices.Equal(got, want) {
		t.Errorf("names: %v", got)
	}
}
