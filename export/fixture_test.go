package export

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

var must = console.Must

// tiny returns the crawl of testdata/tiny.*, with a self-loop, a missing title, a formula as title, and a link back.
func tiny() *site.Crawl {
	pages := []site.Page{
		{
			URL: "http://example.com/", Key: "http://example.com/", Level: 0, ExternalLinks: 2, Links: 6,
			Status: 200, ContentType: "text/html", Bytes: 1234, Hash: "00ff", Title: `Home, "A & B" <x>`,
			Lang: "en", Canonical: "http://example.com/", Robots: "noarchive", Refresh: "5; url=/b",
		},
		{
			URL: `http://example.com/a?x=1\2`, Key: "http://example.com/a?x=1%5C2", Level: 1,
			Status: 200, ContentType: "application/xhtml+xml", Bytes: 5_000_000_000, Hash: "01ff",
		},
		{
			URL: "http://example.com/c", Key: "http://example.com/c", Level: 1, Links: 1,
			Status: 200, ContentType: "text/html", Bytes: 10, Hash: "02ff",
			Title: "=SUM(1,\t2) λ\x01 ", Lang: "el",
		},
	}
	graph := &site.Graph{Pages: pages, Offsets: []int{0, 3, 3, 4}, Targets: []uint32{0, 1, 2, 0},
		Weights: site.NumbersOf(2, 1, 3, 1)}
	return &site.Crawl{
		Site: "http://example.com", Name: "example.com", Graph: graph,
		Aliases: []site.Alias{
			{Key: "http://example.com/b", Page: "http://example.com/c", Kind: site.AliasRedirect},
			{Key: "http://example.com/d", Page: "http://example.com/c", Kind: site.AliasBoth},
		},
		Ledger: good([]site.Entry{
			{Key: "http://example.com/", URL: "http://example.com/", State: site.StatePage, Status: 200,
				Page: "http://example.com/", From: "http://example.com/"},
			{Key: "http://example.com/e", URL: "http://example.com/e", State: site.StateFailed, Level: 2,
				Reason: site.Reason{Failure: site.Failure{Class: site.FailTimeout,
					Detail: "no header within 30s, tried 3 times"}, Limit: site.LimitTimeout},
				From: "http://example.com/c"},
			{Key: "http://other.example/", URL: "http://other.example/", State: site.StateExternal, Level: -1,
				From: "http://example.com/"},
		}...),
		External: good(
			site.ExternalLink{Source: 1, URL: "http://other.example/", Key: "http://other.example/",
				Text: "+1 for \"them\"", Rel: "nofollow", Count: 2},
		),
		Bad: good(
			site.BadLink{Source: 1, Href: "mailto:a@example.com",
				Fault: site.LinkFault{Kind: site.FaultScheme, Scheme: "mailto"}, Text: "@me", Count: 1},
			site.BadLink{Source: 3, Href: "=cmd|' /C calc'!A0", Fault: site.LinkFault{Text: "scheme"}, Text: "'=x",
				Count: 1},
		),
		Links: good(
			site.Occurrence{Source: 1, Ordinal: 1, Element: "a", Href: "/", URL: "http://example.com/",
				Kind: "internal", Target: 1, Text: "line\nbreak", Place: "main"},
			site.Occurrence{Source: 1, Ordinal: 2, Element: "a", Href: "mailto:a@example.com", Kind: "bad", Text: "-",
				Place: "footer"},
			site.Occurrence{Source: 1, Ordinal: 3, Element: "area", Href: "//other.example",
				URL: "http://other.example/", Kind: "external", Text: "o'", Rel: "nofollow"},
		),
		Counts: site.Counts{Pages: 3, Arcs: 4, Links: 7, States: map[site.State]int{site.StatePage: 3}},
		Ended:  "work-done", Complete: true,
		Robots: site.RobotsSeen{URL: "http://example.com/robots.txt", Status: 404, Access: site.RobotsAllow,
			Why: site.RobotsStatus},
		Started:  time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600)),
		Finished: time.Date(2026, 1, 2, 2, 5, 0, 0, time.UTC),
	}
}

