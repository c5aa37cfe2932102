package stats

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"sitegraph/site"
)

// placesOf returns the places of a kind: URL, status, page, text, href.
func placesOf(t *testing.T, c *site.Crawl, kind string) (all []string) {
	t.Helper()
	s, err := findProblems(c, newDigraph(c.Graph))
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range s.places() {
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind == kind {
			all = append(all, fmt.Sprintf("%s %s %d on %d %q %q", p.Severity, p.URL, p.Status, p.Source, p.Text,
				p.Href))
		}
	}
	return all
}

// TestPlaces: each page with a problem is a place, whatever their number.
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
		// /d is at level 5, and the page that links to it at level 1: no page makes it so deep.
		"deep-page": {`notice https://example.com/d 200 on 0 "" ""`, `notice https://example.com/e 200 on 5 "" ""`},
	} {
		if got := placesOf(t, c, kind); !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", kind, got, want)
		}
	}
}

// TestPlacesWithTexts: the links as written, each href and text of a page once.
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
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	broken := errors.New("torn")
	c.LinksOf = func(int) ([]site.Occurrence, error) { return nil, broken }
	s, err := findProblems(c, newDigraph(c.Graph))
	if err != nil {
		t.Fatal(err)
	}
	err = nil
	for _, e := range s.places() {
		err = e
	}
	if !errors.Is(err, broken) {
		t.Errorf("the error of a page that cannot be read is %v", err)
	}
}
