package mcp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/museum"
	"sitegraph/mcp"
	"sitegraph/results"
)

type list[T any] struct {
	Total, From, Cut int
	Items            []T
	Note             string
}

type link struct {
	URL     string
	Depth   int
	Links   int
	State   string
	Anchors []struct{ Text, Href, Place string }
}

func urls(l list[link]) (all []string) {
	for _, one := range l.Items {
		all = append(all, one.URL)
	}
	return all
}

// shown returns the URL by which the crawl fetched a page.
func shown(address string) string {
	if address == "/exhibitions/" {
		return home + "/exhibitions/?"
	}
	return home + address
}

// There are thirteen tools, and none changes anything.
func TestTools(t *testing.T) {
	p := connect(t, crawled.whole)
	tools, err := p.session.ListTools(context.Background(), nil)
	must(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint || tool.Description == "" {
			t.Errorf("%s: %+v", tool.Name, tool.Annotations)
		}
	}
	want := []string{"compare", "in_links", "neighbours", "page", "path", "problems", "rank", "reach", "sites",
		"summary", "table", "what_if", "why"}
	console.Equal(t, names, want, "tools")
}

// The reach of robots agrees with reach.csv of report. The museum's robots.txt treats all robots alike.
func TestReach(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		Reach struct {
			Unknown string
			Robots  []struct {
				Robot              string
				Reached, Forbidden int
				Missed             int `json:"not_reached"`
			}
		}
		Pages list[struct{ Why map[string]string }] `json:"pages_not_reached"`
	}
	p.ask("reach", map[string]any{"robots": []string{"*", "GPTBot"}, "limit": 1}, &got)
	console.Equal(t, len(got.Reach.Robots), 2)
	console.Equal(t, got.Reach.Unknown, "")
	for _, r := range got.Reach.Robots {
		if r.Reached+r.Missed != 13 || r.Reached != got.Reach.Robots[0].Reached || r.Missed != got.Pages.Total {
			t.Errorf("%+v, and %d pages are not reached", r, got.Pages.Total)
		}
	}
	p.ask("reach", map[string]any{}, &got)
	console.Equal(t, len(got.Reach.Robots), 9, "without names")
}

// Every URL of the ledger has the state that was worked out by hand.
func TestWhy(t *testing.T) {
	p := connect(t, crawled.whole)
	for _, row := range expected(t, "ledger.csv") {
		url := row[0]
		if strings.HasPrefix(url, "/") {
			url = home + url
		}
		var got struct {
			State, Page, Incomplete string
			Depth                   *int
			Status                  int
			In                      list[link] `json:"in_links"`
		}
		p.ask("why", map[string]any{"url": url}, &got)
		depth, status := "", ""
		if got.Depth != nil {
			depth = strconv.Itoa(*got.Depth)
		}
		if got.Status > 0 {
			status = strconv.Itoa(got.Status)
		}
		page := strings.TrimPrefix(got.Page, home)
		console.Equal(t, row[:5], []string{row[0], got.State, depth, status, page})
		if from := row[5]; from != "" && !slices.Contains(urls(got.In), shown(from)) {
			t.Errorf("%s: linked from %q, not from %s", url, urls(got.In), from)
		}
		console.Equal(t, got.Incomplete, "", "incomplete")
	}
}

// The links to and from a page are the arcs that were worked out by hand.
func TestNeighbours(t *testing.T) {
	p, in, out := connect(t, crawled.whole), map[string][]string{}, map[string][]string{}
	links := map[[2]string]int{}
	for _, row := range expected(t, "arcs.csv") {
		in[row[1]], out[row[0]] = append(in[row[1]], shown(row[0])), append(out[row[0]], shown(row[1]))
		links[[2]string{row[1], shown(row[0])}], _ = strconv.Atoi(row[2])
	}
	for _, row := range expected(t, "pages.csv") {
		address := row[3]
		var got struct {
			In  list[link] `json:"in_links"`
			Out list[link] `json:"out_links"`
		}
		p.ask("neighbours", map[string]any{"url": home + address}, &got)
		console.Equal(t, urls(got.In), in[address], address)
		console.Equal(t, urls(got.Out), out[address], address)
		for _, l := range got.In.Items {
			console.Equal(t, l.Links, links[[2]string{address, l.URL}], address, l.URL)
		}
	}
}

