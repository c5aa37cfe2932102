package export

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// A symbolic link in place of a folder is not followed, and one in place of a file is replaced.
func TestDirLinks(t *testing.T) {
	outside := t.TempDir()
	path := filepath.Join(t.TempDir(), "example.com")
	d, err := NewDir(path, "example.com")
	must(t, err)
	for _, name := range []string{"charts", "example.com.a.txt", tempPrefix + "example.com.b.txt"} {
		if err := os.Symlink(filepath.Join(outside, "x"), filepath.Join(path, name)); err != nil {
			t.Skip(err)
		}
	}
	_, err = d.Sub("charts")
	console.Fails(t, err, "symbolic link")
	must(t, put(d, "a.txt", "text"))
	_ = put(d, "b.txt", "text") // either an error, or written inside
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("outside: %v, %v", left, err)
	}
}

func TestDirKeepsOldFileOnError(t *testing.T) {
	d := newDir(t)
	must(t, put(d, "x", "old"))
	broken := errors.New("broken")
	err := d.Write("x", func(w io.Writer) error { _, _ = io.WriteString(w, "new"); return broken })
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), filepath.Join(d.Path(), "example.com.x")) {
		t.Errorf("error %v", err)
	}
	console.Equal(t, contents(t, d.Path()), map[string]string{"example.com.x": "old"})
}

// If a folder is in the file's place, the error says so.
func TestDirRenameFails(t *testing.T) {
	d := newDir(t)
	must(t, os.MkdirAll(filepath.Join(d.Path(), "example.com.x", "full"), 0o777))
	err := d.Write("x", func(io.Writer) error { return nil })
	console.Fails(t, err, filepath.Join(d.Path(), "example.com.x"))
	if _, err := os.Lstat(filepath.Join(d.Path(), ".tmp-example.com.x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("unfinished file stays: %v", err)
	}
	console.Equal(t, d.Files(), nil, "recorded")
}

func TestNewDirCleansUp(t *testing.T) {
	path := t.TempDir()
	for _, name := range []string{".tmp-h.nodes.csv", ".tmp-other.x", "h.nodes.csv", ".tmp-h"} {
		must(t, os.WriteFile(filepath.Join(path, name), nil, 0o666))
	}
	_, err := NewDir(path, "h")
	must(t, err)
	console.Equal(t, contents(t, path), map[string]string{".tmp-other.x": "", "h.nodes.csv": "", ".tmp-h": ""})
}

func TestNewDirOnFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(path, nil, 0o666))
	_, err := NewDir(path, "h")
	console.Fails(t, err, path)
}

// Files of a subfolder are listed with those of the folder, and files that earlier runs left can be removed.
func TestDirSub(t *testing.T) {
	path := t.TempDir()
	for _, left := range []string{"a.old.svg", "a.new.svg", "b.old.svg"} {
		must(t, os.MkdirAll(filepath.Join(path, "charts"), 0o755))
		must(t, os.WriteFile(filepath.Join(path, "charts", left), nil, 0o644))
	}
	d, err := NewDir(path, "a")
	must(t, err)
	charts, err := d.Sub("charts")
	must(t, err)
	must(t, errors.Join(put(charts, "new.svg", "x"), put(d, "csv", "x"), charts.Prune()))
	var names []string
	for _, f := range d.Files() {
		names = append(names, f.Name)
	}
	console.Equal(t, names, []string{"a.csv", "charts/a.new.svg"})
	console.Equal(t, contents(t, filepath.Join(path, "charts")), map[string]string{"a.new.svg": "x", "b.old.svg": ""})
}

func TestFolderName(t *testing.T) {
	for _, c := range []struct{ host, port, want string }{
		{"example.com", "", "example.com"},
		{"example.com", "8080", "example.com_8080"},
		{"xn--bcher-kva.example", "", "xn--bcher-kva.example"},
		{"127.0.0.1", "80", "127.0.0.1_80"},
		{"[::1]", "8443", "___1__8443"},
		{"bücher.example", "", "b_cher.example"},
		{"a/../b\\c", "", "a_.._b_c"},
		{"", "", "_"},
		{".", "", "_"},
		{"..", "", "__"},
		{".hidden", "", "_hidden"},
		{"example.com.", "", "example.com_"},
		{"example.com.", "81", "example.com._81"},
		{"con", "", "_con"},
		{"NUL", "", "_NUL"},
		{"Com1.example", "", "_Com1.example"},
		{"lpt9", "", "_lpt9"},
		{"com10", "", "com10"},
		{"console", "", "console"},
		{"con", "80", "con_80"},
	} {
		console.Equal(t, FolderName(site.URL{Scheme: "https", Host: c.host, Port: c.port, Path: "/"}), c.want, c.host,
			c.port)
	}
}

func TestFolderNameLong(t *testing.T) {
	a := FolderName(site.URL{Host: strings.Repeat("a", 250) + ".com"})
	b := FolderName(site.URL{Host: strings.Repeat("a", 250) + ".org"})
	if len(a) != 200 || len(b) != 200 || a == b {
		t.Errorf("got %q and %q", a, b)
	}
}

func FuzzFolderName(f *testing.F) {
	for _, host := range []string{"example.com", "..", "aux.x", "[::1]", "\xff", strings.Repeat(".", 300)} {
		f.Add(host, "")
		f.Add(host, "80")
	}
	legal := regexp.MustCompile(`^[0-9A-Za-z_-]([0-9A-Za-z_.-]{0,198}[0-9A-Za-z_-])?$`)
	device := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
	f.Fuzz(func(t *testing.T, host, port string) {
		name := FolderName(site.URL{Host: host, Port: port})
		if !legal.MatchString(name) || device.MatchString(name) {
			t.Errorf("%q %q: %q", host, port, name)
		}
	})
}
