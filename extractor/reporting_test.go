package extractor

import (
	"errors"
	"strings"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// TestMostTimes checks that a URL that is requested over and over, in any spelling, ends the crawl of its site with an
// error that names it.
func TestMostTimes(t *testing.T) {
	w := newWalk(Parts{}, scope.Limits{})
	const key = "http://a.example/b/c"
	for _, url := range []string{"http://a.example/", "http://a.example/b//c", key} {
		w.known.URLs.Add(url, strings.Replace(url, "b//", "b/", 1))
	}
	for n := range maxTimes {
		url := []string{key, "http://a.example/b//c"}[n%2]
		err := w.report(&evidence.Fetched{URL: url, Key: key})
		if (err != nil) != (n == maxTimes-1) {
			t.Fatalf("request %d: %v", n+1, err)
		}
		if fault := new(site.Fault); err != nil && (!errors.As(err, &fault) || !strings.Contains(err.Error(), key)) {
			t.Error(err)
		}
	}
	if err := w.report(&evidence.Fetched{URL: "http://a.example/", Key: "http://a.example/"}); err != nil {
		t.Errorf("another URL: %v", err)
	}
}

// TestSitemapsNote checks that the note names each file that could not be read, with the reason.
func TestSitemapsNote(t *testing.T) {
	const at = "http://a.example/sitemap.xml"
	gone, empty := site.SitemapFile{URL: at, Status: 404}, site.SitemapFile{URL: at, Status: 200}
	page := site.SitemapFile{URL: at, Status: 200, Fault: "format"}
	for want, s := range map[string]site.Sitemaps{
		"0 URLs are listed in 1 sitemap":                                   {Files: []site.SitemapFile{empty}},
		"no sitemap was found: " + at + " (status 404)":                    {Files: []site.SitemapFile{gone}},
		"no sitemap was found: " + at + " (no answer)":                     {Files: []site.SitemapFile{{URL: at}}},
		"no sitemap was found: " + at + " (format)":                        {Files: []site.SitemapFile{page}},
		"0 URLs are listed in 0 sitemaps; there are more (limit: stopped)": {Cut: "stopped"},
		"3 URLs are listed in 1 sitemap: 1 dead; not read: " + at + " (status 404)": {
			Files: []site.SitemapFile{gone, {URL: "b", Status: 200, Fault: "cut", Listed: 3}},
			Found: map[site.SitemapFinding]int{site.FoundPage: 2, site.FoundDead: 1}},
		"no sitemap was found: " + at + " (status 404), " + at + " (status 404), " + at +
			" (status 404) and 2 more": {Files: []site.SitemapFile{gone, gone, gone, gone, gone}},
	} {
		console.Equal(t, graph.SitemapsNote(&s), want)
	}
}
