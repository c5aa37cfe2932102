package report

import (
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"sitegraph/site"
	"sitegraph/stats"
)

// wordsOf returns the text of a page, with one line per element.
func wordsOf(page string) string {
	_, body, _ := strings.Cut(page, "<body>")
	body = regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(body, "")
	body = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "\n")
	body = regexp.MustCompile(`\n+`).ReplaceAllString(html.UnescapeString(body), "\n")
	return strings.ReplaceAll(body, "\u00a0", " ")
}

// The report agrees with the museum, whose numbers are known by hand.
func TestSentences(t *testing.T) {
	words := wordsOf(siteOf(t, museum()))
	says(t, "", words,
		"museum.example",
		"Crawled on 4 May 2026",
		"Complete: nothing was left to fetch",
		"the home page redirects",
		"Half of the pages are within 1 click of the start page, and nine in ten within 2. "+
			"Depth 1 has the most pages (2, 40.0%); the deepest pages are 2 clicks away.",
		"Within 2 clicks you see 100% of the pages, 100% of the arcs, and pages that hold 100% of the PageRank. "+
			"A visitor who clicks on with a probability of 50% makes 100% of all page visits there.",
		"A visitor who keeps following random links is most often on “Page 0”: "+
			"30.0% of the time, where the average page gets 20.0%.",
		"The top 2 pages (40.0%) hold half of the PageRank.",
		"From 3 pages (60.0%) a path of links leads back to the start page; from 2 pages none does. "+
			"From depth 2 on, most pages have no way back.",
		"2 pages are dead ends: they link to no other page of the site.",
		"The core, in which every page can reach every other, holds 3 pages (60.0%). "+
			"2 pages can be reached from the core but do not lead back.",
		"2 pages are the only way to some other pages: "+
			"without such a page, those cannot be reached from the start page. The start page itself is not counted.",
		"The links divide the site into 2 communities; "+
			"modularity 0.2 (0: no better than chance; near 1: hardly any links between communities). "+
			"The largest has 60.0% of the pages.",
		"All pages are in one folder, /.",
		"On average a page links to 1.2 pages. "+
			"Half of the pages have links from at most 1 page; the most linked page has links from 2. "+
			"The inequality (Gini coefficient; 0: all pages are alike, 1: one page has everything) "+
			"is 0.25 for incoming arcs and 0.25 for outgoing ones.",
		"A power law with exponent 2.5 ± 0.31 is plausible from degree 2 on (3 pages): "+
			"p = 0.42; a value below 0.1 would speak against it. "+
			"2 pages have degree 0, which a logarithmic axis cannot show.",
		"This is not a power law: the best one, with exponent 3 from degree 1 on, "+
			"fits worse than all random samples drawn from it (p = 0, below 0.1). "+
			"2 pages have degree 0, which a logarithmic axis cannot show.",
		"In 60.0% of all ordered pairs of pages, a path of links leads from the first to the second. "+
			"Its mean length is 1.5 clicks; nine in ten are at most 2 long. The greatest distance is 3 clicks.",
		"Pages on many shortest paths: "+
			"the share of the pairs of other pages whose shortest paths run through the page. "+
			"Estimated from 64 pages chosen at random (seed 7; standard error: 0.01).",
		"Found: 60 errors and 1 notice, of 3 kinds. Open a kind to see where; problems.csv lists all places.",
		"Broken link: 60 (error)",
		"The first 50 of 60; all are in problems.csv.",
		"Page 0 and 2 other pages",
		"page 99",
		"robots.txt: allow all: status 404.",
		"and requested 65 URLs.",
		"Written by sitegraph 1.2.3. This file loads nothing and sends nothing.",
	)
	if i, j := strings.Index(words, "Broken link"), strings.Index(words, "No title: 1"); i < 0 || j < i {
		t.Error("notices stand before errors")
	}
}

