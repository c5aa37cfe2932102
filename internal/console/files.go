package console

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Write creates a file, with its folders, and returns its path.
func Write(t testing.TB, path, text string) string {
	t.Helper()
	Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	Must(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// Read returns the text of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	Must(t, err)
	return string(text)
}

// Only returns the single file that matches a pattern.
func Only(t testing.TB, pattern ...string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: found %q, %v; want one file", filepath.Join(pattern...), found, err)
	}
	return found[0]
}

// Files returns the contents of all files in a folder except manifests, by name.
func Files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasSuffix(path, ".manifest.json") {
			name, _ := filepath.Rel(dir, path)
			all[name] = Read(t, path)
		}
		return err
	})
	Must(t, err)
	return all
}

// Results returns the contents of all result files in an output folder except manifests, by name.
func Results(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		result := strings.HasPrefix(name, "result/") || strings.HasPrefix(name, "sites/") ||
			strings.HasPrefix(name, "topics/") && !strings.HasPrefix(name, "topics/state/")
		if err == nil && !e.IsDir() && result && !strings.HasSuffix(name, "manifest.json") {
			all[name] = Read(t, filepath.Join(folder, filepath.FromSlash(name)))
		}
		return err
	})
	Must(t, err)
	if len(all) == 0 {
		t.Fatalf("%s has no result", folder)
	}
	return all
}

// MustEqualFiles fails the test unless both folders have the same files, byte for byte.
func MustEqualFiles(t testing.TB, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range want {
		at := 0 // where they begin to differ
		for other := got[name]; at < min(len(text), len(other)) && text[at] == other[at]; at++ {
		}
		if from := max(0, at-200); got[name] != text {
			t.Errorf("%s differs:\n…%.2000s\nwant:\n…%.2000s", name, got[name][from:], text[from:])
		}
	}
}

// Row is a line of a table, by column name.
type Row map[string]string

// guarded matches text that a spreadsheet would run, with the apostrophe that guards it.
var guarded = regexp.MustCompile(`^'('*[=+\-@])|(;)'(['"]*[=+\-@])`)

// ReadTable reads a table. Unless whole is set, it undoes doubled backslashes and guarding apostrophes, as
// docs/files.md says.
func ReadTable(t testing.TB, path string, whole bool) []Row {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(Read(t, path))).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatalf("%s: %d lines, %v", path, len(lines), err)
	}
	var rows []Row
	for _, line := range lines[1:] {
		r := Row{}
		for i, name := range lines[0] {
			r[name] = line[i]
			if !whole {
				r[name] = guarded.ReplaceAllString(strings.ReplaceAll(line[i], `\\`, `\`), "$1$2$3")
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// Manifest has the fields of a manifest.json that tests use.
type Manifest struct {
	// Version is the program's version, Site the origin, Ended how the crawl ended.
	Version, Site, Ended string
	// Settings are the settings in effect, by "section.key".
	Settings map[string]string
	// Complete is true if nothing was left to fetch.
	Complete bool
	// Notes are remarks on the crawl.
	Notes []string
	// Counts has the numbers of pages, arcs, links and fetches. Limits counts what each limit left out.
	Counts struct {
		Pages, Arcs, Links, Fetched int
		Limits                      map[string]int
	}
	// Files are the files beside the manifest.
	Files []struct {
		Name   string
		SHA256 string
	}
}

// ReadManifest reads the manifest of a result folder and compares it with the other files there.
func ReadManifest(t testing.TB, dir string) Manifest {
	t.Helper()
	var m Manifest
	Must(t, json.Unmarshal([]byte(Read(t, Only(t, dir, "*.manifest.json"))), &m))
	have := Files(t, dir)
	if len(m.Files) != len(have) {
		t.Errorf("the manifest lists %d files, the folder has %d", len(m.Files), len(have))
	}
	for _, f := range m.Files {
		sum := sha256.Sum256([]byte(have[f.Name]))
		if f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: the manifest has another SHA-256", f.Name)
		}
	}
	return m
}
