package command

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/results/inspect"
	"sitegraph/site"
)

// TestWhy explains an address: its state, the rule behind it, and the pages that link to it.
func TestWhy(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).MustEnd(t, exitDone)
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
	} {
		sitegraph("why", "-O", out, address).MustEnd(t, exitDone).MustShow(t, want...)
	}
	for _, c := range []struct{ first, second, says string }{
		{"/tour", museum + "/visit.html", "one page: " + museum + "/visit.html\n"},
		{"/team.html", "/team.html", "one page: " + museum + "/team.html\n"},
		{"/collection/nobody.html", "/team.html", "two pages, or none"},
		{"/team.html", "/about.html", "two pages, which differ:\n  title       Team\n              About us\n"},
	} {
		sitegraph("why", "-O", out, c.first, c.second).MustEnd(t, exitDone).MustShow(t, c.says)
	}
	sitegraph("why", "-O", out, "/", "/unheard-of").MustEnd(t, exitNothing).MustShow(t, "unheard-of is unknown")
	sitegraph("why", "-O", out, "--json", "/", "/index.html").MustEnd(t, exitDone).MustShow(t, `"one_page":true`)
	sitegraph("why", "-O", out, museum+"/unheard-of").MustEnd(t, exitNothing).
		MustShow(t, "unknown: no page of the sites crawled here links to it")
	sitegraph("why", "-O", out, "--exclude", "/team", museum+"/collection/nobody.html").MustEnd(t, exitNothing).
		MustShow(t, "unknown: only pages that the crawl leaves out link to it, such as "+museum+"/team.html")
}

// TestWhyRule explains by a rule and two example URLs why a URL was not fetched.
func TestWhyRule(t *testing.T) {
	rule := site.URLRule{Kind: site.RuleParam, Shape: "/?returnto&title", Name: "returnto", Trials: 48, Agreed: 48,
		HeldOut: 3, First: "http://h/?returnto=A&title=L", Second: "http://h/?returnto=B&title=L"}
	var b strings.Builder
	explain(&b, sameCrawl(t), site.Entry{URL: "http://h/?returnto=C&title=L", State: site.StateRule,
		Page: "http://h/?title=L", Reason: site.Reason{Rule: &rule}})
	console.Has(t, b.String(),
		"state       alias-rule (not fetched: a rule says that another URL shows the same page)\n",
		"reason      not fetched: parameter returnto means nothing under /?returnto&title (48 of 48 pages agreed)\n",
		"rule        accepted: 48 pairs of pages compared, 48 agreed, 3 of them fetched to test it\n",
		"            for instance http://h/?returnto=A&title=L\n",
		"            and          http://h/?returnto=B&title=L\n")
	console.Lacks(t, b.String(), "masks")
}

// TestWhyMasks checks that why lists the parts of a duplicate that are not compared, at most ten.
func TestWhyMasks(t *testing.T) {
	var b strings.Builder
	explain(&b, sameCrawl(t), site.Entry{URL: "http://h/b", State: site.StateDuplicate, Page: "http://h/a"})
	console.Has(t, b.String(),
		"masks       pages are compared without the parts that change from request to request:\n",
		"            words with a digit in a text, such as \"0.12 s\"\n", "and 1 more\n")
}

// TestSamenessRemark checks the summary's line about equal pages and traps.
func TestSamenessRemark(t *testing.T) {
	ruled := site.Counts{States: map[site.State]int{site.StateRule: 40}}
	traps := &site.Sameness{Shapes: []site.Shape{{Shape: "/cal/*", Deferred: true, Requests: 30, Of: 120,
		Waiting: 1, Exclude: "^http://h/cal/"}, {Waiting: 9}}}
	for want, c := range map[string]*site.Crawl{
		"its pages change too much from one request to the next, so two URLs count as one page only if their bytes " +
			"are equal": {Sameness: &site.Sameness{Twins: site.Twins{Unstable: true}}, Counts: ruled},
		"40 URLs not fetched because other URLs show the same pages (rules.csv); 1 kind of URLs gave " +
			"hardly anything new and came last, 1 URL not fetched (report.html, Traps); " +
			"/cal/* took 30 requests (25.0%): [walk] exclude = ^http://h/cal/ leaves it out": {
			Sameness: traps, Counts: ruled},
	} {
		console.Equal(t, samenessRemark(c), want)
	}
	for _, c := range []*site.Crawl{{Counts: ruled}, {Sameness: &site.Sameness{}}} {
		console.Equal(t, samenessRemark(c), "")
	}
}

// TestLimitsRemark checks that the summary counts the URLs that limits left out for good.
func TestLimitsRemark(t *testing.T) {
	n := site.Counts{Limits: map[string]int{site.LimitPathRepeats: 604, site.LimitURLLength: 2, site.LimitPages: 9}}
	want := "max_path_repeats left out 604 URLs that repeat a segment more often; " +
		"max_url_length left out 2 links to longer URLs"
	console.Equal(t, limitsRemark(n), want)
}

