package scorecard

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// largest is the greatest size in bytes of a page.
const largest = 1 << 20

// readWorld reads the folders of a folder, each a site: below the index.html that
// is nearest to the top. Links that lead nowhere are left out.
func readWorld(t *testing.T, folder string) *world {
	t.Helper()
	w := newWorld()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		dir, err := filepath.EvalSymlinks(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files := htmlFiles(t, dir)
		root := ""
		for _, f := range files {
			if d := filepath.Dir(f); filepath.Base(f) == "index.html" && (root == "" || len(d) < len(root)) {
				root = d
			}
		}
		if root == "" {
			t.Fatalf("%s has no index.html", dir)
		}
		n := len(w.sites)
		w.sites = append(w.sites, docs{name: e.Name(), home: "/index.html"})
		for _, f := range files {
			if rest, ok := strings.CutPrefix(f, root+"/"); ok {
				w.add(page{site: n, path: "/" + filepath.ToSlash(rest), body: func() ([]byte, error) {
					return os.ReadFile(f)
				}})
			}
		}
	}
	if err := w.connect(); err != nil {
		t.Fatal(err)
	}
	return w
}

// htmlFiles are the pages below a folder, in the order of their names.
func htmlFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= largest {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
