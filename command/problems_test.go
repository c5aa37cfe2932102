package command

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/stats"
)

// brokenTwice makes a site with a broken link in the frame of all pages.
func brokenTwice() map[string]string {
	pages := map[string]string{"/": links("Home", "/gone", "gone?", "old")}
	for i := range 25 {
		name := fmt.Sprintf("/p%d", i)
		pages["/"] += links("", name)
		pages[name] = links(name, "./gone", "/")
	}
	pages["/old"] = "->/p1"
	return pages
}

// problemRows returns the rows of one kind in a run's problems.csv.
func problemRows(t *testing.T, dir, kind string) (rows [][]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(read(t, only(t, dir, "*.problems.csv")))).ReadAll()
	must(t, err)
	for _, row := range all {
		if row[0] == kind {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestPlacesOfProblems checks that problems.csv and why --all, from any source, list all pages with a broken link.
func TestPlacesOfProblems(t *testing.T) {
	t.Parallel()
	s := serve(t, brokenTwice())
	for more, link := range map[string]string{"": " ", ",external": "./gone ", ",links": "./gone ./gone"} {
		out, kept := t.TempDir(), more == ",links"
		crawl("-O", out, "--export", "csv,ledger,aliases,stats"+more, s.URL).MustEnd(t, exitDone)
		folder := resultFolder(t, out)
		written := problemRows(t, folder, "broken-link")
		crawl("export", "-O", out, "--export", "stats").MustEnd(t, exitDone)
		crawl("report", "-O", out).MustEnd(t, exitDone)
		for _, again := range []string{folder, only(t, out, "reports", "*")} {
			if got := problemRows(t, again, "broken-link"); fmt.Sprint(got) != fmt.Sprint(written) {
				t.Errorf("%s has\n%q, want\n%q", filepath.Base(filepath.Dir(again)), got, written)
			}
		}
		onP, text := 0, ""
		for _, row := range written {
			if row[3] == s.URL+"/gone" && strings.HasPrefix(row[7], s.URL+"/p") {
				onP, text = onP+1, row[1]+" "+row[4]+" "+row[8]+" "+row[9]
			}
		}
		if want := "error 404 " + link; onP != 25 || text != want {
			t.Errorf("%s: %d places on pages /p, the last %q, want 25 of %q", more, onP, text, want)
		}

		crawl("why", "-O", out, "/none").MustEnd(t, exitNothing).MustShow(t, s.URL+"/none") // path on the only site
		few := crawl("why", "-O", out, s.URL+"/gone").MustEnd(t, exitDone)
		few.MustShow(t, "from 26 pages\n", "and 6 more: see them with --all")
		all := crawl("why", "--all", "-O", out, s.URL+"/gone").MustEnd(t, exitDone)
		if n := strings.Count(all.Out, s.URL+"/p"); n != 25 || strings.Contains(all.Out, "more") {
			t.Errorf("why --all shows %d of 25 pages:\n%s", n, all.Out)
		}
		console.Equal(t, strings.Contains(all.Out, `<a> href "./gone", text "./gone"`), kept, "kept", all.Out)
	}
}

// TestFixFirst checks that a template's broken link is one finding with one change, which fixes it in what-if.
func TestFixFirst(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	for i := range 30 {
		more := ""
		if i == 7 {
			more = `<a href="/gone">gone</a> <a href="/lost">lost</a>`
		}
		pages[fmt.Sprintf("/p%d", i)] = fmt.Sprintf(`<title>Page %d</title><p><a href="/p%d">next</a> %s</p>`+
			`<footer><a href="/">Home</a> <a href="/gone">About</a> <a href="/terms">Terms</a></footer>`, i, i+1, more)
	}
	pages["/p30"], pages["/terms"] = links("Last", "/"), links("Terms", "/")
	pages["/"] = links("Home", "/p0", "/terms")
	s, out := serve(t, pages), t.TempDir()
	crawl("-O", out, "--export", "csv,ledger,aliases,stats,report,tickets", s.URL).MustEnd(t, exitDone)
	var found struct {
		All struct {
			Findings, Places, Mended int
			First                    []stats.Finding
		} `json:"fix_first"`
	}
	folder := resultFolder(t, out)
	must(t, json.Unmarshal([]byte(read(t, only(t, folder, "*.stats.json"))), &found))
	if a := found.All; len(a.First) != 5 || a.Places != 31 || a.Mended != 31 {
		t.Fatalf("found %+v", a)
	}
	first, second := found.All.First[0], found.All.First[1]
	if first.Kind != "broken-link" || first.Where != "in the footer of 30 of 33 pages (footer-1)" || first.Count != 1 ||
		!strings.HasSuffix(first.How, ": once, in the template.") {
		t.Errorf("first %+v", first)
	}
	if second.Where != "on 1 page" || second.Count != 1 || fmt.Sprint(second.Repair) != "[drop-links-to /lost]" {
		t.Errorf("second %+v", second)
	}
	changes := crawl("-O", out, "what-if", "--suggest", "fix-first").MustEnd(t, exitDone).Out
	if want := "drop-links-to /gone\n\n# error, broken-link: 1 URL on 1 page. "; !strings.Contains(changes, want) {
		t.Errorf("changes:\n%s\nlack %q", changes, want)
	}
	file := write(t, filepath.Join(t.TempDir(), "fix.txt"), changes)
	crawl("-O", out, "--export", "csv,ledger", "what-if", file).MustEnd(t, exitDone).MustShow(t,
		"broken-link    0      2")
	crawl("report", "-O", out, "--summary").MustEnd(t, exitDone)
	again := only(t, out, "reports", "*", "*.stats.json")
	console.Equal(t, read(t, again), read(t, only(t, folder, "*.stats.json")), "of the report")
	for name, want := range map[string]string{
		filepath.Join(folder, "*.report.html"):               "in the footer of 30 of 33 pages (footer-1)",
		filepath.Join(out, "reports", "*", "*.summary.html"): "<code>drop-links-to /gone</code>",
		filepath.Join(folder, "*.tickets.csv"):               `drop-links-to /gone`} {
		console.Has(t, read(t, only(t, name)), want)
	}
}

// TestCompareProblems checks that compare tells new, fixed and remaining problems apart.
func TestCompareProblems(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/": links("Home", "/a", "/b", "/x", "/y"), "/a": links("A", "/", "/w"),
		"/b": links("B", "/w", "/x")}
	s := serve(t, pages)
	dir := t.TempDir()
	var folders []string
	for _, out := range []string{"before", "after"} {
		out = filepath.Join(dir, out)
		reporting("--fresh", "-O", out, s.URL).MustEnd(t, exitDone)
		folders = append(folders, resultFolder(t, out))
		pages["/"] = links("Home", "/a", "/b", "/x", "/z")
		pages["/b"] = links("B", "/", "/x")
	}
	reporting("compare", "-O", dir, folders[0], folders[1]).MustEnd(t, exitDone).MustShow(t,
		"problems", "new  fixed  partly  worse  still there  places fixed  new places\n",
		"broken-link    1      1       1      0            1        2 of 5           1\n")
	rows := read(t, only(t, dir, "comparison", "*", "*.problem_changes.csv"))
	console.Has(t, rows, "still,broken-link,error,"+s.URL+"/x,status 404,2,2,0,0\n",
		"new,broken-link,error,"+s.URL+"/z,status 404,0,1,0,1\n",
		"fixed,broken-link,error,"+s.URL+"/y,status 404,1,0,1,0\n",
		"partly-fixed,broken-link,error,"+s.URL+"/w,status 404,2,1,1,0\n")
	notes := only(t, folders[0], "*.problems.csv")
	write(t, notes, read(t, notes)+"mended\n")
	reporting("compare", "-O", dir, folders[0], folders[1]).MustEnd(t, exitDone).MustShow(t,
		"broken-link    1      1       0      0            2                         1\n").MustSay(t,
		"the places of problems were not compared: ")
}

// coins is a site that lacks two links. suggestedLinks has them, worked out by hand.
var coins = map[string]string{
	"/": `<title>Coin museum</title><h1>Coins</h1><ul><li><a href=/silver/>Silver</a><li><a href=/gold.html>Gold</a>
		<li><a href=/news.html>News</a><li><a href=/visit.html>Visit us</a></ul>`,
	"/silver/": `<title>Silver coins | Coin museum</title><h1>Our silver coins</h1><p>Silver coins are old.
		<a href=/>Start</a>`,
	"/gold.html": `<title>Gold coins | Coin museum</title><p>Gold coins are rare. Some say "no": our silver
		coins are rarer. Visit us.<p><a href=/visit.html>Hours</a>`,
	"/news.html": `<title>News | Coin museum</title><h2>Gold coins</h2><p>New: <a href=/silver/>silver coins</a> and
		<em>gold</em> coins!`,
	"/visit.html": `<title>Visit us | Coin museum</title><nav>Silver coins</nav><p>We are open.<pre>gold coins</pre>
		<p>No <code>gold coins()</code> here.<footer>News</footer>`,
}

const suggestedLinks = `
# New: silver coins and gold coins!
add-link /news.html /gold.html "gold coins" main

# Some say "no": our silver coins are rarer.
add-link /gold.html /silver/$ "our silver coins" main
`

// TestSuggest requests the pages once more, unless a web archive has them, and writes a file of changes.
func TestSuggest(t *testing.T) {
	t.Parallel()
	requests := atomic.Int64{}
	s := serveBehind(t, coins, func(http.ResponseWriter, *http.Request) bool {
		requests.Add(1)
		return false
	})
	for _, archive := range []string{"--warc=false", "--warc"} {
		out := t.TempDir()
		sitegraph("-O", out, "--delay", "0", archive, s.URL).MustEnd(t, exitDone)
		before := requests.Load()
		args := []string{"-O", out, "--delay", "0", archive, "what-if"}
		o := sitegraph(append(args, "--suggest", "missing-links")...).MustEnd(t, exitDone)
		if head, body, _ := strings.Cut(o.Out, "\n"); !strings.HasPrefix(head, "# Links that "+s.URL+" lacks. ") ||
			body != suggestedLinks {
			t.Errorf("%s: %s", archive, o.Out)
		}
		want := int64(6) // robots.txt and five pages
		if archive == "--warc" {
			want = 0
			o.MustSay(t, "the texts of 5 pages are read from the web archives in "+filepath.Join(out, "warc"))
		} else {
			o.MustSay(t, "5 pages are requested again, which takes 0s at least")
		}
		console.Equal(t, requests.Load()-before, want, archive)
		changes := write(t, filepath.Join(out, "links.txt"), o.Out)
		o = sitegraph(append(args, changes)...).MustEnd(t, exitDone)
		o.MustShow(t, "A as it is, B after the changes")
	}
}

// TestSuggestFolder checks that a saved site gives the same suggestions, without pages that have gone since.
func TestSuggestFolder(t *testing.T) {
	t.Parallel()
	out, folder := t.TempDir(), t.TempDir()
	for path, body := range coins {
		name := filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(path, "/")))
		if strings.HasSuffix(path, "/") {
			name = filepath.Join(name, "index.html")
		}
		write(t, name, body)
	}
	c := invocation{env: []string{fewFiles, "SITEGRAPH_DOWNLOAD_DOWNLOADER=folder",
		"SITEGRAPH_DOWNLOAD_FOLDER=" + folder}}
	c.run("-O", out, "http://coins.example").MustEnd(t, exitDone)
	suggest := func() outcome {
		return c.run("-O", out, "what-if", "--suggest", "missing-links", "coins.example")
	}
	if o := suggest().MustEnd(t, exitDone); !strings.HasSuffix(o.Out, suggestedLinks) {
		t.Errorf("%s", o.Out)
	}
	must(t, os.Remove(filepath.Join(folder, "news.html")))
	o := suggest().MustEnd(t, exitDone).MustSay(t, "1 page could not be read again")
	console.Lacks(t, o.Out, "/news.html")
	o.MustShow(t, "add-link /gold.html ")
	c.run("-O", out, "what-if", "--suggest", "links").MustEnd(t, exitUsage).MustSay(t, `unknown suggestion "links"`)
	c.run("-O", out, "what-if", "--suggest", "missing-links", "a.txt", "coins.example").MustEnd(t, exitUsage)
	c.run("-O", out, "what-if", "--suggest", "missing-links", "other.example").MustEnd(t, exitUsage)
}
