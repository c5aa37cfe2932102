package gate

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// TestParse checks which texts are conditions, and the errors for others.
func TestParse(t *testing.T) {
	for text, says := range map[string]string{
		"new:broken-link,new:unreachable,depth>6": "",
		" worse:error , pages < 90% ,orphan":      "",
		"new:warning>2.5,removed>5%,notice<3":     "",
		"unreachable":                             "",
		"old:dead,old:home>3,old:redirect-chain":  "",

		"":                     `"": no condition; write [new: or worse:]`,
		"error,,depth>6":       `"": no condition`,
		"new:brokn-link":       `"new:brokn-link": "brokn-link" is neither a problem nor a number; did you mean "brok`,
		"fixed:error":          `old:redirect-chain, not "fixed:error"`,
		"old:unreachable":      `old:redirect-chain, not "old:unreachable"`,
		"depth":                "'depth>6' (in quotes",
		"depth>":               "a limit is a number such as 6",
		"depth>-1":             "a limit is a number such as 6",
		"depth>NaN":            "a limit is a number such as 6",
		"depth>=6":             "a limit is a number such as 6",
		"pages<9%0":            "a limit is a number such as 6",
		"error,new:depth>4":    `"new:depth>4": depth is a number, and only problems are new`,
		"broken-link;depth>66": "is neither a problem nor a number",
	} {
		got, err := Parse(text)
		if says == "" && (err != nil || len(got) != 1+strings.Count(text, ",")) ||
			says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// Limits are exact, including percentages.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		condition  string
		number, of int
		want       bool
	}{
		{"depth>6", 6, 0, false}, {"depth>6", 7, 0, true}, {"depth<6", 6, 0, false}, {"depth<6", 5, 0, true},
		{"error", 0, 9, false}, {"error", 1, 0, true}, {"error>0.5", 1, 0, true},
		{"pages<90%", 90, 100, false}, {"pages<90%", 89, 100, true}, {"pages<90%", 0, 0, false},
		{"pages>110%", 11, 10, false}, {"pages>110%", 12, 10, true}, {"error>110%", 1, 0, true},
		{"pages<14.3%", 143, 1000, false}, {"pages<14.3%", 142, 1000, true},
	} {
		parsed, err := Parse(c.condition)
		must(t, err)
		console.Equal(t, parsed[0].beyond(c.number, c.of), c.want, c.condition, c.number, c.of)
	}
}

// crawlOf returns a crawl of a chain of pages that begins with the home page.
func crawlOf(origin string, paths ...string) *site.Crawl {
	c := &site.Crawl{Site: origin, Complete: true, Graph: &site.Graph{Offsets: []int{0}}}
	var ledger []site.Entry
	for i, path := range paths {
		key := origin + path
		c.Graph.Pages = append(c.Graph.Pages, site.Page{URL: key, Key: key, Level: i})
		if i+1 < len(paths) {
			c.Graph.Targets = append(c.Graph.Targets, uint32(i+1))
			c.Graph.Weights.Append(1)
		}
		c.Graph.Offsets = append(c.Graph.Offsets, len(c.Graph.Targets))
		ledger = append(ledger, site.Entry{Key: key, State: site.StatePage})
	}
	c.Ledger = site.WithoutErrors(ledger)
	return c
}

func problemsOf(kind, severity string, urls ...string) iter.Seq2[compare.Problem, error] {
	var all []compare.Problem
	for _, url := range urls {
		all = append(all, compare.Problem{Kind: kind, Severity: severity, URL: url})
	}
	return site.WithoutErrors(all)
}

// changesOf compares a site with one without two of its pages. /b still has a link, /c has none, and /`x y is new.
func changesOf(t *testing.T) Changes {
	t.Helper()
	a := crawlOf("https://museum.example", "/", "/a", "/b", "/c")
	b := crawlOf("http://preview.example", "/", "/a", "/d", "/e", "/`x|y")
	known := b.Ledger
	b.Ledger = func(yield func(site.Entry, error) bool) {
		known(yield)
		yield(site.Entry{Key: "http://preview.example/b", State: site.StateStatus, Status: 404}, nil)
	}
	d := compare.New(a, b, compare.Options{Notes: []string{"a <b>note</b>"}})
	err := d.AddProblems(problemsOf("broken-link", "error", a.Site+"/old", a.Site+"/gone"),
		problemsOf("broken-link", "error", b.Site+"/old", b.Site+"/b"))
	must(t, err)
	return Changes{A: a, B: b, Difference: d}
}

