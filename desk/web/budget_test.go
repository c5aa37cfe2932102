package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

// TestBudget: a project with a budget shows what it brought, and the files about all
// its sites, whose report leads to those of the sites.
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
	b.do(at, desk.Start)
	o := b.await(at, desk.Idle)
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
