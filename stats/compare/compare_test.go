package compare

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// before and after are a small site. /c went, /n came, /b moved to /m, and /d changed, with some of the links.
func before() sketch {
	return sketch{
		origin: "http://h",
		pages: []site.Page{
			{Key: "/", Hash: "home"}, {Key: "/a", Hash: "a", Level: 1}, {Key: "/b", Hash: "b", Level: 1},
			{Key: "/c", Hash: "c", Level: 2}, {Key: "/d", Hash: "d", Level: 1}, {Key: "/e", Hash: "e", Level: 2},
		},
		arcs: map[[2]string]uint32{
			{"/", "/"}: 1, {"/", "/a"}: 1, {"/", "/b"}: 2, {"/", "/d"}: 1, {"/b", "/c"}: 1, {"/d", "/e"}: 1,
			{"/c", "/"}: 1,
		},
	}
}

func after() sketch {
	return sketch{
		origin: "http://h",
		pages: []site.Page{
			{Key: "/", Hash: "home"}, {Key: "/a", Hash: "a", Level: 1}, {Key: "/m", Hash: "b", Level: 1},
			{Key: "/n", Hash: "n", Level: 2}, {Key: "/d", Hash: "d2", Level: 1}, {Key: "/e", Hash: "e", Level: 1},
		},
		arcs: map[[2]string]uint32{
			{"/", "/"}: 1, {"/", "/a"}: 1, {"/", "/m"}: 3, {"/", "/d"}: 1, {"/", "/e"}: 1, {"/m", "/n"}: 1,
			{"/d", "/e"}: 1,
		},
	}
}

func state(key, hash string, level, in, out int) State {
	k := "http://h" + key
	return State{URL: k + "#", Key: k, Hash: hash, Title: "title of " + k, Level: level, InDegree: in, OutDegree: out}
}

func TestDifference(t *testing.T) {
	d := New(before().crawl(), after().crawl(), Options{})
	pages := []PageChange{
		{Shifted, state("/", "home", 0, 2, 4), state("/", "home", 0, 1, 5)},
		{Moved, state("/b", "b", 1, 1, 1), state("/m", "b", 1, 1, 1)},
		{Changed, state("/d", "d", 1, 1, 1), state("/d", "d2", 1, 1, 1)},
		{Removed, state("/c", "c", 2, 1, 1), State{}},
		{Shifted, state("/e", "e", 2, 1, 0), state("/e", "e", 1, 2, 0)},
		{Added, State{}, state("/n", "n", 2, 1, 0)},
	}
	console.Equal(t, slices.Collect(d.Pages()), pages)
	arcs := []ArcChange{
		{Reweighted, "http://h/", "http://h/m", 2, 3},
		{Added, "http://h/", "http://h/e", 0, 1},
		{Removed, "http://h/b", "http://h/c", 1, 0},
		{Added, "http://h/m", "http://h/n", 0, 1},
		{Removed, "http://h/c", "http://h/", 1, 0},
	}
	console.Equal(t, slices.Collect(d.Arcs()), arcs)
	// Of 7 pages, 5 are in both; of 9 arcs, 5 are in both.
	s := d.Summary()
	if want := (PageCounts{Removed: 1, Added: 1, Moved: 1, Changed: 1, Shifted: 2, Kept: 1,
		Overlap: 0.714285714}); s.Pages != want {
		t.Errorf("got %+v", s.Pages)
	}
	console.Equal(t, s.Arcs, (ArcCounts{Removed: 2, Added: 2, Reweighted: 1, Kept: 4, Overlap: 0.555555556}))
	console.Equal(t, s.Shifts, (Shifts{Nearer: 1, InMore: 1, InLess: 1, OutMore: 1}))
	levels := []LevelCount{{Level: 0, A: 1, B: 1}, {Level: 1, A: 3, B: 4, Came: 1},
		{Level: 2, A: 2, B: 1, Removed: 1, Added: 1, Left: 1}}
	console.Equal(t, s.Levels, levels)
}

// If contents are not comparable, no page counts as changed or moved.
func TestIgnoreContent(t *testing.T) {
	s := New(before().crawl(), after().crawl(), Options{IgnoreContent: true, Notes: []string{"why"}}).Summary()
	if want := (PageCounts{Removed: 2, Added: 2, Shifted: 2, Kept: 2, Overlap: 0.5}); s.Pages != want ||
		s.ContentCompared || !slices.Equal(s.Notes, []string{"why"}) {
		t.Errorf("got %+v", s)
	}
}

// A comparison with a crawl without pages is possible.
func TestNothing(t *testing.T) {
	none := sketch{origin: "http://h"}
	for _, c := range []struct{ a, b sketch }{{none, none}, {none, after()}, {before(), none}} {
		a, b := c.a.crawl(), c.b.crawl()
		d := New(a, b, Options{})
		if s := d.Summary(); s.Pages.Overlap != 0 || s.Arcs.Overlap != 0 || s.Pages.Removed != len(a.Graph.Pages) ||
			s.Pages.Added != len(b.Graph.Pages) {
			t.Errorf("%+v", s)
		}
	}
}

