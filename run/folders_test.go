package run

import (
	"testing"

	"sitegraph/site"
)

// TestFolderOfMovedSite: a line whose site moved from http to https keeps its folder.
func TestFolderOfMovedSite(t *testing.T) {
	e := &Exporter{Config: Config{OutputDir: t.TempDir()}}
	u, moved := site.URL{Scheme: "http", Host: "a.example"}, site.URL{Scheme: "https", Host: "a.example"}
	e.folder(u, u.Origin())
	if name := e.folder(moved, u.Origin()); name != "a.example" {
		t.Errorf("a site that moved to https lies in %s", name)
	}
}