// ranked returns tiny as read by a policy. Of the URLs not fetched, the first two are equal to nine digits.
func ranked() *site.Crawl {
	c := tiny()
	c.Ranked = true
	for i, importance := range []float64{1, 1.0 / 3, 1.23456789012e-8} {
		c.Graph.Pages[i].Importance = importance
	}
	c.Frontier = slices.Values([]site.Candidate{
		{URL: "http://example.com/y?", Key: "http://example.com/y", Depth: 1, Importance: 0.1234567891},
		{URL: "http://example.com/x", Key: "http://example.com/x", Depth: 2, Importance: 0.1234567890},
		{URL: "http://example.com/a,b", Key: "http://example.com/a,b", Depth: 2, Importance: 2e-7},
		{URL: "http://example.com/0", Key: "http://example.com/0", Depth: 2, Importance: 0},
	})
	return c
}

// watched returns tiny after three iterations. The second changed the home page, the third missed the second page.
func watched() *site.Crawl {
	c := tiny()
	at := func(day, hour int) time.Time {
		return time.Date(2026, 3, day, hour, 0, 0, 999, time.FixedZone("", 3600))
	}
	c.Watched = &site.Watched{
		Iterations: []site.Iteration{
			{Number: 1, At: at(1, 7), Added: 3, Complete: true},
			{Number: 2, At: at(1, 19), Policy: "scent", Planned: 2, Checked: 1, Changed: 1, Failed: 1, Complete: true},
			{Number: 3, At: at(8, 7), Policy: "learned", Planned: 5, Checked: 3, Unchanged: 1, Gone: 2, Forbidden: 2,
				Added: 4, Removed: 6, Outage: true},
		},
		Pages: []site.Seen{
			{First: 1, Last: 3, Checked: 3, Changed: 2, Visits: 3, Changes: 1},
			{First: 1, Last: 1, Checked: 3, Changed: 1, Visits: 2},
			{},
		},
		Arcs: []site.Seen{
			{First: 1, Last: 3, Checked: 3, Changed: 1, Visits: 3},
			{First: 1, Last: 3, Checked: 3, Changed: 2, Visits: 3, Changes: 1},
			{First: 2, Last: 3, Checked: 3, Changed: 2, Visits: 2},
			{},
		},
		Belief: &site.Belief{Policy: "learned", Chance: []float64{0.25, 1.0 / 3, 1},
			Next: []site.NextCheck{
				{Page: 1, Why: site.CheckGone, Index: 1234.5, Age: 0.5},
				{Page: 0, Why: site.CheckWorth, Index: 2.0 / 3, Age: 2},
			}},
		Moments: crawlsOf(threeDays()),
	}
	return c
}

// learnt returns tiny with two volatile arcs, a rule, a mask and a deferred shape.
func learnt() *site.Crawl {
	c := tiny()
	c.Graph.Volatile = []bool{false, false, true, true}
	c.Sameness = &site.Sameness{
		Rules: []site.URLRule{{Kind: site.RuleParam, Shape: "/?a&b", Name: "b", Trials: 12, Agreed: 11, HeldOut: 2,
			URLs: 5, First: "http://example.com/?a=1&b=2", Second: "http://example.com/?a=1&b=3"}},
		Masks: []site.Mask{{Kind: site.MaskDigits, First: "0.1, s", Second: "-1", URL: "http://example.com/",
			Differed: 3, Seen: 4}},
		Shapes: []site.Shape{{Shape: "/cal/#/", Requests: 250, Of: 1000, New: 3, Waiting: 77, Deferred: true,
			Exclude: `^http://example\.com/cal/[0-9]+/[^/?]*$`, Example: "http://example.com/cal/1/x"},
			{Shape: "/", Requests: 250, New: 250}},
	}
	return c
}

