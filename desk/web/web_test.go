package web_test

import (
	"bufio"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
)

// A stream reports changes, and ends with its client.
func TestEvents(t *testing.T) {
	b := serve(t, web.Options{})
	r, err := http.NewRequestWithContext(t.Context(), "GET", b.base+"/api/events", nil)
	must(t, err)
	response, err := http.DefaultClient.Do(r)
	must(t, err)
	defer response.Body.Close()
	if kind := response.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("a stream of %s", kind)
	}
	lines := bufio.NewScanner(response.Body)
	next := func() string {
		for lines.Scan() {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				return id
			}
		}
		t.Fatalf("the stream ended: %v", lines.Err())
		return ""
	}
	first := next()
	b.project("new")
	if second := next(); second == first {
		t.Errorf("two events with the number %s", first)
	}
}

// Rows are filtered, sorted, downloaded, struck out and restored, and rules show their effect.
func TestTables(t *testing.T) {
	s, b, at := crawled(t, 30)
	site := "site=" + url.QueryEscape(s.URL)
	var got struct {
		tables.Page
		Stale bool
	}
	b.send("GET", at+"/tables/pages?"+site+"&sort=-url&rows=2&text=/p1", nil, &got, http.StatusOK)
	// /p1 and /p10 to /p19
	if got.Total != 30 || got.Matching != 11 || len(got.Rows) != 2 || got.Rows[0].Cells[0] != s.URL+"/p19" {
		t.Fatalf("rows %+v", got)
	}
	strike := map[string]any{"rows": []string{got.Rows[0].Identity}, "out": true}
	b.send("POST", at+"/struck", strike, nil, http.StatusOK)
	_, csv, header := b.ask("GET", at+"/tables/pages.csv?"+site+"&text=/p1&struck=without", "")
	if n := strings.Count(csv, "\n"); n != 11 || !strings.Contains(header.Get("Content-Disposition"), "attachment") {
		t.Errorf("CSV of %d lines, %v", n, header)
	}
	strike["out"] = false
	b.send("POST", at+"/struck", strike, nil, http.StatusOK)
	b.send("GET", at+"/tables/pages?"+site, nil, &got, http.StatusOK)
	console.Equal(t, got.Struck, 0)
	strike["rows"] = []string{"no identity"}
	b.send("POST", at+"/struck", strike, nil, http.StatusBadRequest)
	b.send("GET", at+"/tables/pages?"+site+"&pattern=(", nil, nil, http.StatusBadRequest)
	b.send("GET", at+"/tables/none?"+site, nil, nil, http.StatusNotFound)
	for table, needs := range map[string]string{"sitemap": "[sites] sitemaps", "linked": "[linked] check", "bad": ""} {
		var empty struct {
			tables.Page
			Off string
		}
		b.send("GET", at+"/tables/"+table+"?"+site, nil, &empty, http.StatusOK)
		_, page, _ := b.ask("GET", "/projects/one/site?table="+table+"&"+site, "")
		if (empty.Total == 0) != (needs != "") || !strings.HasPrefix(empty.Off, needs) ||
			(empty.Off == "") != (needs == "") ||
			strings.Contains(page, "this was not looked for; it needs "+needs) != (needs != "") {
			t.Errorf("the table %s: %d rows, off: %q", table, empty.Total, empty.Off)
		}
	}
	b.send("GET", at+"/tables/pages?site=http://none.example", nil, nil, http.StatusNotFound)
	var e desk.Effect
	// Of the leaves /p15 to /p29, the rule takes only /p29.
	b.send("POST", at+"/effect", map[string]any{"site": s.URL, "rule": "/p29$"}, &e, http.StatusOK)
	console.Equal(t, e.Pages, 30, "effect", e)
	console.Equal(t, e.PagesLeft, 29, "effect", e)
	// A site that is done can be checked again or run again. A box has its row's name.
	const again, run = `<button type="button" class="main" data-do="watch"`, `>Run again</button>`
	for path, says := range map[string][]string{"/projects/one": {again, run},
		"/projects/one/site?" + site: {again, run, `aria-label="Row ` + s.URL + `/p7"`}} {
		_, text, _ := b.ask("GET", path, "")
		console.Has(t, text, says...)
		console.Lacks(t, text, ">Start</button>")
	}
}

