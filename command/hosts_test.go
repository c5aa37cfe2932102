package command

import (
	"encoding/json"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/stats"
)

// outsideSite crawls a site that links to other hosts. c uses a hosts file with this text.
func outsideSite(t *testing.T, text string) (origin, out, hosts string, c invocation) {
	t.Helper()
	s := serve(t, map[string]string{
		"/": links("Home", "/1", "/2", "https://news.example/", "http://shop.example/a", "http://www.listed.example/"),
		"/1": links("One", "https://news.example/x", "http://shop.example/a", "http://shop.example/b",
			"https://shop.example/"),
		"/2": links("Two", "http://news.example:8080/", "https://news.example/", "http://[2001:db8::1]/"),
	})
	out = t.TempDir()
	hosts = filepath.Join(out, "hosts.txt")
	write(t, hosts, strings.ReplaceAll(text, "SITE", s.URL))
	return s.URL, out, hosts, invocation{env: []string{"SITEGRAPH_SITES_HOSTS=" + hosts}}
}

// TestHostsAdd chooses hosts by name, pattern or count. No host gets two lines, and the rest of the file stays.
func TestHostsAdd(t *testing.T) {
	const begin = "\ufeff# mine\r\nSITE # a\r\n\r\nhttps://www.listed.example;1"
	origin, out, hosts, c := outsideSite(t, begin)
	crawl("-O", out, origin).MustEnd(t, exitDone)
	was := read(t, hosts)
	unchanged := func() {
		t.Helper()
		console.Equal(t, read(t, hosts), was, "hosts.txt")
	}
	c.run("hosts", "-O", out).MustEnd(t, exitDone).
		MustShow(t, "news.example  3 pages, 3 links\nshop.example  2 pages, 4 links\n",
			"www.listed.example  1 page, 1 link, in "+hosts)
	c.run("hosts", "add", "-O", out).MustEnd(t, exitUsage).MustSay(t, "--at-least")
	c.run("hosts", "add", "-O", out, "nws.example").MustEnd(t, exitUsage).MustSay(t, "no page links to nws.example")
	c.run("hosts", "add", "-O", out, "*.org").MustEnd(t, exitUsage).MustSay(t, "no page links to *.org")
	c.run("hosts", "add", "-O", out, "[*").MustEnd(t, exitUsage)
	c.run("hosts", "add", "-O", out, "WWW.listed.example").MustEnd(t, exitDone).MustSay(t, "already", "0 hosts added")
	c.run("hosts", "add", "-O", out, "--at-least", "2", "--dry-run").MustEnd(t, exitDone).
		MustShow(t, "https://news.example  3 pages", "http://shop.example  2 pages").
		MustSay(t, "2 hosts would be added")
	unchanged()

	c.run("hosts", "add", "-O", out, "--at-least", "3").MustEnd(t, exitDone).MustSay(t, "1 host added")
	was += "\r\nhttps://news.example # from links\r\n"
	unchanged()
	c.run("hosts", "add", "-O", out, "https://shop.example/b", "*s.example", "[2001:db8::1]").MustEnd(t, exitDone)
	was += "http://shop.example\r\nhttp://[2001:db8::1]\r\n" // by name
	unchanged()
	c.run("hosts", "add", "-O", out, "--at-least", "1").MustEnd(t, exitDone).MustSay(t, "1 host added")
	was += "http://news.example:8080 # from links\r\n"
	unchanged()
	for range 2 {
		c.run("hosts", "add", "-O", out, "--at-least", "1", "--from", filepath.Join(out, "result")).
			MustEnd(t, exitDone).MustSay(t, "0 hosts added")
		unchanged()
	}
}

// TestHostsAddMakesFile checks that the hosts file is created if missing, and that failing to write it is an error.
func TestHostsAddMakesFile(t *testing.T) {
	origin, out, hosts, c := outsideSite(t, "")
	crawl("-O", out, origin).MustEnd(t, exitDone)
	must(t, os.Remove(hosts))
	c.run("hosts", "add", "-O", out, "news.example").MustEnd(t, exitDone)
	console.Equal(t, read(t, hosts), "https://news.example\n")
	c.env = []string{"SITEGRAPH_SITES_HOSTS=" + filepath.Join(out, "none", "hosts.txt")}
	c.run("hosts", "add", "-O", out, "shop.example").MustEnd(t, exitFailure).MustSay(t, "add hosts to")
	c.env = []string{"SITEGRAPH_SITES_HOSTS=-"}
	c.run("hosts", "add", "-O", out, "shop.example").MustEnd(t, exitUsage)
}

