package report_test

import (
	"io"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/internal/console"
	"sitegraph/internal/headless"
	"sitegraph/report"
	"sitegraph/site"
	"sitegraph/stats"
)

// asked returns the report of a site with the links / → /a/, /c; /a/ → /a/b; /c → /a/b; /a/b → /a/d → /, of which those
// on /c are a menu. GPTBot may not read /a/b, and a sitemap names /a/lost.
func asked(t *testing.T) report.Site {
	t.Helper()
	c := draft{map[string]string{"/": "1", "/a/": "2", "/c": "3", "/a/b": "4", "/a/d": "5"}, map[string][]string{
		"/": {"/a/", "/c"}, "/a/": {"/a/b"}, "/c": {"/a/b"}, "/a/b": {"/a/d"}, "/a/d": {"/"}}}.crawl()
	c.Sitemaps = &site.Sitemaps{Found: map[site.SitemapFinding]int{site.FoundOrphan: 1},
		Entries: site.WithoutErrors([]site.SitemapEntry{
			{URL: "http://museum.example/a/lost", Finding: site.FoundOrphan}, {Finding: site.FoundDead}})}
	in, _ := siteAndMap(t, c)
	c.Graph.Places = []site.LinkPlace{site.PlaceMain, site.PlaceMain, site.PlaceMain, site.PlaceNavigation,
		site.PlaceMain, site.PlaceMain}
	reach, err := stats.ReachOf(c, []stats.Robot{{Name: "GPTBot", Forbids: func(url, _ string) string {
		if strings.HasSuffix(url, "/a/b") {
			return "Disallow: /a/b"
		}
		return ""
	}}})
	console.Must(t, err)
	in.Analysis.Summary.Reach = reach
	return in
}

// question is what one asks, and the beginning of the answer with the number of URLs listed.
type question struct {
	text, says string
	listed     int
}

var questions = []question{
	{"path from / to /a/d", "3 clicks from / to /a/d.", 4},
	{"path to The museum: c", "1 click from / to /c.", 2},
	{"what hangs on /a/b", "1 page can be reached from the start page over /a/b alone.", 1},
	{"what hangs on /a/?", "Nothing hangs on /a/", 0},
	{"content links to /a/b", "1 page links to /a/b in its content.", 1},
	{"links to http://museum.example/a/b", "2 pages link to /a/b.", 2},
	{"Pages GPTBot cannot reach", "GPTBot does not reach 2 pages.", 2},
	{"pages Bingbot cannot reach", "This report does not know what Bingbot reaches, only GPTBot", 0},
	{"orphans in /a/", "No link reaches 1 page in /a/ of the sitemaps.", 1},
	{"orphans in /c/", "Links lead to every page in /c/ that the sitemaps name.", 0},
	{"what hangs on /nowhere", "No URL or title here is like “/nowhere”.", 0},
	{"links to museum", "5 URLs and titles are like “museum”. Which one?", 0},
	{"why?", "This is no question that can be answered here.", 0},
}

// TestAsk asks by keys alone, and opens what an answer lists.
func TestAsk(t *testing.T) {
	b, in := headless.New(t), asked(t)
	open(t, b, func(w io.Writer) error { return report.New(in).Write(w, nil, nil) })
	field := chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)) // what is in it is selected
	for _, q := range questions {
		b.Run(t, field, chromedp.KeyEvent(q.text+kb.Enter))
		said := headless.Eval[string](t, b, `document.querySelector('.ask [role=status]').textContent`)
		listed := headless.Eval[int](t, b, `document.querySelectorAll('.ask li a').length`)
		if !strings.HasPrefix(said, q.says) || listed != q.listed {
			t.Errorf("%s: %q with %d URLs; want %q with %d", q.text, said, listed, q.says, q.listed)
		}
	}
	b.Run(t, field, chromedp.KeyEvent("path to /c"+kb.Enter))
	told := headless.Eval[string](t, b, `[...document.querySelectorAll('.ask code')].map(e => e.textContent).join()`)
	for _, want := range []string{"why http://museum.example/c,", "'result/museum.example/museum.example.arcs.parquet'",
		`nx.shortest_path(g, at["http://museum.example/"], at["http://museum.example/c"])`} {
		if !strings.Contains(told, want) {
			t.Errorf("%q lacks %q", told, want)
		}
	}
	b.Run(t, chromedp.KeyEvent(kb.Tab+kb.Tab+kb.Tab+kb.Tab+kb.Enter), chromedp.WaitVisible(chromedp.CSS("#url-title")))
	if at, _ := shownURL(t, b); at != "http://museum.example/c" {
		t.Errorf("Enter on the second page opens %q", at)
	}
	b.Run(t, chromedp.KeyEvent(kb.Escape))
	closed(t, b)
	b.Run(t, chromedp.KeyEvent(kb.Escape), chromedp.WaitNotPresent(chromedp.CSS(".ask[open]")))
	quiet(t, b)
}
