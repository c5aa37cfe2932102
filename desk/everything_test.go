package desk_test

import (
	"archive/zip"
	"bytes"
	"context"
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
	if err := os.Symlink(secret, filepath.Join(p.Dir(), "result", "secret.csv")); err != nil {
		t.Fatal(err)
	}
	keys := filepath.Join(p.Dir(), "result", "keys.ini")
	write(t, keys, "[http://a.example]\nbearer = secret\n")
	settings, err := os.ReadFile(filepath.Join(p.Dir(), "settings.ini"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(p.Dir(), "settings.ini"), string(settings)+"\n[download]\ncredentials = result/keys.ini\n")
	var b bytes.Buffer
	if err := p.Everything(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
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