// TestLonelyRemark explains a graph of one page, but only if its start page has no links.
func TestLonelyRemark(t *testing.T) {
	for c, want := range map[*site.Crawl]bool{
		{Ended: site.EndedWorkDone, Counts: site.Counts{Pages: 1, ExternalLinks: 3}}: true,
		{Ended: site.EndedWorkDone, Counts: site.Counts{Pages: 1, InternalLinks: 1}}: false,
		{Ended: site.EndedWorkDone, Counts: site.Counts{Pages: 2}}:                   false,
		{Ended: site.EndedMaxPages, Counts: site.Counts{Pages: 1}}:                   false,
	} {
		console.Equal(t, strings.Contains(lonelyRemark(c), "elements = a,area,frame,iframe,meta"), want, c)
	}
}

// sameCrawl makes a crawl of a site with eleven masks.
func sameCrawl(t *testing.T) *inspect.Site {
	t.Helper()
	s := &site.Sameness{}
	for i := range 11 {
		s.Masks = append(s.Masks, site.Mask{Kind: site.MaskDigits, First: "0.12 s", Second: "0.34 s",
			URL: "http://h/" + strconv.Itoa(i)})
	}
	same, err := inspect.New(&site.Crawl{Graph: &site.Graph{}, Sameness: s}, site.ProfileDefault)
	must(t, err)
	return same
}

// TestWithoutTexts checks that commands that show no anchor texts work on a state without them.
func TestWithoutTexts(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--export", "csv").MustEnd(t, exitDone)
	sitegraph("why", "-O", out, museum+"/tour").MustEnd(t, exitDone).MustShow(t, "alias-both")
	sitegraph("why", "-O", out, "--json", museum+"/about.html").MustEnd(t, exitDone).
		MustShow(t, `"note":"links to other sites were not kept: crawl with the exporter external"`)
	sitegraph("status", "-O", out).MustEnd(t, exitDone).MustShow(t, "work-done")
	sitegraph("stats", "-O", out).MustEnd(t, exitDone).MustShow(t, "34  unique pairs")
	sitegraph("report", "-O", out).MustEnd(t, exitDone)
	sitegraph("export", "-O", out, "--export", "csv,ledger").MustEnd(t, exitDone)
	sitegraph("export", "-O", out).MustEnd(t, exitFailure).MustSay(t, "made without anchor texts")
}

// TestDamagedStatus checks that a site with a damaged status record counts as interrupted until the next run.
func TestDamagedStatus(t *testing.T) {
	out := t.TempDir()
	sitegraph("-O", out).MustEnd(t, exitDone)
	records, err := filepath.Glob(filepath.Join(out, "state", "summaries", "*"))
	must(t, err)
	console.Equal(t, len(records), 1, records)
	must(t, os.WriteFile(records[0], []byte("{broken"), 0o600))
	sitegraph("status", "-O", out).MustEnd(t, exitDone).MustShow(t, museum, "interrupted  false ")
	sitegraph("-O", out).MustEnd(t, exitDone)
	sitegraph("status", "-O", out).MustEnd(t, exitDone).MustShow(t, "work-done  true      25       13     0\n")
}

// TestStatsAndStatus checks that stats and status show the state.
func TestStatsAndStatus(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	sitegraph("-O", out, "--max-pages", "5").MustEnd(t, exitDone)
	sitegraph("status", "-O", out).MustEnd(t, exitDone).MustShow(t, "site ", "to go\n"+museum, "max-pages  false ")
	sitegraph("-O", out).MustEnd(t, exitDone)
	sitegraph("status", "-O", out).MustEnd(t, exitDone).MustShow(t, "work-done  true      25       13     0\n")
	cut, limited := t.TempDir(), invocation{env: []string{"SITEGRAPH_LIMITS_MAX_PATH_DEPTH=1"}}
	limited.run("-O", cut).MustEnd(t, exitDone)
	limited.run("status", "-O", cut).MustEnd(t, exitDone).
		MustShow(t, "started (UTC) ", "work-done  true      14       5      0\n")
	sitegraph("stats", "-O", out, museum).MustEnd(t, exitDone).
		MustShow(t, "Web graph of "+museum, "Pages                               13", "34  unique pairs, self-loops: 4")
	sitegraph("stats", "-v", "-O", out, museum).MustEnd(t, exitDone).MustSay(t, "PageRank: ", "problems: ")
	sitegraph("stats", "-O", out, "elsewhere.example").MustEnd(t, exitUsage).
		MustSay(t, "https://elsewhere.example was never crawled here; did you mean "+museum+"?")
}