// judged returns the outcome of a condition, the count, and the first URLs.
func judged(t *testing.T, condition string, c Changes) string {
	t.Helper()
	parsed, err := Parse(condition)
	must(t, err)
	v, err := Judge(parsed, c)
	must(t, err)
	console.Equal(t, v.Passed, (v.Findings[0].Outcome == Not), condition, v)
	f := v.Findings[0]
	return fmt.Sprintf("%s %d %s%s", f.Outcome, f.Number, f.Why, f.First)
}

// TestJudge checks each kind of condition by hand.
func TestJudge(t *testing.T) {
	whole := changesOf(t)
	partA, partB, unknown, blind := changesOf(t), changesOf(t), whole, whole
	partA.A.Complete, partA.A.Ended = false, site.EndedMaxPages
	partB.B.Complete, partB.B.Ended = false, site.EndedMaxPages
	unknown.Difference, blind.NoLedger = compare.New(whole.A, whole.B, compare.Options{}), true
	const at = "http://preview.example"
	for _, c := range []struct {
		condition string
		changes   Changes
		want      string
	}{
		{"new:broken-link", whole, "holds 1 [" + at + "/b]"},
		{"broken-link", whole, "holds 2 [" + at + "/old " + at + "/b]"},
		{"new:error>1", whole, "does not hold 1 []"},
		{"worse:error", whole, "does not hold 0 []"},
		{"error>100%", whole, "does not hold 2 []"},
		{"error<101%", whole, "holds 2 []"},
		{"warning", whole, "does not hold 0 []"},
		{"unreachable", whole, "holds 1 [https://museum.example/c]"},
		{"new:unreachable>25%", whole, "does not hold 1 []"},
		{"new:unreachable", blind, "cannot be told 0 crawl B was read without ledger.csv[]"},
		{"removed>1", whole, "holds 2 [https://museum.example/b https://museum.example/c]"},
		{"added>80%", whole, "does not hold 3 []"},
		{"deeper>0", whole, "does not hold 0 []"},
		{"depth>3", whole, "holds 4 [" + at + "/`x|y]"},
		{"depth>80%", whole, "holds 4 [" + at + "/e " + at + "/`x|y]"}, // 80% of 3 is 2.4
		{"pages<6", whole, "holds 5 []"},
		{"pages<120%", whole, "does not hold 5 []"},
		{"pages>120%", partA, "cannot be told 5 crawl A is not complete (max-pages)[]"},
		{"pages>5", partA, "does not hold 5 []"},
		{"pages>5", partB, "cannot be told 5 crawl B is not complete (max-pages)[]"},
		{"new:broken-link", partA, "cannot be told 1 crawl A is not complete (max-pages)[" + at + "/b]"},
		{"broken-link>9", partA, "does not hold 2 []"},
		{"orphan", whole, "cannot be told 0 no sitemaps were read in crawl B[]"},
		{"broken-external", whole, "cannot be told 0 nothing that pages link to or use was checked in crawl B[]"},
		{"nofollow-link", whole, "cannot be told 0 no single links were kept in crawl B[]"},
		{"error", unknown, "cannot be told 0 problems were not compared[]"},
	} {
		console.Equal(t, judged(t, c.condition, c.changes), c.want, c.condition)
	}
}

// Each URL of the earlier crawl is judged by what became of it on another host, and by a forecast.
func TestOld(t *testing.T) {
	c := changesOf(t)
	c.A.Aliases = []site.Alias{{Key: c.A.Site + "/index", Page: c.A.Site + "/", Kind: site.AliasRedirect}}
	home, at := c.B.Site+"/", func(path string) string { return c.B.Site + path }
	entries := []site.Entry{
		{Key: home, State: site.StatePage, Page: home},
		{Key: at("/index"), State: site.StateRedirect, Location: home, Page: home},
		{Key: at("/a"), State: site.StateRedirect, Location: at("/a2"), Page: at("/d")},
		{Key: at("/a2"), URL: at("/a2"), State: site.StateHop, Status: 301, Location: at("/d")},
		{Key: at("/b"), State: site.StateRedirect, Location: home, Page: home},
		{Key: at("/c"), State: site.StateStatus, Status: 410},
	}
	c.B.Ledger = site.WithoutErrors(entries)
	forecast := c
	forecast.Fates = func(all []compare.Backlink) error {
		for i := range all {
			all[i].Fate = compare.Survives
		}
		all[1].Fate, all[1].To = compare.Redirects, home
		all[2].Fate, all[2].To = compare.Redirects, at("/a")
		all[3].Fate = compare.Unknown
		return nil
	}
	const unknown, was = "B was not asked for 1 URL of A: crawl them there with --list", "https://museum.example"
	for condition, want := range map[string][2]string{
		"old:dead":           {"holds 1 [" + was + "/c]", "cannot be told 0 " + unknown + "[]"},
		"old:home":           {"holds 1 [" + was + "/b]", "cannot be told 1 " + unknown + "[" + was + "/a]"},
		"old:redirect-chain": {"holds 1 [" + was + "/a]", "cannot be told 1 " + unknown + "[" + was + "/b]"},
		"old:dead>25%":       {"does not hold 1 []", "cannot be told 0 " + unknown + "[]"},
	} {
		console.Equal(t, [2]string{judged(t, condition, c), judged(t, condition, forecast)}, want, condition)
	}
}

