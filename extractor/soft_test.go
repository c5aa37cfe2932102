package extractor_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// What a site says of whatever is asked is marked: with the path or without, under
// parameters as under paths. It stays a page.
func TestSoftMissing(t *testing.T) {
	const menu = "<p>The menu of the site, which every page has, and which is long. <a href='/'>Home</a>"
	missing := func(text string) string {
		return "<!DOCTYPE html><title>Sorry</title>" + menu + strings.Repeat("<p>"+text, 4)
	}
	// Articles make up most of the site. Each links to what the case wants, by its number.
	lost := func(links [][]string, page func(u *url.URL) string) *oddSite {
		return &oddSite{show: func(u *url.URL, _ int) (string, string) {
			i, ok := number(u, "/a/", 24)
			switch {
			case ok && u.RawQuery == "":
			case strings.HasPrefix(u.Path, "/a/"):
				return "", ""
			default:
				html := page(u)
				return html, html
			}
			own := onward("/a/%d", i)
			if i < len(links) {
				own = append(own, links[i]...)
			}
			return fmt.Sprint("article ", i), article(i, "", menu, own...)
		}}
	}
	unrelated := [][]string{{"/old/news.html"}, {"/shop/cart"}, {"/team/anna"}, {"/wp-login.php"}, {"/faq/"}}
	for name, c := range map[string]struct {
		links  [][]string
		page   func(u *url.URL) string
		marked []string
	}{
		"the path is named": {[][]string{{"/gone/1", "/gone/2"}, {"/never/was/here"}},
			func(u *url.URL) string { return missing("The address " + u.Path + " was not found.") },
			[]string{"/gone/1", "/gone/2", "/never/was/here"}},
		"the name is named": {[][]string{{"/gone/first", "/gone/second"}, {"/never/was/here"}},
			func(u *url.URL) string {
				return missing("No page is called " + u.Path[strings.LastIndex(u.Path, "/")+1:])
			},
			[]string{"/gone/first", "/gone/second", "/never/was/here"}},
		"nothing is named": {unrelated, func(*url.URL) string { return missing("There is no such page here, sorry.") },
			[]string{"/old/news.html"}}, // the least depth
		"nothing is named, in one directory": {[][]string{{"/old/1", "/old/2", "/old/3", "/old/4", "/old/5", "/old/6",
			"/old/7", "/old/8", "/old/9", "/old/10"}, {"/old/11", "/old/12", "/old/13", "/old/14", "/old/15", "/old/16",
			"/old/17", "/old/18", "/old/19", "/old/20"}},
			func(*url.URL) string { return missing("There is no such page here, sorry.") }, []string{"/old/1"}},
		"a parameter is named": {[][]string{{"/?page=lost", "/?page=missing"}, {"/?page=never+written"}},
			func(u *url.URL) string { return missing("There is no page named " + u.Query().Get("page") + " yet.") },
			[]string{"/?page=lost", "/?page=missing", "/?page=never+written"}},

		"tags of one article": {[][]string{{"/tag/red", "/tag/green"}, {"/tag/blue", "/tag/grey"}},
			func(u *url.URL) string {
				return missing("Articles about "+u.Path[5:]) + "<a href='/a/7'>The seventh article</a>"
			}, nil},
		"directories that are empty": {[][]string{{"/x/one/"}, {"/y/two/"}, {"/z/three/"}},
			func(u *url.URL) string {
				return missing("Index of "+u.Path) + "<a href='..'>up</a><a href='?C=M'>time</a>"
			},
			nil},
		"several URLs of one page": {[][]string{{"/docs/"}, {"/docs/index.html", "/manual/"}, {"/docs/new/", "/help/"},
			{"/help/new/"}}, func(*url.URL) string { return missing("How to use all of this.") }, nil},
		"pages about one thing": {[][]string{{"/?media=m&from=first", "/?media=m&from=second"},
			{"/?media=m&from=third", "/?media=n&from=first"}}, func(u *url.URL) string {
			return missing("Picture "+u.Query().Get("media")) + "<p>Back to " + u.Query().Get("from")
		}, nil},
		"a page that sessions lead to": {[][]string{{"/in?sid=1a"}, {"/in?sid=2b"}, {"/in?sid=3c"}, {"/in?sid=4d"},
			{"/in?sid=5e"}}, func(*url.URL) string { return missing("Log in with name and password, please.") }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crawl := stableWalker(t, lost(c.links, c.page), 4).run(t)
			marked, pages := map[string]bool{}, map[string]bool{}
			for _, p := range crawl.Graph.Pages {
				pages[p.Key] = true
			}
			for e := range crawl.Ledger {
				if e.Reason.SoftMissing {
					marked[strings.TrimPrefix(e.Key, "http://site.test")] = true
					if !pages[e.Key] || !strings.HasPrefix(e.Why(), "soft-404: ") {
						t.Errorf("%s: %s, a page: %t", e.Key, e.Why(), pages[e.Key])
					}
				}
			}
			if got := slices.Sorted(maps.Keys(marked)); !slices.Equal(got, c.marked) {
				t.Errorf("marked %q, want %q", got, c.marked)
			}
		})
	}
}
