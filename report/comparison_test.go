package report

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// versions returns two crawls of / a b c d e. In b, b is removed, c moved to f, d changed, g is new, and / links to e.
func versions() (a, b *site.Crawl) {
	page := func(path, hash string, level int) site.Page {
		address := "http://museum.example/" + path
		return site.Page{URL: address, Key: address, Title: "Page " + path, Hash: hash, Level: level}
	}
	a = &site.Crawl{Site: "http://museum.example", Complete: true, Ended: "work-done", Graph: &site.Graph{
		Pages: []site.Page{page("", "0", 0), page("a", "1", 1), page("b", "2", 1), page("c", "3", 1),
			page("d", "4", 2), page("e", "5", 2)},
		Offsets: []int{0, 3, 5, 5, 5, 6, 6}, Targets: []uint32{1, 2, 3, 4, 5, 0},
		Weights: site.NumbersOf(1, 1, 1, 2, 1, 1)}}
	b = &site.Crawl{Site: "http://museum.example", Complete: true, Ended: "work-done", Graph: &site.Graph{
		Pages: []site.Page{page("", "0", 0), page("a", "1", 1), page("e", "5", 1), page("f", "3", 1),
			page("d", "6", 2), page("g", "7", 2)},
		Offsets: []int{0, 3, 5, 6, 6, 7, 7}, Targets: []uint32{1, 2, 3, 2, 4, 5, 0},
		Weights: site.NumbersOf(1, 1, 1, 1, 3, 1, 1)}}
	return a, b
}

// comparedVersions returns the report's input for two crawls.
func comparedVersions(a, b *site.Crawl, o compare.Options) Comparison {
	d := compare.New(a, b, o)
	return Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(),
		Files: []string{"museum.example.changes.csv"}, Version: "1.2.3"}
}

func comparisonOf(t *testing.T, in Comparison) string {
	t.Helper()
	var b bytes.Buffer
	must(t, WriteComparison(&b, in))
	return b.String()
}

// afterChanges compares a site with its forecast after changes.
func afterChanges(a, b *site.Crawl) Comparison {
	d := compare.New(a, b, compare.Options{})
	in := comparedVersions(a, b, compare.Options{})
	e := &compare.Effects{Texts: map[int]string{1: "delete /b", 4: `drop-links-to "<x>"`},
		Ranks: d.Ranks([]float64{.5, .1, .1, .1, .1, .1}, []float64{.4, .2, .1, .1, .1, .1}),
		Backlinks: []compare.Backlink{
			{Source: "https://b.example/", Target: "http://museum.example/b", Fate: compare.Breaks, Status: 404,
				Change: 1},
			{Target: "http://museum.example/", Fate: compare.Survives}}}
	for p := range d.Pages() {
		if p.Change == compare.Removed {
			e.Losses = append(e.Losses, compare.Loss{State: p.A, Changes: []int{1, 4}})
		}
	}
	in.Effects, in.Problems = e, d.Problems()
	return in
}

// The report of changes says what they do, and escapes their texts.
func TestEffects(t *testing.T) {
	a, b := versions()
	a.Finished, b.Finished = time.Date(2026, 5, 4, 10, 5, 0, 0, time.UTC), time.Date(2026, 5, 4, 10, 5, 0, 0, time.UTC)
	page := comparisonOf(t, afterChanges(a, b))
	said := wordsOf(page)
	if !strings.Contains(said, "\nCrawl: 4 May 2026, 10:05 UTC\nThe crawl is complete\n") ||
		!strings.Contains(said, "only in the forecast") || strings.Contains(strings.ToLower(said), "second") {
		t.Errorf("there is no second crawl:\n%s", said)
	}
	says(t, "", page, "Nothing leads to 1 page any more.", "delete /b", "drop-links-to &#34;&lt;x&gt;&#34;",
		"Winners", "Losers", "lead nowhere any more", "https://b.example/")
	if strings.Contains(page, "<x>") {
		t.Error("a text is not escaped")
	}
}

// comparisons returns comparisons of all kinds by name.
func comparisons() map[string]Comparison {
	a, b := versions()
	none := &site.Crawl{Site: "http://museum.example", Graph: &site.Graph{Offsets: []int{0}}, Ended: "signal"}
	home := &site.Crawl{Site: "http://museum.example", Complete: true,
		Graph: &site.Graph{Pages: a.Graph.Pages[:1], Offsets: []int{0, 0}}}
	loop := &site.Crawl{Site: "https://museum.example", Complete: true,
		Graph: &site.Graph{Pages: a.Graph.Pages[:1], Offsets: []int{0, 1}, Targets: []uint32{0},
			Weights: site.NumbersOf(1)}}
	counts := comparedVersions(a, b, compare.Options{})
	counts.Pages, counts.Arcs = nil, nil
	return map[string]Comparison{
		"changes": afterChanges(a, b), "only losses": afterChanges(a, home),
		"changed": comparedVersions(a, b, compare.Options{}), "back": comparedVersions(b, a, compare.Options{}),
		"the same":    comparedVersions(a, a, compare.Options{}),
		"blind":       comparedVersions(a, b, compare.Options{IgnoreContent: true}),
		"all new":     comparedVersions(none, a, compare.Options{}),
		"all gone":    comparedVersions(a, none, compare.Options{}),
		"empty":       comparedVersions(none, none, compare.Options{}),
		"one page":    comparedVersions(home, home, compare.Options{}),
		"a self-loop": comparedVersions(home, loop, compare.Options{}), "counts alone": counts, "zero": {},
	}
}

