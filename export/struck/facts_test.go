package struck_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/site"
)

// TestWatched: of a watched crawl go the times of struck pages and arcs, and they go from its earlier graphs. By hand,
// without /a and without the link from /b to the home page: two pages, one arc, / → /b, the second one of the crawl.
func TestWatched(t *testing.T) {
	c := crawl()
	then := *c
	c.Watched = &site.Watched{
		Pages:   []site.Seen{{First: 1}, {First: 2}, {First: 3}},
		Arcs:    []site.Seen{{First: 4}, {First: 5}, {First: 6}, {First: 7}},
		Belief:  &site.Belief{Chance: []float64{0.1, 0.2, 0.3}, Next: []site.NextCheck{{Page: 2}, {Page: 1}}},
		Moments: all(&then),
	}
	list := opened(t, filepath.Join(t.TempDir(), "struck.txt"))
	out := []string{`["pages","` + s + `/a"]`, `["links","` + s + `/b","` + s + `/"]`}
	if err := list.Strike(out, true); err != nil {
		t.Fatal(err)
	}
	left, _, err := struck.Without(c, list)
	if err != nil {
		t.Fatal(err)
	}
	want := &site.Watched{Pages: []site.Seen{{First: 1}, {First: 3}}, Arcs: []site.Seen{{First: 5}},
		Belief: &site.Belief{Chance: []float64{0.1, 0.3}, Next: []site.NextCheck{{Page: 1}}}}
	got := *left.Watched
	for m, err := range got.Moments {
		if err != nil || len(m.Graph.Pages) != 2 || m.Graph.Arcs() != 1 {
			t.Errorf("earlier: %+v, %v", m.Graph, err)
		}
	}
	if got.Moments = nil; !reflect.DeepEqual(&got, want) {
		t.Errorf("got %+v\nwant %+v", got, *want)
	}
}

// TestSearched: what agents know of struck pages goes, and ids are those of the pages that are left. By hand, without
// /a, which led to /b.
func TestSearched(t *testing.T) {
	c := crawl()
	c.Searched = &site.Searched{Topics: []string{"x"}, Pages: []site.SearchedPage{{Visit: 1}, {Visit: 2, FoundOn: 1},
		{Visit: 3, FoundOn: 2}}}
	list := opened(t, filepath.Join(t.TempDir(), "struck.txt"))
	if err := list.Strike([]string{`["pages","` + s + `/a"]`}, true); err != nil {
		t.Fatal(err)
	}
	left, _, err := struck.Without(c, list)
	want := &site.Searched{Topics: []string{"x"}, Pages: []site.SearchedPage{{Visit: 1}, {Visit: 3}}}
	if err != nil || !reflect.DeepEqual(left.Searched, want) {
		t.Errorf("%+v, %v", left.Searched, err)
	}
}

// TestLinked: what pages link to or use has the ids of the pages that are left, and is left out without one; read back
// from files, only the first page is known, and the number of all.
func TestLinked(t *testing.T) {
	c := crawl()
	c.Linked = []*site.Linked{{Key: "a", Pages: []int32{1, 2, 3}}, {Key: "b", Pages: []int32{2}},
		{Key: "c", Pages: []int32{2}, Count: 4}, {Key: s + "/lost", Pages: []int32{1, 3}}}
	list := opened(t, filepath.Join(t.TempDir(), "struck.txt"))
	out := []string{`["pages","` + s + `/a"]`, `["links","` + s + `/","` + s + `/lost"]`}
	if err := list.Strike(out, true); err != nil {
		t.Fatal(err)
	}
	left, _, err := struck.Without(c, list)
	if err != nil {
		t.Fatal(err)
	}
	want := []*site.Linked{{Key: "a", Pages: []int32{1, 2}}, {Key: "c", Count: 3},
		{Key: s + "/lost", Pages: []int32{2}}}
	if !reflect.DeepEqual(left.Linked, want) {
		t.Errorf("%+v", left.Linked)
	}
}