// A path is as long as the page is deep and follows arcs. It may end at a URL that is not a page.
func TestPath(t *testing.T) {
	p, arcs := connect(t, crawled.whole), map[[2]string]bool{}
	for _, row := range expected(t, "arcs.csv") {
		arcs[[2]string{shown(row[0]), shown(row[1])}] = true
	}
	type path struct {
		Clicks int
		Steps  []link
	}
	for _, row := range expected(t, "pages.csv") {
		var got path
		p.ask("path", map[string]any{"to": home + row[3]}, &got)
		if strconv.Itoa(got.Clicks) != row[1] || len(got.Steps) != got.Clicks+1 {
			t.Errorf("%s: %d clicks, %d steps, want depth %s", row[3], got.Clicks, len(got.Steps), row[1])
		}
		for i := 1; i < len(got.Steps); i++ {
			if !arcs[[2]string{got.Steps[i-1].URL, got.Steps[i].URL}] {
				t.Errorf("%s: no arc %s to %s", row[3], got.Steps[i-1].URL, got.Steps[i].URL)
			}
		}
	}
	var got path
	p.ask("path", map[string]any{"to": home + "/collection/nobody.html", "from": home + "/about.html"}, &got)
	last := got.Steps[len(got.Steps)-1]
	if got.Clicks != 2 || last.State != "status" || len(last.Anchors) != 1 || last.Anchors[0].Href != "nobody.html" {
		t.Errorf("%+v", got)
	}
}

// A list gives its total and how many items were cut, and can be limited to links in the content.
func TestInLinks(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		In list[link] `json:"in_links"`
	}
	p.ask("in_links", map[string]any{"url": "museum.example/", "from": 1, "limit": 2}, &got)
	if got.In.Total != 6 || got.In.From != 1 || got.In.Cut != 4 ||
		!slices.Equal(urls(got.In), []string{home + "/about.html", home + "/collection/"}) {
		t.Errorf("%+v", got)
	}
	if a := got.In.Items[0].Anchors; len(a) != 1 || a[0].Href != "/" || a[0].Text != "Home" || a[0].Place != "main" {
		t.Errorf("anchors %+v", a)
	}
	p.ask("in_links", map[string]any{"url": home, "content": true}, &got)
	if slices.Contains(urls(got.In), home+"/") || got.In.Total != 5 {
		t.Errorf("the home page links to itself in a menu alone: %q", urls(got.In))
	}
}

// page returns all that is known about a page.
func TestPage(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		Title    string
		Aliases  list[link]
		Others   list[link] `json:"links_to_no_page"`
		External list[link] `json:"external_links"`
		Measures []struct {
			Name  string
			Value float64
			Rank  int
		}
		Path struct{ Clicks int }
	}
	p.ask("page", map[string]any{"url": "/visit.html"}, &got) // a path belongs to the site
	if !slices.Equal(urls(got.Aliases), []string{home + "/tour", home + "/visit.html?b=2&a=1"}) ||
		got.Path.Clicks != 1 {
		t.Errorf("%+v", got)
	}
	p.ask("page", map[string]any{"url": home}, &got)
	want := []string{"closed.html", "data/opening-hours.json", "downloads/catalogue.pdf", "exhibitions-old.html",
		"index.html", "loop-a.html", "lost.html", "partner", "private/staff.html", "tour"}
	for i := range want {
		want[i] = home + "/" + want[i]
	}
	if !slices.Equal(urls(got.Others), want) || got.External.Total != 2 {
		t.Errorf("links to %q and %+v", urls(got.Others), got.External)
	}
	for _, m := range got.Measures { // five arcs leave it, more than leave any other page
		if m.Name == "out_degree" && (m.Value != 5 || m.Rank != 1) || m.Name == "in_degree" && m.Value != 6 {
			t.Errorf("%+v", m)
		}
	}
	console.Equal(t, len(got.Measures), 3, "measures")
}

