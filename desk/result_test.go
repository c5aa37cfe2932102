package desk_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sitegraph/desk"
)

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
	if err != nil {
		t.Fatal(err)
	}
	want := files(t, p.Dir())
	if len(r.Manifest.Files) != len(want) || r.Manifest.Ended != "work-done" {
		t.Errorf("%d files, want %d: %+v", len(r.Manifest.Files), len(want), r.Manifest)
	}
	for _, f := range r.Manifest.Files {
		file, err := r.Open(f.Name)
		if err != nil {
			t.Fatal(err)
		}
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
		if err := errors.Join(os.RemoveAll(path), put()); err != nil {
			t.Fatal(err)
		}
		if f, err := r.Open(listed); !errors.Is(err, desk.ErrNotFound) {
			t.Errorf("%s: %v, %v", what, f, err)
		}
	}
}
