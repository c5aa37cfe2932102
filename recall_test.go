package main

import "testing"

// TestWhy: what became of an address, by which rule, and who links to it.
func TestWhy(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).mustEnd(t, exitDone)
	for address, want := range map[string][]string{
		museum + "/team.html":                           {"state    page (a node of the graph)", "level    2", "from 1 page(s)", museum + "/about.html"},
		museum + "/tour":                                {"alias-both", "to " + museum + "/visit.html?b=2&a=1", "status   302", "page     " + museum + "/visit.html"},
		museum + "/index.html":                          {"alias-duplicate", "page     " + museum + "/\n"},
		museum + "/collection/nobody.html":              {"state    status", "status   404", museum + "/team.html"},
		museum + "/private/staff.html":                  {"state    robots"},
		museum + "/downloads/catalogue.pdf":             {"extension ([walk] extensions)"},
		"https://www.example.org/":                      {"external (another scheme, host or port: another site)", museum + "/about.html"},
		"HTTP://Museum.Example:80/x/../visit.html?#map": {"key      " + museum + "/visit.html", "from 3 page(s)"},
		museum + "/unheard-of":                          {"unknown: no page of the sites crawled here links to it"},
	} {
		sitegraph("why", "-O", out, address).mustEnd(t, exitDone).mustShow(t, want...)
	}
}

// TestStatsAndStatus show what the state holds.
func TestStatsAndStatus(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out, "--max-pages", "5").mustEnd(t, exitStopped)
	sitegraph("status", "-O", out).mustEnd(t, exitDone).mustShow(t, "site ", "to go\n"+museum, "max-pages  false ")
	sitegraph("-O", out).mustEnd(t, exitDone)
	sitegraph("status", "-O", out).mustEnd(t, exitDone).mustShow(t, "work-done  true      25       13     0\n")
	sitegraph("stats", "-O", out, museum).mustEnd(t, exitDone).mustShow(t, "Web graph of "+museum, "Pages                               13", "34  unique pairs, self-loops: 4")
	sitegraph("stats", "-v", "-O", out, museum).mustEnd(t, exitDone).mustSay(t, "reading: ", "PageRank: ", "problems: ")
	sitegraph("stats", "-O", out, "elsewhere.example").mustEnd(t, exitUsage).mustSay(t, "https://elsewhere.example was never crawled here: known are "+museum)
}