// problems counts each kind, and can list one kind alone.
func TestProblems(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		Kinds []struct {
			Kind, Says string
			Count      int
		}
		Problems list[struct {
			Kind, URL string
			Sources   []string
		}]
	}
	p.ask("problems", map[string]any{"kind": "broken-link"}, &got)
	var broken []string
	for _, o := range got.Problems.Items {
		broken = append(broken, strings.ReplaceAll(o.URL+" "+strings.Join(o.Sources, ","), home, ""))
	}
	console.Equal(t, broken, []string{"/closed.html /", "/collection/nobody.html /team.html", "/lost.html /"})
	if got.Kinds[0].Kind != "broken-link" || got.Kinds[0].Count != 3 || got.Kinds[0].Says == "" {
		t.Errorf("%+v", got.Kinds[0])
	}
	p.ask("problems", map[string]any{"limit": 1}, &got)
	all := 0
	for _, k := range got.Kinds {
		all += k.Count
	}
	console.Equal(t, got.Problems.Total, all)
	console.Equal(t, got.Problems.Cut, all-1)
	p.ask("problems", map[string]any{"url": "/lost.html"}, &got)
	if got.Problems.Total != 1 || len(got.Kinds) != 0 {
		t.Errorf("%d problems of one URL, kinds %v", got.Problems.Total, got.Kinds)
	}
}

// The numbers are the ones worked out by hand, and the answer names the lists that were cut.
func TestSummary(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		Numbers struct {
			Pages, Arcs, Links int
			Levels             []any
		}
		Cut []struct {
			List       string
			Total, Cut int
		}
	}
	p.ask("summary", map[string]any{"limit": 3}, &got)
	if n := got.Numbers; n.Pages != 13 || n.Arcs != 34 || n.Links != 40 || len(n.Levels) != 3 {
		t.Errorf("%+v", n)
	}
	found := false
	for _, c := range got.Cut {
		found = found || c.List == "levels" && c.Total == 4 && c.Cut == 1
	}
	if !found {
		t.Errorf("four levels were cut to three: %+v", got.Cut)
	}
}

// Rows are filtered, sorted and cut. Links come from the state if there is one, otherwise from the ledger.
func TestTable(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		AllRows int `json:"all_rows"`
		Unknown string
		Columns []struct{ Name string }
		Rows    list[[]any]
	}
	p.ask("table", map[string]any{"table": "pages", "sort": "-in_degree", "limit": 1}, &got)
	if got.AllRows != 13 || got.Rows.Cut != 12 || got.Rows.Items[0][0] != home+"/" {
		t.Errorf("%+v", got)
	}
	p.ask("table", map[string]any{"table": "links", "class": "status"}, &got)
	want := []string{"/closed.html", "/collection/nobody.html", "/lost.html"}
	var targets []string
	for _, row := range got.Rows.Items {
		targets = append(targets, strings.TrimPrefix(row[1].(string), home))
	}
	console.Equal(t, targets, want, "broken links lead to")
	console.Equal(t, got.Rows.Total, 3, "broken links lead to")
	connect(t, crawled.later).ask("table", map[string]any{"table": "hits", "status": "4xx"}, &got)
	if got.AllRows != 2 || got.Rows.Total != 1 || got.Rows.Items[0][0] != home+"/ghost.html" {
		t.Errorf("a dead URL that a visitor asked for: %+v", got)
	}
	for table, want := range map[string]string{"links": "", "sitemap": "--sitemaps", "linked": "--check-linked"} {
		got.Unknown = ""
		p.ask("table", map[string]any{"table": table}, &got)
		if (want == "") != (got.Unknown == "") || !strings.Contains(got.Unknown, want) {
			t.Errorf("%s: unknown is %q, want %q", table, got.Unknown, want)
		}
	}
}

