package command

import (
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

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
	if strings.Contains(o.Err, "whole") {
		t.Errorf("a crawl that goes on: %s", o.Err)
	}
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
		if !strings.Contains(shown.String(), "what lies below http://h.example/docs/") {
			t.Errorf("%q: asked %s", c.typed, shown.String())
		}
	}
	if (&app{in: strings.NewReader(""), err: io.Discard}).asks() {
		t.Error("asks although nobody is there")
	}
}
