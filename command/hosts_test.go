package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
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
	if !strings.Contains(report, "hosts the site links to is unknown") {
		t.Error("the report does not say that the hosts are unknown")
	}
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
	if strings.Contains(before["sites.nodes.csv"], "tags") || strings.Contains(before["sites.csv"], "tags") {
		t.Error("columns about sites that nobody wrote about")
	}
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
			for _, text := range want {
				if !strings.Contains(after[name], text) {
					t.Errorf("%s: %s lacks %s:\n%.900s", command, name, text, after[name])
				}
			}
		}
		console.Equal(t, after["sites.arcs.csv"], before["sites.arcs.csv"], "the arcs changed")
	}
	reporting("-O", out, "--hosts", plain).MustEnd(t, exitDone)
	for name, text := range files(t, sites) {
		console.Equal(t, text, before[name], name)
	}
}
