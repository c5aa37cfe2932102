package report

import (
	"maps"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// A site is shown under the name that people know.
func TestHost(t *testing.T) {
	for origin, want := range map[string]string{"http://museum.example": "museum.example",
		"https://xn--mller-kva.example:8443": "müller.example:8443", "http://xn--999": "xn--999", "": ""} {
		console.Equal(t, host(origin), want, origin, "is called")
	}
	want := text{Text: "https://müller.example", Link: "https://xn--mller-kva.example"}
	console.Equal(t, originCell("https://xn--mller-kva.example"), want)
}

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{clean(" a\x00b\tc\u2028d "), "ab c d"}, {clean("\xff"), "\uFFFD"},
		{clean(strings.Repeat("a", 3000)), strings.Repeat("a", 100) + "…" + strings.Repeat("a", 99)},
		{lower("In-degree"), "in-degree"}, {lower("PageRank"), "PageRank"}, {lower("HITS"), "HITS"}, {lower("X"), "X"},
		{bin(0), "0"}, {bin(1), "1"}, {bin(4), "4–7"},
		{kindName("broken-link"), "Broken link"}, {kindName(""), "Other"}, {kindName("no-outlink"), "Dead end"},
	} {
		console.Equal(t, c[0], c[1])
	}
}

func TestLinks(t *testing.T) {
	for address, ok := range map[string]bool{
		"http://a.example/": true, "https://a.example": true, "HTTP://a.example/": true,
		"javascript:alert(1)": false, "data:text/html,x": false,
		"//a.example": false, "/a": false, "": false, "http:///a": false,
		"http://a.example/%zz": false, "ftp://a.example/": false,
		"http://a.example/" + strings.Repeat("a", longestLink): false,
	} {
		console.Equal(t, link(address) != "", ok, "link to", address)
	}
	for name, want := range map[string]string{"a/b c.html": "a/b%20c.html", "": "", "/etc/passwd": "",
		"javascript:x": "./javascript:x", "a/ü?.html": "a/%C3%BC%3F.html"} {
		console.Equal(t, relative(name), want, "relative", name)
	}
}

func TestPeriod(t *testing.T) {
	at := func(day, hour, minute int) time.Time {
		return time.Date(2026, 2, day, hour, minute, 0, 0, time.FixedZone("", 3600))
	}
	for _, c := range []struct {
		from, to time.Time
		want     string
	}{
		{time.Time{}, at(1, 1, 1), ""},
		{at(3, 13, 5), time.Time{}, "3 February 2026, 12:05 UTC"},
		{at(3, 13, 5), at(3, 13, 5), "3 February 2026, 12:05 UTC"},
		{at(3, 13, 5), at(3, 14, 0), "3 February 2026, 12:05–13:00 UTC"},
		{at(3, 13, 5), at(4, 0, 30), "3 February 2026, 12:05–23:30 UTC"},
		{at(3, 13, 5), at(5, 1, 0), "3 February 2026, 12:05 – 5 February 2026, 00:00 UTC"},
	} {
		console.Equal(t, period(c.from, c.to), c.want, "from", c.from, "to", c.to)
	}
}

// learnt returns the museum with what the crawl learned about its URLs.
func learnt() Site {
	in := museum()
	in.Analysis.Summary.States = maps.Clone(in.Analysis.Summary.States)
	maps.Copy(in.Analysis.Summary.States, map[site.State]int{site.StateDuplicate: 1200, site.StateBoth: 34,
		site.StateCanonical: 1, site.StateRule: 567})
	home := "http://museum.example/"
	in.Crawl.Sameness = &site.Sameness{
		Rules: []site.URLRule{
			{Kind: site.RuleParam, Shape: "/?returnto&title", Name: "returnto", Trials: 48, Agreed: 47, HeldOut: 3,
				URLs: 560, First: home + "?returnto=A&title=L", Second: home + "?returnto=B&title=L"},
			{Kind: site.RuleDeclared, Shape: "/<b>/", Name: "sid", URLs: 7, Retracted: true},
		},
		Masks: []site.Mask{
			{Kind: site.MaskDigits, First: "in 0.12 s", Second: "in 0.34 s", URL: home, Differed: 20, Seen: 21},
			{Kind: site.MaskParam, Shape: "/?do&id", Name: "sectok", First: "1", Second: "<i>", URL: home + "p1",
				Differed: 4, Seen: 4},
		},
		Shapes: []site.Shape{
			{Shape: "/cal/#/", Requests: 1250, Of: 5000, New: 3, Waiting: 7700, Deferred: true,
				Exclude: `^http://museum\.example/cal/[0-9]+/` + strings.Repeat("x", longestText),
				Example: home + "cal/1/x"},
			{Shape: "/fine/", Requests: 1000, New: 1000},
		},
		Twins: site.Twins{Asked: 30, Pages: 28, Differ: 27, Settled: 26, Links: 1000, Volatile: 25},
	}
	return in
}

