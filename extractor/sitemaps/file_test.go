package sitemaps

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/download"
	"sitegraph/extractor/parse"
	"sitegraph/internal/console"
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

// now is the time of reading in the tests.
var now = time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)

// march1 is the last second of March 1.
var march1 = time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)

// usual has limits that the tests do not reach.
var usual = Limits{Files: 100, Bytes: 100 << 20, Entries: 100_000, Latest: now, Text: parse.Text}

// folder is a site that maps paths to bodies. A body that begins with "-> " is a redirect.
type folder map[string]string

func (f folder) get(_ context.Context, u site.URL) site.Response {
	answer := site.Response{URL: u, Status: 404}
	if body, ok := f[u.Path]; ok {
		answer.Status, answer.Body = 200, []byte(body)
	}
	if to, ok := strings.CutPrefix(f[u.Path], "-> "); ok {
		answer.Status, answer.Location, answer.Body = 301, to, nil
	}
	return answer
}

func (f folder) read(t testing.TB, limits Limits) ([]Entry, Report) {
	t.Helper()
	origin, err := site.Parse("http://a.test/home")
	console.Must(t, err)
	return Read(t.Context(), f.get, origin, f["/robots.txt"], limits)
}

func zipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

// list makes a sitemap of pages on a.test. Each line is a path and, optionally, a date.
func list(lines ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` +
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, line := range lines {
		path, date, dated := strings.Cut(line, " ")
		fmt.Fprintf(&b, "<url><loc>http://a.test%s</loc>", path)
		if dated {
			fmt.Fprintf(&b, "<lastmod>%s</lastmod>", date)
		}
		b.WriteString("</url>\n")
	}
	return b.String() + "</urlset>\n"
}

func index(locations ...string) string {
	var b strings.Builder
	b.WriteString(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, location := range locations {
		fmt.Fprintf(&b, "<sitemap><loc>%s</loc></sitemap>", location)
	}
	return b.String() + "</sitemapindex>"
}

// The downloader reads sitemaps over HTTP with the types and codings that servers use.
func TestReadOverHTTP(t *testing.T) {
	var base string
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		own := func(text string) string { return strings.ReplaceAll(text, "http://a.test", base) }
		switch r.URL.Path {
		case "/index.xml":
			w.Header().Set("Content-Type", "text/xml")
			fmt.Fprint(w, index(base+"/pages.xml.gz", "/more.txt", "http://b.test/foreign.xml", base+"/index.xml"))
		case "/pages.xml.gz":
			w.Header().Set("Content-Type", "application/gzip")
			fmt.Fprint(w, zipped(own(list("/a 2026-03-01", "/b", "/a 2026-02-01"))))
		case "/more.txt":
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, zipped("\ufeff"+base+"/c\r\n\r\n"+base+"/b\r\nhttp://b.test/x\r\nnothing\r\n"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	base = server.URL
	h := download.NewHTTP(download.HTTPOptions{ConnectTimeout: time.Minute, HeaderTimeout: time.Minute,
		Timeout: time.Minute, MaxBody: 100, MaxHeader: 1 << 20, MaxConnsPerHost: 1})
	defer h.Close()
	get := func(ctx context.Context, u site.URL) site.Response {
		return h.Download(ctx, site.Request{URL: u, Sitemap: true})
	}
	origin, err := site.Parse(base)
	console.Must(t, err)
	robots := "\ufeffSITEMAP : /index.xml # the index\rUser-agent: *\r\nDisallow: /\n" + "Sitemap:\n"
	entries, report := Read(t.Context(), get, origin, robots, usual)

	want := []Entry{{URL: base + "/a", Modified: march1, File: 1}, {URL: base + "/b", File: 1},
		{URL: base + "/c", File: 2}}
	console.Equal(t, entries, want)
	wantReport := Report{Files: []site.SitemapFile{
		{URL: base + "/index.xml", Status: 200, Listed: 3, Foreign: 1, Fault: site.SitemapElsewhere},
		{URL: base + "/pages.xml.gz", Status: 200, Listed: 3},
		{URL: base + "/more.txt", Status: 200, Listed: 2, Foreign: 1, Invalid: 1},
	}}
	console.Equal(t, report, wantReport)
	console.Equal(t, asked, []string{"/index.xml", "/pages.xml.gz", "/more.txt"}, "asked for")
}

func TestFormats(t *testing.T) {
	a := []Entry{{URL: "http://a.test/a"}}
	dated := []Entry{{URL: "http://a.test/a", Modified: march1}}
	for _, c := range []struct {
		name, body string
		want       []Entry
		file       site.SitemapFile // without URL and Status
	}{
		{"list", list("/a"), a, site.SitemapFile{Listed: 1}},
		{"nothing listed", "<urlset/>", nil, site.SitemapFile{}},
		{"prefixes, other namespaces, comments, CDATA", `<?xml version="1.0"?><!-- <urlset> -->
			<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>
			<s:urlset xmlns:s="x"><s:url ><i:loc>http://a.test/no</i:loc>
			<s:loc
			>  <![CDATA[http://a.test/]]><!-- > -->a
			</s:loc><s:lastmod>2026-03-01</s:lastmod><s:priority/></s:url></s:urlset>`,
			dated, site.SitemapFile{Listed: 1}},
		{"other prefixes of the namespace", `<urlset xmlns="n" xmlns:s='n' xmlns:i="m"><s:url><i:loc>/no</i:loc>
			<s:loc>http://a.test/a</s:loc></s:url></urlset>`, a, site.SitemapFile{Listed: 1}},
		{"prefixes declared later", `<a:urlset xmlns:a="n"><b:url xmlns:b="n"><i:loc xmlns:i="m">/no</i:loc>
			<b:loc>http://a.test/a</b:loc></b:url></a:urlset>`, a, site.SitemapFile{Listed: 1}},
		{"windows-1251", `<?xml version="1.0" encoding="windows-1251"?>` +
			"<urlset><url><loc>http://a.test/\xea</loc></url></urlset>",
			[]Entry{{URL: "http://a.test/%D0%BA"}}, site.SitemapFile{Listed: 1}},
		{"references", "<urlset><url><loc>http://a.test/?a&amp;b&#38;c&#x26;d&e&copy=1&#0;&lol;</loc></url></urlset>",
			[]Entry{{URL: "http://a.test/?a&b&c&d&e&copy=1%EF%BF%BD&lol;"}}, site.SitemapFile{Listed: 1}},
		{"location after the date, twice", `<urlset><url><lastmod>2026-03-01</lastmod><loc>http://a.test/a</loc>
			<loc>http://a.test/b</loc><image><loc>http://a.test/c</loc></image></url></urlset>`,
			dated, site.SitemapFile{Listed: 1}},
		{"items that do not end", "<urlset><url><loc>http://a.test/a</loc><url><loc>http://a.test/b</loc></urlset>",
			[]Entry{a[0], {URL: "http://a.test/b"}}, site.SitemapFile{Listed: 2}},
		{"behind the end", list("/a") + list("/b") + "<", a, site.SitemapFile{Listed: 1}},
		{"relative, fragments, user names", `<urlset><url><loc>/a#x</loc></url><url><loc>//u@a.test:80/a</loc></url>
			</urlset>`, a, site.SitemapFile{Listed: 2}},
		{"no locations", "<urlset><url></url><url><loc/></url><url><loc>mailto:a</loc></url><url><loc>http://a.test/" +
			strings.Repeat("x", longest) + "</loc></url></urlset>", nil, site.SitemapFile{Invalid: 4}},
		{"other origins", `<urlset><url><loc>https://a.test/</loc></url><url><loc>http://a.test:8080/</loc></url>
			<url><loc>http://www.a.test/</loc></url></urlset>`, nil, site.SitemapFile{Foreign: 3}},
		{"bad dates", list("/a tomorrow"), a, site.SitemapFile{Listed: 1}},
		{"empty date", list("/a "), a, site.SitemapFile{Listed: 1}},
		{"cut in a location", list("/a")[:strings.Index(list("/a"), "</urlset>")] + "<url><loc>http://a.test/ab", a,
			site.SitemapFile{Fault: faultCut, Listed: 1}},
		{"cut in a date", "<urlset><url><loc>http://a.test/a</loc><lastmod>2026-03-0", a,
			site.SitemapFile{Fault: faultCut, Listed: 1}},
		{"cut in a comment", "<urlset><url><loc>http://a.test/a</loc></url><!-- <url>", a,
			site.SitemapFile{Fault: faultCut, Listed: 1}},
		{"broken in the middle", "<urlset><url><loc>http://a.test/a</loc></url></x></y \x00<<z =\"></urlset>", a,
			site.SitemapFile{Listed: 1}},
		{"UTF-16", utf16LE(list("/a")), a, site.SitemapFile{Listed: 1}},
		{"gzip", zipped(list("/a")), a, site.SitemapFile{Listed: 1}},
		{"half a gzip", zipped(list("/a"))[:60], nil, site.SitemapFile{Fault: faultFormat}},
		{"no gzip", "\x1f\x8bnothing of the kind", nil, site.SitemapFile{Fault: faultFormat}},
		{"gzip and garbage", zipped(list("/a")) + "garbage", a, site.SitemapFile{Listed: 1}},
		{"gzip and zeros", zipped(list("/a")) + "\x00\x00", a, site.SitemapFile{Listed: 1}},
		{"two gzips", zipped(list("/a")[:90]) + zipped(list("/a")[90:]), a, site.SitemapFile{Listed: 1}},
		{"HTML", "<!DOCTYPE html><html><body><url><loc>http://a.test/a</loc></url></body></html>", nil,
			site.SitemapFile{Fault: faultFormat}},
		{"RSS", "<rss version=\"2.0\"><channel/></rss>", nil, site.SitemapFile{Fault: faultFormat}},
		{"nothing", "", nil, site.SitemapFile{Fault: faultFormat}},
		{"only a declaration", "<?xml version=\"1.0\"?>", nil, site.SitemapFile{Fault: faultFormat}},
		{"JSON", "{\"http\": 1}", nil, site.SitemapFile{Fault: faultFormat}},
		{"text", "http://a.test/a\n", a, site.SitemapFile{Listed: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries, report := folder{"/sitemap.xml": c.body}.read(t, usual)
			console.Equal(t, entries, c.want)
			c.file.URL, c.file.Status = "http://a.test/sitemap.xml", 200
			if len(report.Files) != 1 || report.Files[0] != c.file || report.Limit != "" {
				t.Errorf("%+v, want %+v", report, c.file)
			}
		})
	}
}

func utf16LE(text string) string {
	out := []byte("\xff\xfe")
	for i := range len(text) {
		out = append(out, text[i], 0)
	}
	return string(out)
}

func TestWhere(t *testing.T) {
	for _, c := range []struct {
		name string
		site folder
		want string // URLs of the requested files, and their faults
	}{
		{"no robots.txt", folder{"/sitemap.xml": list("/a")}, "/sitemap.xml"},
		{"nothing", folder{}, "/sitemap.xml 404"},
		{"robots.txt without", folder{"/robots.txt": "Disallow: /\nSitemaps: /no.xml"}, "/sitemap.xml 404"},
		{"robots.txt with other hosts only", folder{"/robots.txt": "Sitemap: https://b.test/s", "/s": index("/t"),
			"/t": "-> https://b.test/u", "/u": list("/a")}, "https://b.test/s, https://b.test/t"},
		{"misspelled", folder{"/robots.txt": "Site-map: /s", "/s": list("/a")}, "/s"},
		{"robots.txt", folder{"/robots.txt": "Sitemap: /s\nSITEMAP: http://A.test:80/s", "/s": list("/a")}, "/s"},
		{"index", folder{"/sitemap.xml": index("/1", "/2"), "/1": list("/a"), "/2": "x"},
			"/sitemap.xml, /1, /2 format"},
		{"cycle", folder{"/sitemap.xml": index("/1"), "/1": index("/sitemap.xml", "/2", "/1"), "/2": list("/a")},
			"/sitemap.xml, /1, /2"},
		{"deep", folder{"/sitemap.xml": index("/1"), "/1": index("/2"), "/2": index("/3"), "/3": index("/4")},
			"/sitemap.xml, /1, /2, /3 depth"},
		{"redirects", folder{"/sitemap.xml": "-> /b", "/b": "-> http://a.test/c/d", "/c/d": index("e"), "/c/e": list()},
			"/sitemap.xml, /c/e"},
		{"to another host", folder{"/sitemap.xml": "-> //b.test/"}, "/sitemap.xml 301 " + site.SitemapElsewhere},
		{"index of another host", folder{"/sitemap.xml": index("//b.test/s")},
			"/sitemap.xml " + site.SitemapElsewhere},
		{"to nowhere", folder{"/sitemap.xml": "-> about:blank"}, "/sitemap.xml 301 redirect"},
		{"in a circle", folder{"/sitemap.xml": "-> /b", "/b": "-> /sitemap.xml"}, "/sitemap.xml 301 redirect"},
	} {
		_, report := c.site.read(t, usual)
		var got []string
		for _, f := range report.Files {
			line := strings.TrimPrefix(f.URL, "http://a.test")
			if f.Status != 200 {
				line += fmt.Sprint(" ", f.Status)
			}
			if f.Fault != "" {
				line += " " + f.Fault
			}
			got = append(got, line)
		}
		console.Equal(t, strings.Join(got, ", "), c.want, c.name, got)
	}
}

func TestLimits(t *testing.T) {
	paths := func(from, to int) (all []string) {
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf("/%03d", i))
		}
		return all
	}
	s := folder{"/sitemap.xml": index("/1", "/2", "/3"), "/1": list(paths(0, 100)...), "/2": list(paths(50, 200)...),
		"/3": list("/x")}
	size := int64(len(s["/sitemap.xml"]) + len(s["/1"]))
	for _, c := range []struct {
		change         func(*Limits)
		entries, files int
		limit          string
	}{
		{func(*Limits) {}, 201, 4, ""},
		{func(l *Limits) { l.Files = 4 }, 201, 4, ""},
		{func(l *Limits) { l.Files = 3 }, 200, 3, limitFiles},
		{func(l *Limits) { l.Files = 1 }, 0, 1, limitFiles},
		{func(l *Limits) { l.Entries = 100 }, 100, 2, limitEntries},
		{func(l *Limits) { l.Entries = 120 }, 100, 3, limitEntries}, // 20 of them are listed twice
		{func(l *Limits) { l.Bytes = size }, 100, 2, limitBytes},
		{func(l *Limits) { l.Bytes = size - 30 }, 99, 2, limitBytes},
		{func(l *Limits) { *l = Limits{} }, 0, 0, limitFiles},
	} {
		l := usual
		c.change(&l)
		entries, report := s.read(t, l)
		if len(entries) != c.entries || len(report.Files) != c.files || report.Limit != c.limit {
			t.Errorf("%+v: %d entries, %d files, %q", l, len(entries), len(report.Files), report.Limit)
		}
	}
}

