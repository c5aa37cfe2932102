package stats

import (
	"errors"
	"slices"
	"testing"

	"sitegraph/site"
)

// linking is external links of pages, from page ids and URLs.
func linking(all ...site.ExternalLink) *site.Crawl {
	c := crawlOf(addresses("/", "/a", "/b"))
	for i := range all {
		all[i].URL = all[i].Key
	}
	c.External = site.WithoutErrors(all)
	return c
}

// TestOutsideHosts: a default port and the scheme do not count, another port does; a URL on two pages counts once,
// a page with two links once; equal numbers of links are in the order of the names.
func TestOutsideHosts(t *testing.T) {
	c := linking(
		site.ExternalLink{Source: 1, Key: "http://z.example/1", Count: 2},
		site.ExternalLink{Source: 1, Key: "https://z.example/1", Count: 1},
		site.ExternalLink{Source: 2, Key: "http://b.example:8080/", Count: 1},
		site.ExternalLink{Source: 2, Key: "http://z.example/1", Count: 1},
		site.ExternalLink{Source: 3, Key: "http://b.example/?q", Count: 1},
		site.ExternalLink{Source: 3, Key: "http://z.example/2", Count: 1})
	a, err := Analyse(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []OutsideHost{
		{Host: "z.example", Links: 5, Pages: 3, URLs: 3, HTTPS: 1, FirstPage: 1, FirstURL: "https://example.com/"},
		{Host: "b.example", Links: 1, Pages: 1, URLs: 1, FirstPage: 3, FirstURL: "https://example.com/b"},
		{Host: "b.example:8080", Links: 1, Pages: 1, URLs: 1, FirstPage: 2, FirstURL: "https://example.com/a"},
	}
	if !slices.Equal(a.Outside.Hosts, want) {
		t.Errorf("hosts %+v\nwant  %+v", a.Outside.Hosts, want)
	}
	if e := a.ExternalLinks; e.Hosts != 3 || e.URLs != 5 || !slices.Equal(e.Top, want) {
		t.Errorf("summary %+v", e)
	}
	if got := a.Outside.Sets; len(got) != 2 || !slices.Equal(got[0].Hosts, []int32{0, 2}) || got[0].Pages != 1 ||
		!slices.Equal(got[1].Hosts, []int32{0, 1}) {
		t.Errorf("sets %+v", got)
	}
}

// TestOutsideHostsFail: an error of the table is that of the analysis; a crawl without the table has no hosts.
func TestOutsideHostsFail(t *testing.T) {
	c, broken := linking(), errors.New("broken")
	c.External = func(yield func(site.ExternalLink, error) bool) { yield(site.ExternalLink{}, broken) }
	if _, err := Analyse(c, nil); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	c.External = nil
	if a, err := Analyse(c, nil); err != nil || len(a.Outside.Hosts) != 0 {
		t.Errorf("%v, error %v", a, err)
	}
}
