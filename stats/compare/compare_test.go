package compare

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
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

// sketch is a crawl in the form in which a test writes it.
type sketch struct {
	origin string
	pages  []site.Page // URL is not needed
	arcs   map[[2]string]uint32
}

// crawl makes the crawl of a sketch, whose keys lack the origin.
func (s sketch) crawl() *site.Crawl {
	g := &site.Graph{Offsets: []int{0}}
	for _, p := range s.pages {
		p.Key = s.origin + p.Key
		p.URL, p.Title = p.Key+"#", cmp.Or(p.Title, "title of "+p.Key)
		g.Pages = append(g.Pages, p)
	}
	slices.SortFunc(g.Pages, func(a, b site.Page) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(a.Key, b.Key))
	})
	for _, from := range g.Pages {
		for t, to := range g.Pages {
			if w := s.arcs[[2]string{from.Key[len(s.origin):], to.Key[len(s.origin):]}]; w > 0 {
				g.Targets = append(g.Targets, uint32(t))
				g.Weights.Append(w)
			}
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Site: s.origin, Graph: g, Complete: true}
}

// dice makes two sketches that differ in all kinds of changes. Few different hashes make moves ambiguous.
func dice(seed uint64, n int) (a, b sketch) {
	d := rand.New(rand.NewPCG(seed, 3))
	hash := func() string {
		if d.IntN(8) == 0 {
			return ""
		}
		return fmt.Sprintf("%04x", d.IntN(2*n+1))
	}
	a.arcs, b.arcs = map[[2]string]uint32{}, map[[2]string]uint32{}
	name := map[string]string{} // maps names in A to names in B
	for i := range n {
		p := site.Page{Key: fmt.Sprintf("/%d", i), Hash: hash(), Level: d.IntN(4)}
		if d.IntN(6) > 0 {
			a.pages = append(a.pages, p)
		}
		name[p.Key] = p.Key
		switch d.IntN(8) {
		case 0:
			name[p.Key] = "/new" + p.Key
			p.Key = name[p.Key]
		case 1:
			p.Hash = hash()
		case 2:
			p.Level = d.IntN(6)
		case 3:
			continue
		}
		b.pages = append(b.pages, p)
	}
	for range n * 3 {
		from, to := fmt.Sprintf("/%d", d.IntN(n)), fmt.Sprintf("/%d", d.IntN(n))
		w := 1 + d.Uint32N(3)
		if d.IntN(4) > 0 {
			a.arcs[[2]string{from, to}] = w
		}
		if d.IntN(4) == 0 {
			w++
		}
		if d.IntN(4) > 0 {
			b.arcs[[2]string{name[from], name[to]}] = w
		}
	}
	a.origin, b.origin = "http://h", "http://h"
	if seed%3 == 0 {
		b.origin = "https://www.h:8443"
	}
	return a, b
}

// relaunch returns a site before and after a relaunch: folders were renamed, a tenth of the pages moved alone, most
// pages were edited, and some are gone or new. went maps old paths to new ones.
func relaunch(seed uint64) (a, b sketch, went map[string]string) {
	d := rand.New(rand.NewPCG(seed, 9))
	text := func() string { return fmt.Sprintf("w%d w%d w%d", d.IntN(300), d.IntN(300), d.IntN(300)) }
	home := []site.Page{{Key: "/"}}
	a = sketch{origin: "http://h", arcs: map[[2]string]uint32{}, pages: home}
	b = sketch{origin: "http://staging", arcs: map[[2]string]uint32{}, pages: home}
	went = map[string]string{"/": "/"}
	for i := range 200 {
		p := site.Page{Key: fmt.Sprintf("/f%d/%d-%d.html", i%9, d.IntN(300), i), Title: text() + " | Docs 1", Level: 1,
			Hash: fmt.Sprint(i), Facts: &site.Facts{H1: text()}}
		a.pages = append(a.pages, p)
		went[p.Key] = p.Key
		if d.IntN(10) == 0 {
			went[p.Key] = fmt.Sprintf("/g/%d-%d/", d.IntN(300), i)
		} else if i%9 < 5 {
			went[p.Key] = "/new" + p.Key
		}
		q := p
		q.Key, q.Title = went[p.Key], strings.Replace(p.Title, "Docs 1", "Docs 2", 1)
		if d.IntN(4) > 0 {
			q.Hash += " edited"
		}
		change := d.IntN(10)
		if change == 0 || change == 2 {
			q.Title = text() + " | Docs 2"
		}
		if change == 1 || change == 2 {
			q.Facts = &site.Facts{H1: text()}
		}
		if change == 3 {
			went[p.Key] = ""
			q = site.Page{Key: fmt.Sprint("/x", i), Title: text(), Hash: fmt.Sprint("new", i), Level: 1}
		}
		b.pages = append(b.pages, q)
	}
	for range 1500 {
		from, to := a.pages[d.IntN(200)].Key, a.pages[d.IntN(200)].Key
		a.arcs[[2]string{from, to}] = 1
		if d.IntN(10) > 0 {
			b.arcs[[2]string{went[from], went[to]}] = 1
		}
	}
	return a, b, went
}

// At least 95 % of the pages that moved and were edited are found, and at most 1 % of the certain matches are wrong.
func TestAlike(t *testing.T) {
	moved, found, sure, wrong := 0, 0, 0, 0
	count := func(n *int, is bool) bool {
		if is {
			*n++
		}
		return is
	}
	for seed := range uint64(20) {
		a, b, went := relaunch(seed)
		for _, l := range Alike(a.crawl(), b.crawl()) {
			to := went[l.From]
			moves := count(&moved, to != "" && to != l.From)
			if count(&sure, l.Certain()) && !count(&wrong, to != l.To) {
				count(&found, moves)
			}
		}
	}
	if moved < 1000 || found*100 < moved*95 || wrong*100 > sure {
		t.Errorf("%d of %d moves found, %d of %d certain ones wrong", found, moved, wrong, sure)
	}
}