// The report agrees with the difference of two versions, worked out by hand.
func TestComparison(t *testing.T) {
	a, b := versions()
	a.Finished, b.Finished = time.Date(2026, 5, 4, 10, 5, 0, 0, time.UTC), time.Date(2026, 6, 4, 10, 5, 0, 0, time.UTC)
	page := comparisonOf(t, comparedVersions(a, b, compare.Options{}))
	words := wordsOf(page)
	says(t, "", words,
		"Changes between two crawls of a website\nmuseum.example\n",
		"First crawl: 4 May 2026, 10:05 UTC\nSecond crawl: 4 June 2026, 10:05 UTC\nBoth crawls are complete",
		"Arcs\n7\n+1; 6 before\n",
		"Links\n9\n+2; 7 before\n",
		"Depth\n2\nas before\n",
		// The pages of either crawl are / a b c d e g, and those of both are / a c d e.
		// /→a, /→c, a→d with another weight, a→e and d→/ are in both. /→b was removed, and /→e and e→g were added.
		"Of 7 pages in either crawl, 5 are in both (71.4%); of 8 arcs, 5 (62.5%). 1 page was added and 1 removed. 1 "+
			"page moved to a different URL, and 1 has different content.",
		"Unchanged\nsame depth and same number of arcs\n2\n28.6%", // / has the same number of arcs as before
		"Reweighted\ndifferent number of links\n1\n12.5%",
		"The deepest page is 2 clicks away, as before. Half of the pages are within 1 click, as before. The mean "+
			"depth is 1.17 in both crawls.",
		"Of 5 pages in both crawls, 1 is nearer to the start page and none deeper; 1 is linked from more pages and "+
			"none from fewer; 1 page links to more pages than before, and none to fewer.",
		"Nearer to the start page: Page e (−1)",
		"More arcs in: Page e (+1)",
		"Removed: 1", "Added: 1", "Moved: 1", "Changed: 1", "Shifted: 1", "Reweighted: 1",
		"2 → 1", // the level of e
		"museum.example.changes.csv",
		"Written by sitegraph 1.2.3.",
	)
	says(t, "", page, `href="http://museum.example/f"`, `href="http://museum.example/c"`,
		`href="http://museum.example/g"`, `href="http://museum.example/b"`)
	if strings.Contains(page, "<script") || strings.Contains(words, "Notes") {
		t.Error("a script, or notes where there are none")
	}
}

// The report warns where numbers could mislead, and says where there is nothing to show.
func TestComparisonWarnings(t *testing.T) {
	a, b := versions()
	b.Complete, b.Ended = false, "signal"
	partial := comparedVersions(a, b, compare.Options{IgnoreContent: true,
		Notes: []string{"contents are not compared: a reason"}})
	calm := comparedVersions(a, a, compare.Options{Notes: []string{"[walk] elements was a and b"}})
	all := comparisons()
	for name, c := range map[string]struct {
		in   Comparison
		want []string
		loud int
	}{
		"partial": {partial, []string{"The second crawl is incomplete and contents could not be compared\nContents " +
			"are not compared: a reason.\nThe second crawl is not complete (signal): ",
			"Whether pages moved or changed their content is not known.",
			"Changed\ndifferent content at the same URL\nnot known\n–"}, 1},
		"calm": {calm, []string{"Notes\n[walk] elements was a and b.\n",
			"Nothing changed: both crawls have the same pages with the same arcs between them.",
			"No page of both crawls has a different depth"}, 0},
		"all new": {all["all new"], []string{"The first crawl is incomplete",
			"One of the crawls has no pages; the other has 6 pages.", "6 pages were added and none removed."}, 1},
		"empty":    {all["empty"], []string{"Both crawls are incomplete", "Neither crawl has pages"}, 2},
		"one page": {all["one page"], []string{"Nothing changed"}, 0},
		"loop": {all["a self-loop"], []string{"The crawls are of http://museum.example and " +
			"https://museum.example: ", "1 is linked from more pages"}, 0},
	} {
		page := comparisonOf(t, c.in)
		words := wordsOf(page)
		says(t, name, words, c.want...)
		console.Equal(t, strings.Count(page, `class="banner loud"`), c.loud, name)
		if strings.Contains(page, "UTC") {
			t.Errorf("%s: a time that nobody gave", name)
		}
	}
}

