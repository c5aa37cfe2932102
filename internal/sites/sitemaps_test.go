package sites

import (
	"bytes"
	"compress/gzip"
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

// sitemapFiles are sitemaps. They are read without a crawl. It is never changed.
var sitemapFiles = map[string]Case{
	"404":     sitemapAt("has no sitemap", always(404), "404", ""),
	"500":     sitemapAt("answers 500", always(500), "500", ""),
	"304":     sitemapAt("answers 304, which nobody asked for", always(304), "304", ""),
	"no-type": sitemapAt("sends a sitemap as a picture", picture, "urlset 1", "/a"),
	"html":    sitemapAt("sends an HTML page", text(calmPage("/a", "<url><loc>/a</loc></url>")), "format", ""),
	"rss":     sitemapAt("sends a feed", text("<rss><channel><link>/a</link></channel></rss>"), "format", ""),
	"empty":   sitemapAt("sends nothing", text(""), "format", ""),
	"binary":  sitemapAt("sends 256 KiB of binary data", text(string(bytes.Repeat(everyByte(), 1<<10))), "format", ""),
	"utf-16":  sitemapAt("a sitemap in UTF-16", text(utf16Text(urlset("/a"), true)), "urlset 1", "/a"),
	"cut-off": sitemapAt("a sitemap that breaks off in a URL", text("<urlset><url><loc>/a</loc></url><url><loc>/"),
		"urlset 1 cut", "/a"),
	"not-gzip": sitemapAt("something else that begins like gzip", text("\x1f\x8b\x08, or not"), "format", ""),
	"spoilt": sitemapAt("gzip with a wrong checksum",
		text(string(spoilt(gzipped(urlset("/a"))))), "urlset 1 cut", "/a"),
	"gzip-twice": sitemapAt("gzip of gzip, and gzip as the content coding",
		coded("gzip", gzipped(string(gzipped(string(gzipped(urlset("/a"))))))), "format", ""),
	"bomb": {Doc: "50 KB of gzip that become 51 MiB",
		prepare: func(c *Case) { c.handler = text(string(squeezed(51<<20, 1))) },
		Gets:    only("files", "format", "urls", "")},
	"bomb-coded": {Doc: "50 KB that become 51 MiB, by the content coding", prepare: bomb("gzip", 51<<20, 1),
		Gets: only("files", "format", "urls", "")},
	"endless": sitemapAt("a list that never ends",
		pour("HTTP/1.1 200 OK\r\n\r\n<urlset>", "<url><loc>/a</loc></url>\n"),
		"urlset 100000 cut limit entries", "/a"),
	"endless-spaces": sitemapAt("a list that ends in endless space",
		pour("HTTP/1.1 200 OK\r\n\r\n"+strings.TrimSuffix(urlset("/a"), "</urlset>"), " "), "urlset 1 cut", "/a"),
	"broken": sitemapAt("closes what is not open",
		text("<urlset></x></loc><url><loc>/a</loc></urlset>"), "urlset 1", "/a"),
	"lol": sitemapAt("entities of entities", text(laughs), "urlset 1", "/&z;"),
	"nested": sitemapAt("2,000,000 elements within each other",
		text("<urlset>"+strings.Repeat("<a>", 2_000_000)), "urlset 0 cut", ""),
	"names": sitemapAt("an element with 2,000,000 attributes",
		text("<urlset "+strings.Repeat(`a="" `, 2_000_000)+">"), "urlset 0 cut", ""),
	"pieces": sitemapAt("a URL in 500,000 pieces",
		text("<urlset><url><loc>/"+strings.Repeat("<![CDATA[a]]>", 500_000)+"</loc></urlset>"),
		"urlset 0 1 invalid", ""),
	"foreign": sitemapAt("lists pages of other hosts", elsewhere, "urlset 0 2 foreign", ""),
	"no-urls": sitemapAt("lists what is no URL of a page",
		text(urlset("javascript:0", "file:///etc/passwd", "http://", "")),
		"urlset 0 4 invalid", ""),
	"cycle": sitemapAt("an index that names itself",
		text(sitemapIndex("/case", "/case?")), "sitemapindex 2; sitemapindex 2", ""),
	"deep": sitemapAt("an index in an index, and so on",
		deeperIndex, "sitemapindex 1; sitemapindex 1; sitemapindex 1; sitemapindex 0 depth", ""),
	"wide": sitemapAt("an index of 50,000 sitemaps",
		wide, "sitemapindex 50000; urlset 1; urlset 1; urlset 1 limit files", "/a"),
	"away":       sitemapAt("redirects to another host", moveAway, "301 "+site.SitemapElsewhere, ""),
	"circle":     sitemapAt("redirects in a circle", moved("/case"), "301 redirect", ""),
	"slow-never": sitemapAt("never answers", drip("", ""), "timeout", ""),
	"slow-drip": sitemapAt("sends a byte every 100 ms",
		drip("HTTP/1.1 200 OK\r\n\r\n", urlset("/a")), "200 timeout", ""),
	"reset": sitemapAt("resets the connection",
		reset("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<urlset>"), "200 reset", ""),
}

// TestHostileSitemaps reads each sitemap as the program does.
func TestHostileSitemaps(t *testing.T) {
	server, err := New(sitemapFiles)
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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

func gzipped(text string) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write([]byte(text))
	z.Close()
	return out.Bytes()
}

func picture(_ *Site, w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/png")
	w.Write([]byte(urlset("/a")))
}

func elsewhere(s *Site, w http.ResponseWriter, r *http.Request) {
	text(urlset(s.other+"/a", strings.Replace(s.Origin, "http", "https", 1)+"/a"))(s, w, r)
}

func deeperIndex(s *Site, w http.ResponseWriter, r *http.Request) {
	text(sitemapIndex(r.URL.Path+"/deeper"))(s, w, r)
}

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
