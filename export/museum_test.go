package export_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitegraph/export"
	"sitegraph/site"
)

// museum returns a small crawl with a row in each table. Home links to itself and to two pages, and one links back.
func museum() *site.Crawl {
	page := func(path, title string, level, external int) site.Page {
		return site.Page{
			URL: "http://museum.example" + path, Key: "http://museum.example" + path, Level: level,
			ExternalLinks: external, Status: 200,
			ContentType: "text/html", Bytes: 5_000_000_000, Hash: fmt.Sprintf("%032x", len(path)), Title: title,
			Lang:      "en",
			Canonical: "http://museum.example/", Robots: "noarchive", Refresh: "5; url=/b",
		}
	}
	home, c := "http://museum.example/", "http://museum.example/c"
	return &site.Crawl{
		Site: "http://museum.example", Name: "museum.example",
		Graph: &site.Graph{
			Pages: []site.Page{page("/", `Home, "A & B" \ <x>`, 0, 2), page("/a?x=1%5C2", "", 1, 0),
				page("/c", "=SUM(1,2)", 1, 0)},
			Offsets: []int{0, 3, 3, 4}, Targets: []uint32{0, 1, 2, 0}, Weights: site.NumbersOf(2, 1, 3, 1),
		},
		Aliases: []site.Alias{
			{Key: "http://museum.example/b", Page: c, Kind: site.AliasRedirect},
			{Key: "http://museum.example/d", Page: c, Kind: site.AliasBoth},
		},
		Ledger: good([]site.Entry{
			{Key: home, URL: home, State: site.StatePage, Status: 200, Page: home, From: home},
			{Key: "http://museum.example/a?x=1%5C2", URL: home + "a?x=1%5C2", State: site.StatePage, Level: 1,
				Status: 200, Page: "http://museum.example/a?x=1%5C2", From: home},
			{Key: "http://museum.example/b", URL: home + "b", State: site.StateRedirect, Level: 1, Status: 301, Page: c,
				From: home},
			{Key: c, URL: c, State: site.StatePage, Level: 1, Status: 200, Page: c, From: home},
			{Key: "http://museum.example/d", URL: home + "d", State: site.StateBoth, Level: 1, Status: 302, Page: c,
				From: home},
			{Key: "http://museum.example/e", URL: home + "e", State: site.StateFailed, Level: 2,
				Reason: site.Reason{Failure: site.Failure{Class: site.FailTimeout,
					Detail: "no header within 30s, tried 3 times"}, Limit: site.LimitTimeout}, From: c},
			{Key: "http://another.example/", URL: "http://another.example/", State: site.StateExternal, Level: -1,
				From: home},
		}...),
		External: good(site.ExternalLink{Source: 1, URL: "http://another.example/", Key: "http://another.example/",
			Text: "+1 for \"them\"", Rel: "nofollow", Count: 2}),
		Bad: good(
			site.BadLink{Source: 1, Href: "mailto:a@museum.example", Fault: site.LinkFault{Text: "scheme mailto"},
				Text: "@me", Count: 1},
			site.BadLink{Source: 3, Href: "=cmd|' /C calc'!A0", Fault: site.LinkFault{Text: "no scheme"}, Text: "'=x",
				Count: 1},
		),
		Links: good(
			site.Occurrence{Source: 1, Ordinal: 1, Element: "a", Href: "/", URL: home, Kind: "internal", Target: 1,
				Text: "to the start"},
			site.Occurrence{Source: 1, Ordinal: 2, Element: "a", Href: "mailto:a@museum.example", Kind: "bad",
				Text: "-"},
			site.Occurrence{Source: 3, Ordinal: 1, Element: "area", Href: "//another.example",
				URL: "http://another.example/", Kind: "external", Text: "o'", Rel: "nofollow"},
		),
		Counts: site.Counts{
			Pages: 3, Arcs: 4, Links: 7, InternalLinks: 9, ExternalLinks: 2, BadLinks: 2, TruncatedArcs: 1, Fetched: 5,
			States: map[site.State]int{site.StatePage: 3, site.StateRedirect: 1, site.StateBoth: 1, site.StateFailed: 1,
				site.StateExternal: 1},
			Limits: map[string]int{"max_path_depth": 1},
		},
		Ended: "stop-file", Notes: []string{"a remark"},
		Robots: site.RobotsSeen{URL: "http://museum.example/robots.txt", Status: 200, Access: site.RobotsRules,
			Words: "rules", Text: "User-agent: *\n", Fetched: time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC)},
		Started: time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC), Finished: time.Date(2026, 1, 2, 2, 5, 0, 0, time.UTC),
	}
}

