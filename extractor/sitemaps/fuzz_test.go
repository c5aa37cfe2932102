package sitemaps

import (
	"testing"

	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// FuzzRead: whatever robots.txt and sitemaps say, the entries are URLs of the
// site, sorted, each once, dated in the past, and the report counts them.
func FuzzRead(f *testing.F) {
	f.Add("Sitemap: /s", list("/a 2026-03-01", "/b 2026"), "")
	f.Add("", index("/s", "http://b.test/"), zipped(list("/é?x&amp;y")))
	f.Add("sitemap: //a.test/s", utf16LE(list("/a")), "http://a.test/a\nx")
	f.Add("Sitemap: /s#", "<a:urlset><a:url><a:loc><![CDATA[/a]]></a:loc><a:url/></a:urlset><!-- <", "<urlset><url>")
	f.Add("", "-> /s", "<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>")
	limits := Limits{Files: 10, Bytes: 1 << 20, Entries: 1000, Latest: now, Text: parse.Text}
	f.Fuzz(func(t *testing.T, robots, first, second string) {
		s := folder{"/robots.txt": robots, "/sitemap.xml": first, "/s": second}
		entries, report := s.read(t, limits)
		listed := 0
		for _, file := range report.Files {
			listed += file.Listed
		}
		if len(entries) > min(listed, limits.Entries) || len(report.Files) > 10 {
			t.Errorf("%d entries, %d listed, %d files", len(entries), listed, len(report.Files))
		}
		for i, e := range entries {
			u, err := site.Parse(e.URL)
			if err != nil || u.String() != e.URL || u.Origin() != "http://a.test" {
				t.Errorf("%q: %v", e.URL, err)
			}
			if i > 0 && entries[i-1].URL >= e.URL || e.Modified.After(now) || report.Files[e.File].Listed == 0 {
				t.Errorf("%+v", e)
			}
		}
	})
}
