package visits

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

var must = console.Must

// Lines of both formats are read, and the faults of others are named.
func TestParse(t *testing.T) {
	const begin = `192.0.2.1 - - [02/Mar/2026:10:00:00 +0100] `
	for _, c := range []struct {
		text, host, method, target, referer, agent string
		status                                     int
		err                                        error
	}{
		{text: begin + `"GET /a?b=1 HTTP/1.1" 200 5`, method: "GET", target: "/a?b=1", status: 200},
		{text: begin + `"GET /a HTTP/2.0" 200 5 "http://x.example/" "A \"B\""`, method: "GET", target: "/a",
			status: 200, referer: "http://x.example/", agent: `A "B"`},
		{text: begin + `"GET /\xd0\xba?q=\"a\\b\x22&\x HTTP/1.1" 200 5 "http://x.example/\xE9" "a\x41\t"`,
			method: "GET", target: "/%D0%BA?q=%22a%5Cb%22&%78", status: 200, referer: "http://x.example/%E9",
			agent: "aA\t"},
		{text: `192.0.2.1, 198.51.100.2 - - [02/Mar/2026:10:00:00 +0000] "GET /h1 HTTP/1.1" 200 5`, method: "GET",
			target: "/h1", status: 200},
		{text: `unknown, 2001:db8::1, 192.0.2.1 - - [02/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5`, method: "GET",
			target: "/", status: 200},
		{text: `a.example 192.0.2.1, 198.51.100.2 - - [02/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5`,
			host: "a.example", method: "GET", target: "/", status: 200},
		{text: `a.example:443 2001:db8::1 - Jo Doe [02/Mar/2026:10:00:00 +0100] "HEAD / HTTP/1.1" 304 -`,
			host: "a.example:443", method: "HEAD", target: "/", status: 304},
		{text: `192.0.2.1 - Jo Doe [02/Mar/2026:10:00:00 +0100] "GET / HTTP/1.1" 200 -`, method: "GET", target: "/",
			status: 200},
		{text: begin + `"GET /with space HTTP/1.1" 400 0`, method: "GET", target: "/with space", status: 400},
		{text: begin + `"\x16\x03\x01" 400 0`, status: 400},
		{text: begin + `"-" 408 0`, status: 408},
		{text: "", err: errTime},
		{text: "192.0.2.1 - - [02/Mar/2026", err: errTime},
		{text: begin + `GET / HTTP/1.1 200 5`, err: errRequest},
		{text: begin + `"GET / HTTP/1.1`, err: errRequest},
		{text: begin + `"GET / HTTP/1.1" 20 5`, err: errStatus},
		{text: begin + `"GET / HTTP/1.1" 2000 5`, err: errStatus},
		{text: begin + `"GET / HTTP/1.1"`, err: errStatus},
	} {
		l, err := parse([]byte(c.text))
		console.Equal(t, err, c.err, c.text, "error")
		got := []string{string(l.host), string(l.method), string(l.target), string(l.referer), string(l.agent)}
		want := []string{c.host, c.method, c.target, c.referer, c.agent}
		if err == nil && (!reflect.DeepEqual(got, want) || l.status != c.status) {
			t.Errorf("%s: %q %d, want %q %d", c.text, got, l.status, want, c.status)
		}
	}
}

func TestTimeOf(t *testing.T) {
	for text, want := range map[string]time.Time{
		"02/Mar/2026:10:00:00 +0100": time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
		"02/Mar/2026:10:00:00 +0000": time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC),
	} {
		got, err := timeOf(text)
		console.Must(t, err)
		console.Equal(t, got, want.Unix(), text)
	}
	_, err := timeOf("2026-03-02 10:00")
	console.Equal(t, err, errDate)
}

// Robots are distinguished from browsers.
func TestRobotOf(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":             "",
		"Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 Chrome/120 Mobile":    "",
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":           "Googlebot",
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)":            "bingbot",
		"Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2; +https://openai.com/gptbot": "GPTBot",
		"sitegraph/0.1.0 (+mailto:a@example.org)":                                            "sitegraph",
		"SomethingBot/1.0": "other", "curl/8.5.0": "other", "python-requests/2.32": "other", "-": "other", "": "other",
		"Example (+https://example.org/about)": "other",
	} {
		console.Equal(t, robotOf([]byte(agent)), want, agent)
	}
	console.Equal(t, robotOf(nil), "", "unknown")
	for _, r := range robots() {
		console.Equal(t, r.token, strings.ToLower(r.token))
	}
}

// log writes an access log, compressed if its name says so.
func log(t *testing.T, name, text string) File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	content := []byte(text)
	if strings.HasSuffix(name, ".gz") {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(content)
		w.Close()
		content = packed.Bytes()
	}
	must(t, os.WriteFile(path, content, 0o644))
	return File{Path: path, Name: name}
}