// The report warns where numbers could mislead.
func TestWarnings(t *testing.T) {
	search := lonely(0)
	search.Crawl.Searched, search.Analysis.Summary.Problems = &site.Searched{}, nil
	for name, c := range map[string]struct {
		in   Site
		want []string
	}{
		"stopped": {scattered(), []string{"This crawl is incomplete",
			"The crawl was interrupted. All figures describe the part that was crawled",
			"12 URLs were found but not fetched.", "3 URLs failed", "No page links to a page of the site."}},
		"nothing": {empty(), []string{"This crawl is incomplete", "robots.txt could not be read", "1 URL failed",
			"It gave no usable answer", "No pages were found", "There are no pages to check."}},
		"search":   {search, []string{"The graph of a search by agents", "Problems are not looked for"}},
		"one page": {lonely(0), []string{"The site has only its start page.", "What can be reached"}},
	} {
		words := wordsOf(siteOf(t, c.in))
		says(t, name, words, c.want...)
	}
	for ended, loud := range map[string]bool{"budget": false, "max-pages": false, "timeout": false, "work-done": false,
		"signal": true, "stop-file": true, "refused": true, "": true} {
		in := scattered()
		in.Analysis.Summary.Ended = ended
		page := siteOf(t, in)
		_, last, ok := strings.Cut(page, "<strong>This crawl is incomplete")
		calm := !ok && strings.Contains(page, "<strong>This crawl is a part of the site, as its limits say")
		first, _, _ := strings.Cut(page, "<strong>This crawl is ")
		class := first[strings.LastIndex(first, "<div"):]
		if calm == loud || strings.Contains(class, `"banner loud"`) != loud {
			t.Errorf("ended by %q: %s %.100s", ended, class, last)
		}
	}
	in := museum()
	in.Analysis.Summary.Unknown = []stats.Unknown{{Figure: "return", Reason: "of A"},
		{Figure: "distances", Reason: "of B"}, {Figure: "scc", Reason: "of C"}}
	words := wordsOf(siteOf(t, in))
	says(t, "", words, "the only way to others is unknown: the crawl is incomplete, and of A.",
		"This is unknown: the crawl is incomplete, and of B.", "unknown: the crawl is incomplete, and of C")
	silent(t, "", words, "a path of links leads back", "pages are dead ends", "The core, in",
		"Its mean length")
	in = museum()
	in.Crawl.Counts.ServerErrors = 3
	if words := wordsOf(siteOf(t, in)); !strings.Contains(words, "3 URLs failed") {
		t.Error("errors of the server are not told")
	}
	if words := wordsOf(siteOf(t, museum())); strings.Contains(words, "may be missing") {
		t.Error("failures where there are none")
	}
}

// A URL counts either as broken or as failed. Here 60 are errors, 2 by the server, and 1 is a timeout.
func TestBrokenOrFailed(t *testing.T) {
	in := museum()
	in.Analysis.Summary.States[site.StateFailed], in.Crawl.Counts.ServerErrors = 1, 2
	words := wordsOf(siteOf(t, in))
	says(t, "", words, "3 URLs failed\n", "Broken\n58\nURLs with an error such as 404; 3 failed\n")
}

// Pages without a way back to the start page are not dead ends if they link to other pages.
func TestDeadEnds(t *testing.T) {
	in := museum()
	in.Analysis.Summary.Sinks = 0
	words := wordsOf(siteOf(t, in))
	says(t, "", words, "From depth 2 on, most pages have no way back.",
		"No page is a dead end: every page links to another page of the site.")
	if strings.Contains(words, "are dead ends") {
		t.Error("pages with links are called dead ends")
	}
}

// The pages of an occurrence have the right heading, and columns without text are left out.
func TestPlaces(t *testing.T) {
	in := museum()
	in.Analysis.Summary.Problems = []stats.Problem{
		{Kind: "duplicate-title", Severity: "warning", Count: 1}, {Kind: "bad-href", Severity: "error", Count: 1},
		{Kind: "one-inlink", Severity: "notice", Count: 1}, {Kind: "no-outlink", Severity: "notice", Count: 1},
	}
	first := in.Crawl.Graph.Pages[0].URL
	in.Problems = []stats.Occurrence{
		{Kind: "duplicate-title", Page: 1, URL: first, Detail: "Page 0", Sources: []int{1, 2}, SourceCount: 2},
		{Kind: "bad-href", URL: "http://", Detail: "no host", Sources: []int{1}, SourceCount: 1},
		{Kind: "one-inlink", Page: 1, URL: first, Sources: []int{2}, SourceCount: 1},
		{Kind: "no-outlink", Page: 1, URL: first, Detail: "external links: 0"},
	}
	words := wordsOf(siteOf(t, in))
	says(t, "", words,
		"Kind duplicate-title in problems.csv\nURL\ndetail\npages with this title\n",
		"Unusable link: 1 (error)\nKind bad-href in problems.csv\nURL\ndetail\nlink on\n",
		"Kind one-inlink in problems.csv\nURL\nlinked from\n",
		"Kind no-outlink in problems.csv\nURL\ndetail\n"+first,
	)
}

// A site whose pages are all in the core needs no chart of it.
func TestAllCore(t *testing.T) {
	in := museum()
	s := &in.Analysis.Summary
	s.BowTie, s.Return.Pages, s.Sinks, s.Dominators = stats.BowTie{Core: 5}, 5, 0, stats.Dominators{}
	words := wordsOf(siteOf(t, in))
	says(t, "", words, "Every page has a path of links back to the start page.",
		"Every page can reach every other page.", "No page is indispensable")
	if strings.Contains(words, "bow-tie") {
		t.Error("a chart of one bar")
	}
}

