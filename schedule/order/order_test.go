package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/schedule/page"
	"sitegraph/site"
)

var must = console.Must

// made returns an order whose pages have no links to be read again.
func made(o Options) *Order {
	o.Links = func(int, uint32) []uint32 { return nil }
	return New(o)
}

// outcomes gives the results of URLs by "site.number". Other URLs are pages without links.
type outcomes map[string]site.Outcome

func (w outcomes) decided(t testing.TB, o *Order) string {
	t.Helper()
	var all []string
	for i, page, ok := o.Next(); ok; i, page, ok = o.Next() {
		name := fmt.Sprintf("%d.%d", i, page)
		if all = append(all, name); len(all) > 100 {
			t.Fatalf("no end: %v", all)
		}
		must(t, o.Done(i, page, w[name]))
	}
	return strings.Join(all, " ")
}

// leads returns a page that makes URLs known at depth 1. It links to them by numbers that begin with first.
func leads(first uint32, keys ...string) site.Outcome {
	var out site.Outcome
	for k, key := range keys {
		out.Known = append(out.Known, site.Known{Key: key, Depth: 1})
		out.Links = append(out.Links, first+uint32(k))
	}
	return out
}

var (
	gone      = site.Outcome{Kind: site.OutcomeGone}
	forbidden = site.Outcome{Kind: site.OutcomeGone, Free: true}
)

func redirect(into uint32, known ...site.Known) site.Outcome {
	return site.Outcome{Kind: site.OutcomeMerged, Free: true, Into: into, Known: known}
}

// In these cases, checked by hand, the first of two sites has the URLs 1 to 3, and the second has 1.
func TestDecisions(t *testing.T) {
	home, other := leads(1, "a", "b", "c"), leads(1, "a")
	for _, c := range []struct {
		name    string
		options Options
		world   outcomes
		want    string
	}{
		{"turns", Options{}, outcomes{"0.0": home, "1.0": other}, "0.0 1.0 0.1 1.1 0.2 0.3"},
		{"by normalized URL", Options{}, outcomes{"0.0": leads(1, "c", "a", "b"), "1.0": other},
			"0.0 1.0 0.2 1.1 0.3 0.1"},
		{"one site after the other", Options{Rule: "sequential"}, outcomes{"0.0": home, "1.0": other},
			"0.0 0.1 0.2 0.3 1.0 1.1"},
		{"what is free gives its turn back", Options{}, outcomes{"0.0": home, "0.1": forbidden, "1.0": other},
			"0.0 1.0 0.1 0.2 1.1 0.3"},
		{"what is gone does not", Options{}, outcomes{"0.0": home, "0.1": gone, "1.0": other},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"a free URL, the last of its site", Options{}, outcomes{"0.0": home, "1.0": other, "1.1": forbidden},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"a redirect's target waits for its turn", Options{}, outcomes{"0.0": home, "0.1": redirect(3), "1.0": other},
			"0.0 1.0 0.1 0.2 1.1 0.3"},
		{"one that nobody links to", Options{}, outcomes{"0.0": home, "0.1": redirect(4, site.Known{Key: "z",
			Depth: 1}), "1.0": other}, "0.0 1.0 0.1 0.2 1.1 0.3 0.4"},
		{"a chain", Options{},
			outcomes{"0.0": home, "0.1": redirect(2), "0.2": redirect(3), "1.0": other}, "0.0 1.0 0.1 0.2 0.3 1.1"},
		{"a target that was decided about", Options{}, outcomes{"0.0": home, "0.2": redirect(1), "1.0": other},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"blocks of three", Options{Rule: "quantum", Quantum: 3},
			outcomes{"0.0": home, "0.1": redirect(3), "1.0": other}, "0.0 0.1 0.2 0.3 1.0 1.1"},
		{"r1 divides pages, not decisions", Options{Rule: "r1", Budget: 4},
			outcomes{"0.0": home, "0.1": forbidden, "1.0": other}, "0.0 1.0 0.1 0.2 1.1"},
		{"what is left over is the best site's", Options{Rule: "r1", Budget: 5},
			outcomes{"0.0": {Found: 5, Known: home.Known}, "1.0": home, "1.1": forbidden}, "0.0 1.0 0.1 1.1 1.2 0.2"},
		{"no more of a site is wanted", Options{},
			outcomes{"0.0": {Known: home.Known, Last: true}, "1.0": other}, "0.0 1.0 1.1"},
		{"over all sites", Options{Pages: "links-r5"}, outcomes{"0.0": {Found: 9, Known: home.Known},
			"0.1": redirect(3), "1.0": other}, "0.0 1.0 0.1 0.3 0.2 1.1"},
		{"over all sites, no more of a site", Options{Pages: "links-r5"},
			outcomes{"0.0": {Found: 9, Known: home.Known, Last: true}, "1.0": other}, "0.0 1.0 1.1"},
		{"by backlinks", Options{Pages: "backlinks"},
			outcomes{"0.0": home, "0.1": {Links: []uint32{3}}, "1.0": other}, "0.0 1.0 0.1 1.1 0.3 0.2"},
	} {
		c.options.Sites = 2
		console.Equal(t, c.world.decided(t, made(c.options)), c.want, c.name)
	}
}

