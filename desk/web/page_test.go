package web_test

import (
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
	"sitegraph/internal/headless"
)

// The page of a URL shows the links to it, the path from the home page, and the links from it.
func TestPageOf(t *testing.T) {
	s := newWebsite(t, 30) // page i links to 2i+1, 2i+2 and 7i modulo 30
	b := serve(t, web.Options{})
	at := b.project("one", s.URL)
	of := func(address string) string {
		return at + "/page?site=" + url.QueryEscape(s.URL) + "&url=" + url.QueryEscape(address)
	}
	b.send("GET", of(s.URL+"/p3"), nil, nil, http.StatusNotFound) // nothing is known yet
	b.finish(at, desk.Start)
	type list struct {
		Total, Cut int
		Items      []struct{ URL, State string }
	}
	var got struct {
		State    string
		In       list                `json:"in_links"`
		Out      list                `json:"out_links"`
		Others   list                `json:"links_to_no_page"`
		External struct{ Total int } `json:"external_links"`
		Path     struct {
			Clicks int
			Steps  []struct{ URL string }
		}
	}
	urls := func(l list) (all []string) {
		for _, one := range l.Items {
			all = append(all, strings.TrimPrefix(one.URL, s.URL))
		}
		slices.Sort(all)
		return all
	}
	b.send("GET", of(s.URL+"/p3"), nil, &got, http.StatusOK)
	if !slices.Equal(urls(got.In), []string{"/p1", "/p9"}) ||
		!slices.Equal(urls(got.Out), []string{"/p21", "/p7", "/p8"}) || got.External.Total == 0 {
		t.Errorf("/p3: %+v", got)
	}
	if got.Path.Clicks != 2 || got.Path.Steps[1].URL != s.URL+"/p1" {
		t.Errorf("path %+v", got.Path)
	}
	b.send("GET", of(s.URL+"/p15")+"&rows=1", nil, &got, http.StatusOK)
	if !slices.Equal(urls(got.Others), []string{"/p31"}) || got.Others.Total != 2 || got.Others.Cut != 1 {
		t.Errorf("/p15 leads to two pages that are not there: %+v", got.Others)
	}
	b.send("GET", of(s.URL+"/p31"), nil, &got, http.StatusOK)
	if got.State != "status" || !slices.Equal(urls(got.In), []string{"/p15"}) {
		t.Errorf("/p31: %+v", got)
	}
	for address, want := range map[string]int{s.URL + "/unheard-of": http.StatusNotFound, "a b": http.StatusBadRequest,
		"": http.StatusBadRequest} {
		b.send("GET", of(address), nil, nil, want)
	}
	b.send("GET", at+"/page?site=http://nowhere.example&url=x", nil, nil, http.StatusNotFound)
	b.answers(http.StatusForbidden, "GET", of(s.URL), "", "Sec-Fetch-Site", "cross-site")
	page := strings.Replace(of(s.URL+"/p15"), "/api", "", 1)
	status, text, _ := b.ask("GET", page, "")
	for _, part := range []string{"State</th><td>page: a node of the graph", ">" + s.URL + "/p7</bdi>", "status 404",
		"Linked URLs that are not pages: 2", "Only links in the content of pages", "&lt;script&gt;alert(1)"} {
		if status != http.StatusOK || !strings.Contains(text, part) {
			t.Errorf("%d, no %q in\n%s", status, part, text)
		}
	}
	link := regexp.MustCompile(`href="(/projects/one/page[^"]*p31)"`).FindStringSubmatch(text)
	if link == nil {
		t.Fatalf("no link to the page of /p31 in\n%s", text)
	}
	if status, text, _ := b.ask("GET", html.UnescapeString(link[1]), ""); status != http.StatusOK ||
		!strings.Contains(text, "State</th><td>status: its final status is not 200") {
		t.Errorf("%s: %d, %s", link[1], status, text)
	}
	console.Lacks(t, text, "<script>alert")
	b.send("GET", at+"/tables/links?site="+url.QueryEscape(s.URL), nil, nil, http.StatusOK) // waits for the tables
	table := strings.Replace(page, "/page?", "/site?table=links&", 1)
	if _, text, _ := b.ask("GET", table, ""); !strings.Contains(text, `href="/projects/one/page?site=`) {
		t.Errorf("no links to pages in\n%s", text)
	}
	for address, want := range map[string]int{"/unheard-of": http.StatusNotFound, ":x": http.StatusBadRequest} {
		b.answers(want, "GET", strings.Replace(of(s.URL+address), "/api", "", 1), "")
	}
}

