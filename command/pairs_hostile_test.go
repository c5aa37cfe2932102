package command

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// makeHostile adds pages that hurt crawlers, as far as files can, with links from the home page and a section.
func makeHostile(t *testing.T, folder string) {
	t.Helper()
	pages := map[string]string{
		"nul.html":      "<title>N\x00l</title><a href=/team.html>t\x00eam</a>\x00\x1b[31m",
		"utf16.html":    "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00/\x00x\x00>\x00x\x00",
		"latin.html":    "<meta charset=iso-8859-1><title>caf\xe9</title><a href='/caf\xe9?q=\xe9'>caf\xe9</a>",
		"liar.html":     "<meta charset=utf-8><title>\xc3\x28 \xed\xa0\x80</title><a href=/\xff\xfe>bytes</a>",
		"empty.html":    "",
		"binary.html":   strings.Repeat("\x00\x01\x02\xff", 3000),
		"deep.html":     strings.Repeat("<div><b>", 4000) + "<a href=/team.html>deep</a>",
		"unclosed.html": "<title>never closed<a href=/lost>lost</a>",
		"comment.html":  "<!-- <a href=/never>never</a> --!> <a href=/team.html>t<a href=/visit.html>v <!-- open",
		"long.html": "<title>" + strings.Repeat("long ", 3000) + "</title><a href=/" +
			strings.Repeat("x", 9000) + ">l</a>",
		"based.html":      "<base href=//elsewhere.example/deep/><a href=page>away</a><a href=http:team.html>odd</a>",
		"canon.html":      "<link rel=canonical href=/canon2.html>one of two<a href=/canon2.html>2</a>",
		"canon2.html":     "<link rel=canonical href=/canon.html>two of two<a href=/canon.html>1</a>",
		"refresh.html":    "<meta http-equiv=refresh content='0;url=/refresh.html'>again",
		"same1.html":      "the same <a href=/team.html>t</a>",
		"same2.html":      "the same <a href=/team.html>t</a>",
		"a b.html":        "blank <a href='a%20b.html'>self</a> <a href='a b.html'>self</a>",
		"UPPER.HTML":      "<A HREF='UPPER.html'>other case</A>",
		"loop/index.html": "<a href='loop/'>deeper</a> <a href='../loop/../loop/./'>back</a>",
	}
	var hrefs []string
	for name, text := range pages {
		path := filepath.Join(folder, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write(t, path, text)
	}
	for _, name := range []string{"nul", "utf16", "latin", "liar", "empty", "binary", "deep", "unclosed", "comment",
		"long", "based", "canon", "canon2", "refresh", "same1", "same2"} {
		hrefs = append(hrefs, "/"+name+".html")
	}
	hrefs = append(hrefs, "/a b.html", "/UPPER.HTML", "/loop/", "/chain0.html", "/round0.html", "/nowhere.html",
		"javascript:void(0)", "mailto:x", "http://", "http://[::1", "//%zz", "http:/team.html", `\team.html`,
		"/../../team.html",
		"/%zz", "/%", "/te%61m.html", "/team.html?", "/team.html#", "?", "#", "", " /team.html\t", "/te\nam.html",
		"http://museum.example:80/team.html", "HTTP://MUSEUM.EXAMPLE/team.html", "http://u:p@museum.example/team.html",
		"http://museum.example./team.html", "http://xn--a.example/", "http://\u0131.example/", "http://1.2.3/")
	for i := range 40 {
		hrefs = append(hrefs, fmt.Sprintf("/same1.html?sid=%032x", i))
	}
	var links strings.Builder
	for _, href := range hrefs {
		fmt.Fprintf(&links, "<a href=\"%s\">%s</a>\n", href, href)
	}
	for _, name := range []string{"index.html", "collection/index.html"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		write(t, path, read(t, path)+links.String())
	}
	redirects := read(t, filepath.Join(folder, "_redirects"))
	for i := range 15 {
		redirects += fmt.Sprintf("/chain%d.html /chain%d.html 302\n", i, i+1)
	}
	redirects += "/round0.html /round1.html 301\n/round1.html /round0.html 301\n/nowhere.html http://[::1 302\n"
	write(t, filepath.Join(folder, "_redirects"), redirects)
	entries := "\ufeff<urlset><url><loc> MUSEUM/orphan.html </loc></url><url><loc>MUSEUM/team.html</loc></url>" +
		"<url><loc>/gone.html</loc></url><url><loc>MUSEUM/gone.html</loc></url>" +
		"<url><loc>http://other.example/</loc></url><url><loc>MUSEUM/orphan.html#x</loc></url><url><loc>\x01"
	write(t, filepath.Join(folder, "sitemap.xml"), strings.ReplaceAll(entries, "MUSEUM", museum))
}

// Sitemaps are compared with a list, and no other URL is requested. With start, their URLs join the list.
func TestListAndSitemaps(t *testing.T) {
	t.Parallel()
	var asked sync.Map
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.URL.Path, true)
		switch r.URL.Path {
		case "/sitemap.xml":
			fmt.Fprintf(w, "<urlset><url><loc>http://%[1]s/a</loc></url><url><loc>http://%[1]s/orphan</loc></url><url>"+
				"<loc>http://%[1]s/linked</loc></url><url><loc>http://%[1]s/gone</loc></url></urlset>", r.Host)
		case "/a", "/b", "/orphan", "/linked":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, links(r.URL.Path, "/linked", "/b"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	list := write(t, filepath.Join(t.TempDir(), "l.txt"), s.URL+"/a\n"+s.URL+"/b\n"+s.URL+"/gone\n"+s.URL+"/lost\n")
	for _, c := range []struct {
		how, order  string
		pages, want map[string]string // pages, and findings
	}{
		{"check", "levels", map[string]string{"/a": "", "/b": ""},
			map[string]string{"/a": "page", "/orphan": "not-in-list",
				"/linked": "not-in-list", "/gone": "dead 404", "/b": "not-in-sitemaps 200",
				"/lost": "not-in-sitemaps 404"}},
		{"start", "auto", map[string]string{"/a": "start", "/b": "start", "/orphan": "sitemap", "/linked": "sitemap"},
			map[string]string{"/a": "page", "/orphan": "orphan", "/linked": "page", "/gone": "dead 404",
				"/b": "not-in-sitemaps 200", "/lost": "not-in-sitemaps 404"}},
	} {
		out := t.TempDir()
		asked.Clear()
		args := []string{"-O", out, "--list", list, "--sitemaps", c.how, "--order-pages", c.order, "--export", "csv"}
		crawl(args...).MustEnd(t, exitDone).MustSay(t, "4 URLs are listed in 1 sitemap")
		pages, found := map[string]string{}, map[string]string{}
		for _, r := range readTable(t, only(t, out, "result", "*", "*.nodes.csv"), true) {
			pages[strings.TrimPrefix(r["url"], s.URL)] = r["entry"]
		}
		for _, r := range readTable(t, only(t, out, "result", "*", "*.sitemap.csv"), true) {
			finding := r["finding"]
			if finding != "page" && finding != "orphan" {
				finding = strings.TrimSpace(finding + " " + r["status"])
			}
			found[strings.TrimPrefix(r["url"], s.URL)] = finding
		}
		if !maps.Equal(pages, c.pages) || !maps.Equal(found, c.want) {
			t.Errorf("%s, %s: pages %v, found %v", c.how, c.order, pages, found)
		}
		if _, beyond := asked.Load("/orphan"); beyond != (c.how == "start") {
			t.Errorf("%s, %s: what only the sitemap has was asked for: %t", c.how, c.order, beyond)
		}
		before := files(t, filepath.Join(out, "result"))
		crawl("export", "-O", out, "--export", "csv").MustEnd(t, exitDone)
		mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
		crawl("stats", resultFolder(t, out)).MustEnd(t, exitDone) // its crawl began at several pages
		crawl("compare", "-O", t.TempDir(), resultFolder(t, out), resultFolder(t, out)).MustEnd(t, exitDone)
	}
}

// sectioned makes a site with a section, a page beside it, and a page without links to it.
func sectioned(t *testing.T) string {
	return serve(t, map[string]string{"/": links("Home", "/docs/", "/blog/"),
		"/docs/": links("Docs", "/docs/a.html", "/", "/docs"), "/docs/a.html": links("A", "/blog/", "/docs/"),
		"/blog/": links("Blog", "/docs/a.html"), "/orphan": links("Orphan", "/docs/", "/blog/")}).URL
}

// titles returns the titles of the pages in the only result folder.
func titles(t *testing.T, out string) []string {
	t.Helper()
	var all []string
	for _, r := range readTable(t, only(t, out, "result", "*", "*.nodes.csv"), true) {
		all = append(all, r["title"])
	}
	slices.Sort(all)
	return all
}

// likeFromScratch checks that a crawl over a state gives the files of a crawl from scratch.
func likeFromScratch(t *testing.T, out string, args ...string) {
	t.Helper()
	scratch := t.TempDir()
	for _, dir := range []string{out, scratch} {
		crawl(append(args, "-O", dir)...).MustEnd(t, exitDone)
	}
	folder := only(t, scratch, "result", "*")
	got, want := files(t, filepath.Join(out, "result", filepath.Base(folder))), files(t, folder)
	maps.DeleteFunc(got, func(name, _ string) bool { return want[name] == "" }) // from other exporters
	mustEqualFiles(t, got, want)
}

// TestSectionOfASite checks that a URL means its whole site, or with --scope its section, which is remembered.
func TestSectionOfASite(t *testing.T) {
	t.Parallel()
	url, out := sectioned(t), t.TempDir()
	crawl("-O", out, url+"/docs/").MustEnd(t, exitDone).MustSay(t, "crawling all of "+url, "--scope section")
	console.Equal(t, titles(t, out), []string{"A", "Blog", "Docs", "Home"}, "whole site")
	likeFromScratch(t, out, "--scope", "section", url+"/docs/")
	likeFromScratch(t, out, "--scope", "host", url+"/docs/", url+"/blog/")

	out = t.TempDir()
	crawl("-O", out, "--scope", "section", url+"/docs/").MustEnd(t, exitDone).MustSay(t, "below "+url+"/docs/")
	console.Equal(t, titles(t, out), []string{"A", "Docs"}, "section")
	outside := readTable(t, only(t, out, "result", "*", "*.external.csv"), true)
	if len(outside) != 2 || outside[0]["url"] != url+"/" || outside[1]["url"] != url+"/blog/" {
		t.Errorf("outside links: %v", outside)
	}
	before := files(t, filepath.Join(out, "result"))
	o := crawl("-O", out, url+"/docs/").MustEnd(t, exitDone).MustSay(t, "already complete")
	console.Lacks(t, o.Err, "whole")
	crawl("-O", out, "export").MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
	crawl("-O", out, "why", url+"/blog/").MustEnd(t, exitDone).MustShow(t, "outside the section that was crawled")
	crawl("-O", out, "stats", url+"/docs/").MustEnd(t, exitDone).MustShow(t, "Web graph of "+url)
	likeFromScratch(t, out, url)
}

// A list is fetched as it is, with a site for each host and arcs among its pages only.
func TestListOfURLs(t *testing.T) {
	url, out := sectioned(t), t.TempDir()
	other := sectioned(t)
	list := write(t, filepath.Join(t.TempDir(), "l.txt"),
		"\uFEFF"+url+"/docs/\r\n"+url+"/orphan\r\n"+url+"/nothere\r\n"+other+"/blog/\r\n"+url+"/docs/\r\n")
	crawl("-O", out, "--list", list).MustEnd(t, exitDone).MustShow(t, other).
		MustSay(t, "1 line repeats a URL", "no link was followed")
	before := files(t, filepath.Join(out, "result"))
	name := strings.ReplaceAll(strings.TrimPrefix(url, "http://"), ":", "_")
	arcs := readTable(t, filepath.Join(out, "result", name, name+".arcs.csv"), true)
	if len(arcs) != 1 || arcs[0]["Source"] != "2" || arcs[0]["Target"] != "1" {
		t.Errorf("arcs: %v", arcs)
	}
	crawl("-O", out, "export").MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, filepath.Join(out, "result")), before)
	crawl("-O", out, "why", url+"/nothere").MustEnd(t, exitDone).MustShow(t, "status 404")
	crawl("-O", t.TempDir(), "--list", list, "--scope", "section").MustEnd(t, exitDone).
		MustSay(t, "no link was followed; what does not lie below "+url+"/docs/", " counts")
	crawl("-O", out, "--list", list, "--scope", "entity").MustEnd(t, exitUsage).
		MustSay(t, "l.txt:1", "no registered domain")
}

func TestAskScope(t *testing.T) {
	u, err := site.Parse("http://h.example/docs/index.html")
	must(t, err)
	for _, c := range []struct{ typed, want, fails string }{
		{"s\n", "section", ""},
		{"\nwhat?\nHOST\n", "host", ""},
		{"", "", "--scope section or --scope host"},
	} {
		var shown strings.Builder
		got, err := askScope(strings.NewReader(c.typed), &shown, []site.URL{u})
		if got != c.want || (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%q: %q %v", c.typed, got, err)
		}
		console.Has(t, shown.String(), "what lies below http://h.example/docs/")
	}
	if (&app{in: strings.NewReader(""), err: io.Discard}).asks() {
		t.Error("asks although nobody is there")
	}
}
