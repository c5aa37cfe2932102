package desk_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
)

// TestMapIsBounded: while a site is crawled, the map has as many pages as the desk draws, however many are known;
// when it is over, all. The crawl goes on while the map is drawn.
func TestMapIsBounded(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 60)
	d, err := desk.Open(desk.Options{Folder: t.TempDir(), TwinPause: time.Millisecond, MostDrawn: 15})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close(context.WithoutCancel(t.Context())) })
	p := project(t, d, "map", s.URL)
	drawn := func() (v desk.View, dots int) {
		t.Helper()
		v, err := p.View(t.Context(), s.URL)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(v.Map)
		if err != nil {
			t.Fatal(err)
		}
		pages, _, _ := strings.Cut(string(text), `id="sm-1"`) // the first picture
		_, nodes, _ := strings.Cut(pages, `<g class="nodes"`)
		nodes, _, _ = strings.Cut(nodes, `<g class="labels"`)
		return v, strings.Count(nodes, "<circle ")
	}
	stopAt(t, s.tell, 40, func() { do(t, p, desk.Start) }, func() {
		if v, dots := drawn(); v.Drawn != 15 || dots != 15 || v.Pages < 16 {
			t.Errorf("%d of %d pages, %d dots", v.Drawn, v.Pages, dots)
		}
	})
	await(t, d, p, desk.Idle)
	v, _ := drawn()
	for v.Stale && t.Context().Err() == nil { // until it is of the end
		v, _ = drawn()
	}
	if v.Drawn != v.Pages || v.Pages < 30 {
		t.Errorf("at the end: %d of %d pages", v.Drawn, v.Pages)
	}
}