// However much has changed, the lists are bounded, say so, and hold the first or the greatest rows.
func TestComparisonLimits(t *testing.T) {
	const n = 3000
	dice := rand.New(rand.NewPCG(7, 7))
	var pages []compare.PageChange
	for i := range n {
		p := compare.PageChange{Change: []compare.Change{compare.Removed, compare.Added, compare.Moved,
			compare.Changed, compare.Shifted}[i%5]}
		state := func() compare.State {
			return compare.State{URL: fmt.Sprintf("http://a.example/%d", i), Title: strings.Repeat("long ", 500),
				Level: dice.IntN(40), InDegree: dice.IntN(90), OutDegree: dice.IntN(90)}
		}
		p.A, p.B = state(), state()
		pages = append(pages, p)
	}
	in := Comparison{Pages: slices.Values(pages), Arcs: func(yield func(compare.ArcChange) bool) {
		for i := range n {
			if !yield(compare.ArcChange{Change: compare.Removed, Source: fmt.Sprint("source ", i),
				Target: strings.Repeat("t", 5000), WeightA: math.MaxUint32}) {
				return
			}
		}
	}}
	in.Summary.Pages = compare.PageCounts{Removed: n / 5, Added: n / 5, Moved: n / 5, Changed: n / 5, Shifted: n / 5}
	in.Summary.Arcs.Removed = n
	for i := range n {
		in.Summary.Levels = append(in.Summary.Levels, compare.LevelCount{Level: i, A: 1, B: 1})
	}
	in.Summary.A.Pages, in.Summary.B.Pages = n, n
	page := comparisonOf(t, in)
	if len(page) > 2_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	words := wordsOf(page)
	says(t, "", words, "The first 50 of 600 rows. All are in changes.csv.",
		"The first 50 of 3,000 rows. All are in arc_changes.csv.",
		"The first 60 of 3,000 rows. All are in compare.json.", "Depth 8 and more, after", "source 49\n")
	if strings.Contains(words, "source 50\n") {
		t.Error("an arc too many")
	}
}

// The lists of shifts agree with sorting all pages.
func TestGreatest(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 9))
	for range 300 {
		var pages []compare.PageChange
		for i := range dice.IntN(80) {
			state := func() compare.State {
				return compare.State{URL: fmt.Sprint(i), Level: dice.IntN(6), InDegree: dice.IntN(9),
					OutDegree: dice.IntN(9)}
			}
			change := []compare.Change{compare.Removed, compare.Added, compare.Moved, compare.Changed,
				compare.Shifted}[dice.IntN(5)]
			pages = append(pages, compare.PageChange{Change: change, A: state(), B: state()})
		}
		for _, g := range lists(compare.Shifts{}) {
			want := slices.DeleteFunc(slices.Clone(pages), func(p compare.PageChange) bool {
				return p.Change == compare.Removed || p.Change == compare.Added ||
					g.direction*(g.measure(p.B)-g.measure(p.A)) < 1
			})
			slices.SortStableFunc(want, func(p, q compare.PageChange) int {
				return g.direction * cmp.Compare(g.measure(q.B)-g.measure(q.A), g.measure(p.B)-g.measure(p.A))
			})
			for _, p := range pages {
				g.take(p)
			}
			if want = want[:min(len(want), Shifts)]; !slices.Equal(g.pages, want) {
				t.Fatalf("%s: %v, want %v", g.name, g.pages, want)
			}
		}
	}
}

// The report stays well-formed for any texts and counts of pages.
func FuzzComparison(f *testing.F) {
	f.Add("a title", "http://a.example/", "a note", 3, uint32(1))
	f.Add("</script>\xff", "javascript:x", "", -1, uint32(0))
	f.Add("\u202e<!--", "http://[::1]:x/", "<img src=x>", math.MaxInt, uint32(math.MaxUint32))
	f.Fuzz(func(t *testing.T, title, address, note string, n int, weight uint32) {
		a, b := versions()
		in := comparedVersions(a, b, compare.Options{Notes: []string{note}})
		state := compare.State{URL: address, Key: address, Title: title, Hash: title, Level: n, InDegree: -n,
			OutDegree: n / 2}
		in.Pages = slices.Values([]compare.PageChange{{Change: compare.Moved, A: state, B: compare.State{}},
			{Change: compare.Change(title), A: state}, {Change: compare.Shifted, B: state}})
		in.Arcs = slices.Values([]compare.ArcChange{{Change: compare.Added, Source: address, Target: title,
			WeightB: weight}})
		s := &in.Summary
		s.A.Site, s.B.Site, s.A.Pages, s.B.Depth, s.Pages.Moved, s.Arcs.Kept, s.Shifts.Deeper = title, address, n, n,
			n, n, n
		s.Levels[1] = compare.LevelCount{Level: n, A: n, B: -n}
		s.Pages.Overlap = float64(n)
		whole(t, comparisonOf(t, in))
	})
}
