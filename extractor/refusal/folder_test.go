package refusal

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/site"
)

// TestFolder holds the pages of a folder against the table, as if none had a link: none of
// a folder of documentation is a refusal. The folder is $SITEGRAPH_PAGES.
func TestFolder(t *testing.T) {
	folder, pages := os.Getenv("SITEGRAPH_PAGES"), 0
	if folder == "" {
		t.Skip("SITEGRAPH_PAGES names no folder")
	}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() ||
			!slices.Contains([]string{".html", ".htm", ".xhtml"}, filepath.Ext(name)) {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pages++
		if who := Of(site.Response{Status: 200, Body: body}, 0); who != "" {
			t.Errorf("%s: refused %s", name, who)
		}
		return nil
	})
	if err != nil || pages == 0 {
		t.Fatalf("%d pages, error %v", pages, err)
	}
	t.Logf("%d pages", pages)
}