// TestHostsNotKept checks that a crawl that counted its links to other sites but did not keep them says so.
func TestHostsNotKept(t *testing.T) {
	origin, out, _, c := outsideSite(t, "SITE")
	crawl("-O", out, "--export", "csv,stats,report", origin).MustEnd(t, exitDone)
	c.run("hosts", "-O", out).MustEnd(t, exitDone).MustSay(t, origin, "exporter external")
	report := read(t, only(t, out, "result", "*", "*.report.html"))
	console.Has(t, report, "hosts the site links to is unknown")
	if tables, _ := filepath.Glob(filepath.Join(out, "result", "*", "*.hosts.csv")); len(tables) > 0 {
		t.Errorf("%q without the links", tables)
	}
}

// TestAboutSites checks that remarks on sites in hosts.txt are in graph, table and report, from run and state alike.
func TestAboutSites(t *testing.T) {
	t.Parallel()
	lines, _ := linkedSites(t)
	out := t.TempDir()
	plain, told := filepath.Join(out, "plain.txt"), filepath.Join(out, "told.txt")
	write(t, plain, strings.Join(lines, "\n"))
	write(t, told, lines[0]+" # name: Uni \"A\", <x>; tags: uk, old\n"+lines[1]+" # note: moved; ask\n"+lines[2]+"\n")
	sites := filepath.Join(out, "sites")
	reporting("-O", out, "--hosts", plain).MustEnd(t, exitDone)
	before := files(t, sites)
	console.Lacks(t, before["sites.nodes.csv"], "tags")
	console.Lacks(t, before["sites.csv"], "tags")
	for _, command := range []string{"crawl", "report"} {
		args := []string{command, "-O", out, "--hosts", told}
		if command == "report" {
			args = append(args, lines...) // the state has another order
		}
		invocation{shipped: true}.run(args...).MustEnd(t, exitDone)
		after := files(t, sites)
		for name, want := range map[string][]string{
			"sites.nodes.csv":     {",name,tags,note\n", `,"Uni ""A"", <x>","uk, old",` + "\n", ",,,moved; ask\n"},
			"sites.csv":           {",name,tags,note\n", `,"Uni ""A"", <x>","uk, old",` + "\n", ",,,moved; ask\n"},
			"sites.graph.gexf":    {`<attvalue for="tags" value="uk, old"/>`, `value="Uni &quot;A&quot;, &lt;x&gt;"`},
			"sites.graph.graphml": {`<data key="note">moved; ask</data>`},
			"sites.report.html":   {"uk, old"},
			"sites.map.svg":       {"Uni &#34;A&#34;, &lt;x&gt;"},
		} {
			console.Has(t, after[name], want...)
		}
		console.Equal(t, after["sites.arcs.csv"], before["sites.arcs.csv"], "the arcs changed")
	}
	reporting("-O", out, "--hosts", plain).MustEnd(t, exitDone)
	for name, text := range files(t, sites) {
		console.Equal(t, text, before[name], name)
	}
}

// at returns an invocation on a machine where localhost first had this address.
func at(address string) invocation {
	return invocation{env: quick, addresses: map[string]string{"localhost": address}}
}

// TestAddressesAreKept checks that the first address of a host counts in later runs and checks. All are at 127.0.0.1.
func TestAddressesAreKept(t *testing.T) {
	t.Parallel()
	const public, here, other = "9.9.9.9", "127.0.0.1", "127.0.0.9"
	for name, c := range map[string]struct {
		first, later string
		allowed      bool
	}{
		"public, then private":       {public, here, false},
		"private, then another":      {here, other, true},
		"private, then public":       {here, public, true},
		"another private, then this": {other, here, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]string{"/": links("Home", "/1", "/2"), "/1": "one", "/2": "two"})
			url := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
			out, first, later := t.TempDir(), exitDone, exitDone
			want := func(code int, o outcome) {
				t.Helper()
				if o.MustEnd(t, code); code == exitNothing {
					o.MustSay(t, "private address that it did not have at first")
				}
			}
			if !c.allowed {
				first, later = exitNothing, exitNothing
			}
			want(first, at(c.first).run("-O", out, "--max-pages", "1", url))
			o := at(c.later).run("-O", out, url)
			want(later, o)
			if pages := regexp.MustCompile(`(?m)^http://localhost:\d+ +3 `); c.allowed && !pages.MatchString(o.Out) {
				t.Errorf("not three pages:\n%s", o.Out)
			}
			want(later, at(c.later).run("watch", "-O", out, url))
			if !c.allowed {
				at(here).run("-O", out, "--fresh", url).MustEnd(t, exitDone)
			}
		})
	}
}