// A removed page takes its arc with it and leaves a broken link.
func TestCompare(t *testing.T) {
	p := connect(t, crawled.whole, crawled.later)
	var got struct {
		Summary struct{ Pages, Arcs struct{ Removed, Added int } }
		Pages   list[struct {
			Change        string
			Before, After *struct{ URL string }
		}]
		Arcs     list[struct{ Change, Source, Target string }]
		Problems list[struct{ Change, Kind, URL string }]
	}
	p.ask("compare", map[string]any{"before": crawled.whole, "after": crawled.later, "change": "removed"}, &got)
	gone := home + "/exhibitions/summer.html"
	if got.Summary.Pages.Removed != 1 || got.Pages.Total != 1 || got.Pages.Items[0].Before.URL != gone ||
		got.Pages.Items[0].After != nil {
		t.Errorf("%+v", got)
	}
	if got.Arcs.Total != 1 || got.Arcs.Items[0].Source != home+"/exhibitions/" || got.Arcs.Items[0].Target != gone {
		t.Errorf("%+v", got.Arcs)
	}
	p.ask("compare", map[string]any{"before": crawled.whole, "after": crawled.later, "change": "new"}, &got)
	i := slices.IndexFunc(got.Problems.Items, func(o struct{ Change, Kind, URL string }) bool { return o.URL == gone })
	if i < 0 || got.Problems.Items[i].Kind != "broken-link" {
		t.Errorf("%+v", got.Problems)
	}
	for url, want := range map[string]int{"/exhibitions/summer.html": 1, "/exhibitions/": 1, "/about.html": 0} {
		p.ask("compare", map[string]any{"before": crawled.whole, "after": crawled.later, "url": url}, &got)
		console.Equal(t, got.Arcs.Total, want, "changed arcs of", url)
	}
}

// rank lists the pages of a folder or a community from the highest or lowest value.
func TestRank(t *testing.T) {
	p := connect(t, crawled.later)
	for _, c := range []struct {
		in    map[string]any
		total int
		first string
	}{
		{map[string]any{"by": "content_in_degree", "at_most": 0}, 1, "/about.html"}, // only a menu links to it
		{map[string]any{"by": "visits"}, 12, "/about.html"},
		{map[string]any{"by": "depth", "folder": "/collection/coins/"}, 3, "/collection/coins/penny.html"},
		{map[string]any{"by": "depth", "folder": "/collection/coins/", "least": true}, 3, "/collection/coins/"},
		{map[string]any{"by": "out_degree"}, 12, "/"}, {map[string]any{"by": "pagerank", "community": 99}, 0, ""},
	} {
		var got struct{ Pages list[struct{ URL string }] }
		p.ask("rank", c.in, &got)
		if n := got.Pages.Total; n != c.total || n > 0 && got.Pages.Items[0].URL != home+c.first {
			t.Errorf("%v: %+v", c.in, got.Pages)
		}
	}
}

// With the saved state, tools say what changed since a moment and what changes would do.
func TestState(t *testing.T) {
	p := connect(t, crawled.whole)
	var got struct {
		Summary     struct{ Pages struct{ Kept int } }
		Lost        int
		Lines       []struct{ Touches int }
		Unreachable []struct{ URL string }
	}
	p.ask("compare", map[string]any{"before": "1"}, &got)
	p.ask("what_if", map[string]any{"changes": "delete /exhibitions/$", "limit": 1}, &got)
	console.Equal(t, [3]int{got.Summary.Pages.Kept, got.Lost, got.Lines[0].Touches}, [3]int{13, 1, 1})
	console.Equal(t, got.Unreachable[0].URL, home+"/exhibitions/summer.html")
}

