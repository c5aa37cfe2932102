package config

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPurposes: what a purpose sets exists, differs from the default, and is read back from what is written of it.
func TestPurposes(t *testing.T) {
	defaults := Defaults()
	rows := Table(&defaults)
	names := map[string]bool{}
	for _, p := range Purposes() {
		if names[p.Name] || p.Doc == "" || len(p.Next) != 2 {
			t.Errorf("%+v is not whole, or there twice", p)
		}
		names[p.Name] = true
		if !slices.ContainsFunc(rows, func(r Setting) bool { return r.Name() == p.Limit }) {
			t.Errorf("%s: there is no setting %s", p.Name, p.Limit)
		}
		s, err := Load(Sources{Overrides: p.Settings})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		changed := map[string]bool{}
		for i, r := range Table(s) {
			changed[r.Name()] = r.Text() != rows[i].Text()
		}
		for name := range p.Settings {
			if !changed[name] {
				t.Errorf("%s: %s is the default", p.Name, name)
			}
		}
		same(t, written(t, s), s)
	}
}

// written are settings read back from the file of those that differ from the defaults.
func written(t *testing.T, s *Settings) *Settings {
	t.Helper()
	var out bytes.Buffer
	must(t, s.WriteChanged(&out))
	file := filepath.Join(t.TempDir(), "settings.ini")
	must(t, os.WriteFile(file, out.Bytes(), 0o600))
	back, err := Load(Sources{File: file})
	must(t, err)
	return back
}
