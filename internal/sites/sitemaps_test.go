package sites

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/site"
)

// sitemapAt is the sitemap at /case, what becomes of it and of those it leads to, and the URLs that it has.
func sitemapAt(doc string, h handler, files, urls string) Case {
	return Case{Doc: doc, handler: h, Gets: only("files", files, "urls", urls)}
}

// sitemapFiles are sitemaps that are large, slow or without end. They are read without a crawl. It is never changed.
var sitemapFiles = map[string]Case{
	"bomb": {Doc: "50 KB that become 51 MiB, by the content coding", prepare: bomb(51 << 20),
		Gets: only("files", "format", "urls", "")},
	"endless": sitemapAt("a list that never ends",
		pour("HTTP/1.1 200 OK\r\n\r\n<urlset>", "<url><loc>/a</loc></url>\n"),
		"urlset 100000 cut limit entries", "/a"),
	"endless-spaces": sitemapAt("a list that ends in endless space",
		pour("HTTP/1.1 200 OK\r\n\r\n<urlset><url><loc>/a</loc></url>", " "), "urlset 1 cut", "/a"),
	"lol": sitemapAt("entities of entities", text(laughs), "urlset 1", "/&z;"),
	"nested": sitemapAt("500,000 elements within each other",
		text("<urlset>"+strings.Repeat("<a>", 500_000)), "urlset 0 cut", ""),
	"names": sitemapAt("an element with 500,000 attributes",
		text("<urlset "+strings.Repeat(`a="" `, 500_000)+">"), "urlset 0 cut", ""),
	"pieces": sitemapAt("a URL in 500,000 pieces",
		text("<urlset><url><loc>/"+strings.Repeat("<![CDATA[a]]>", 500_000)+"</loc></urlset>"),
		"urlset 0 1 invalid", ""),
	"wide": sitemapAt("an index of 50,000 sitemaps",
		wide, "sitemapindex 50000; urlset 1; urlset 1; urlset 1 limit files", "/a"),
	"away":       sitemapAt("redirects to another host", moveAway, "301 "+site.SitemapElsewhere, ""),
	"slow-never": sitemapAt("never answers", drip("", ""), "timeout", ""),
	"slow-drip": sitemapAt("sends a byte every 100 ms",
		drip("HTTP/1.1 200 OK\r\n\r\n", urlset("/a")), "200 timeout", ""),
}

// TestHostileSitemaps reads each sitemap as the program does.
func TestHostileSitemaps(t *testing.T) {
	server, err := New(sitemapFiles)
	must(t, err)
	defer server.Close()
	for _, name := range slices.Sorted(maps.Keys(server.Sites)) {
		t.Run(name, func(t *testing.T) {
			s := server.Sites[name]
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got := readSitemaps(t, s)
			runtime.ReadMemStats(&after)
			if !maps.Equal(got, s.Case.Gets) {
				t.Errorf("got %q, want %q", got, s.Case.Gets)
			}
			if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 512 {
				t.Errorf("%d MiB were allocated", mib)
			}
		})
	}
}

// readSitemaps reads the sitemaps of a site and says in words what came of it.
func readSitemaps(t *testing.T, s *Site) map[string]string {
	patience := time.Minute
	if strings.HasPrefix(s.Name, "slow-") {
		patience = 300 * time.Millisecond
	}
	h := download.NewHTTP(download.HTTPOptions{ConnectTimeout: time.Minute, HeaderTimeout: patience, Timeout: patience,
		MaxBody: 1 << 20, MaxHeader: 128 << 10, MaxConnsPerHost: 1})
	defer h.Close()
	get := func(ctx context.Context, u site.URL) site.Response {
		return h.Download(ctx, site.Request{URL: u, Sitemap: true})
	}
	origin, err := site.Parse(s.Origin)
	must(t, err)
	limits := sitemaps.Limits{Files: 4, Bytes: 64 << 20, Entries: 100_000, Latest: time.Now(), Text: parse.Text}
	entries, report := sitemaps.Read(t.Context(), get, origin, "Sitemap: /case", limits)
	var urls, files []string
	for _, e := range entries {
		urls = append(urls, s.Plain()(e.URL))
	}
	for _, f := range report.Files {
		files = append(files, inWords(f))
	}
	if report.Limit != "" {
		files[len(files)-1] += " limit " + string(report.Limit)
	}
	return map[string]string{"files": strings.Join(files, "; "), "urls": strings.Join(urls, " ")}
}

// inWords is what came of a sitemap, without what is usual.
func inWords(f sitemaps.File) string {
	var words []string
	if f.Status != 0 && (f.Status != 200 || f.Failure.Failed()) {
		words = append(words, fmt.Sprint(f.Status))
	}
	words = append(words, string(f.Failure.Class), string(f.Format))
	if f.Format != "" {
		words = append(words, fmt.Sprint(f.Listed))
	}
	if f.Foreign > 0 {
		words = append(words, fmt.Sprintf("%d foreign", f.Foreign))
	}
	if f.Invalid > 0 {
		words = append(words, fmt.Sprintf("%d invalid", f.Invalid))
	}
	words = append(words, string(f.Fault))
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// urlset is a list of these locations.
func urlset(locations ...string) string {
	return "<urlset><url><loc>" + strings.Join(locations, "</loc></url><url><loc>") + "</loc></url></urlset>"
}

// sitemapIndex is an index of these locations.
func sitemapIndex(locations ...string) string {
	return "<sitemapindex><sitemap><loc>" + strings.Join(locations, "</loc></sitemap><sitemap><loc>") +
		"</loc></sitemap></sitemapindex>"
}

// laughs is a URL that would have 10^9 characters if its entity counted.
const laughs = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
	<!ENTITY z "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><urlset><url><loc>/&z;</loc></url></urlset>`

func wide(s *Site, w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery != "" {
		text(urlset("/a"))(s, w, r)
		return
	}
	var locations []string
	for i := range 50_000 {
		locations = append(locations, fmt.Sprint("?", i))
	}
	text(sitemapIndex(locations...))(s, w, r)
}

func moveAway(s *Site, w http.ResponseWriter, r *http.Request) {
	moved(s.other+"/sitemap.xml")(s, w, r)
}