// Text from the web stays text on every page, and no link runs it.
func TestMarkup(t *testing.T) {
	s := newWebsite(t, 10)
	b := serve(t, web.Options{})
	at := b.project("one", s.URL)
	all := settings + "[sites]\nsitemaps = check\n[linked]\ncheck = images\ndelay = 0\n"
	if status, text, _ := b.ask("PUT", at+"/settings", all); status >= http.StatusBadRequest {
		t.Fatalf("%d %s", status, text)
	}
	b.finish(at, desk.Start)
	p, err := b.desk.Project("one")
	must(t, err)
	_, err = p.View(t.Context(), s.URL) // waits until the tables are built
	must(t, err)
	seen := 0
	for _, table := range tables.Names() {
		page := "/projects/one/site?table=" + table + "&site=" + url.QueryEscape(s.URL)
		status, text, header := b.ask("GET", page, "")
		if status != http.StatusOK || !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") ||
			!strings.Contains(text, `<script src="/desk.js"></script>`) { // runs before anything can be clicked
			t.Fatalf("%s: %d %v", page, status, header)
		}
		console.Has(t, text, "Rows 1 to")
		seen += strings.Count(text, "&lt;script&gt;alert(1)")
		if n := strings.Count(text, "<script"); n != 3 || strings.Contains(text, "<img") ||
			strings.Contains(strings.ToLower(text), `href="javascript`) {
			t.Errorf("%s has markup of the web: %d scripts", table, n)
		}
	}
	if seen < 10 {
		t.Errorf("the titles were seen %d times", seen)
	}
	filter := url.QueryEscape(hostile)
	_, text, _ := b.ask("GET", "/projects/one/site?text="+filter+"&pattern="+filter+"&site="+url.QueryEscape(s.URL), "")
	if strings.Count(text, "<script") != 3 || strings.Contains(text, "<img") {
		t.Error("a filter became markup")
	}
	_, _, header := b.ask("GET", at+"/files/none?site="+url.QueryEscape(s.URL), "")
	console.Has(t, header.Get("Content-Security-Policy"), "default-src")
}

// Only result files can be downloaded, also for the chosen Gephi Lite.
func TestFiles(t *testing.T) {
	gephi, _ := url.Parse("https://gephi.example/lite/")
	s := newWebsite(t, 10)
	b := serve(t, web.Options{GephiLite: gephi})
	at := b.project("one", s.URL)
	b.finish(at, desk.Start)
	site := "?site=" + url.QueryEscape(s.URL)
	var list struct {
		Name  string
		Files []struct{ Name string }
	}
	b.send("GET", at+"/files"+site, nil, &list, http.StatusOK)
	want := console.Results(t, filepath.Join(b.desk.Folder, "one"))
	for _, f := range list.Files {
		status, text, header := b.ask("GET", at+"/files/"+f.Name+site, "", "Origin", "https://evil.example")
		console.Equal(t, status, http.StatusOK, f.Name, len(text))
		console.Equal(t, text, want["result/"+list.Name+"/"+f.Name], f.Name, len(text))
		if !strings.HasPrefix(header.Get("Content-Security-Policy"), "sandbox") ||
			header.Get("Access-Control-Allow-Origin") != "https://gephi.example" {
			t.Errorf("%s: %v", f.Name, header)
		}
	}
	if _, text, _ := b.ask("GET", "/projects/one/site"+site, ""); !strings.Contains(text,
		"https://gephi.example/lite/?file=http%3A%2F%2F127.0.0.1") {
		t.Error("no way to Gephi Lite")
	}
	for _, path := range []string{"../hosts.txt", "..%2f..%2fhosts.txt", "%2e%2e/hosts.txt", "/etc/passwd",
		"..%5chosts.txt"} {
		if status, text, _ := b.ask("GET", at+"/files/"+path+site, ""); status == http.StatusOK {
			t.Errorf("%s: %.200s", path, text)
		}
	}
}