// searched returns the search of testdata/searched.* by two agents. One seed is nobody's and one the second agent's.
// Two pages were found on the first seed; the first agent sold one and did not store the other.
func searched() *site.Crawl {
	page := func(url, key, hash, title string, level, external int) site.Page {
		return site.Page{URL: url, Key: key, Level: level, ExternalLinks: external, Status: 200,
			ContentType: "text/html", Bytes: 10, Hash: hash, Title: title}
	}
	a, b := "http://a.example/", "http://b.example/"
	return &site.Crawl{
		Site: "topics", Name: "agents",
		Graph: &site.Graph{
			Pages: []site.Page{page(a, a, "00ff", "Home", 0, 2), page(b, b, "01ff", "B", 0, 0),
				page(a+"x?", a+"x", "02ff", "", 2, 0), page(a+"y", a+"y", "03ff", "", 2, 0)},
			Offsets: []int{0, 1, 2, 3, 4}, Targets: []uint32{3, 2, 1, 3}, Weights: site.NumbersOf(1, 2, 1, 1),
		},
		Searched: &site.Searched{Topics: []string{`Art "1"`, "open source"}, Pages: []site.SearchedPage{
			{Agent: site.Nobody, FoundBy: site.Nobody, Visit: 1, Relevance: []float64{0, 0.1}},
			{Agent: 1, FoundBy: 1, Visit: 2, Relevance: []float64{0.25, 1}, Stored: true},
			{Agent: 1, FoundBy: 0, Visit: 7, FoundOn: 1, Anchor: "=x, y", Relevance: []float64{0.125, 1.0 / 3},
				Stored: true},
			{Agent: 0, FoundBy: 0, Visit: 4, FoundOn: 1, Relevance: []float64{0.75}},
		}},
		Ledger: good[site.Entry](), External: good[site.ExternalLink](), Bad: good[site.BadLink](),
		Counts: site.Counts{Pages: 4, Arcs: 4, Links: 5},
	}
}

// empty returns a crawl that found no pages.
func empty() *site.Crawl {
	return &site.Crawl{
		Site: "http://example.com", Name: "example.com", Graph: &site.Graph{Offsets: []int{0}},
		Ledger: good[site.Entry](), External: good[site.ExternalLink](), Bad: good[site.BadLink](),
		Links: good[site.Occurrence](),
	}
}

// big returns a graph of n pages with k arcs each, in levels of growing size.
func big(n, k int) *site.Crawl {
	g := &site.Graph{Offsets: make([]int, 1, n+1)}
	for i := range n {
		level := 0
		for size := 1; size <= i; size *= 8 {
			level++
		}
		path := strings.Repeat("section/", level) + "page" + strconv.Itoa(i) + ".html"
		g.Pages = append(g.Pages, site.Page{
			URL: "https://example.com/" + path, Key: "https://example.com/" + path, Level: level, Status: 200,
			ContentType: "text/html", Bytes: int64(i) * 100, Hash: "0123456789abcdef", Title: "A page & its title",
		})
		for j := range min(k, n) {
			g.Targets = append(g.Targets, uint32((i*7919+j)%n))
			g.Weights.Append(uint32(1 + j%3))
		}
		slices.Sort(g.Targets[g.Offsets[i]:])
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Site: "https://example.com", Name: "example.com", Graph: g}
}

func good[T any](values ...T) iter.Seq2[T, error] { return site.WithoutErrors(values) }

// render returns the content of one file of a crawl.
func render(t testing.TB, name string, c *site.Crawl, options Options) []byte {
	t.Helper()
	write := formatOf(t, name)
	return filled(t, func(o *out) error { return write(o, c, options) })
}

func filled(t testing.TB, fill func(*out) error) []byte {
	t.Helper()
	var b bytes.Buffer
	o := &out{ctx: context.Background(), w: &b}
	must(t, errors.Join(fill(o), o.flush()))
	return b.Bytes()
}

// put writes a text to a file of a folder.
func put(d *Dir, name, text string) error {
	return d.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func formatOf(t testing.TB, name string) func(*out, *site.Crawl, Options) error {
	t.Helper()
	for _, files := range formats {
		for _, f := range files {
			if f.name == name {
				return f.write
			}
		}
	}
	t.Fatalf("no file %s", name)
	return nil
}

// fileNames returns the file names of all exporters for a crawl.
func fileNames(c *site.Crawl) []string {
	var names []string
	for _, e := range Known() {
		for _, f := range formats[e] {
			if f.of == nil || f.of(c) {
				names = append(names, f.name)
			}
		}
	}
	return names
}
