package stats

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// Worked out by hand. All links: page 0 has most of PageRank, then 1, 2 and 3, which nothing
// links to. In the content 1 alone is linked to, so the others share the second rank.
func TestContent(t *testing.T) {
	g := graphOf(4, [2]uint32{0, 1}, [2]uint32{0, 2}, [2]uint32{1, 0}, [2]uint32{2, 0}, [2]uint32{2, 1},
		[2]uint32{2, 1}, [2]uint32{2, 1}, [2]uint32{3, 0})
	if c := compute(crawlOf(g)).Content; c != nil {
		t.Errorf("where links stand is not known, but %+v", c)
	}
	g.Places = slices.Repeat([]site.LinkPlace{site.PlaceNavigation}, g.Arcs())
	g.Content = site.NumbersOf(1, 0, 0, 0, 2, 0)
	got := compute(crawlOf(g)).Content
	top := got.Top
	got.Top = nil
	page := func(id, all, content int) RankShift {
		return RankShift{ID: id, URL: g.Pages[id-1].URL, All: all, Content: content}
	}
	want := &Content{Arcs: 2, ArcShare: 0.333333333, Links: 3, Density: 0.166666667, MeanDegree: 0.5, Unlinked: 3,
		AllUnlinked: 1, Risen: []RankShift{page(2, 2, 1), page(4, 4, 2), page(3, 3, 2)},
		Fallen: []RankShift{page(1, 1, 2)}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if len(top) != 4 || top[0].ID != 2 || top[1].ID != 1 || top[1].Value != top[3].Value {
		t.Errorf("top pages %+v", top)
	}
}

// At most ten pages are listed, the greatest quotients first; no page is in both lists.
func TestShifts(t *testing.T) {
	g := graphOf(30)
	all, content := make([]int, 30), make([]int, 30)
	for i := range 30 {
		all[i], content[i] = i+1, 30-i
	}
	risen, fallen := shifts(g, all, content, all, content), shifts(g, all, content, content, all)
	if len(risen) != 10 || len(fallen) != 10 {
		t.Fatalf("%d risen, %d fallen", len(risen), len(fallen))
	}
	for k := range 10 {
		if risen[k].ID != 30-k || fallen[k].ID != k+1 {
			t.Errorf("%d: %+v, %+v", k, risen[k], fallen[k])
		}
	}
	if none := shifts(g, all, all, all, all); len(none) != 0 {
		t.Errorf("%+v of equal ranks", none)
	}
}

// The terminal's table has a line of the content where it is known.
func TestContentInTable(t *testing.T) {
	s := Summary{Arcs: 4}
	for _, known := range []bool{false, true} {
		if known {
			s.Content = &Content{Arcs: 3, ArcShare: 0.75}
		}
		var b strings.Builder
		if err := WriteTable(&b, s); err != nil || strings.Contains(b.String(), "Arcs from content") != known ||
			known && !strings.Contains(b.String(), "  3  75.0% of the arcs") {
			t.Errorf("%v: %v\n%s", known, err, b.String())
		}
	}
}
