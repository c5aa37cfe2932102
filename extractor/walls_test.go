package extractor_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"sitegraph/extractor/refusal"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// Login forms and notices in place of many pages are marked by their content, with every key and any number of
// connections. They stay pages and end no crawl. A single such page is not marked.
func TestWalls(t *testing.T) {
	const menu = "<p>The menu of the site. <a href='/'>Home</a> <a href='/help'>Help</a>"
	form := func(back string) string {
		return "<!DOCTYPE html><title>Sign in</title>" + menu + "<h1>Sign in</h1><form method=post><input name=user>" +
			"<input type=password name=pass><input type=hidden name=back value='" + back + "'></form>"
	}
	behind := []string{"/account", "/orders/list", "/messages.php", "/files/2024/", "/team/anna"}
	notices := make([]string, 30)
	for i := range notices {
		notices[i] = fmt.Sprintf("/part%d/page", i)
	}
	for name, c := range map[string]struct {
		links  []string // on the home page
		page   func(u *url.URL) string
		form   bool
		exact  []string // marked pages
		stable int      // URLs that show marked pages
	}{
		"a form that keeps the address": {links: behind, page: func(u *url.URL) string { return form(u.Path) },
			form: true, exact: behind, stable: 5},
		"the same form": {links: behind, page: func(*url.URL) string { return form("") }, form: true,
			exact: []string{"/account"}, stable: 5},
		"one form, many addresses to come back to": {links: []string{"/login?to=a", "/login?to=b", "/login?to=c",
			"/login?to=d", "/login?to=e", "/login?to=f"}, page: func(u *url.URL) string { return form(u.RawQuery) }},
		"four forms": {links: behind[:4], page: func(u *url.URL) string { return form(u.Path) }},
		"a form on each page": {links: behind, page: func(u *url.URL) string {
			return strings.Replace(form(u.Path), "Sign in", "About "+u.Path, 1)
		}},
		"a notice": {links: notices, page: func(u *url.URL) string {
			return "<title>Closed</title><p>The Society has closed its doors. Number " + u.Path[5:]
		}, exact: notices},
		"notes without links": {links: notices, page: func(u *url.URL) string {
			return "<title>" + u.Path + "</title><p>A note."
		}},
		"few notices": {links: notices[:15], page: func(u *url.URL) string {
			return "<title>Closed</title><p>The Society has closed its doors. Number " + u.Path[5:]
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &oddSite{show: func(u *url.URL, _ int) (string, string) {
				if u.Path == "/" || u.Path == "/help" {
					return u.Path, article(len(u.Path), "", menu, c.links...)
				}
				html := c.page(u)
				return html, html
			}}
			for _, stable := range []bool{false, true} {
				for _, downloads := range []int{1, 8} {
					w := stableWalker(t, s, downloads)
					if w.parts.LogsIn = refusal.LogsIn; !stable {
						w.parts.Stable, w.parts.Parser = false, parser(t, "tokenizer")
					}
					crawl := w.run(t)
					marked, shown := markedWalls(t, crawl, c.form)
					if !stable && !slices.Equal(marked, slices.Sorted(slices.Values(c.exact))) {
						t.Errorf("%d connections: marked %q, want %q", downloads, marked, c.exact)
					}
					if stable && c.form && shown != c.stable || stable && len(c.exact) == 0 && len(marked) > 0 {
						t.Errorf("stable, %d connections: %d URLs show %q", downloads, shown, marked)
					}
					console.Equal(t, crawl.Ended, site.EndedWorkDone, "ended")
				}
			}
		})
	}
}

func markedWalls(t *testing.T, c *site.Crawl, form bool) (marked []string, shown int) {
	t.Helper()
	pages, begin := map[string]bool{}, map[bool]string{true: "login-wall: ", false: "wall: "}[form]
	for e := range c.Ledger {
		if !e.Reason.LogIn && !e.Reason.Walled {
			continue
		}
		if e.State != site.StatePage || e.Reason.LogIn != form || e.Reason.SoftMissing ||
			!strings.HasPrefix(e.Why(), begin) {
			t.Errorf("%s is %s: %s", e.Key, e.State, e.Why())
		}
		pages[e.Key] = true
	}
	for e := range c.Ledger {
		if pages[e.Key] || pages[e.Page] {
			shown++
		}
	}
	if noted := slices.ContainsFunc(c.Notes, func(n string) bool { return strings.Contains(n, " show the ") }); noted !=
		(len(pages) > 0) {
		t.Errorf("%d marked, notes %q", len(pages), c.Notes)
	}
	if form && c.Counts.LoginWalls != len(pages) {
		t.Errorf("%d login walls counted, %d marked", c.Counts.LoginWalls, len(pages))
	}
	for _, key := range keys(pages) {
		marked = append(marked, strings.TrimPrefix(key, "http://site.test"))
	}
	return marked, shown
}

// With every key, a service's page in place of unrelated pages is a refusal. Only the home page is a page, and the
// ledger names the service.
func TestServedInPlace(t *testing.T) {
	links := []string{"/about", "/shop/item-7", "/news/2026/01/", "/search?q=a", "/forum/topic.php?id=12"}
	s := &oddSite{show: func(u *url.URL, call int) (string, string) {
		if u.Path == "/" {
			return u.Path, article(0, "", "", links...)
		}
		return u.String(), fmt.Sprintf("<title>Request Rejected</title>The requested URL was rejected. "+
			"Your support ID is: 1<!-- %s %d -->", u, call)
	}}
	for _, stable := range []bool{false, true} {
		w := stableWalker(t, s, 8)
		if w.parts.Refused = refusal.Of; !stable {
			w.parts.Stable, w.parts.Parser = false, parser(t, "tokenizer")
		}
		w.limits.Refused = 1
		crawl, refused := w.run(t), 0
		for e := range crawl.Ledger {
			if e.State == site.StateRefused && e.Reason.Refusal == "F5" {
				refused++
			}
		}
		console.Equal(t, refused, len(links), "stable", stable)
		console.Equal(t, len(crawl.Graph.Pages), 1, "stable", stable)
	}
}

// A message that a site gives for any URL is marked, with or without the path in it, for parameters and paths alike. It
// stays a page.
func TestSoftMissing(t *testing.T) {
	const menu = "<p>The menu of the site, which every page has, and which is long. <a href='/'>Home</a>"
	missing := func(text string) string {
		return "<!DOCTYPE html><title>Sorry</title>" + menu + strings.Repeat("<p>"+text, 4)
	}
	// Articles make up most of the site. Article i has the links in links[i].
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
			[]string{"/old/news.html"}}, // this one has the lowest depth
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
			console.Equal(t, slices.Sorted(maps.Keys(marked)), c.marked, "marked")
		})
	}
}
