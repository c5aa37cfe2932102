package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func all(string) bool { return true }

func TestEditedHosts(t *testing.T) {
	noB := func(line string) bool { return Uncomment(line) != "b.example" }
	for _, c := range []struct {
		name, text string
		keep       func(string) bool
		more       []string
		want       string
	}{
		{"empty", "", all, []string{"a.example"}, "a.example\n"},
		{"no newline at the end", "# x\na.example", all, []string{"b.example"}, "# x\na.example\nb.example\n"},
		{"nothing more", "a.example", all, nil, "a.example"},
		{"CRLF", "# x\r\na.example # y\r\n", all, []string{"b.example", "c.example"},
			"# x\r\na.example # y\r\nb.example\r\nc.example\r\n"},
		{"CRLF, no newline at the end", "# x\r\na.example", all, []string{"b.example"},
			"# x\r\na.example\r\nb.example\r\n"},
		{"byte order mark", "\ufeffa.example\n", all, []string{"b.example"}, "\ufeffa.example\nb.example\n"},
		{"first line after a byte order mark taken out", "\ufeffb.example\nc.example\n", noB, nil, "\ufeffc.example\n"},
		{"last line taken out", "a.example\nb.example", noB, []string{"c.example"}, "a.example\nc.example\n"},
	} {
		if got := editedHosts(c.text, c.keep, c.more); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// The file behind a link is replaced and keeps its mode, and no other file is left.
func TestEditHosts(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "hosts.txt"), filepath.Join(dir, "link")
	must(t, os.WriteFile(path, []byte("a.example"), 0o600))
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	must(t, EditHosts(link, all, []string{"b.example"}))
	text, err := os.ReadFile(path)
	if info, _ := os.Stat(path); err != nil || string(text) != "a.example\nb.example\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", text, info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v %v", entries, err)
	}
	if err := EditHosts(filepath.Join(dir, "none", "hosts.txt"), all, []string{"b.example"}); err == nil {
		t.Error("a folder that does not exist: no error")
	}
}

// Lines that are there stay, and lines that are added can be read.
func FuzzEditHosts(f *testing.F) {
	for _, text := range []string{"", "a.example", "\ufeff# x\r\nhttp://a.example;2 # y\r\n", "a.example\n\n\r",
		"x\r\r\ny"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if edited := editedHosts(text, all, nil); edited != text {
			t.Fatalf("%q became %q", text, edited)
		}
		before, _, _ := ReadHosts(strings.NewReader(text), "hosts.txt", Settings{})
		edited := editedHosts(text, all, []string{"https://added.example"})
		if !strings.HasPrefix(edited, text) {
			t.Fatalf("%q became %q", text, edited)
		}
		after, _, err := ReadHosts(strings.NewReader(edited), "hosts.txt", Settings{})
		if strings.ContainsRune(text, 0) || strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
			return // not a list of hosts
		}
		added := func(h Host) bool { return h.URL.Origin() == "https://added.example" }
		if err != nil || !slices.ContainsFunc(after, added) || len(after) < len(before) {
			t.Fatalf("%q: %v, %d hosts after %d", edited, err, len(after), len(before))
		}
	})
}
