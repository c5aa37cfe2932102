package extractor_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// trapped walks a site of articles that each lead into a trap. It returns how many articles were found and how many
// requests the trap took.
func trapped(t *testing.T, articles, budget int, into func(i int) string, trap func(path string) string) (
	c *site.Crawl, found, spent int) {
	t.Helper()
	o := &oddSite{show: func(u *url.URL, _ int) (string, string) {
		i, ok := number(u, "/articles/", articles)
		if !ok {
			html := trap(u.Path)
			return html, html
		}
		links := []string{into(i)}
		for to := 2*i + 1; to <= 2*i+2 && to < articles; to++ {
			links = append(links, fmt.Sprintf("/articles/%d", to))
		}
		return fmt.Sprint(i), article(i, "", "", links...)
	}}
	w := stableWalker(t, o, 8)
	w.limits.PathDepth, w.limits.PathRepeats, w.limits.Budget = 50, 5, budget
	c = w.walk(t, t.Context())
	all, first := 0, into(0)
	for path, n := range o.asks {
		if all += n; strings.HasPrefix(path, first[:strings.Index(first[1:], "/")+2]) {
			spent += n
		}
	}
	if all -= o.asks["/robots.txt"]; all > budget {
		t.Errorf("%d requests", all)
	}
	for _, p := range c.Graph.Pages {
		if p.Key == "http://site.test/" || strings.HasPrefix(p.Key, "http://site.test/articles/") {
			found++
		}
	}
	return c, found, spent
}

// Articles around a trap are found even if each trap page, one folder deeper than the one before, shows another path.
// Package internal/sites has more traps.
func TestServedTrap(t *testing.T) {
	_, found, _ := trapped(t, 200, 800, func(int) string { return "/help/start/" }, func(path string) string {
		last := strings.Split(strings.Trim(path, "/"), "/")
		return fmt.Sprintf("<!DOCTYPE html><title>Help</title><h1>Help</h1><p>The menu of the site, on every page."+
			"<p>The help on %[1]s, which is as long as it has to be, and not a word longer than that."+
			"<p>Whoever has read the help on %[1]s will have no more questions, and can go on to the next thing."+
			"<p>You are here: %[2]s<p><a href=start/>on</a><p><a href=topics/>on</a><p><a href=answers/>on</a>"+
			"<p><a href=contact/>on</a>", last[len(last)-1], strings.Join(last, ", "))
	})
	console.Equal(t, found, 200)
}

// A shape that gave too little waits behind all others. It is reported with its waiting URLs and a rule that excludes
// it. The trap here is broken links, each into its own folder.
func TestDeferredTrap(t *testing.T) {
	const articles = 400
	c, found, trapped := trapped(t, articles, 650, func(i int) string { return fmt.Sprintf("/lost/of-%d/x", i) },
		func(string) string { return "" })
	console.Equal(t, found, articles)
	console.Equal(t, len(c.Graph.Pages), articles)
	shapes := c.Sameness.Shapes
	if len(shapes) != 1 {
		t.Fatalf("deferred: %+v", shapes)
	}
	if shapes[0].Requests < 100 || shapes[0].Requests > trapped {
		t.Errorf("%d requests, %d were counted", trapped, shapes[0].Requests)
	}
	shapes[0].Requests, shapes[0].Of = 0, 0
	want := site.Shape{Shape: "/lost/*", Waiting: articles - trapped, Deferred: true,
		Exclude: `^http://site\.test/lost/`, Example: "http://site.test/lost/of-0/x"}
	console.Equal(t, shapes[0], want, "deferred")
}

// TestPutOffDuplicates checks that on a site that does not vary the files equal those of key exact, even if a shape
// that gave hardly anything new is deferred and its equal pages come in any order.
func TestPutOffDuplicates(t *testing.T) {
	pages := map[string]fakePage{}
	var home strings.Builder
	for i := range 260 {
		content := "the same notice for all"
		if i >= 100 {
			content = fmt.Sprintf("a notice of its own for two, number %d", i/2)
		}
		path := fmt.Sprintf("/notices/%03d", i)
		fmt.Fprintf(&home, "<a href=%s>x</a>", path)
		pages[origin+path] = fakePage{body: "<title>notice</title><a href=/>home</a> " + content}
	}
	pages[origin+"/"] = fakePage{body: home.String()}
	exact := newWalker(t, newFake(pages), 4).run(t)
	c := makeStable(t, newWalker(t, newFake(pages), 4)).run(t)
	console.Equal(t, len(c.Graph.Pages), 82)
	got, want := files(t, c), files(t, exact)
	delete(got, "site.ledger.csv") // the common notice counts as a soft 404 there
	delete(want, "site.ledger.csv")
	sameFiles(t, "stable", got, want)
}

// A page with several URLs, each of which it repeats in its links, is one page although some links differ. A counter in
// the footer makes the pages vary.
func TestPagesThatRepeatTheirURLs(t *testing.T) {
	const n = 40
	for name, forms := range map[string][]struct{ url, label, link string }{
		"a feed, which is no page": {
			{"/v?id=%[1]d", "feed", "/v?a=feed&id=%[1]d"},
			{"/v?id=%[1]d&hb=branch%[1]d", "feed", "/v?a=feed&id=%[1]d&h=branch%[1]d"},
		},
		"two names for one value": {
			{"/v?id=%[1]d&hb=HEAD", "get %[1]d", "/get?id=%[1]d&h=HEAD"},
			{"/v?id=%[1]d&h=c0ffee%03[1]d&hb=HEAD", "get %[1]d", "/get?id=%[1]d&h=c0ffee%03[1]d"},
		},
		"a value that is left out": {
			{"/v?id=%[1]d", "difference %[1]d", "/difference?id=%[1]d&v=HEAD"},
			{"/v?id=%[1]d&v=HEAD", "difference %[1]d", "/difference?id=%[1]d&v=HEAD"},
			{"/v?id=%[1]d&v=c0ffee%03[1]d", "difference %[1]d", "/difference?id=%[1]d&v=c0ffee%03[1]d"},
		},
		"a name for a hash in the path": {
			{"/v/%[1]d/tip", "difference %[1]d", "/difference/%[1]d/tip"},
			{"/v/%[1]d/c0ffee%03[1]d", "difference %[1]d", "/difference/%[1]d/c0ffee%03[1]d"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &oddSite{show: func(u *url.URL, asked int) (identity, html string) {
				if u.Path == "/" {
					var links []string
					for i := range n {
						for _, f := range forms {
							links = append(links, fmt.Sprintf(f.url, i+1))
						}
					}
					return "home", article(0, "", "", links...)
				}
				for _, f := range forms {
					for i := 1; i <= n; i++ {
						own, _ := url.Parse(fmt.Sprintf(f.url, i))
						if u.Path == own.Path && u.Query().Encode() == own.Query().Encode() {
							more := fmt.Sprintf("<p><a href='%s'>%s</a>", fmt.Sprintf(f.link, i), fill(f.label, i))
							return fmt.Sprint(i), article(i, "", more+fmt.Sprintf("<p class=foot>visit %d", asked))
						}
					}
				}
				return "", ""
			}}
			o.check(t, stableWalker(t, o, 8).run(t), n+1)
		})
	}
}

func fill(format string, i int) string {
	if !strings.Contains(format, "%") {
		return format
	}
	return fmt.Sprintf(format, i)
}
