package export

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func TestManifest(t *testing.T) {
	d := newDir(t)
	must(t, d.Write("x.csv", func(w io.Writer) error { _, err := io.WriteString(w, "abc"); return err }))
	c := tiny()
	c.Robots.Text = "Disallow: /<a>\xff\n"
	c.Notes = nil
	for range 2 { // the second manifest must not list the first
		must(t, WriteManifest(d, NewManifest("1.2.3", map[string]string{"b": "2", "a": "1"}, c)))
	}
	raw, err := os.ReadFile(filepath.Join(d.Path(), "example.com.manifest.json"))
	must(t, err)
	for _, piece := range []string{
		`"started": "2026-01-02T02:04:05Z"`, `"finished": "2026-01-02T02:05:00Z"`, `"notes": []`, `"page": 3`,
		`"text": "Disallow: /<a>\ufffd\n"`, `"ended": "work-done"`, `"complete": true`,
		// The digest is that of "abc" in FIPS 180-2, appendix B.1.
		`"sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"`,
	} {
		if !strings.Contains(string(raw), piece) {
			t.Errorf("no %s in\n%s", piece, raw)
		}
	}
	console.Lacks(t, string(raw), `"fetched": "0001`)
	var m Manifest
	must(t, json.Unmarshal(raw, &m))
	if len(m.Files) != 1 || m.Files[0].Name != "example.com.x.csv" || m.Files[0].Bytes != 3 {
		t.Errorf("files %v", m.Files)
	}
	if m.Settings["b"] != "2" || m.Counts.States[site.StatePage] != 3 || m.Robots.Status != 404 ||
		!m.Started.Equal(c.Started.Truncate(time.Second)) {
		t.Errorf("read back %+v", m)
	}
}

// Rewriting one format keeps the unchanged files of the same crawl.
func TestManifestKeepsOthers(t *testing.T) {
	path := t.TempDir()
	write := func(m Manifest, names ...string) []string {
		t.Helper()
		d, err := NewDir(path, "a")
		must(t, err)
		for _, name := range names {
			must(t, put(d, name, name))
		}
		must(t, WriteManifest(d, m))
		var written Manifest
		text, err := os.ReadFile(filepath.Join(path, "a.manifest.json"))
		if err != nil || json.Unmarshal(text, &written) != nil {
			t.Fatal(err)
		}
		var listed []string
		for _, f := range written.Files {
			listed = append(listed, strings.TrimPrefix(f.Name, "a."))
		}
		return listed
	}
	m := Manifest{
		Program: "sitegraph", Version: "1", Site: "https://a.example",
		Settings: map[string]string{"export.exporters": "csv,bad"}, Counts: site.Counts{Fetched: 3},
	}
	write(m, "nodes.csv", "bad.csv", "gone.csv")
	must(t, os.Remove(filepath.Join(path, "a.gone.csv")))
	m.Settings = map[string]string{"export.exporters": "pajek", "sites.crawl_delay": "1s", "download.contact": "x"}
	if got, want := write(m, "graph.net", "bad.csv"),
		[]string{"bad.csv", "graph.net", "nodes.csv"}; !slices.Equal(got, want) {
		t.Errorf("the same crawl: %q, want %q", got, want)
	}
	m.Settings = map[string]string{"walk.exclude": "x"}
	console.Equal(t, write(m, "bad.csv"), []string{"bad.csv"}, "a crawl of other URLs")
	for _, further := range []*int{&m.Counts.Fetched, &m.Iterations} {
		write(m, "bad.csv")
		*further++
		console.Equal(t, write(m, "graph.net"), []string{"graph.net"}, "another crawl")
	}
}