// Forms of other sites, names that are paths, and huge lists change nothing.
func TestAttacks(t *testing.T) {
	b := serve(t, web.Options{})
	const in = `{"name":"evil"}`
	for _, header := range [][2]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"},
		{"Origin", "null"}} {
		for _, path := range []string{"/api/projects", "/api/projects/one/effect"} { // one writes, the other computes
			b.answers(http.StatusForbidden, "POST", path, in, "Content-Type", "application/json", header[0], header[1])
		}
	}
	b.answers(415, "POST", "/api/projects", in, "Content-Type", "text/plain")
	for _, name := range []string{"../evil", "/evil", "..", "a/b", `a\\b`, "<script>", "a\\u0000"} {
		b.answers(http.StatusBadRequest, "POST", "/api/projects", `{"name":"`+name+`"}`, "Content-Type",
			"application/json")
	}
	for _, name := range []string{"..%2f..", "%2e%2e", "..%5c..", "%00"} {
		if status, _, _ := b.ask("GET", "/api/projects/"+name+"/settings", ""); status == http.StatusOK {
			t.Errorf("the project %s was found", name)
		}
	}
	if entries, err := os.ReadDir(b.desk.Folder); err != nil || len(entries) != 1 || entries[0].Name() != ".tables" {
		t.Errorf("made: %v %v", entries, err)
	}
	at := b.project("one")
	b.answers(413, "POST", at+"/sites", strings.Repeat("x", 18<<20))
	b.send("POST", "/api/projects", map[string]string{"name": "one"}, nil, http.StatusConflict)
	for _, path := range []string{"/exclude", "/effect"} { // a page of another site can make the browser send a GET
		b.answers(405, "GET", at+path+"?site=http://a.example&rule=a", "")
	}
}

// If a token is set, nothing is shown without it, and a token in a URL does not count.
func TestToken(t *testing.T) {
	const token = "0123456789abcdef0123"
	b := serve(t, web.Options{Token: token})
	for _, c := range []struct {
		path   string
		header []string
		want   int
	}{
		{"/api/projects", nil, 401}, {"/metrics", nil, 401}, {"/api/events", nil, 401}, {"/desk.js", nil, 401},
		{"/api/projects?token=" + token, nil, 401}, {"/", []string{"Accept", "text/html"}, 303},
		{"/api/projects", []string{"Authorization", "Bearer " + token}, 200},
		{"/api/projects", []string{"Authorization", "Bearer " + token + "x"}, 401},
		{"/api/projects", []string{"Authorization", "Bearer "}, 401},
		{"/api/projects", []string{"Cookie", "sitegraph-desk=" + token}, 401},
		{"/healthz", nil, 200}, {"/readyz", nil, 200}, {"/login", nil, 200},
	} {
		b.answers(c.want, "GET", c.path, "", c.header...)
	}
	const form = "application/x-www-form-urlencoded"
	b.answers(401, "POST", "/login", "token=wrong", "Content-Type", form)
	status, _, header := b.ask("POST", "/login", "token="+token, "Content-Type", form)
	cookie := header.Get("Set-Cookie")
	if status != 303 || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") ||
		strings.Contains(cookie, token) {
		t.Errorf("login: %d, %q", status, cookie)
	}
	value, _, _ := strings.Cut(cookie, ";")
	b.answers(200, "GET", "/api/projects", "", "Cookie", value)
}

// The pages can be read, and unknown projects and sites have no page.
func TestPages(t *testing.T) {
	b := serve(t, web.Options{})
	b.project("one", "http://a.example", "http://b.example")
	b.project("single", "http://c.example")
	for path, says := range map[string]string{"/": "/projects/one", "/projects/one": "http://b.example",
		"/projects/one?text=a.ex": "1 of 2 sites", "/projects/one/site?site=http://a.example": "nothing is known",
		"/metrics": `sitegraph_sites{state="new"} 3`, "/projects/single": "1 of 1 site<", "/readyz": "ready"} {
		if status, text, _ := b.ask("GET", path, ""); status != http.StatusOK || !strings.Contains(text, says) {
			t.Errorf("%s: %d, without %q:\n%s", path, status, says, text)
		}
	}
	for path, want := range map[string]int{"/projects/two": 404, "/projects/one/site?site=http://c.example": 404,
		"/projects/one?from=-1": 400, "/none": 404} {
		b.answers(want, "GET", path, "")
	}
}