// TestHostsAddPrivate checks that a linked host at a private address is added only if the user names it.
func TestHostsAddPrivate(t *testing.T) {
	outside := []string{"http://open.example/", "http://gone.example/", "http://intern.example/", "http://localhost:9/",
		"http://10.0.0.7/", "http://[fd00::1]/", "http://2130706433:81/", "http://198.18.0.1/"}
	s := serve(t, map[string]string{"/": links("Home", outside...)})
	out := t.TempDir()
	hosts := write(t, filepath.Join(out, "hosts.txt"), "")
	c := invocation{env: []string{"SITEGRAPH_SITES_HOSTS=" + hosts},
		addresses: map[string]string{"open.example": "9.9.9.9", "intern.example": "10.1.2.3"}}
	crawl("-O", out, s.URL).MustEnd(t, exitDone)
	private := []string{"intern.example", "localhost:9", "10.0.0.7", "[fd00::1]", "127.0.0.1:81", "198.18.0.1"}
	for _, dry := range [][]string{{"--dry-run"}, nil} {
		c.run(append([]string{"hosts", "add", "-O", out, "--at-least", "1", "*"}, dry...)...).MustEnd(t, exitDone).
			MustSay(t, append(private, "left out", "2 hosts ")...)
	}
	c.run("hosts", "add", "-O", out, "intern.example", "127.0.0.1:81", "*0.0.7").MustEnd(t, exitDone).
		MustSay(t, "left out", "10.0.0.7", "2 hosts added")
	want := map[string]bool{"http://gone.example # from links": true, "http://open.example # from links": true,
		"http://intern.example": true, "http://127.0.0.1:81": true}
	got := map[string]bool{}
	for line := range strings.Lines(read(t, hosts)) {
		got[strings.TrimSpace(line)] = true
	}
	console.Equal(t, got, want, "hosts.txt")
}

// three serves three sites, of many pages, one page and two pages, and returns their origins.
func three(t *testing.T) (all []string) {
	t.Helper()
	many := tree(30)
	one := map[string]string{"/": links("One <page>", "https://other.example/")}
	two := map[string]string{"/": links("Ring", "/r"), "/r": links("R", "/")}
	for _, p := range []map[string]string{many, one, two} {
		all = append(all, serve(t, p).URL)
	}
	return all
}

// TestSitesWithoutPages checks that sites without pages are named and left out of comparisons.
func TestSitesWithoutPages(t *testing.T) {
	sites, out := three(t), t.TempDir()
	missing, closed := serve(t, map[string]string{}).URL, loopback.Refusing(t)
	args := append([]string{"-O", out, missing, closed}, sites...)
	o := reporting(args...).MustEnd(t, exitDone).
		MustShow(t, filepath.Join(out, "sites")+": 10 files, without "+missing+" (no page", closed+" (no page")
	var across stats.Across
	must(t, json.Unmarshal([]byte(read(t, filepath.Join(out, "sites", "sites.json"))), &across))
	if len(across.Sites) != len(sites) || len(across.LeftOut) != 2 {
		t.Fatalf("%d sites compared and %d left out, want 3 and 2:\n%s", len(across.Sites), len(across.LeftOut), o.Out)
	}
	for i, want := range []string{missing, closed} {
		if got := across.LeftOut[i]; got.Site != want || got.Reason == "" {
			t.Errorf("left out: %+v, want %s", got, want)
		}
	}
	console.Equal(t, reportsLinked(t, filepath.Join(out, "sites", "sites.report.html")), len(sites), "reports")
	checkFiles(t, filepath.Join(out, "sites"))
	report := html.UnescapeString(read(t, filepath.Join(out, "sites", "sites.report.html")))
	console.Has(t, report, "2 sites are left out", strings.TrimPrefix(missing, "http://")+" (no page")
	if rows := readTable(t, filepath.Join(out, "sites", "sites.csv"), false); len(rows) != len(sites) {
		t.Errorf("sites.csv has %d rows, want %d", len(rows), len(sites))
	}
}

// TestListStopped checks that sites of a stopped list that never started are named, and get no files and no state.
func TestListStopped(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := newStubborn(t, "/slow", func() { write(t, filepath.Join(out, "stop.txt"), "") })
	other := serve(t, map[string]string{"/": links("Other")}).URL
	crawl("-O", out, "-c", "1", s.URL, other).MustEnd(t, exitStopped).MustShow(t, other, "not-started")
	resultFolder(t, out) // there is exactly one
	console.Lacks(t, crawl("status", "-O", out).MustEnd(t, exitDone).Out, other)
	if _, err := os.Stat(filepath.Join(out, "sites")); err == nil {
		t.Error("files about all sites, though only one began")
	}
}

var reportLink = regexp.MustCompile(`href="([^"#]+\.report\.html)"`)

// reportsLinked counts the reports that a page links to, and checks that they exist.
func reportsLinked(t *testing.T, page string) int {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range reportLink.FindAllStringSubmatch(read(t, page), -1) {
		u, err := url.Parse(html.UnescapeString(m[1]))
		must(t, err)
		if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(u.Path))); err != nil {
			t.Errorf("link %q: %v", m[1], err)
		}
		seen[u.Path] = true
	}
	return len(seen)
}