// A page whose text has the title of another one should link there.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": `Home</title><a href=/a>A</a> <a href=/coins>Our coins</a>`,
		"a": `A</title><p>Here are silver coins.`, "coins": `Silver coins</title>Coins`} {
		text = "<!doctype html><title>" + text
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	out := t.TempDir()
	c, err := museum.Config(out, dir, nil)
	must(t, err)
	p := connectTo(t, mcp.Options{Folders: []string{crawl(out, dir, nil)}, State: results.Inputs{Config: c},
		Job: museum.Job(c)})
	var got struct {
		Missing list[struct{ URL, Text, Change string }] `json:"missing_links"`
	}
	p.ask("in_links", map[string]any{"url": "/coins", "missing": true}, &got)
	if got.Missing.Total != 1 || got.Missing.Items[0].Change != `add-link /a /coins "silver coins" main` {
		t.Errorf("%+v", got)
	}
}

// All crawls are listed, with any damage, and can be found by folder.
func TestSites(t *testing.T) {
	damaged := filepath.Join(t.TempDir(), "museum.example")
	must(t, os.CopyFS(damaged, os.DirFS(crawled.whole)))
	must(t, os.Truncate(filepath.Join(damaged, "museum.example.arcs.csv"), 10))
	p := connect(t, filepath.Dir(crawled.whole), crawled.part, damaged)
	var got struct {
		Crawls list[struct {
			Name, Site, Fault string
			Pages             int
			Complete          bool
		}]
	}
	p.ask("sites", nil, &got)
	if got.Crawls.Total != 3 {
		t.Fatalf("%+v", got)
	}
	whole, part, broken := got.Crawls.Items[0], got.Crawls.Items[1], got.Crawls.Items[2]
	if whole.Name != crawled.whole || whole.Pages != 13 || !whole.Complete || whole.Site != home ||
		part.Pages != 5 || part.Complete || !strings.Contains(broken.Fault, "damaged or half copied") {
		t.Errorf("%+v", got)
	}
	text, failed := p.call("summary", map[string]any{"crawl": damaged})
	if !failed || !strings.Contains(text, "damaged or half copied") {
		t.Errorf("a damaged folder: %s", text)
	}
	arcs, err := os.ReadFile(filepath.Join(crawled.whole, "museum.example.arcs.csv"))
	if err == nil {
		err = os.WriteFile(filepath.Join(damaged, "museum.example.arcs.csv"), arcs, 0o644)
	}
	must(t, err)
	if text, failed := p.call("summary", map[string]any{"crawl": damaged}); failed {
		t.Errorf("a folder that was mended: %s", text)
	}
}

// An answer about an incomplete crawl says so.
func TestIncomplete(t *testing.T) {
	p := connect(t, crawled.part)
	for tool, in := range map[string]map[string]any{
		"summary": nil, "problems": nil, "table": {"table": "pages"}, "why": {"url": home},
		"page": {"url": home}, "in_links": {"url": home}, "neighbours": {"url": home}, "path": {"to": home},
	} {
		var got struct{ Incomplete string }
		if p.ask(tool, in, &got); !strings.Contains(got.Incomplete, "incomplete (max-pages)") {
			t.Errorf("%s: %q", tool, got.Incomplete)
		}
	}
	if text, _ := p.call("why", map[string]any{"url": home + "/" + strings.Repeat("x", 1<<20)}); len(text) > 3000 {
		t.Errorf("%d bytes about a URL of a megabyte", len(text))
	}
	text, failed := p.call("why", map[string]any{"url": home + "/collection/stamps/blue.html"})
	if !failed || !strings.Contains(text, "the crawl is incomplete (max-pages)") {
		t.Errorf("an unknown URL: %s", text)
	}
}