// A site that went from http to https keeps its pages.
func TestOrigins(t *testing.T) {
	a, b := before().crawl(), before()
	b.origin = "https://www.h"
	s := New(a, b.crawl(), Options{}).Summary()
	if s.Pages.Kept != 6 || s.Arcs.Kept != 7 || len(s.Notes) != 1 ||
		!strings.Contains(s.Notes[0], "http://h and https://www.h") {
		t.Errorf("%+v", s)
	}
}

// Pages that agents found have no common origin.
func TestSearches(t *testing.T) {
	a, b := before(), before()
	b.origin = "http://other"
	searched, other := a.crawl(), b.crawl()
	searched.Site, searched.Searched = "http", &site.Searched{}
	if s := New(searched, a.crawl(), Options{IgnoreContent: true}).Summary(); s.Pages.Kept != 6 || len(s.Notes) != 0 {
		t.Errorf("%+v", s)
	}
	if s := New(searched, other, Options{IgnoreContent: true}).Summary(); s.Pages.Removed != 6 || s.Pages.Added != 6 {
		t.Errorf("%+v", s)
	}
}

// Crawls that cannot be trusted as they are get remarks.
func TestRemarks(t *testing.T) {
	a, b := before().crawl(), after().crawl()
	a.Finished, b.Finished = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	a.Complete, a.Ended = false, "timeout"
	notes := New(a, b, Options{}).Summary().Notes
	if len(notes) != 2 || !strings.Contains(notes[0], "first crawl is not complete (timeout)") ||
		!strings.Contains(notes[1], "younger") {
		t.Errorf("%q", notes)
	}
	b.Complete, b.Ended = false, "timeout"
	told := strings.Join(New(a, b, Options{Forecast: true}).Summary().Notes, "\n")
	if strings.Contains(told, "first crawl is not") || strings.Contains(told, "second crawl is not") ||
		!strings.Contains(told, "the crawl is not complete") ||
		!strings.Contains(told, "the forecast is not complete") {
		t.Errorf("of a forecast: %q", told)
	}
}

func TestSettingsDiff(t *testing.T) {
	type settings = map[string]string
	for _, c := range []struct {
		a, b   settings
		ignore bool
		notes  []string // what they must contain
	}{
		{settings{"duplicates.key": "exact"}, settings{"duplicates.key": "exact"}, false, nil},
		{settings{"duplicates.key": "exact"}, settings{"duplicates.key": "text"}, true, []string{"exact and text"}},
		{settings{"duplicates.key": "none"}, settings{"duplicates.key": "none"}, true,
			[]string{"no two pages are alike"}},
		{settings{"duplicates.key": "exact"}, settings{}, true, []string{"exact and empty"}},
		{settings{"duplicates.key": "text", "walk.elements": "a"},
			settings{"duplicates.key": "text", "walk.elements": "a, area"}, true,
			[]string{"looks at the links", "[walk] elements was a and a, area"}},
		{settings{"walk.max_pages": "0", "sites.max_level": "3"},
			settings{"walk.max_pages": "5", "sites.max_level": "4"}, false,
			[]string{"[sites] max_depth was 3 and 4", "[walk] max_pages was 0 and 5"}},
		{settings{"download.contact": "x", "sites.crawl_delay": "1s"}, settings{"log.level": "y"}, false, nil},
		{settings{"sites.max_level": "3", "sites.downloads_at_once": "2"},
			settings{"sites.max_depth": "3", "sites.connections_per_host": "4"}, false, nil},
		{settings{"sites.max_level": "3"}, settings{"sites.max_depth": "4"}, false,
			[]string{"[sites] max_depth was 3 and 4"}},
		{settings{"walk.exclude": strings.Repeat("x", 1000)}, settings{}, false, []string{"x…"}},
	} {
		o := SettingsDiff(c.a, c.b)
		ok := o.IgnoreContent == c.ignore && len(o.Notes) == len(c.notes)
		for i := range c.notes {
			ok = ok && strings.Contains(o.Notes[i], c.notes[i])
		}
		if !ok {
			t.Errorf("%v, %v: %+v", c.a, c.b, o)
		}
	}
}

// TestTable checks the table that a person reads.
func TestTable(t *testing.T) {
	var b bytes.Buffer
	s := New(before().crawl(), after().crawl(), Options{IgnoreContent: true, Notes: []string{"a remark"}}).Summary()
	console.Must(t, WriteTable(&b, s))
	words := strings.Fields(b.String())
	for _, row := range []string{"pages 6 6 2 2 ? ? 2 2 50.0%", "arcs 7 7 3 3 0 4 40.0%", "2 2 1 1 0 1 1",
		"Note: a remark."} {
		if !strings.Contains(strings.Join(words, " "), row) {
			t.Errorf("no %q in\n%s", row, &b)
		}
	}
	if err := WriteTable(writer{}, s); !errors.Is(err, iotest.ErrTimeout) {
		t.Error(err)
	}
}

type writer struct{}

func (writer) Write([]byte) (int, error) { return 0, iotest.ErrTimeout }
