package stats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// factProblems are the kinds of TestProblemsOfFacts.
var factProblems = []string{"duplicate-description", "hreflang-no-return", "hreflang-dead", "hreflang-bad",
	"links-may-be-invisible", "breadcrumb-dead", "breadcrumb-deeper",
	"missing-alt", "missing-description", "long-title",
	"wide-title", "long-description", "missing-lang", "missing-h1", "several-h1",
	"thin-page"}

// The problems of the facts of seven pages, found by hand.
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
	c := &site.Crawl{Site: "http://a.test", Graph: g, Ledger: linksOf([]site.Entry{
		{Key: "http://a.test/gone", URL: "http://a.test/gone", State: site.StateStatus, Status: 404}}),
		Bad:      linksOf[site.BadLink](nil),
		External: linksOf[site.ExternalLink](nil), Aliases: []site.Alias{
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
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for o, err := range a.Occurrences(0) {
		if err != nil {
			t.Fatal(err)
		}
		if o.Kind != "no-outlink" && o.Kind != "one-inlink" && o.Kind != "duplicate-title" {
			got = append(got, fmt.Sprintf("%s %d %s", o.Kind, o.Page, o.Detail))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestIsLanguage: tags of RFC 5646, appendix A, and what is often written in their place.
func TestIsLanguage(t *testing.T) {
	for _, code := range []string{"de", "de-CH", "zh-Hant", "zh-Hant-TW", "es-419", "sl-rozaj-biske", "de-DE-1901",
		"EN-gb"} {
		if !isLanguage(code) {
			t.Errorf("%q is a language", code)
		}
	}
	for _, code := range []string{"", "-", "de_DE", "german", "d", "de-", "de-DEU", "de-DE-x", "en US", "de--CH", "12",
		"de-1234567890"} {
		if isLanguage(code) {
			t.Errorf("%q is no language", code)
		}
	}
}
