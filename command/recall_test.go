package command

import (
	"testing"

	"sitegraph/past"
	"sitegraph/site"
)

// TestWhy: what became of an address, by which rule, and who links to it.
func TestWhy(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).mustEnd(t, exitDone)
	for address, want := range map[string][]string{
		museum + "/team.html": {"state       page (a node of the graph)", "depth       2", "from 1 page\n",
			museum + "/about.html"},
		museum + "/tour": {"alias-both", "to " + museum + "/visit.html?b=2&a=1", "status      302",
			"page        " + museum + "/visit.html"},
		museum + "/index.html":              {"alias-duplicate", "page        " + museum + "/\n"},
		museum + "/collection/nobody.html":  {"state       status", "status      404", museum + "/team.html"},
		museum + "/private/staff.html":      {"state       robots"},
		museum + "/downloads/catalogue.pdf": {"extension ([walk] extensions)"},
		"https://www.example.org/": {"external (another scheme, host or port: another site)",
			museum + "/about.html"},
		"HTTP://Museum.Example:80/x/../visit.html?#map": {"normalized  " + museum + "/visit.html", "from 3 pages\n"},
		museum + "/unheard-of":                          {"unknown: no page of the sites crawled here links to it"},
	} {
		sitegraph("why", "-O", out, address).mustEnd(t, exitDone).mustShow(t, want...)
	}
}

// TestKeyIn: a URL is looked up under the normalized URL that the crawl gave
// it. Nobody asks DNS for it.
func TestKeyIn(t *testing.T) {
	for _, c := range []struct{ profile, former, url, want string }{
		{"default", "", "http://a.example/x?b&a", "http://a.example/x?a&b"},
		{"default", "http://a.example", "http://a.example:80/x", "https://a.example/x"},
		{"default", "http://www.a.example", "http://a.example/x", "http://a.example/x"},
		{"ip-to-host", "", "http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"},
	} {
		u, err := site.Parse(c.url)
		if err != nil {
			t.Fatal(err)
		}
		n, err := site.NewNormaliser(c.profile, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := keyIn(past.Crawl{Crawl: &site.Crawl{Former: c.former}}, n, u); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestWithoutTexts: what shows no anchor texts works on a state without them.
func TestWithoutTexts(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv").mustEnd(t, exitDone)
	sitegraph("why", "-O", out, museum+"/tour").mustEnd(t, exitDone).mustShow(t, "alias-both")
	sitegraph("status", "-O", out).mustEnd(t, exitDone).mustShow(t, "work-done")
	sitegraph("stats", "-O", out).mustEnd(t, exitDone).mustShow(t, "34  unique pairs")
	sitegraph("report", "-O", out).mustEnd(t, exitDone)
	sitegraph("export", "-O", out, "--export", "csv,ledger").mustEnd(t, exitDone)
	sitegraph("export", "-O", out).mustEnd(t, exitFailure).mustSay(t, "made without anchor texts")
}

// TestStatsAndStatus show what the state holds.
func TestStatsAndStatus(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--max-pages", "5").mustEnd(t, exitStopped)
	sitegraph("status", "-O", out).mustEnd(t, exitDone).mustShow(t, "site ", "to go\n"+museum, "max-pages  false ")
	sitegraph("-O", out).mustEnd(t, exitDone)
	sitegraph("status", "-O", out).mustEnd(t, exitDone).mustShow(t, "work-done  true      25       13     0\n")
	cut, limited := t.TempDir(), invocation{env: []string{"SITEGRAPH_LIMITS_MAX_PATH_DEPTH=1"}}
	limited.run("-O", cut).mustEnd(t, exitDone)
	limited.run("status", "-O", cut).mustEnd(t, exitDone).
		mustShow(t, "started (UTC) ", "work-done  true      14       5      0\n")
	sitegraph("stats", "-O", out, museum).mustEnd(t, exitDone).
		mustShow(t, "Web graph of "+museum, "Pages                               13", "34  unique pairs, self-loops: 4")
	sitegraph("stats", "-v", "-O", out, museum).mustEnd(t, exitDone).mustSay(t, "reading: ", "PageRank: ", "problems: ")
	sitegraph("stats", "-O", out, "elsewhere.example").mustEnd(t, exitUsage).
		mustSay(t, "https://elsewhere.example was never crawled here: known are "+museum)
}
