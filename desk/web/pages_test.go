package web

import (
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
)

// TestPagesNow: a crawl that goes on has not read yet what it knew; only more pages than a table shows are news.
func TestPagesNow(t *testing.T) {
	d, err := desk.Open(desk.Options{Folder: t.TempDir(), TwinPause: time.Millisecond})
	must(t, err)
	defer d.Close(t.Context())
	s, err := New(d, Options{})
	must(t, err)
	for now, want := range map[int]bool{1: false, 70: false, 71: true} {
		var page strings.Builder
		b := tableBody{Rows: &rows{Pages: 70, PagesNow: now, Stale: true}}
		must(t, s.templates.ExecuteTemplate(&page, "tables", b))
		if strings.Contains(page.String(), "the crawl has") != want {
			t.Errorf("%d pages now: %s", now, page.String())
		}
	}
}