// hit returns a line; at is its minute.
func hit(at, request, status, referer, agent string) string {
	return `192.0.2.1 - - [02/Mar/2026:10:` + at + `:00 +0000] "` + request + ` HTTP/1.1" ` + status + ` 5 "` +
		referer + `" "` + agent + "\"\n"
}

func ofExample(host string) string {
	if host == "a.example" {
		return "https://a.example"
	}
	return ""
}

// site3 returns a crawl in which / links to /b and /c, /b links to /c, and /old redirects to /c.
func site3() *site.Crawl {
	const o = "https://a.example"
	page := func(path string) site.Page { return site.Page{URL: o + path, Key: o + path} }
	entry := func(path string, s site.State, page string) site.Entry {
		return site.Entry{Key: o + path, URL: o + path, State: s, Page: page}
	}
	return &site.Crawl{Site: o, Complete: true, Scope: site.ScopeHost,
		Graph: &site.Graph{Pages: []site.Page{page("/"), page("/b"), page("/c")}, Offsets: []int{0, 2, 3, 3},
			Targets: []uint32{1, 2, 2}, Weights: site.NumbersOf(1, 1, 1)},
		Ledger: site.WithoutErrors([]site.Entry{entry("/", site.StatePage, ""), entry("/b", site.StatePage, ""),
			entry("/c", site.StatePage, ""), entry("/old", site.StateRedirect, o+"/c")})}
}

var rules = Rules{Key: func(u site.URL) string { return u.String() },
	Inside: func(url, _ string) bool { return !strings.HasSuffix(url, ".png") }}

// By hand, the redirect of /old is a request but no visit, and the next visit comes from the page that links to /old.
func TestView(t *testing.T) {
	const fox, google = "Firefox/140.0", "Googlebot/2.1"
	text := hit("01", "GET /", "200", "-", fox) + hit("02", "GET /old", "301", "https://a.example/", fox) +
		hit("02", "GET /c", "200", "https://a.example/#top", fox) + hit("04", "GET /c", "404", "-", google) +
		hit("03", "GET /c", "200", "https://b.example/", fox) + "no line\n\n" + hit("05", "GET /x", "200", "-", fox) +
		hit("05", "GET /y", "404", "-", google) + hit("06", "GET /a.png", "200", "-", fox) +
		hit("06", "POST /c", "200", "-", fox) + hit("06", "HEAD /c", "200", "-", google) +
		hit("06", "GET https://b.example/", "200", "-", fox) + hit("07", "GET https://a.example/b", "200", "-", fox)
	l, err := Read([]File{log(t, "access.log.gz", text)}, "https://a.example", ofExample)
	must(t, err)
	h, err := l.View(site3(), rules)
	must(t, err)
	at := func(minute int) time.Time { return time.Date(2026, 3, 2, 10, minute, 0, 0, time.UTC) }
	const o = "https://a.example"
	row := func(path string, status, requests, visits, last int) site.Hit {
		return site.Hit{URL: o + path, Key: o + path, Status: status, Requests: requests, Visits: visits,
			Last: at(last)}
	}
	page := func(h site.Hit, state site.State, path string) site.Hit {
		h.State, h.Page = state, o+path
		return h
	}
	byRobot := func(h site.Hit) site.Hit {
		h.RobotVisits, h.Robots = 1, "Googlebot=1"
		return h
	}
	want := &site.Hits{
		Files: []site.HitFile{{Name: "access.log.gz", Lines: 13, Bad: 1, Fault: "line 6: no time in brackets"}},
		First: at(1), Last: at(7), Requests: 9, Elsewhere: 1, LeftOut: 2, Visits: 5, RobotVisits: 2,
		Robots: []site.RobotHits{{Name: "Googlebot", Visits: 2, URLs: 2}},
		Agents: true, Referers: true, Conclusive: true,
		All: []site.Hit{page(row("/", 200, 1, 1, 1), site.StatePage, "/"),
			page(row("/b", 200, 1, 1, 7), site.StatePage, "/b"),
			page(byRobot(row("/c", 200, 4, 2, 6)), site.StatePage, "/c"),
			page(row("/old", 301, 1, 0, 2), site.StateRedirect, "/c"), row("/x", 200, 1, 1, 5),
			byRobot(row("/y", 404, 1, 0, 5))}, Followed: site.NumbersOf(0, 1, 0)}
	console.Equal(t, h, want)
	for i := range h.All {
		console.Equal(t, h.Unlinked(&h.All[i]), h.All[i].URL == o+"/x", h.All[i].URL, "no link leads there")
	}
	people, robots := h.OfPages(site3().Graph)
	console.Equal(t, [][]int{people, robots}, [][]int{{1, 1, 2}, {0, 0, 1}}, "pages", people, robots)
}