// rankedMuseum returns the museum as read by a policy.
func rankedMuseum() *site.Crawl {
	c := museum()
	c.Ranked = true
	for i, importance := range []float64{0.5, 0.3125, 1.25e-8} {
		c.Graph.Pages[i].Importance = importance
	}
	x, y := "http://museum.example/x", "http://museum.example/y"
	c.Frontier = slices.Values([]site.Candidate{{URL: x, Key: x, Depth: 2, Importance: 0.125},
		{URL: y + "#", Key: y, Depth: 1, Importance: 0.0625}})
	return c
}

// watchedMuseum returns the museum after two iterations.
func watchedMuseum() *site.Crawl {
	c := museum()
	c.Watched = &site.Watched{
		Iterations: []site.Iteration{
			{Number: 1, At: time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC), Added: 3, Complete: true},
			{Number: 2, At: time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC), Policy: "scent", Planned: 9, Checked: 5,
				Changed: 1, Unchanged: 2, Gone: 2, Failed: 3, Forbidden: 1, Added: 7, Removed: 8, Outage: true},
		},
		Pages: []site.Seen{{First: 1, Last: 2, Checked: 2, Changed: 2, Visits: 2, Changes: 1},
			{First: 1, Last: 1, Checked: 2, Changed: 1, Visits: 2}, {}},
		Arcs: []site.Seen{{First: 1, Last: 2, Checked: 2, Changed: 1, Visits: 12},
			{First: 1, Last: 2, Checked: 2, Changed: 2, Visits: 2, Changes: 1},
			{First: 2, Last: 2, Checked: 2, Changed: 2, Visits: 1},
			{First: 1, Last: 1, Checked: 1, Changed: 1, Visits: 1}},
		Belief: &site.Belief{Policy: "learned", Chance: []float64{0.25, 1, 0}, Next: []site.NextCheck{
			{Page: 2, Why: site.CheckWorth, Index: -1234.5, Age: 2}, {Page: 0, Why: site.CheckGone, Index: 1e-9}}},
	}
	return c
}

// learntMuseum returns the museum with all kinds of things a crawl can learn about URLs.
func learntMuseum() *site.Crawl {
	c := museum()
	c.Graph.Volatile = []bool{false, true, false, true}
	c.Graph.Places = []site.LinkPlace{site.PlaceNavigation, site.PlaceMain, site.PlaceHeader, site.PlaceAside}
	c.Graph.Content = site.NumbersOf(0, 1, 0, 0)
	shape, first := "/?a&b", "http://museum.example/?a=1&b=2"
	c.Sameness = &site.Sameness{
		Rules: []site.URLRule{
			{Kind: site.RuleDeclared, Shape: shape, Name: "a", URLs: 3},
			{Kind: site.RuleParam, Shape: shape, Name: "b", Trials: 12, Agreed: 11, HeldOut: 2, URLs: 5, First: first,
				Second: "http://museum.example/?a=1&b=3"},
			{Kind: site.RuleDefault, Shape: "http://museum.example/x?a=1", Only: true, Name: "b", Value: "1",
				Trials: 10, Agreed: 9, Retracted: true, First: first, Second: first},
			{Kind: site.RuleSegment, Shape: "/@/", Value: "1", Trials: 10, Agreed: 10},
		},
		Masks: []site.Mask{
			{Kind: site.MaskDigits, First: "=0.1, s", Second: "0.2 \\s", URL: first, Differed: 3, Seen: 4},
			{Kind: site.MaskText, First: "a", Second: "b", URL: first, Differed: 1, Seen: 1},
			{Kind: site.MaskRegion, First: "a", URL: first, Differed: 1, Seen: 1},
			{Kind: site.MaskParam, Shape: shape, Name: "sid", First: "1", Second: "2", URL: first, Differed: 1,
				Seen: 1},
		},
		Shapes: []site.Shape{{Shape: "/cal/#/", Requests: 250, Of: 1000, New: 3, Waiting: 77, Deferred: true,
			Exclude: `^http://museum\.example/cal/[0-9]+/[^/?]*$`, Example: "http://museum.example/cal/1/x"}},
		Twins: site.Twins{Asked: 9, Pages: 8, Differ: 7, Settled: 6, Links: 50, Volatile: 4, Unstable: true},
	}
	return c
}

// searchedMuseum returns the museum as found by two agents, the second from a seed that led to depth 2.
func searchedMuseum() *site.Crawl {
	c := museum()
	c.Site, c.Name = "A name, and \"so\" on", "museum.example"
	c.Graph.Pages[1].Level, c.Graph.Pages[2].Level = 0, 2
	c.Searched = &site.Searched{Topics: []string{"art", "=resources"}, Pages: []site.SearchedPage{
		{Agent: site.Nobody, FoundBy: site.Nobody, Visit: 1, Relevance: []float64{0.125, 0}},
		{Agent: 1, FoundBy: 1, Visit: 3, Relevance: []float64{0, 0.25}, Stored: true},
		{Agent: 0, FoundBy: 1, Visit: 2, FoundOn: 2, Anchor: "'-here", Relevance: []float64{1, 0.5}},
	}}
	return c
}