// Kinds of problems are listed with counts, and each has an address that shows it alone.
func TestKinds(t *testing.T) {
	s, b, at := crawled(t, 30)
	var all struct {
		Classes []struct {
			Name string
			Rows int
		}
		Total int
	}
	of := "?site=" + url.QueryEscape(s.URL)
	b.send("GET", at+"/tables/problems"+of, nil, &all, http.StatusOK) // waits for the tables
	sum := 0
	for _, c := range all.Classes {
		sum += c.Rows
	}
	if len(all.Classes) < 2 || sum != all.Total {
		t.Fatalf("kinds %+v of %d problems", all.Classes, all.Total)
	}
	_, text, _ := b.ask("GET", "/projects/one/site"+of+"&table=problems&sort=url&from=1", "")
	links := regexp.MustCompile(`<a href="([^"]*class=broken-link[^"]*)"><bdi>broken-link</bdi> (\d+)</a>`)
	link := links.FindStringSubmatch(text)
	if link == nil || strings.Contains(link[1], "from=") || !strings.Contains(link[1], "sort=url") {
		t.Fatalf("no link to the first broken links in %s", text)
	}
	_, text, _ = b.ask("GET", html.UnescapeString(link[1]), "")
	console.Has(t, text, "Rows 1 to "+link[2]+" of "+link[2]+";", `aria-current="true"`)
}

func until(expression string) headless.Step { return chromedp.Poll[chromedp.Void](expression) }

// The form and the text of the settings show the same file; mistakes are reported and change nothing.
func TestSettingsForm(t *testing.T) {
	t.Parallel()
	b := serve(t, web.Options{})
	c := headless.New(t)
	c.Only(b.base)
	file := func() string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(b.desk.Folder, "form", "settings.ini"))
		must(t, err)
		return string(text)
	}
	said := func(has string) headless.Step {
		return until(`document.getElementById("said").textContent.includes("` + has + `")`)
	}
	value := func(id string) string {
		t.Helper()
		return headless.Eval[string](t, c, `document.getElementById("`+id+`").value`)
	}
	c.Run(t, chromedp.Navigate(b.base+"/"), click("#new"), keys("#name", "form"),
		chromedp.SetValue(chromedp.CSS("#purpose"), "audit"), click("details form button"), seen("#hosts"))
	console.Has(t, file(), "sitemaps = check\n", "exporters = +links,+xlsx\n")
	c.Run(t, click("#settings-title + p a"), seen("#form"))
	if sitemaps := value("sites.sitemaps"); sitemaps != "check" || value("walk.max_pages") != "" {
		t.Errorf("the form has sitemaps = %q", sitemaps)
	}
	before := file()
	pages := `[id="walk.max_pages"]`
	headless.Eval[bool](t, c, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
	err := c.Try(keys(pages, "many"), click("#form > button"), said("must be a whole number"))
	if faults := c.Faults(); err != nil || len(faults) != 1 || file() != before { // the browser logs the answer
		t.Errorf("what is wrong: %v, %q, %s", err, faults, file())
	}
	c.Run(t, chromedp.SetValue(chromedp.CSS(pages), "70"), chromedp.SetValue(chromedp.CSS(`[id="sites.sitemaps"]`), ""),
		click("#form > button"), said("2 settings changed"))
	want := strings.Replace(before, "sitemaps = check\n", "", 1) + "\n[walk]\nmax_pages = 70\n"
	if text := file(); text != want || value("settings") != want {
		t.Errorf("%q, want %q", text, want)
	}
	c.Run(t, chromedp.SetValue(chromedp.CSS("#settings"), "[walk]\nmax_pages = 8\n"),
		click("form[data-send=text] button"),
		seen(`[id="walk.max_pages"][data-was="8"]`))
	c.Run(t, click(".purposes li:first-child button"), seen(`[id="export.exporters"][data-was="+links,+content"]`))
	console.Equal(t, file(), "[walk]\nmax_pages = 8\n\n[export]\nexporters = +links,+content\n", "to study")
}