// The visits of a table add to those of a log. They have no time, no status and no robots.
func TestClicks(t *testing.T) {
	clicks := log(t, "table.csv", "page,clicks,impressions\nhttps://a.example/c,7,90\n/b,0,4\n/b,2,4\n"+
		"https://b.example/,1,1\n")
	visit := log(t, "access.log", hit("02", "GET /c", "200", "-", "Firefox"))
	for _, files := range [][]File{{clicks, visit}, {visit, clicks}} {
		l, err := Read(files, "https://a.example", ofExample)
		must(t, err)
		h, err := l.View(site3(), rules)
		must(t, err)
		at := time.Date(2026, 3, 2, 10, 2, 0, 0, time.UTC)
		if c := h.All[1]; h.Visits != 10 || h.All[0].Visits != 2 || !h.All[0].Last.IsZero() || h.Elsewhere != 1 ||
			c.Visits != 8 || c.Status != 200 || c.Last != at || h.First != at || h.Last != at || !h.Agents {
			t.Errorf("%+v", h)
		}
	}
}

// If a crawl did not go everywhere, no URL is reported as unlinked.
func TestInconclusive(t *testing.T) {
	for name, change := range map[string]func(*site.Crawl){
		"stopped": func(c *site.Crawl) { c.Complete = false },
		"limited": func(c *site.Crawl) { c.Counts.Limits = map[string]int{site.LimitLinksPerPage: 1} },
		"depth":   func(c *site.Crawl) { c.Counts.States = map[site.State]int{site.StateBeyondLevel: 1} },
		"list":    func(c *site.Crawl) { c.Scope = "list, entity" },
		"ledger":  func(c *site.Crawl) { c.Ledger = site.WithoutErrors[site.Entry](nil) },
	} {
		c := site3()
		change(c)
		l, err := Read([]File{log(t, "a", hit("01", "GET /x", "200", "-", "Firefox"))}, c.Site, ofExample)
		must(t, err)
		if h, err := l.View(c, rules); err != nil || h.Conclusive || h.Unlinked(&h.All[0]) {
			t.Errorf("%s: %+v, %v", name, h, err)
		}
	}
}

// Lines without a host belong to the site or the given host, or are an error.
func TestWhose(t *testing.T) {
	plain := hit("01", "GET /", "200", "-", "Firefox")
	for _, c := range []struct {
		name, text, given, own string
		urls, elsewhere        int
		err                    error
	}{
		{"the only site", plain, "", "https://a.example", 1, 0, nil},
		{"given", plain, "a.example", "", 1, 0, nil},
		{"given, another", plain, "b.example", "https://a.example", 0, 0, nil},
		{"named", "a.example " + plain + "b.example " + plain, "", "", 1, 1, nil},
		{"unknown", "no line\n" + plain, "", "", 0, 0, ErrNoHost},
	} {
		f := log(t, "access.log", c.text)
		f.Host = c.given
		l, err := Read([]File{f}, c.own, ofExample)
		if !errors.Is(err, c.err) || err != nil && !strings.Contains(err.Error(), "access.log") {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if err == nil && (len(l.urls) != c.urls || l.elsewhere != c.elsewhere) {
			t.Errorf("%s: %d URLs, %d elsewhere", c.name, len(l.urls), l.elsewhere)
		}
		named, err := NamesHosts(f)
		if want := c.name != "the only site" && c.name != "unknown"; named != want || err != nil {
			t.Errorf("%s: names hosts %v, %v", c.name, named, err)
		}
	}
}

// A missing or truncated file is named, and a line that is too long counts as bad.
func TestFaults(t *testing.T) {
	long := log(t, "long", hit("01", "GET /"+strings.Repeat("x", 3*longestLine), "200", "-", "Firefox")+
		hit("01", "GET /", "200", "-", "Firefox"))
	l, err := Read([]File{long}, "https://a.example", ofExample)
	if err != nil || l.files[0].Bad != 1 || l.files[0].Lines != 2 || len(l.urls) != 1 {
		t.Errorf("long line: %v, %+v", err, l)
	}
	cut := log(t, "cut.gz", strings.Repeat(hit("01", "GET /", "200", "-", "Firefox"), 100))
	content, err := os.ReadFile(cut.Path)
	must(t, err)
	must(t, os.WriteFile(cut.Path, content[:len(content)-9], 0o644))
	foreign := log(t, "foreign", strings.Repeat("GET / 200\n", maxBad))
	for _, f := range []File{cut, foreign, {Path: cut.Path + "x", Name: "nowhere"}} {
		_, err := Read([]File{f}, "https://a.example", ofExample)
		console.Fails(t, err, f.Name)
	}
}
