package compare

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func problemsOf(all ...Problem) iter.Seq2[Problem, error] { return site.WithoutErrors(all) }

// Problems are new, fixed or still there, also if the site went to https.
func TestProblems(t *testing.T) {
	before := problemsOf(Problem{"broken-link", "error", "http://h/x", "404", 0},
		Problem{"broken-link", "error", "http://h/y", "", 0},
		Problem{"deep-page", "notice", "http://h/y", "level 5", 0})
	for _, origin := range []string{"http://h", "https://h"} {
		after := problemsOf(Problem{"broken-link", "error", origin + "/x", "410", 0},
			Problem{"noindex", "notice", origin + "/x", "", 0},
			Problem{"deep-page", "notice", origin + "/y", "level 6", 0})
		d := New(&site.Crawl{Site: "http://h", Graph: &site.Graph{}},
			&site.Crawl{Site: origin, Graph: &site.Graph{}}, Options{})
		if d.Summary().Problems != nil {
			t.Error("problems are counted before they were compared")
		}
		console.Must(t, d.AddProblems(before, after))
		var got []string
		for c := range d.Problems() {
			got = append(got, fmt.Sprintf("%s %s %s %s", c.Change, c.Kind, c.URL, c.Detail))
		}
		want := []string{"still broken-link " + origin + "/x 410", "new noindex " + origin + "/x ",
			"still deep-page " + origin + "/y level 6", "fixed broken-link http://h/y "}
		console.Equal(t, got, want)
		counts := []ProblemCount{{"broken-link", "error", 0, 1, 0, 0, 1, Places{}},
			{"noindex", "notice", 1, 0, 0, 0, 0, Places{}},
			{"deep-page", "notice", 0, 0, 0, 0, 1, Places{}}}
		console.Equal(t, d.Summary().Problems, counts)
	}
}

// A page that is known to move takes its problems along, and does not get those of the page that it replaces. By hand,
// /a moves to /b, whose page moves to /c, and /d moves in the place of /e, which is gone.
func TestProblemsOfMoved(t *testing.T) {
	crawl := func(origin string, paths ...string) *site.Crawl {
		s := sketch{origin: origin}
		for i, path := range paths {
			s.pages = append(s.pages, site.Page{Key: path, Level: min(i, 1)})
		}
		return s.crawl()
	}
	to := map[string]string{"/a": "/b", "/b": "/c", "/d": "/e"}
	for _, origin := range []string{"http://h", "https://new"} {
		moved := func(key string) (string, bool) {
			now, ok := to[key[len("http://h"):]]
			return origin + now, ok
		}
		d := New(crawl("http://h", "/", "/a", "/b", "/d", "/e"), crawl(origin, "/", "/b", "/c", "/e"),
			Options{Moved: moved})
		before := problemsOf(Problem{Kind: "thin", URL: "http://h/a"}, Problem{Kind: "long", URL: "http://h/b"},
			Problem{Kind: "thin", URL: "http://h/e"}, Problem{Kind: "deep", URL: "http://h/d#"})
		after := problemsOf(Problem{Kind: "thin", URL: origin + "/b"}, Problem{Kind: "long", URL: origin + "/b"},
			Problem{Kind: "thin", URL: origin + "/e"}, Problem{Kind: "deep", URL: origin + "/e#"})
		console.Must(t, d.AddProblems(before, after))
		var got []string
		for c := range d.Problems() {
			got = append(got, fmt.Sprintf("%s %s %s", c.Change, c.Kind, c.URL))
		}
		want := []string{"still thin " + origin + "/b", "new long " + origin + "/b", "new thin " + origin + "/e",
			"still deep " + origin + "/e#", "fixed long http://h/b", "fixed thin http://h/e"}
		console.Equal(t, got, want)
	}
}

