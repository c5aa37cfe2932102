package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

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
	for _, line := range []string{"sitemaps = check\n", "exporters = +links,+xlsx\n"} {
		if text := file(); !strings.Contains(text, line) {
			t.Errorf("to audit: no %s in %s", line, text)
		}
	}
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
	if text := file(); text != "[walk]\nmax_pages = 8\n\n[export]\nexporters = +links,+content\n" {
		t.Errorf("to study: %q", text)
	}
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
			if !strings.Contains(written, "\n"+key+" = "+value+"\n") {
				t.Errorf("%s has no %s = %s: %s", p.Name, name, value, written)
			}
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
	if text := headless.Eval[string](t, c, `document.getElementById("overview").innerText`); !strings.Contains(text,
		"40 of 40 pages processed") {
		t.Errorf("the page says %q", text)
	}
}
