package stats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// placesOf returns the places of a kind as URL, status, page, text and href.
func placesOf(t *testing.T, c *site.Crawl, kind string) (all []string) {
	t.Helper()
	s, err := findProblems(c, newDigraph(c.Graph))
	must(t, err)
	for p, err := range s.places() {
		must(t, err)
		if p.Kind == kind {
			all = append(all, fmt.Sprintf("%s %s %d on %d %q %q", p.Severity, p.URL, p.Status, p.Source, p.Text,
				p.Href))
		}
	}
	return all
}

// Each page with a problem is a place, however many there are.
func TestPlaces(t *testing.T) {
	mentions := map[string][]int{home + "/gone": {1, 2, 3, 4, 5, 6}, home + "/old": {2}, home + "/copy1": {5},
		home + "/copy2": {1, 5}}
	c := faulty()
	c.Mentions = func(key string) []int { return mentions[key] }
	for kind, want := range map[string][]string{
		"broken-link": {
			`error https://example.com/down 0 on 4 "" ""`,
			`error https://example.com/gone 404 on 1 "" ""`, `error https://example.com/gone 404 on 2 "" ""`,
			`error https://example.com/gone 404 on 3 "" ""`, `error https://example.com/gone 404 on 4 "" ""`,
			`error https://example.com/gone 404 on 5 "" ""`, `error https://example.com/gone 404 on 6 "" ""`},
		"bad-href": {
			`error http:// 0 on 1 "one" "http://"`, `error http:// 0 on 1 "two" "http://"`,
			`error http:// 0 on 3 "" "http://"`, `error file:///c 0 on 3 "" "file:///c"`},
		"link-through-redirect": {`notice https://example.com/old 301 on 2 "" ""`},
		"duplicate-class": {`warning https://example.com/a 200 on 1 "" ""`,
			`warning https://example.com/a 200 on 5 "" ""`},
		"duplicate-title": {`warning https://example.com/a 200 on 2 "" ""`,
			`warning https://example.com/a 200 on 3 "" ""`},
		"canonical-bad": {`warning https://example.com/b 200 on 3 "" "http://["`},
		"missing-title": {`warning https://example.com/c 200 on 4 "" ""`},
		"orphan":        {`warning https://example.com/orphan 200 on 0 "" ""`},
		// /d is at level 5, but the page that links to it is at level 1, so no page makes it this deep.
		"deep-page": {`notice https://example.com/d 200 on 0 "" ""`, `notice https://example.com/e 200 on 5 "" ""`},
	} {
		console.Equal(t, placesOf(t, c, kind), want, kind)
	}
}

// The links are given as written, and each href and text once per page.
func TestPlacesWithTexts(t *testing.T) {
	c := faulty()
	gone := home + "/gone"
	link := func(href, text string) site.Occurrence {
		return site.Occurrence{Key: gone, Href: href, Text: text}
	}
	c.LinksOf = func(id int) ([]site.Occurrence, error) {
		if id != 2 {
			return []site.Occurrence{{Key: home + "/other", Href: "other"}}, nil
		}
		return []site.Occurrence{link("gone", "Lost"), link("/gone", "Lost"), link("gone", "Lost")}, nil
	}
	c.Mentions = func(key string) []int { return map[string][]int{gone: {1, 2}}[key] }
	got := placesOf(t, c, "broken-link")[1:]
	want := []string{`error https://example.com/gone 404 on 1 "" ""`,
		`error https://example.com/gone 404 on 2 "Lost" "gone"`,
		`error https://example.com/gone 404 on 2 "Lost" "/gone"`}
	console.Equal(t, got, want)

	broken := errors.New("torn")
	c.LinksOf = func(int) ([]site.Occurrence, error) { return nil, broken }
	s, err := findProblems(c, newDigraph(c.Graph))
	must(t, err)
	err = nil
	for _, e := range s.places() {
		err = e
	}
	if !errors.Is(err, broken) {
		t.Errorf("the error of a page that cannot be read is %v", err)
	}
}

// factProblems lists the kinds of TestProblemsOfFacts.
var factProblems = []string{"duplicate-description", "hreflang-no-return", "hreflang-dead", "hreflang-bad",
	"links-may-be-invisible", "breadcrumb-dead", "breadcrumb-deeper",
	"missing-alt", "missing-description", "long-title",
	"wide-title", "long-description", "missing-lang", "missing-h1", "several-h1",
	"thin-page"}

