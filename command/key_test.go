package command

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
)

// twice makes a site whose pages have two URLs each, some with the same words in other markup.
func twice(t *testing.T) string {
	text := " a text that is long enough to be compared, since empty shells must not all be one page"
	page := func(on ...string) string { return links("Page"+text, on...) }
	return serve(t, map[string]string{"/": links("Home", "/a", "/b", "/c", "/old"), "/a": page("/a?x=1", "/"),
		"/b": page("/a?x=1", "/"), "/c": page("/a?x=1", "/") + "<!-- other bytes -->",
		"/a?x=1": links("Further", "/c")}).URL
}

// inTurn crawls one state with one key after the other, and checks each against a crawl from scratch.
func inTurn(t *testing.T, folder string, args ...string) {
	t.Helper()
	out, scratch := t.TempDir(), map[string]string{}
	for _, key := range []string{"exact", "text", "stable", "none", "exact"} {
		c := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY="+key,
			"SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,external,bad,ledger")}
		c.run(append(args, "-O", out)...).MustEnd(t, exitDone)
		if scratch[key] == "" {
			scratch[key] = t.TempDir()
			c.run(append(args, "-O", scratch[key])...).MustEnd(t, exitDone)
		}
		got, want := files(t, filepath.Join(out, folder)), files(t, filepath.Join(scratch[key], folder))
		maps.DeleteFunc(got, func(name, _ string) bool { return want[name] == "" })
		mustEqualFiles(t, got, want)
	}
}

// A search continues its state with another key, as a crawl does (TestRescoped in package extractor).
func TestKeysInTurn(t *testing.T) {
	t.Parallel()
	url := twice(t)
	topics := write(t, filepath.Join(t.TempDir(), "topics.ini"),
		"lifetime = 1000\nrun = 0\n[texts]\nkeywords = text page\nlanguage = en\nenergy = 500\nseeds = "+url+"/\n")
	inTurn(t, "topics/texts", "agents", "--topics", topics)
}

// Commands without requests need the key of the crawl, and a watched site keeps its key.
func TestKeyThatCannotChange(t *testing.T) {
	t.Parallel()
	url, out := twice(t), t.TempDir()
	text := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY=text")}
	crawl("-O", out, url).MustEnd(t, exitDone)
	text.run("-O", out, "export", url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "crawl with that first")
	text.run("-O", out, "watch", url).MustEnd(t, exitFailure).MustSay(t, "was crawled with [duplicates] key",
		"crawl with that first")
	crawl("-O", out, "watch", url).MustEnd(t, exitDone)
	text.run("-O", out, "watch", url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "--fresh")
	text.run("-O", out, url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "--fresh")
}

// A notice says beforehand that another key needs requests, but not if the state has all answers.
func TestKeyNotice(t *testing.T) {
	t.Parallel()
	url, other, out := twice(t), twice(t), t.TempDir()
	for _, c := range []struct {
		key  string
		want bool
	}{{"exact", false}, {"none", false}, {"stable", true}, {"stable", false}, {"exact", false}, {"text", true}} {
		o := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY="+c.key)}.run("-O", out, url, other)
		o.MustEnd(t, exitDone)
		console.Equal(t, strings.Count(o.Err, "pages that lack what that needs are requested again") == 1 &&
			strings.Contains(o.Err, " and 1 other site: crawled with "), c.want, c.key, o.Err)
	}
}

// budget reads a run's table of decisions.
func budget(t *testing.T, out string) []row {
	t.Helper()
	return readTable(t, filepath.Join(out, "sites", "sites.budget.csv"), false)
}

// chosen returns the URLs of decisions that cost a page, in order.
func chosen(rows []row) (urls []string) {
	for _, row := range rows {
		if row["cost"] == "1" {
			urls = append(urls, row["url"])
		}
	}
	return urls
}

// tree makes a site of n pages that form a tree, ten to a page. Every third page has its own external link.
func tree(n int) map[string]string {
	pages := map[string]string{}
	for i := range n {
		var to []string
		for k := 10*i + 1; k <= 10*i+10 && k < n; k++ {
			to = append(to, fmt.Sprintf("/p%03d", k))
		}
		if i%3 == 0 {
			to = append(to, fmt.Sprintf("http://other.example/%d", i))
		}
		pages[fmt.Sprintf("/p%03d", i)] = links(fmt.Sprint("Page ", i), to...)
	}
	pages["/"] = pages["/p000"]
	return pages
}

// TestBudget checks that a budget ends the run, and that raising it gives the files of a run that had it all along.
func TestBudget(t *testing.T) {
	t.Parallel()
	crawl := invocation{env: append(slices.Clone(quick), "SITEGRAPH_EXPORT_EXPORTERS=csv,ledger,stats")}.run
	a, b := serve(t, tree(60)).URL, serve(t, tree(40)).URL
	once, steps := t.TempDir(), t.TempDir()
	args := func(out string, n string) []string {
		return []string{"-O", out, "--order-sites", "r3", "--order-pages", "stored", "--budget", n, a, b}
	}
	crawl(args(once, "50")...).MustEnd(t, exitDone).
		MustSay(t, "the budget of 50 pages is used up", "larger --budget")
	for _, n := range []string{"10", "30", "50"} {
		crawl(args(steps, n)...).MustEnd(t, exitDone)
	}
	mustEqualFiles(t, files(t, filepath.Join(steps, "result")), files(t, filepath.Join(once, "result")))
	mustEqualFiles(t, files(t, filepath.Join(steps, "sites")), files(t, filepath.Join(once, "sites")))
	rows := budget(t, once)
	if n := len(chosen(rows)); n != 50 || rows[len(rows)-1]["spent"] != "50" {
		t.Errorf("%d pages processed, %v", n, rows[len(rows)-1])
	}
}

// TestOrders checks that mistakes in orders and budgets end plainly.
func TestOrders(t *testing.T) {
	t.Parallel()
	site := serve(t, tree(30)).URL
	poor := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A")}).URL
	moved := serve(t, map[string]string{"/": "->" + site + "/"}).URL
	forbidding := serve(t, map[string]string{"/": links("Home", "/x", "/y"), "/x": links("X"), "/y": links("Y"),
		"/robots.txt": "User-agent: *\nDisallow: /x\n"}).URL
	closed := loopback.Refusing(t)
	for _, c := range []struct {
		name  string
		args  []string
		spent int
	}{
		{"a policy without a budget", []string{"--order-sites", "auto", site, poor}, 32},
		{"a budget without a policy", []string{"--budget", "4", site, poor}, 4},
		{"more sites than pages", []string{"--budget", "1", "--order-sites", "r3", site, poor}, 1},
		{"all rewards zero", []string{"--budget", "9", "--order-sites", "r3", poor}, 2},
		{"a host that is down", []string{"--budget", "5", closed, site}, 5},
		{"a home page that leads to another site", []string{"--budget", "5", site, moved}, 5},
		{"a greatest depth", []string{"-d", "1", "--order-pages", "stored", "--order-sites", "r4", site}, 11},
		{"forbidden pages", []string{"--order-pages", "auto", "--budget", "9", forbidding}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := t.TempDir()
			crawl(append([]string{"-O", out}, c.args...)...).MustEnd(t, exitDone)
			rows := budget(t, out)
			console.Equal(t, len(chosen(rows)), c.spent, "pages processed")
		})
	}
}