// A problem in both crawls is partly fixed or worse if it is at fewer or more places. A has the pages /1 to /5 with ids
// 1 to 5. In B, /2 is gone and /3 moved to /9, so the ids are /1 1, /4 2, /5 3 and /9 4.
func TestPlacesOfProblems(t *testing.T) {
	crawl := func(origin string, paths ...string) *site.Crawl {
		s := sketch{origin: origin}
		for i, path := range paths {
			p := site.Page{Key: path, Hash: path, Level: min(i, 1)}
			if path == "/9" {
				p.Hash = "/3"
			}
			s.pages = append(s.pages, p)
		}
		return s.crawl()
	}
	at := func(url string, pages ...int) (all []Problem) {
		for _, p := range pages {
			all = append(all, Problem{Kind: "k", Severity: "error", URL: url, Place: p})
		}
		return all
	}
	for _, c := range []struct {
		name string
		a, b []Problem
		want string
	}{
		{"some mended, one with two links", at("x", 1, 1, 2, 3, 4), at("x", 4), "partly-fixed {4 1 3 0}"},
		{"mended and made", at("x", 1, 2, 3), at("x", 2, 1), "partly-fixed {3 2 2 1}"},
		{"made", at("x", 1), at("x", 3, 1), "worse {1 2 0 1}"},
		{"all elsewhere", at("x", 1), at("x", 2), "still {1 1 1 1}"},
		{"new", nil, at("x", 1, 2), "new {0 2 0 2}"},
		{"fixed", at("x", 1, 2), nil, "fixed {2 0 2 0}"},
		{"not all known in A", at("x", 0), at("x", 1, 2), "still {0 0 0 0}"},
		{"not all known in B", at("x", 1, 2), at("x", 1, 0), "still {0 0 0 0}"},
		{"no places", at("x", 0), at("x", 0), "still {0 0 0 0}"},
	} {
		for _, origin := range []string{"http://h", "https://h"} {
			d := New(crawl("http://h", "/1", "/2", "/3", "/4", "/5"), crawl(origin, "/1", "/4", "/5", "/9"), Options{})
			console.Must(t, d.AddProblems(problemsOf(c.a...), problemsOf(c.b...)))
			var got []string
			for p := range d.Problems() {
				got = append(got, fmt.Sprint(p.Change, " ", p.Places))
			}
			console.Equal(t, got, []string{c.want}, c.name, c.want)
		}
	}
}

// An unreadable list of problems is an error for either crawl.
func TestProblemsFail(t *testing.T) {
	torn := errors.New("torn")
	bad := func(yield func(Problem, error) bool) { yield(Problem{}, torn) }
	d := New(&site.Crawl{Graph: &site.Graph{}}, &site.Crawl{Graph: &site.Graph{}}, Options{})
	for _, err := range []error{d.AddProblems(bad, problemsOf()), d.AddProblems(problemsOf(), bad)} {
		if !errors.Is(err, torn) {
			t.Errorf("the error is %v", err)
		}
	}
}

// A page is lost by the changes that removed links to it, and by those that lost the pages linking to it. By hand, /
// leads to /a, /b and /d, /a to /c, /b to /c, /c to /e, and /d to /e and /d. Then change 1 removes /b, and changes 2
// and 3 remove the links from / to /a and /d.
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
	console.Must(t, err)
	var got []string
	for _, l := range losses {
		got = append(got, fmt.Sprint(l.Key, l.Changes))
	}
	want := []string{"http://h/a[2]", "http://h/d[3]", "http://h/c[1 2]", "http://h/e[1 2 3]"}
	console.Equal(t, got, want)
	e := Effects{Losses: append(losses, Loss{})}
	if by := e.LossesBy(); fmt.Sprint(by) != "map[0:1 1:2 2:3 3:2]" {
		t.Errorf("by change: %v", by)
	}
}

// Pages of both crawls are sorted by their gain or loss, as checked by hand.
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
	console.Equal(t, got, []string{"http://h/c 0.225", "http://h/a -0.125"})
}
