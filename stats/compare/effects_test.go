package compare

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"sitegraph/site"
)

// TestLosses: a page is lost by the changes that took what led to it, and by those that lost the pages that lead to it.
// By hand: / leads to /a, /b and /d, /a to /c, /b to /c, /c to /e, /d to /e and to /d; then /b is gone by change 1,
// and / leads to /a and /d no more by 2 and 3.
func TestLosses(t *testing.T) {
	page := func(key string, level int) site.Page { return site.Page{Key: key, Level: level} }
	a := sketch{origin: "http://h", pages: []site.Page{page("/", 0), page("/a", 1), page("/b", 1), page("/d", 1),
		page("/c", 2), page("/e", 2)}, arcs: map[[2]string]uint32{{"/", "/a"}: 1, {"/", "/b"}: 1, {"/", "/d"}: 1,
		{"/a", "/c"}: 1, {"/b", "/c"}: 1, {"/c", "/e"}: 1, {"/d", "/e"}: 1, {"/d", "/d"}: 1}}
	b := sketch{origin: "http://h", pages: []site.Page{page("/", 0)}}
	ledger := func(yield func(site.Entry, error) bool) {
		_ = yield(site.Entry{Key: "http://h/"}, nil) && yield(site.Entry{Key: "http://h/b"}, nil)
	}
	took := func(source, target string) []int {
		return map[string][]int{"http://h/ http://h/a": {2}, "http://h/ http://h/d": {3},
			"http://h/b http://h/c": {1}}[source+" "+target]
	}
	losses, err := New(a.crawl(), b.crawl(), Options{}).Losses(iter.Seq2[site.Entry, error](ledger), took)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range losses {
		got = append(got, fmt.Sprint(l.Key, l.Changes))
	}
	want := []string{"http://h/a[2]", "http://h/d[3]", "http://h/c[1 2]", "http://h/e[1 2 3]"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	e := Effects{Losses: append(losses, Loss{})}
	if by := e.LossesBy(); fmt.Sprint(by) != "map[0:1 1:2 2:3 3:2]" {
		t.Errorf("by change: %v", by)
	}
}

// TestRanks: pages of both crawls stand by what they win or lose. By hand.
func TestRanks(t *testing.T) {
	pages := func(keys ...string) (all []site.Page) {
		for _, k := range keys {
			all = append(all, site.Page{Key: k})
		}
		return all
	}
	a := sketch{origin: "http://h", pages: pages("/", "/a", "/b", "/c")}
	b := sketch{origin: "http://h", pages: pages("/", "/a", "/c", "/d")}
	d := New(a.crawl(), b.crawl(), Options{})
	var got []string
	for _, r := range d.Ranks([]float64{.4, .25, .2, .15}, []float64{.4, .125, .375, .1}) {
		got = append(got, fmt.Sprintf("%s %.3f", r.A.Key, r.Gain()))
	}
	if want := []string{"http://h/c 0.225", "http://h/a -0.125"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