// The report describes URLs that show the same page, and traps.
func TestLearnt(t *testing.T) {
	words := wordsOf(siteOf(t, learnt()))
	says(t, "", words,
		"1,802 URLs show a page that has another URL: 1,234 by the same content, apart from what is not compared, "+
			"1 by a canonical link between pages that agree and 567 by a rule, without being fetched.\n",
		"28 pages were fetched twice, to see what changes between two requests for one URL: "+
			"1 page still differs without what is not compared.\n",
		"97.5% of the links of these pages were there both times",
		"parameter returnto means nothing under /?returnto&title\naccepted\n48\n47\n3\n560\n"+
			"http://museum.example/?returnto=A&title=L\nhttp://museum.example/?returnto=B&title=L\n",
		"means nothing under /<b>/\nretracted\n0\n0\n0\n7\n",
		"words with a digit in a text\n21\nin 0.12 s\n",
		"the value of parameter sectok in links to /?do&id\n4\n1\n",
		"/cal/#/\nhttp://museum.example/cal/1/x\n1,250\n25.0%\n3\n7,700\n^http://museum\\.example/cal/[0-9]+/"+
			strings.Repeat("x", longestText)+"\n",
	)
	silent(t, "", words, "/fine/", "unstable")
}

// The report counts what limits left out, if they left anything out.
func TestLimits(t *testing.T) {
	in, crawl := museum(), *museum().Crawl
	crawl.Counts.Limits = map[string]int{site.LimitPathRepeats: 1604, site.LimitPages: 9}
	in.Crawl = &crawl
	const heading = "What limits of the settings left out\n"
	words := wordsOf(siteOf(t, in))
	if want := "max_path_repeats\nURLs that repeat a segment more often\n1,604\n"; !strings.Contains(words, want) ||
		!strings.Contains(words, heading) || strings.Contains(words, site.LimitPages) {
		t.Errorf("nowhere, or too much: %s", want)
	}
	if strings.Contains(wordsOf(siteOf(t, museum())), heading) {
		t.Error("there is a table without limits")
	}
}

// Unstable sites, few duplicates and missing twins are mentioned only where they occur.
func TestLearntDoubts(t *testing.T) {
	unstable, bare, static := learnt(), museum(), museum()
	unstable.Crawl.Sameness.Twins = site.Twins{Asked: 2, Pages: 2, Links: 9, Unstable: true}
	bare.Crawl.Sameness = &site.Sameness{Rules: []site.URLRule{{Kind: site.RuleDeclared, Shape: "/", Name: "sid"}}}
	static.Crawl.Sameness = &site.Sameness{Twins: site.Twins{Asked: 3, Pages: 3, Links: 9}}
	for name, c := range map[string]struct {
		in   Site
		want []string
	}{
		"unstable": {unstable, []string{"This site is unstable\n", "only if their bytes are equal",
			"all were equal to the byte.", "that share of the graph is reproducible.\n"}},
		"bare": {bare, []string{"No page was found under a second URL.\n",
			"No page was fetched twice, so it is not known what changes from request to request.\n"}},
	} {
		words := wordsOf(siteOf(t, c.in))
		says(t, name, words, c.want...)
	}
	for _, name := range []string{"One page under many URLs", "Traps"} {
		for _, in := range []Site{museum(), static} {
			if words := wordsOf(siteOf(t, in)); strings.Contains(words, name) {
				t.Errorf("the section %s", name)
			}
		}
	}
}