// The problems in the facts of seven pages agree with ones found by hand.
func TestProblemsOfFacts(t *testing.T) {
	page := func(path, title string, f *site.Facts) site.Page {
		return site.Page{URL: "http://a.test" + path, Key: "http://a.test" + path, Title: title, Facts: f, Lang: "en"}
	}
	alternates := func(paths ...string) (all []site.Alternate) {
		for _, p := range paths {
			all = append(all, site.Alternate{Lang: "de", URL: "http://a.test" + p})
		}
		return all
	}
	long, words := strings.Repeat("ä", 61), 50
	g := &site.Graph{Offsets: make([]int, 8), Pages: []site.Page{
		page("/", "Home", &site.Facts{Description: "d", H1: "h", H1s: 1, Words: words,
			EmptyRoot: true, Breadcrumbs: []string{"", "http://a.test/gone"},
			Alternates: alternates("/", "/de", "/old", "/gone", "/unknown")}),
		page("/de", "Start", &site.Facts{Description: "e", H1s: 1, Words: words, Alternates: alternates("/index")}),
		page("/fr", long, &site.Facts{Description: "d", H1: "first", H1s: 2, Words: 49, WithoutAlt: 2,
			EmptyRoot: true}),
		page("/long", "Long", &site.Facts{Description: strings.Repeat("é", 161), Words: words, H1s: 1,
			RobotsTag: "noindex"}),
		page("/none", "None", &site.Facts{Words: words,
			RobotsTag: "noarchive, googlebot: noindex, nofollow; bingbot: none; all"}),
		page("/unknown", long, nil),
		page("/until", "Until", &site.Facts{Description: "f", H1s: 1, Words: words,
			RobotsTag: "googlebot: noindex; unavailable_after: 25 Jun 2030, NOFOLLOW"}),
	}}
	wide := strings.Repeat("W", 32) // 32 × 1933/2048 × 20 pixels
	g.Pages[4].Lang, g.Pages[4].Title = " ", wide
	c := &site.Crawl{Site: "http://a.test", Graph: g, Ledger: site.WithoutErrors([]site.Entry{
		{Key: "http://a.test/gone", URL: "http://a.test/gone", State: site.StateStatus, Status: 404, Level: 1}}),
		Bad:      site.WithoutErrors[site.BadLink](nil),
		External: site.WithoutErrors[site.ExternalLink](nil), Aliases: []site.Alias{
			{Key: "http://a.test/index", Page: "http://a.test/", Kind: site.AliasRedirect},
			{Key: "http://a.test/old", Page: "http://a.test/fr", Kind: site.AliasRedirect}}}
	want := []string{"duplicate-description 1 d", "hreflang-no-return 1 de http://a.test/old",
		"hreflang-dead 1 de http://a.test/gone", "links-may-be-invisible 3 words: 49, links: 0",
		"breadcrumb-dead 1 http://a.test/gone", "noindex 4 noindex",
		"nofollow 7 unavailable_after: 25 Jun 2030, NOFOLLOW", "missing-alt 3 images without alt: 2",
		"missing-description 5 ", "long-title 3 61 characters: " + long, "wide-title 3 679 pixels: " + long,
		"wide-title 5 604 pixels: " + wide, "wide-title 6 679 pixels: " + long,
		"long-description 4 161 characters: " + strings.Repeat("é", 161), "missing-lang 5 ", "missing-h1 5 ",
		"several-h1 3 2, the first: first", "thin-page 3 words: 49"}
	a, err := Analyse(c, nil)
	must(t, err)
	var got []string
	for o, err := range a.Occurrences(0) {
		must(t, err)
		if o.Kind != "no-outlink" && o.Kind != "one-inlink" && o.Kind != "duplicate-title" {
			got = append(got, fmt.Sprintf("%s %d %s", o.Kind, o.Page, o.Detail))
		}
	}
	console.Equal(t, got, want)
}

// Tags of RFC 5646, appendix A, are languages, and common mistakes are not.
func TestIsLanguage(t *testing.T) {
	for _, code := range []string{"de", "de-CH", "zh-Hant", "zh-Hant-TW", "es-419", "sl-rozaj-biske", "de-DE-1901",
		"EN-gb"} {
		if !language.MatchString(code) {
			t.Errorf("%q is a language", code)
		}
	}
	for _, code := range []string{"", "-", "de_DE", "german", "d", "de-", "de-DEU", "de-DE-x", "en US", "de--CH", "12",
		"de-1234567890"} {
		if language.MatchString(code) {
			t.Errorf("%q is no language", code)
		}
	}
}

// The depths stated by breadcrumbs and those by links agree with ones found by hand.
func TestDeclared(t *testing.T) {
	pages := make([]site.Page, 7)
	for i, level := range []int{0, 1, 1, 3, 2, 2, 2} {
		pages[i].Level = level
	}
	var all []site.Declared
	trail := func(page int, targets ...int) {
		for i, target := range targets {
			d := site.Declared{Page: page, Source: site.SourceBreadcrumb, Position: i + 1, Target: target, URL: "u"}
			if target < 0 {
				d.Target, d.URL = 0, ""
			}
			all = append(all, d)
		}
	}
	trail(1, 1)       // the start page itself, no depth
	trail(2, 1, -1)   // start, itself without a URL: 1
	trail(3, 1, 3)    // start, itself: 1
	trail(4, 1, 2)    // start, page 2: 2, and 3 by links
	trail(5, 2)       // page 2 without the start page: 2
	trail(6, 1, 0, 0) // start and two URLs that are not pages: 3, and 2 by links
	all = append(all, site.Declared{Page: 6, Source: site.SourcePayload, URL: "u"},
		site.Declared{Page: 6, Source: site.SourcePayload, URL: "u", Target: 1},
		site.Declared{Page: 7, Source: site.SourcePayload, URL: "u"})
	c := &site.Crawl{Graph: &site.Graph{Pages: pages, Offsets: make([]int, 8)}, Declared: slices.Values(all)}
	console.Equal(t, trailDepths(c), []int32{-1, 1, 1, 2, 2, 3, -1}, "depths")
	a := analyser{crawl: c, g: c.Graph, Analysis: &Analysis{}}
	want := &Declared{Breadcrumbs: []BreadcrumbDepth{{Depth: 1, Same: 2}, {Depth: 2, Same: 1, Deeper: 1},
		{Depth: 3, Nearer: 1}}, PayloadPages: 2, PayloadLinks: 3, PayloadKnown: 1}
	console.Equal(t, a.declared(), want)
	c.Declared = slices.Values([]site.Declared(nil))
	console.Equal(t, a.declared(), nil)
}