// A bad question gives a tool error that says what to do, and the next question is answered.
func TestBadQuestions(t *testing.T) {
	p := connect(t, crawled.whole, crawled.later)
	one := connect(t, crawled.whole)
	for _, c := range []struct {
		p    program
		tool string
		in   map[string]any
		says string
	}{
		{p, "summary", nil, "crawl: name one, there are 2: " + crawled.whole},
		{p, "summary", map[string]any{"crawl": "museum.example"}, "there are 2 of that name; name one by its folder"},
		{p, "summary", map[string]any{"crawl": "elsewhere.example"}, `"elsewhere.example" is unknown; there are `},
		{p, "compare", map[string]any{"before": crawled.whole}, `after: crawl "nothing" is unknown`},
		{p, "compare", map[string]any{"before": "x", "after": "y"}, `before: crawl "x" is unknown`},
		{one, "compare", map[string]any{"before": crawled.whole, "after": crawled.whole, "change": "gone"},
			`change "gone" is unknown here; there are: removed, added`},
		{one, "why", map[string]any{"url": home + "/unheard-of"}, "/unheard-of is unknown to the crawl of " + home},
		{one, "why", map[string]any{"url": "exam ple.com"}, `"exam ple.com" is not a URL`},
		{one, "why", map[string]any{"url": "http://a.example:99999/"}, "a port is a number up to 65535"},
		{one, "why", map[string]any{"url": 7}, "type"},
		{one, "page", map[string]any{"url": home, "limit": 1000000}, "limit 1000000: must be from 1 to 500"},
		{one, "in_links", map[string]any{"url": home, "limit": -1}, "limit -1: must be from 1 to 500"},
		{one, "in_links", map[string]any{"url": home, "from": -1}, "from -1: must be 0 or more"},
		{one, "neighbours", map[string]any{"url": home + "/lost.html"}, "is not a page (status 404)"},
		{one, "path", map[string]any{"to": home, "from": home + "/exhibitions/summer.html"}, "no links lead"},
		{one, "path", map[string]any{"to": home, "from": home + "/lost.html"}, "a path begins at a page"},
		{one, "problems", map[string]any{"kind": "broken"}, `kind "broken" is unknown here; there are: broken-link,`},
		{one, "problems", map[string]any{"severity": "bad"}, `severity "bad" is unknown here; there are: error, `},
		{one, "rank", map[string]any{"by": "visits"}, "no visits are known"},
		{one, "table", map[string]any{"table": "hits"}, "no visits are known"},
		{one, "compare", map[string]any{"before": "1", "url": "/nowhere"}, "/nowhere is unknown to the crawl"},
		{one, "in_links", map[string]any{"url": home, "missing": true}, "the texts of pages were not kept"},
		{one, "rank", map[string]any{"by": "size"}, `by "size" is unknown here; there are: authority, `},
		{one, "compare", map[string]any{"before": "9999-01-01"}, `before: crawl "9999-01-01" is unknown`},
		{one, "what_if", map[string]any{"changes": "mvoe /a /b"}, `changes:1:1: "mvoe" is not a change`},
		{one, "table", map[string]any{"table": "nodes"}, `table "nodes" is unknown here; there are: pages, links,`},
		{one, "table", map[string]any{"table": "pages", "sort": "size"}, `has no column "size"`},
		{one, "table", map[string]any{"table": "pages", "pattern": "("}, "pattern: error parsing regexp"},
		{one, "table", map[string]any{"table": "pages", "level": "x"}, "is not a number or a span"},
		{one, "table", map[string]any{"table": "pages", "colour": "red"}, "colour"},
	} {
		text, failed := c.p.call(c.tool, c.in)
		if !failed || !strings.Contains(text, c.says) {
			t.Errorf("%s %v: failed %t: %s\nwant %s", c.tool, c.in, failed, text, c.says)
		}
	}
	var got struct{ State string }
	if one.ask("why", map[string]any{"url": "about.html"}, &got); got.State != "page" {
		t.Errorf("%+v", got)
	}
}

