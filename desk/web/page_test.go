package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/web"
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
	if status, _, _ := b.ask("GET", of(s.URL), "", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("a page of another site is answered with %d", status)
	}
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
	if strings.Contains(text, "<script>alert") {
		t.Error("what pages are called is markup")
	}
	b.send("GET", at+"/tables/links?site="+url.QueryEscape(s.URL), nil, nil, http.StatusOK) // waits for the tables
	table := strings.Replace(page, "/page?", "/site?table=links&", 1)
	if _, text, _ := b.ask("GET", table, ""); !strings.Contains(text, `href="/projects/one/page?site=`) {
		t.Errorf("no links to pages in\n%s", text)
	}
	for address, want := range map[string]int{"/unheard-of": http.StatusNotFound, ":x": http.StatusBadRequest} {
		if status, _, _ := b.ask("GET", strings.Replace(of(s.URL+address), "/api", "", 1), ""); status != want {
			t.Errorf("%s: %d, want %d", address, status, want)
		}
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
	if !strings.Contains(text, "Rows 1 to "+link[2]+" of "+link[2]+";") ||
		!strings.Contains(text, `aria-current="true"`) {
		t.Errorf("%s has not the %s broken links: %s", link[1], link[2], text)
	}
}