// The visits at stake were added up by hand: 10 + 30 of 50 are lost, because one of the dead URLs was dead before.
func TestStake(t *testing.T) {
	c := changesOf(t)
	console.Equal(t, judged(t, "lost-visits>5%", c), "cannot be told 0 the visits of crawl A are unknown: give access "+
		"logs with --hits[]")
	hit := func(path string, visits, status int) site.Hit {
		return site.Hit{Key: c.A.Site + path, Visits: visits, Status: status}
	}
	c.A.Hits = &site.Hits{Visits: 50, All: []site.Hit{hit("/", 3, 200), hit("/a", 5, 0),
		hit("/b", 10, 0), hit("/c", 30, 200), hit("/x", 2, 404)}}
	c.Fates = func(all []compare.Backlink) error {
		all[1].Fate = compare.Redirects
		for i := 2; i < 5; i++ {
			all[i].Fate, all[i].Change = compare.Breaks, 7
		}
		return nil
	}
	console.Equal(t, judged(t, "lost-visits>79%", c), "holds 40 [https://museum.example/b https://museum.example/c]")
	console.Equal(t, judged(t, "lost-visits>80%", c), "does not hold 40 []")
	s, err := c.Stake()
	must(t, err)
	console.Equal(t, s.String(), "Of 50 visits, 80.0% (40) went to URLs that lead nowhere any more, because of 1 line"+
		", and 10.0% (5) to URLs that redirect.")
	c.Fates = nil // B answers 404 for /b, and has no entry for /c
	console.Equal(t, judged(t, "lost-visits", c), "holds 10 [https://museum.example/b]")
}

// A problem that A could not find is not new in B.
func TestUnsoughtInA(t *testing.T) {
	c := changesOf(t)
	c.B.Sitemaps = &site.Sitemaps{}
	console.Equal(t, judged(t, "new:orphan", c), "cannot be told 0 no sitemaps were read in crawl A[]")
	console.Equal(t, judged(t, "orphan", c), "does not hold 0 []")
}

// The verdict in Markdown agrees with testdata written by hand, despite hostile URLs and notes.
func TestMarkdown(t *testing.T) {
	conditions, err := Parse("new:unreachable,added>1,pages<90%,orphan")
	must(t, err)
	v, err := Judge(conditions, changesOf(t))
	must(t, err)
	var b bytes.Buffer
	must(t, v.WriteMarkdown(&b))
	must(t, WithoutCounterpart(conditions[:1], "result/x.example").WriteMarkdown(&b))
	want, err := os.ReadFile(filepath.Join("testdata", "verdict.md"))
	must(t, err)
	console.Equal(t, b.String(), string(want))
}

// Only the first URLs are named.
func TestCut(t *testing.T) {
	c := changesOf(t)
	paths := []string{"/"}
	for i := range 7 {
		paths = append(paths, fmt.Sprintf("/new%d", i))
	}
	c.B = crawlOf(c.B.Site, paths...)
	c.Difference = compare.New(c.A, c.B, compare.Options{})
	conditions, _ := Parse("added>6")
	v, err := Judge(conditions, c)
	var b bytes.Buffer
	must(t, v.WriteMarkdown(&b))
	lines := strings.Split(b.String(), "\n")
	if err != nil || slices.Contains(lines, "* `http://preview.example/new5`") ||
		!slices.Contains(lines, "* `http://preview.example/new4`") || !slices.Contains(lines, "* and 2 more") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

var must = console.Must
