package sitemaps

import (
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// FuzzRead checks that entries from any files are URLs of the site, sorted, unique and not dated in the future, and
// that the report counts them.
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

func TestDates(t *testing.T) {
	at := func(month time.Month, day, hour, minute, second, nano int) time.Time {
		return time.Date(2026, month, day, hour, minute, second, nano, time.UTC)
	}
	for text, want := range map[string]time.Time{
		// The examples in the W3C's note, thirty years later.
		"2025":                         time.Date(2025, 12, 31, 23, 59, 59, 0, time.UTC),
		"2026-02":                      at(2, 28, 23, 59, 59, 0),
		"2026-02-16":                   at(2, 16, 23, 59, 59, 0),
		"2026-02-16T19:20+01:00":       at(2, 16, 18, 20, 0, 0),
		"2026-02-16T19:20:30+01:00":    at(2, 16, 18, 20, 30, 0),
		"2026-02-16T19:20:30.45+01:00": at(2, 16, 18, 20, 30, 450_000_000),
		"2026-02-16T08:15:30-05:00":    at(2, 16, 13, 15, 30, 0),
		"2026-02-16T13:15:30Z":         at(2, 16, 13, 15, 30, 0),
		// These last until after now.
		"2026": now, "2026-03": now, "2026-03-15": now,
		"2026-03-15T12:00:00Z": now,
		// Frequent mistakes.
		"2026-02-16T13:15:30+0000":    at(2, 16, 13, 15, 30, 0),
		"2026-02-16T13:15:30":         at(2, 16, 13, 15, 30, 0),
		"2026-02-16 13:15":            at(2, 16, 13, 15, 0, 0),
		"2026-02-16 13:15:30.5+01:00": at(2, 16, 12, 15, 30, 500_000_000),
		// Invalid.
		"": {}, "-": {}, "0": {}, "26": {}, "0000": {}, "0001-01-01T00:00:00Z": {}, "1970-01-01": {}, "1989-12-31": {},
		"9999-12-31": {}, "2026-03-16": {}, "2026-03-15T12:00:01Z": {}, "2026-03-15T11:30:00-01:00": {},
		"2026-02-30": {}, "2026-13-01": {}, "2026-02-16T25:00:00Z": {}, "20260216": {}, "16.02.2026": {},
		"Mon, 16 Feb 2026 13:15:30 GMT": {}, "2026-02-16T13:15:30." + strings.Repeat("1", 40) + "Z": {}, "２０２６": {},
	} {
		if got := parseDate(text, now); !got.Equal(want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
