package desk_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/internal/console"
)

// rowOf returns the only row of a table that matches a text.
func rowOf(t *testing.T, v desk.View, table, text string) tables.Row {
	t.Helper()
	q := tables.Query{Filter: tables.Filter{Text: text}, Rows: 1}
	p, err := v.Index.Page(t.Context(), table, q, nil)
	must(t, err)
	console.Equal(t, len(p.Rows), 1, table, text)
	return p.Rows[0]
}

// Neither the desk nor the console writes rows that were struck out; after they are restored, the files are as before.
func TestStruckOut(t *testing.T) {
	s := newWebsite(t, 60)
	folder := t.TempDir()
	d := open(t, folder)
	p := project(t, d, "one", s.URL)
	finish(t, d, p, desk.Start)
	before := console.Results(t, p.Dir())
	v, err := p.View(t.Context(), s.URL)
	must(t, err)
	var out []string
	for table, text := range map[string]string{tables.Pages: "/p8", tables.Links: "/p4",
		tables.External: "other.example/5", tables.Ledger: "status 404"} {
		out = append(out, rowOf(t, v, table, text).Identity)
	}
	struck, err := p.Struck()
	must(t, err)
	must(t, struck.Strike(out, true))
	must(t, d.Close(t.Context()))
	d = open(t, folder)
	p, err = d.Project("one")
	must(t, err)
	finish(t, d, p, desk.Start)
	after, result := console.Results(t, p.Dir()), "result/"+hostFolder(s)+"/"+hostFolder(s)
	for file, text := range map[string]string{".nodes.csv": s.URL + "/p8,", ".external.csv": "other.example/5,"} {
		console.Has(t, before[result+file], text)
		console.Lacks(t, after[result+file], text)
	}
	text, err := os.ReadFile(filepath.Join(p.Dir(), filepath.FromSlash(result)+".manifest.json"))
	var m struct{ Struck map[string]int }
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || m.Struck["pages"] != 1 || m.Struck["links"] != 1 || m.Struck["external"] != 1 ||
		m.Struck["ledger"] != 1 {
		t.Errorf("the manifest counts %v, %v", m.Struck, err)
	}
	commandLine(t, p.Dir(), "export")
	console.MustEqualFiles(t, console.Results(t, p.Dir()), after)
	commandLine(t, p.Dir(), "stats", filepath.Dir(filepath.FromSlash(result)))

	if struck, err = p.Struck(); err != nil || struck.Len() != 4 {
		t.Fatalf("%d rows are struck out, %v", struck.Len(), err)
	}
	must(t, struck.Strike(out, false))
	finish(t, d, p, desk.Start)
	console.MustEqualFiles(t, console.Results(t, p.Dir()), before)
}

// The zip has the files that people edit and all result files, but no state and nothing from outside the project.
func TestEverything(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 20)
	d := open(t, t.TempDir())
	p := project(t, d, "all files", s.URL)
	finish(t, d, p, desk.Start)
	secret := filepath.Join(t.TempDir(), "secret.csv")
	console.Write(t, secret, "secret")
	must(t, os.Symlink(secret, filepath.Join(p.Dir(), "result", "secret.csv")))
	keys := filepath.Join(p.Dir(), "result", "keys.ini")
	console.Write(t, keys, "[http://a.example]\nbearer = secret\n")
	settings, err := os.ReadFile(filepath.Join(p.Dir(), "settings.ini"))
	must(t, err)
	withKeys := "\n[download]\ncredentials = result/keys.ini\n"
	console.Write(t, filepath.Join(p.Dir(), "settings.ini"), string(settings)+withKeys)
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
		must(t, err)
		console.Equal(t, got[name], string(text), name)
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
	want := without(console.Results(t, p.Dir()), "result/secret.csv", "result/keys.ini")
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

// Only the files of the manifest can be opened, and no others beside them or behind a link.
func TestResult(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 20)
	d, p := deskWith(t, s.URL)
	if _, err := p.Result(s.URL); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("before the crawl: %v", err)
	}
	finish(t, d, p, desk.Start)
	r, err := p.Result(s.URL)
	must(t, err)
	want := console.Results(t, p.Dir())
	console.Equal(t, len(r.Manifest.Files), len(want), r.Manifest)
	console.Equal(t, r.Manifest.Ended, "work-done", r.Manifest)
	for _, f := range r.Manifest.Files {
		file, err := r.Open(f.Name)
		must(t, err)
		text, err := io.ReadAll(file)
		file.Close()
		must(t, err)
		console.Equal(t, string(text), want["result/"+r.Name+"/"+f.Name], f.Name, len(text))
	}
	console.Write(t, filepath.Join(r.Dir, "beside.csv"), "x")
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

// After any import the project can be used, and it reads each line that Import accepted.
func FuzzImport(f *testing.F) {
	for _, list := range []string{
		"http://a/\x00", "http://a/\x07 # x\nb.example", "http://a/\rhttp://b/", "\xff\xfea\x00\nc.example",
		"a.example = *.a.example\nb.example = a.example\na.example = c.example", "a.example/\ufeff\u0085;3",
		"\ufeff\ufeffhttp://a.example#\x00 # \x00", "a.example;1;2;3 # name: \x00\u2028",
	} {
		f.Add(list)
	}
	d, err := desk.Open(desk.Options{Folder: f.TempDir(), TwinPause: time.Millisecond})
	must(f, err)
	f.Cleanup(func() { d.Close(f.Context()) })
	p, err := d.Create("one", "")
	must(f, err)
	f.Fuzz(func(t *testing.T, list string) {
		if err := os.Remove(filepath.Join(p.Dir(), "hosts.txt")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		done, err := p.Import(list)
		if err != nil && !isInput(err) {
			t.Fatal(err)
		}
		o := p.Overview()
		console.Equal(t, o.Trouble, "", done, o.Sites)
		console.Equal(t, (o.Sites > 0), (done.Added > 0), done, o.Sites)
		for _, remark := range o.Remarks {
			if strings.HasSuffix(remark, "skipped") {
				t.Fatalf("%+v: %s", done, remark)
			}
		}
		if again, err := p.Import(list); err != nil || again.Added > 0 {
			t.Fatalf("a second time: %+v, %v", again, err)
		}
	})
}