// random returns a crawl of up to n pages with hostile texts; levels are distances from the start page.
func random(seed uint64, n int) *site.Crawl {
	dice := rand.New(rand.NewPCG(seed, 1))
	links := make([]map[int]uint32, n)
	for i := range links {
		links[i] = map[int]uint32{}
		for range dice.IntN(5) {
			links[i][dice.IntN(n)] = 1 + dice.Uint32N(4)
		}
	}
	order, level := search(links)
	text := func() string { return export.Hostile[dice.IntN(len(export.Hostile))] }
	place := make([]int, n)
	c := &site.Crawl{Site: "http://random.example", Name: "random.example", Graph: &site.Graph{Offsets: []int{0}},
		Ended: "work-done", Complete: true}
	for i, p := range order {
		place[p] = i
		url := fmt.Sprintf("http://random.example/%06d", p)
		c.Graph.Pages = append(c.Graph.Pages, site.Page{
			URL: url + "?fetched", Key: url, Level: level[p], ExternalLinks: dice.IntN(3), Status: 200,
			ContentType: "text/html", Bytes: dice.Int64N(1e18),
			Hash: fmt.Sprintf("%032x", dice.Uint64()), Title: text() + text(), Lang: text(), Canonical: text(),
			Robots: text(), Refresh: text(),
		})
		if dice.IntN(2) == 0 {
			c.Graph.Pages[i].Facts = &site.Facts{Description: text(), H1: text(), H1s: dice.IntN(3),
				Words: dice.IntN(3), RobotsTag: text(), Modified: text()}
		}
	}
	for _, p := range order {
		row := map[int]uint32{}
		for to, weight := range links[p] {
			row[place[to]] = weight
		}
		for _, to := range slices.Sorted(maps.Keys(row)) {
			c.Graph.Targets = append(c.Graph.Targets, uint32(to))
			c.Graph.Weights.Append(row[to])
			c.Counts.Links += int(row[to])
		}
		c.Graph.Offsets = append(c.Graph.Offsets, len(c.Graph.Targets))
	}
	c.Counts.Pages, c.Counts.Arcs = len(order), c.Graph.Arcs()
	var bad []site.BadLink
	for i := range order {
		bad = append(bad, site.BadLink{Source: i + 1, Href: text(), Fault: site.LinkFault{Text: text() + text()},
			Text: text(), Count: 1})
	}
	c.Bad = good(bad...)
	return c
}

// search returns the pages reachable from page 0, by level and number, and their levels.
func search(links []map[int]uint32) (order []int, level []int) {
	level = make([]int, len(links))
	seen := make([]bool, len(links))
	seen[0] = true
	for front := []int{0}; len(front) > 0; {
		order = append(order, front...)
		var next []int
		for _, p := range front {
			for to := range links[p] {
				if !seen[to] {
					seen[to], level[to] = true, level[p]+1
					next = append(next, to)
				}
			}
		}
		slices.Sort(next)
		front = next
	}
	return order, level
}

func good[T any](values ...T) iter.Seq2[T, error] { return site.WithoutErrors(values) }

// orNothing replaces a nil sequence with an empty one.
func orNothing[T any](all iter.Seq2[T, error]) iter.Seq2[T, error] {
	if all == nil {
		return func(func(T, error) bool) {}
	}
	return all
}

// write exports a crawl to a new folder and returns the folder's path.
func write(t testing.TB, c *site.Crawl, selfLoops bool, exporters ...string) string {
	t.Helper()
	full := *c // fills in sequences that the test did not need
	full.Ledger, full.External, full.Bad = orNothing(c.Ledger), orNothing(c.External), orNothing(c.Bad)
	c = &full
	path := filepath.Join(t.TempDir(), c.Name)
	d, err := export.NewDir(path, c.Name)
	must(t, err)
	options := export.Options{SelfLoops: selfLoops, Facts: readFacts}
	for _, name := range exporters {
		must(t, export.Write(t.Context(), d, name, c, options))
	}
	settings := map[string]string{"export.self_loops": fmt.Sprint(selfLoops), "duplicates.key": "exact",
		"revisit.policy": "learned"}
	if c.Linked != nil {
		settings["linked.check"] = "x"
	}
	must(t, export.WriteManifest(d, export.NewManifest("1.0", settings, c)))
	return path
}

// tables lists the exporters whose files are read back.
func tables(c *site.Crawl) []string {
	all := []string{"aliases", "bad", "csv", "external", "ledger"}
	if c.Links != nil {
		all = append(all, "links")
	}
	return all
}

func manifest(t testing.TB, dir string) map[string]any {
	t.Helper()
	var m map[string]any
	must(t, json.Unmarshal(readTable(t, dir, "manifest.json"), &m))
	return m
}

// readTable reads a file of a result folder.
func readTable(t testing.TB, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, filepath.Base(dir)+"."+name))
	must(t, err)
	return text
}