// While a folder is missing, each tool returns an error about it.
func TestMissingFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "result")
	p := connect(t, dir)
	for tool, in := range map[string]map[string]any{"sites": nil, "summary": nil, "why": {"url": home}} {
		if text, failed := p.call(tool, in); !failed || !strings.Contains(text, "there is no folder "+dir) {
			t.Errorf("%s: failed %t: %s", tool, failed, text)
		}
	}
	must(t, os.CopyFS(filepath.Join(dir, "museum.example"), os.DirFS(crawled.whole)))
	var got struct{ State string }
	if p.ask("why", map[string]any{"url": home}, &got); got.State != "page" {
		t.Errorf("%+v", got)
	}
}

// All questions piped into the program are answered, though its input has ended by then.
func TestPiped(t *testing.T) {
	const questions = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"pipe","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"summary","arguments":{}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"nothing","arguments":{}}}
`
	var said bytes.Buffer
	s := mcp.New(mcp.Options{Folders: []string{crawled.whole}, Version: "test"})
	must(t, s.Serve(t.Context(), strings.NewReader(questions), &said))
	for _, id := range []string{`"id":1,`, `"id":2,`, `"id":3,`} {
		if !strings.Contains(said.String(), id) {
			t.Errorf("no answer to %s in\n%.2000s", id, &said)
		}
	}
}

// A line that is not a message is answered as JSON-RPC requires, and the next line is read.
func TestMalformed(t *testing.T) {
	for line, want := range map[string]string{
		`{`: "-32700", "\xff\x00": "-32700", `{"jsonrpc":"2.0","id":7,"method":"ping"} x`: "-32700",
		strings.Repeat("[", 20_000): "-32700", "[" + strings.Repeat("1", 17<<20) + "]": "-32600",
		`[]`: "-32600", `7`: "-32600", `null`: "-32600", `"x"`: "-32600", `{}`: "-32600", `[1]`: "-32600",
		`{"id":7,"method":"ping"}`:                                "-32600",
		`{"jsonrpc":"1.0","id":7,"method":"ping"}`:                "-32600",
		`{"jsonrpc":"2.0","id":7}`:                                "-32600",
		`{"jsonrpc":"2.0","id":7,"method":8}`:                     "-32600",
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`:              "-32600",
		`{"jsonrpc":"2.0","id":1e2,"method":"ping"}`:              "-32600",
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`: "-32600",
		`{"jsonrpc":"2.0","id":true,"method":"ping"}`:             "-32600",
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:             "-32600",
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`:               "-32600",
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":3}`:     "-32600",
		`{"jsonrpc":"2.0","id":7,"method":"nothing"}`:             `"id":7`,
		`{"jsonrpc":"2.0","id":"7","method":"ping"}`:              `"id":"7"`,
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}`:   ``,
		`{"jsonrpc":"2.0","id":7,"result":{}}`:                    ``, // nothing was asked
		`{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}`:    ``,
		`{"jsonrpc":"2.0","id":"7","error":3}`:                    "-32600",
		`{"jsonrpc":"2.0","method":"notifications/nothing"}`:      ``,
		`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`:              ``,
		``: ``, `  `: ``,
	} {
		const first = `{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-06-18",` +
			`"capabilities":{},"clientInfo":{"name":"pipe","version":"1"}}}` + "\n"
		var said bytes.Buffer
		s := mcp.New(mcp.Options{Folders: []string{crawled.whole}, Version: "test"})
		err := s.Serve(t.Context(), strings.NewReader(first+line+"\n"+
			`{"jsonrpc":"2.0","id":"last","method":"ping"}`+"\n"), &said)
		text := said.String()
		if err != nil || !strings.Contains(text, `"id":"last"`) || !strings.Contains(text, want) {
			t.Errorf("%.99s: %v\n%s", line, err, text)
		}
	}
}

var must = console.Must
