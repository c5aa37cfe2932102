package stats

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// daily returns n iterations, a day apart.
func daily(n int) (all []site.Iteration) {
	for i := range n {
		at := time.Date(2026, 5, 4, 6, 0, 0, 0, time.UTC).AddDate(0, 0, i)
		all = append(all, site.Iteration{Number: i + 1, At: at, Complete: true})
	}
	return all
}

// watchedCrawl returns a site of four pages in two folders after five days. The start page was checked daily and
// changed twice. /a/1 was checked in the third iteration and in the fifth, which found a change. /a/2 was never
// checked. /a/x, found in the second iteration, was gone in the fourth.
func watchedCrawl() *site.Crawl {
	g := addresses("/", "/a/1", "/a/2", "/a/x")
	c := crawlOf(g)
	c.Watched = &site.Watched{Iterations: daily(5), Pages: []site.Seen{
		{First: 1, Last: 5, Checked: 5, Changed: 4, Visits: 5, Changes: 2},
		{First: 1, Last: 5, Checked: 5, Changed: 5, Visits: 3, Changes: 1},
		{First: 1, Last: 1, Checked: 1, Changed: 1, Visits: 1},
		{First: 2, Last: 2, Checked: 4, Changed: 2, Visits: 2},
	}, Belief: &site.Belief{Chance: []float64{0.5, 0.25, 0.75, 0}}}
	return c
}

// 3 of 7 checks found a change. In the folder /a/, of checks 2 days apart one found a change and one did not, and one 2
// days after the first fetch found none. That is 1 of 3, so exp(-2 rate) = 2/3.
func TestWatched(t *testing.T) {
	w := compute(watchedCrawl()).Watched
	if w.Iterations != 5 || w.Pages != 4 || w.Made != 7 || w.Changes != 3 || w.Share != Round(3.0/7) ||
		*w.Stale != 0.375 || w.NeverChecked != 1 || w.Gone != 1 {
		t.Errorf("got %+v", w)
	}
	console.Equal(t, w.Ages, [][2]int{{0, 2}, {1, 1}, {4, 1}}, "ages")
	if len(w.Folders) != 2 || w.Folders[0].Path != "/" || w.Folders[1].Path != "/a/" {
		t.Fatalf("folders %+v", w.Folders)
	}
	home, a := w.Folders[0], w.Folders[1]
	if home.Pages != 1 || home.Made != 4 || home.Changes != 2 || home.Days != Round(1/math.Ln2) || *home.Stale != 0.5 {
		t.Errorf("/ %+v", home)
	}
	if a.Pages != 3 || a.Made != 3 || a.Changes != 1 || a.Days != Round(2/math.Log(1.5)) || *a.Stale != Round(1.0/3) {
		t.Errorf("/a/ %+v", a)
	}
	for i, want := range []TemplateChecks{
		{"/a/{number}", Checks{Pages: 2, Made: 2, Changes: 1, Share: 0.5, Days: Round(2 / math.Ln2)}},
		{"/", Checks{Pages: 1, Made: 4, Changes: 2, Share: 0.5, Days: Round(1 / math.Ln2)}},
		{"/a/x", Checks{Pages: 1, Made: 1}},
	} {
		got := w.Templates[i]
		got.Low, got.High, got.Stale = 0, 0, nil
		console.Equal(t, got, want)
	}
}

// Nothing is said about a site that was not watched, or whose pages are not all known.
func TestNotWatched(t *testing.T) {
	for name, spoil := range map[string]func(*site.Crawl){
		"not watched":      func(c *site.Crawl) { c.Watched = nil },
		"no iteration":     func(c *site.Crawl) { c.Watched.Iterations = nil },
		"a page too few":   func(c *site.Crawl) { c.Watched.Pages = c.Watched.Pages[1:] },
		"pages of nowhere": func(c *site.Crawl) { c.Graph = &site.Graph{} },
	} {
		c := watchedCrawl()
		spoil(c)
		var b bytes.Buffer
		must(t, WriteJSON(&b, compute(c)))
		console.Equal(t, strings.Contains(b.String(), "watched"), false, name, b.String())
	}
}

// The object can be read back, and unknown values are left out.
func TestWatchedJSON(t *testing.T) {
	for _, believed := range []bool{true, false} {
		c := watchedCrawl()
		if !believed {
			c.Watched.Belief = nil
		}
		want := compute(c)
		var b bytes.Buffer
		must(t, WriteJSON(&b, want))
		if strings.Contains(b.String(), `"stale"`) != believed || strings.Contains(b.String(), `"days": 0`) {
			t.Errorf("believed %v: %s", believed, b.String())
		}
		var got Summary
		if err := json.Unmarshal(b.Bytes(), &got); err != nil || !reflect.DeepEqual(got.Watched, want.Watched) {
			t.Errorf("got %+v, want %+v, %v", got.Watched, want.Watched, err)
		}
	}
}

// No history gives an invalid number.
func TestOddHistories(t *testing.T) {
	c := watchedCrawl()
	c.Watched.Belief.Chance = []float64{math.NaN(), math.Inf(1), -1, 2}
	c.Watched.Pages = []site.Seen{{}, {First: 9, Last: -1, Checked: math.MaxInt32, Visits: math.MaxInt32, Changes: -7},
		{First: 5, Checked: 1, Visits: 3, Changes: 99}, {First: 2, Last: 2, Checked: 2, Visits: 2, Changes: 1}}
	s := compute(c)
	if w := s.Watched; w.Pages != 4 || w.Changes != 3 || *w.Stale != 0.5 || w.Days != 0 || w.Low < 0 || w.High > 1 {
		t.Errorf("got %+v", w)
	}
	must(t, WriteJSON(&bytes.Buffer{}, s))
}

// With a rate of ln 2, a check finds a change with chance 1/2 after one day and 3/4 after two. The likelihood of x
// changes in n such checks then rises with the rate by x/(2-1) - (n-x) and 2x/(4-1) - 2(n-x).
func TestChangeDays(t *testing.T) {
	for name, c := range map[string]struct {
		pages []history
		want  float64
	}{
		"nothing":         {nil, 0},
		"never":           {[]history{{10, 0, 1}}, 0},
		"always":          {[]history{{10, 10, 1}}, 0},
		"half":            {[]history{{10, 5, 1}}, 1 / math.Ln2},
		"half, hourly":    {[]history{{10, 5, 1.0 / 24}}, 1 / math.Ln2 / 24},
		"two intervals":   {[]history{{2, 1, 1}, {4, 3, 2}}, 1 / math.Ln2},
		"one always":      {[]history{{3, 3, 2}, {2, 0, 1}}, 1 / math.Ln2},
		"without a time":  {[]history{{10, 5, 1}, {10, 10, 0}}, 1 / math.Ln2},
		"hardly ever":     {[]history{{1e6, 1, 1}}, -1 / math.Log1p(-1e-6)},
		"nearly always":   {[]history{{1e6, 1e6 - 1, 1}}, 1 / math.Log(1e6)},
		"a change an age": {[]history{{2, 1, 1e6}}, 1e6 / math.Ln2},
	} {
		if got := changeDays(c.pages); math.Abs(got-c.want) > 1e-8*c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The intervals are those of Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
// Medicine 17, 1998, table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		low, high   float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{20, 20, 1 - 0.1611, 1}, {0, 0, 0, 1},
	} {
		low, high := wilson(c.part, c.whole)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", c.part, c.whole, low, high, c.low, c.high)
		}
	}
}