// The report of a site with a million pages and the longest possible texts stays small.
func TestSize(t *testing.T) {
	const n = 100_000
	in := museum()
	long := strings.Repeat("<&\"é", 5000)
	s := &in.Analysis.Summary
	var files []string
	s.Pages = n
	in.Analysis.Values.PageRank = make([]float64, n)
	for i := range n {
		in.Analysis.Values.PageRank[i] = 1 / float64(n)
	}
	for i := range n / 10 {
		s.Levels = append(s.Levels, stats.Level{Level: 3 + i, Pages: 1, CumulativeShare: 1})
		s.Depth.Levels = append(s.Depth.Levels, stats.DepthLevel{Level: 3 + i, Pages: 1})
		s.InDegree.Distribution = append(s.InDegree.Distribution, [2]int{3 + i, 1})
		s.Distances.Distribution = append(s.Distances.Distribution, [2]int{4 + i, 1})
		s.Cores.Distribution = append(s.Cores.Distribution, [2]int{2 + i, 1})
	}
	for i := range 2_000 {
		s.Communities.List = append(s.Communities.List,
			stats.Community{Pages: 1, Words: []string{long}, Prefix: long, First: 1})
		s.Directories.List = append(s.Directories.List, stats.Directory{Path: long, Pages: 1})
		s.Templates = append(s.Templates, stats.Template{Template: long, Example: "http://a.example/" + long})
		s.Parameters = append(s.Parameters, stats.Parameter{Name: long})
		s.JointDegree = append(s.JointDegree, stats.JointDegree{In: i, Out: i, Pages: 1})
		in.Crawl.Notes, files = append(in.Crawl.Notes, long), append(files, long)
		in.Settings = append(in.Settings, Setting{long, long})
		in.Problems = append(in.Problems, stats.Occurrence{Kind: fmt.Sprint(i % 20),
			URL: "http://a.example/" + strings.Repeat("<", 450), Detail: long, Sources: []int{1}})
	}
	for i := range 20 {
		s.Problems = append(s.Problems,
			stats.Problem{Kind: fmt.Sprint(i), Severity: "error", Explanation: long, Count: 1000})
	}
	in.Crawl.Graph.Pages[0].Title, in.Crawl.Graph.Pages[0].URL = long, "http://a.example/"+long
	page := siteWith(t, in, museumMap, files)
	t.Logf("%d bytes", len(page))
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
}

// The same input gives the same bytes.
func TestDeterminism(t *testing.T) {
	for range 2 {
		if first, second := siteOf(t, museum()), siteOf(t, museum()); first != second {
			t.Error("the second report of a site differs")
		}
		if first, second := runOf(t, compared(7)), runOf(t, compared(7)); first != second {
			t.Error("the second report of a run differs")
		}
		changed := comparisons()["changed"]
		if first, second := comparisonOf(t, changed), comparisonOf(t, changed); first != second {
			t.Error("the second report of a comparison differs")
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	for _, err := range []error{New(museum()).Write(broken{}, museumMap, museumFiles),
		WriteSites(broken{}, compared(2)), WriteComparison(broken{}, comparisons()["changed"])} {
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("error %v", err)
		}
	}
}

// The line of a power law, summed from its first degree, gives the share of pages that follow it.
func TestFit(t *testing.T) {
	for _, law := range []stats.PowerLaw{
		{Alpha: 3.5, XMin: 1, Tail: 50}, {Alpha: 3, XMin: 2, Tail: 3}, {Alpha: 3.33, XMin: 14, Tail: 132},
	} {
		line, sum := fit(law, 200), 0.0
		for k := law.XMin; k < 200000; k++ {
			sum += line.Share * math.Pow(float64(k)/line.From, -line.Alpha)
		}
		if want := float64(law.Tail) / 200; math.Abs(sum-want) > 1e-6 {
			t.Errorf("%+v: the line holds %v of the pages, want %v", law, sum, want)
		}
	}
}

// A p-value is not rounded to the threshold next to it.
func TestLawNearItsBound(t *testing.T) {
	says := say("power law", stats.PowerLaw{Verdict: "plausible", Alpha: 2.33, XMin: 14, Tail: 132, P: 0.105})
	if !strings.Contains(says, "p\u00a0=\u00a00.105;") {
		t.Error(says)
	}
}

// The report stays well-formed for any text and number of a page.
func FuzzTexts(f *testing.F) {
	f.Add("a title", "http://a.example/", 0.5, 3)
	f.Add("</script>\xff", "javascript:x", math.NaN(), -1)
	f.Add("\u202e<!--", "http://[::1]:x/", math.Inf(1), math.MaxInt)
	f.Fuzz(func(t *testing.T, title, address string, x float64, n int) {
		in := museum()
		in.Crawl.Graph.Pages[0] = site.Page{URL: address, Title: title}
		s := &in.Analysis.Summary
		s.PageRank.Top[0] = stats.TopPage{ID: n, URL: address, Title: title, Value: x}
		s.InDegree.Distribution[0], s.Density, s.Pages = [2]int{n, n}, x, n
		s.Levels[0], s.Depth.Levels[0].Visits[0] = stats.Level{Level: n, Pages: n, CumulativeShare: x}, x
		s.InDegree.Bins[0] = stats.DegreeBin{From: n, To: n, Pages: n, Density: x}
		s.InDegree.PowerLaw.Alpha, s.Communities.List[0].First, s.Problems[0].Kind = x, n, title
		in.Problems[0].Sources, in.Problems[0].URL = []int{n}, address
		whole(t, siteOf(t, in))
	})
}
