package extractor_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"sitegraph/extractor"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// TestEntitySitemaps: the sitemaps of all hosts with a name are read, as far as their robots.txt allows; of a URL that
// several list the first one counts. By depth and in an order. By hand: /x of b is linked, /o of b is not, c has no
// robots.txt that can be read, and what lies below d.test has no name.
func TestEntitySitemaps(t *testing.T) {
	pages := map[string]fakePage{"http://a.test/": {body: "<a href=http://b.test/x>x</a>"},
		"http://b.test/x": {body: "x"}, "http://b.test/o": {body: "orphan"}, "http://b.test/shared": {body: "shared"},
		"http://c.test/robots.txt": {status: 503}, "http://c.test/p": {body: "p"}}
	for _, ordered := range []bool{false, true} {
		w := newWalker(t, newFake(pages), 4)
		w.start = "http://a.test"
		w.parts.Members, w.limits.PerHost = membersOf(t, "a.test", "http://b.test", "c.test", "*.d.test"), 2
		var read []string
		w.parts.Sitemaps = func(_ context.Context, _ extractor.Downloader, _ extractor.Rules, o site.URL,
			_ string) extractor.SitemapList {
			read = append(read, o.Origin())
			l := extractor.SitemapList{Files: []site.SitemapFile{{URL: o.Origin() + "/sitemap.xml", Status: 200}},
				Entries: []extractor.SitemapURL{{URL: "http://b.test/shared"}}}
			if o.Host == "b.test" {
				l.Entries = append(l.Entries, extractor.SitemapURL{URL: "http://b.test/x"},
					extractor.SitemapURL{URL: "http://b.test/o"})
			}
			return l
		}
		w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
		var c *site.Crawl
		if ordered {
			o := w.inOrder(nil)
			o.servers, o.options.Pages = nil, order.Levels
			c = o.onlyCrawl(t, o.walk(t, t.Context(), o.journals(), 4))
		} else {
			c = w.run(t)
		}
		var found []string
		for e := range c.Sitemaps.Entries {
			found = append(found, fmt.Sprint(e.URL, " ", e.Finding, " ", e.Sitemap))
		}
		slices.Sort(found)
		if want := []string{"http://a.test", "http://b.test"}; !slices.Equal(read, want) {
			t.Errorf("ordered %t: read the sitemaps of %q, want %q", ordered, read, want)
		}
		want := []string{"http://b.test/o orphan http://b.test/sitemap.xml",
			"http://b.test/shared orphan http://a.test/sitemap.xml", "http://b.test/x page http://b.test/sitemap.xml"}
		if !slices.Equal(found, want) {
			t.Errorf("ordered %t:\n got %q\nwant %q", ordered, found, want)
		}
	}
}