// Every purpose makes a project with valid settings; a purpose together with settings is refused.
func TestPurposes(t *testing.T) {
	b := serve(t, web.Options{})
	create := func(body string) (int, string) {
		t.Helper()
		status, text, _ := b.ask("POST", "/api/projects", body, "Content-Type", "application/json")
		return status, text
	}
	for _, p := range desk.Purposes() {
		status, text := create(`{"name":"` + p.Name + `","purpose":"` + p.Name + `"}`)
		if status != http.StatusCreated || strings.Contains(text, "trouble") {
			t.Errorf("%s: %d, %s", p.Name, status, text)
		}
		_, written, _ := b.ask("GET", "/api/projects/"+p.Name+"/settings", "")
		for name, value := range p.Settings {
			_, key, _ := strings.Cut(name, ".")
			console.Has(t, written, "\n"+key+" = "+value+"\n")
		}
	}
	for body, says := range map[string]string{`{"name":"x","purpose":"fun"}`: "study, compare, watch, topics, audit",
		`{"name":"x","purpose":"audit","settings":"[walk]"}`: "not both"} {
		if status, text := create(body); status != http.StatusBadRequest || !strings.Contains(text, says) {
			t.Errorf("%s: %d, %s", body, status, text)
		}
	}
}

// A site's address makes a project of its name and starts its crawl; anything else makes none.
func TestBegin(t *testing.T) {
	t.Parallel()
	b := serve(t, web.Options{})
	s := newWebsite(t, 3)
	name := strings.ReplaceAll(strings.TrimPrefix(s.URL, "http://"), ":", "_")
	for range 2 { // the second request continues it
		var p desk.Overview
		b.send("POST", "/api/projects", map[string]string{"address": s.URL + "/p1"}, &p, http.StatusCreated)
		if o := b.await("/api/projects/"+name, desk.Idle); p.Name != name || o.Sites != 1 || o.Counts[desk.Done] != 1 {
			t.Errorf("project %+v, then %+v", p, o)
		}
	}
	b.send("POST", "/api/projects", map[string]string{"address": "ftp://x"}, nil, http.StatusBadRequest)
}

// A project with a budget shows its yield, and has files about all its sites.
func TestBudget(t *testing.T) {
	t.Parallel()
	b := serve(t, web.Options{})
	const order = "[sites]\ncrawl_delay = 0\n[order]\nsites = r3\nbudget = 40\n[export]\nexporters = csv,stats,report\n"
	b.send("POST", "/api/projects", map[string]string{"name": "two", "settings": order}, nil, http.StatusCreated)
	const at = "/api/projects/two"
	sites := newWebsite(t, 40).URL + "\n" + newWebsite(t, 30).URL
	if status, text, _ := b.ask("POST", at+"/sites", sites); status != http.StatusOK {
		t.Fatalf("import: %d %s", status, text)
	}
	o := b.finish(at, desk.Start)
	points := o.Crawl.Found
	if o.Crawl.Budget == nil || o.Crawl.Budget.Spent != 40 || len(points) == 0 || points[len(points)-1].Pages != 40 {
		t.Fatalf("budget %+v, curve %v", o.Crawl.Budget, points)
	}
	for path, want := range map[string]int{"sites/sites.report.html": 200, "sites/sites.budget.csv": 200,
		"settings.ini": 404, "sites/../settings.ini": 404, "sites/%2e%2e/settings.ini": 404,
		"state/badger/MANIFEST": 404, "result/../settings.ini": 404,
		"result/%2e%2e/settings.ini": 404, "result/none/none.nodes.csv": 404} {
		if status, text, _ := b.ask("GET", at+"/folder/"+path, ""); status != want && status/100 != 3 {
			t.Errorf("%s: %d, want %d: %.100s", path, status, want, text)
		}
	}
	_, text, _ := b.ask("GET", at+"/folder/sites/sites.report.html", "")
	links := regexp.MustCompile(`href="\.\./(result/[^"]+)"`).FindAllStringSubmatch(text, -1)
	if len(links) < 2 {
		t.Errorf("the report has %d links to the sites", len(links))
	}
	for _, link := range links {
		if status, text, _ := b.ask("GET", at+"/folder/"+link[1], ""); status != 200 || !strings.Contains(text, "<h1") {
			t.Errorf("%s: %d", link[1], status)
		}
	}
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+"/projects/two"), seen("#overview figure .wide svg"),
		seen("#across a[href$='sites.report.html']"))
	console.Has(t, headless.Eval[string](t, c, `document.getElementById("overview").innerText`),
		"40 of 40 pages processed")
}