func take(t *testing.T, o *Order, want string) {
	t.Helper()
	i, page, ok := o.Next()
	if got := fmt.Sprintf("%d.%d", i, page); ok != (want != "none") || ok && got != want {
		t.Errorf("decided %s, %t, want %s", got, ok, want)
	}
}

// The next depth begins when all URLs of a depth are done; meanwhile another site goes on.
func TestDepthIsDone(t *testing.T) {
	o := made(Options{Sites: 2})
	take(t, o, "0.0")
	take(t, o, "1.0")
	take(t, o, "none")
	must(t, o.Done(0, 0, leads(1, "a", "b")))
	take(t, o, "0.1")
	take(t, o, "0.2")
	must(t, o.Done(0, 1, site.Outcome{Known: []site.Known{{Key: "c", Depth: 2}}}))
	take(t, o, "none")
	must(t, o.Done(0, 2, site.Outcome{Known: []site.Known{{Key: "d", Depth: 2}}}))
	take(t, o, "0.3")
	take(t, o, "0.4")
	take(t, o, "none")
}

// When a site is left, its open decisions are returned.
func TestLeft(t *testing.T) {
	for _, pages := range []string{Levels, "stored", "links-auto"} {
		o := made(Options{Sites: 2, Pages: pages})
		take(t, o, "0.0")
		must(t, o.Done(0, 0, leads(1, "a", "b")))
		i, first, _ := o.Next()
		j, second, _ := o.Next()
		if i > j {
			i, j, first, second = j, i, second, first
		}
		if pages == "links-auto" && j == 0 { // both decisions are for the richer site
			must(t, o.Done(0, first, site.Outcome{Last: true}))
			must(t, o.Done(0, second, site.Outcome{Kind: site.OutcomeLeft, Free: true}))
			take(t, o, "1.0")
			take(t, o, "none")
			continue
		}
		console.Equal(t, i, 0, pages, first, second)
		console.Equal(t, j, 1, pages, first, second)
		must(t, o.Done(0, first, site.Outcome{Last: true}))
		must(t, o.Done(1, second, leads(1, "a")))
		take(t, o, "1.1")
		take(t, o, "none")
	}
}

// A repeated request is the next decision and counts like any other.
func TestAgain(t *testing.T) {
	for _, pages := range []string{Levels, "auto", "opic-greedy", "links-r5"} {
		o := made(Options{Sites: 1, Pages: pages})
		take(t, o, "0.0")
		must(t, o.Done(0, 0, leads(1, "a", "b")))
		take(t, o, "0.1")
		must(t, o.Done(0, 1, gone))
		o.Again(0, 1)
		take(t, o, "0.1")
		must(t, o.Done(0, 1, site.Outcome{Known: []site.Known{{Key: "c", Depth: 2}}, Links: []uint32{3}}))
		rest := outcomes{}.decided(t, o)
		if rest != "0.2 0.3" && rest != "0.3 0.2" {
			t.Errorf("%s: %s", pages, rest)
		}
	}
}

func TestNames(t *testing.T) {
	if !slices.Equal(Pages()[:2], []string{Levels, "auto"}) || !slices.Contains(Pages(), "links-r5") ||
		len(Pages()) != 1+len(page.Known())+2 || Rules()[0] != All {
		t.Errorf("%v, %v", Rules(), Pages())
	}
}
