package sites

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/site"
)

// sitemapFiles are sitemaps that would be large if what they say counted, and the URLs that they have.
var sitemapFiles = map[string][2]string{
	"entities of entities": {`<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
		<!ENTITY z "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><urlset><url><loc>/&z;</loc></url></urlset>`, "/&z;"},
	"500,000 elements within each other": {"<urlset>" + strings.Repeat("<a>", 500_000), ""},
	"an element with 500,000 attributes": {"<urlset " + strings.Repeat(`a="" `, 500_000) + ">", ""},
	"a URL in 500,000 pieces":            {"<urlset><url><loc>/" + strings.Repeat("<![CDATA[a]]>", 500_000), ""},
	"an index of 50,000 sitemaps":        {"<sitemapindex>" + locations("sitemap", 50_000), ""},
	"a list of more than are to be read": {"<urlset>" + locations("url", 200_000), "/0"},
	"a list that ends in space":          {"<urlset><url><loc>/0</loc></url>" + strings.Repeat(" ", 40<<20), "/0"},
}

// locations are elements with a location each.
func locations(element string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<%[1]s><loc>/%[2]d</loc></%[1]s>", element, i)
	}
	return b.String()
}

// TestHostileSitemaps reads each sitemap within bounds of files, entries and memory.
func TestHostileSitemaps(t *testing.T) {
	origin, err := site.Parse("http://a.example")
	must(t, err)
	limits := sitemaps.Limits{Files: 4, Bytes: 64 << 20, Entries: 100_000, Latest: time.Now(), Text: parse.Text}
	for name, c := range sitemapFiles {
		asked, body := 0, []byte(c[0])
		get := func(_ context.Context, u site.URL) site.Response {
			asked++
			return site.Response{URL: u, Status: 200, Body: body}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		entries, _ := sitemaps.Read(t.Context(), get, origin, "Sitemap: /case", limits)
		runtime.ReadMemStats(&after)
		first := ""
		if len(entries) > 0 {
			first = strings.TrimPrefix(entries[0].URL, "http://a.example")
		}
		if first != c[1] || len(entries) > limits.Entries || asked > limits.Files {
			t.Errorf("%s: %d entries from %q on, %d files", name, len(entries), first, asked)
		}
		if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 512 {
			t.Errorf("%s: %d MiB were allocated", name, mib)
		}
	}
}
