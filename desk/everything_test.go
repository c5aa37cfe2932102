package desk_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
)

// TestEverything: the zip has what people edit and all result files, with their bytes, and nothing else: no state, and
// nothing that a link leads to outside of the project.
func TestEverything(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 20)
	d := open(t, t.TempDir())
	p := project(t, d, "all files", s.URL)
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	secret := filepath.Join(t.TempDir(), "secret.csv")
	write(t, secret, "secret")
	must(t, os.Symlink(secret, filepath.Join(p.Dir(), "result", "secret.csv")))
	keys := filepath.Join(p.Dir(), "result", "keys.ini")
	write(t, keys, "[http://a.example]\nbearer = secret\n")
	settings, err := os.ReadFile(filepath.Join(p.Dir(), "settings.ini"))
	must(t, err)
	write(t, filepath.Join(p.Dir(), "settings.ini"), string(settings)+"\n[download]\ncredentials = result/keys.ini\n")
	var b bytes.Buffer
	must(t, p.Everything(t.Context(), &b))
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	must(t, err)
	got := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(r)
		must(t, err)
		got[strings.TrimPrefix(f.Name, "all files/")] = string(text)
	}
	for _, name := range []string{"settings.ini", "hosts.txt"} {
		text, err := os.ReadFile(filepath.Join(p.Dir(), name))
		if err != nil || got[name] != string(text) {
			t.Errorf("%s: %q, %v", name, got[name], err)
		}
		delete(got, name)
	}
	manifests := 0
	maps.DeleteFunc(got, func(name, _ string) bool {
		manifest := strings.HasSuffix(name, ".manifest.json")
		if manifest {
			manifests++
		}
		return manifest
	})
	want := without(files(t, p.Dir()), "result/secret.csv", "result/keys.ini")
	if !maps.Equal(got, want) || manifests != 1 {
		t.Errorf("%q, %d manifests\nwant %q", slices.Sorted(maps.Keys(got)), manifests, slices.Sorted(maps.Keys(want)))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Everything(ended, io.Discard); err == nil {
		t.Error("it goes on when nobody wants it any more")
	}
}

func without(all map[string]string, names ...string) map[string]string {
	maps.DeleteFunc(all, func(name, _ string) bool { return slices.Contains(names, name) })
	return all
}

// TestResult: the files of the manifest can be opened, and nothing else, neither beside them nor behind a link.
func TestResult(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 20)
	d := open(t, t.TempDir())
	p := project(t, d, "one", s.URL)
	if _, err := p.Result(s.URL); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("before the crawl: %v", err)
	}
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	r, err := p.Result(s.URL)
	must(t, err)
	want := files(t, p.Dir())
	if len(r.Manifest.Files) != len(want) || r.Manifest.Ended != "work-done" {
		t.Errorf("%d files, want %d: %+v", len(r.Manifest.Files), len(want), r.Manifest)
	}
	for _, f := range r.Manifest.Files {
		file, err := r.Open(f.Name)
		must(t, err)
		text, err := io.ReadAll(file)
		file.Close()
		if err != nil || string(text) != want["result/"+r.Name+"/"+f.Name] {
			t.Errorf("%s: %d bytes, %v", f.Name, len(text), err)
		}
	}
	write(t, filepath.Join(r.Dir, "beside.csv"), "x")
	for _, name := range []string{"", ".", "beside.csv", "../../settings.ini", "/etc/passwd", r.Name} {
		if _, err := r.Open(name); !errors.Is(err, desk.ErrNotFound) {
			t.Errorf("opened %q: %v", name, err)
		}
	}
	listed := r.Manifest.Files[0].Name
	path := filepath.Join(r.Dir, listed)
	for what, put := range map[string]func() error{
		"a link out of the folder": func() error { return os.Symlink(filepath.Join(p.Dir(), "settings.ini"), path) },
		"a link to nothing":        func() error { return os.Symlink("none", path) },
		"a folder":                 func() error { return os.Mkdir(path, 0o700) },
		"nothing":                  func() error { return nil },
	} {
		must(t, errors.Join(os.RemoveAll(path), put()))
		if f, err := r.Open(listed); !errors.Is(err, desk.ErrNotFound) {
			t.Errorf("%s: %v, %v", what, f, err)
		}
	}
}
