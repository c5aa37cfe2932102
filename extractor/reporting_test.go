package extractor

import (
	"errors"
	"strings"
	"testing"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// TestMostTimes: a URL that is requested again and again ends the crawl of its site, in whatever spelling it is asked
// for; the error names it.
func TestMostTimes(t *testing.T) {
	w := newWalk(Parts{}, scope.Limits{})
	const key = "http://a.example/b/c"
	for _, url := range []string{"http://a.example/", "http://a.example/b//c", key} {
		w.known.URLs.Add(url, strings.Replace(url, "b//", "b/", 1))
	}
	for n := range mostTimes {
		url := []string{key, "http://a.example/b//c"}[n%2]
		err := w.report(&evidence.Fetched{URL: url, Key: key})
		if (err != nil) != (n == mostTimes-1) {
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