// Entries before the cut in a file count, but a line that was cut does not.
func TestCutFile(t *testing.T) {
	small := usual
	small.Bytes = 1 << 20
	page := "<url><loc>http://a.test/a</loc></url>"
	for name, body := range map[string]string{
		"text": strings.Repeat("http://a.test/a\n", 1<<16-1) + "http://a.test/long",
		"bomb": zipped("<urlset>" + page + strings.Repeat(" ", 2<<20) + page),
	} {
		entries, report := folder{"/sitemap.xml": body}.read(t, small)
		want := []Entry{{URL: "http://a.test/a"}}
		if !slices.Equal(entries, want) || report.Files[0].Fault != faultCut || report.Limit != limitBytes {
			t.Errorf("%s: %v, %+v", name, entries, report)
		}
	}
	if text, whole := unzipped(make([]byte, maxFile), maxFile+1); len(text) != maxFile || whole {
		t.Errorf("what the downloader cut is taken as whole")
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := folder{"/sitemap.xml": index("/1", "/2"), "/1": list("/a"), "/2": list("/b")}
	get := func(ctx context.Context, u site.URL) site.Response {
		if u.Path == "/1" {
			cancel()
		}
		return s.get(ctx, u)
	}
	origin, _ := site.Parse("http://a.test/")
	entries, report := Read(ctx, get, origin, "", usual)
	if len(entries) != 1 || len(report.Files) != 2 || report.Limit != limitStopped {
		t.Errorf("%+v, %+v", entries, report)
	}
}

// A refusal by get is a failure like any other.
func TestRefused(t *testing.T) {
	refusal := site.Failure{Class: site.FailRefusal, Detail: "robots.txt"}
	get := func(_ context.Context, u site.URL) site.Response { return site.Response{URL: u, Failure: refusal} }
	origin, _ := site.Parse("http://a.test/")
	entries, report := Read(t.Context(), get, origin, "", usual)
	want := []site.SitemapFile{{URL: "http://a.test/sitemap.xml", Fault: refusal.String()}}
	if entries != nil || !reflect.DeepEqual(report.Files, want) {
		t.Errorf("%+v, %+v", entries, report)
	}
}

// TestUsualAndForeign checks that /sitemap.xml is read beside those in robots.txt, and entries of other origins are
// kept, if that is wanted. Each entry names the file that lists it.
func TestUsualAndForeign(t *testing.T) {
	f := folder{"/robots.txt": "Sitemap: /s.txt", "/s.txt": "http://a.test/1\nhttps://b.test/2\n",
		"/sitemap.xml": list("/1", "/3")}
	entries, report := f.read(t, usual)
	console.Equal(t, len(entries), 1, entries, report.Files)
	console.Equal(t, len(report.Files), 1, entries, report.Files)
	limits := usual
	limits.Usual, limits.Foreign = true, true
	entries, report = f.read(t, limits)
	want := []Entry{{URL: "http://a.test/1"}, {URL: "http://a.test/3", File: 1}, {URL: "https://b.test/2"}}
	console.Equal(t, entries, want, report.Files)
	console.Equal(t, len(report.Files), 2, report.Files)
}
