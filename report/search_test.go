package report

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func searchOf(t *testing.T, s *site.Search) string {
	t.Helper()
	var b strings.Builder
	must(t, WriteSearch(&b, searched(s)))
	return b.String()
}

// The report agrees with a search that was worked out by hand.
func TestSearch(t *testing.T) {
	page := searchOf(t, sky())
	words := wordsOf(page)
	says(t, "", words,
		"Pages visited\n5\nin HTML; 1 failed\nOn topic\n60.0%\nCR: 3 by label or relevance\n"+
			"Stored\n3\nRCR: 60.0% of the pages visited\nStored again\n1\nRR: 20.0% of the pages visited\n"+
			"Sold\n1\nURL in 1 market\nEnergy left\n7.5\nof 10\n",
		"moon\nmoon, crater\n2\n2\n100%\n100%\n0%\n3.5\n0\n1\nCraters\nrelevance 0.80\n",
		"tides\ntide, sea\n3\n1\n33.3%\n33.3%\n33.3%\n4\n1\n0\nTides\nrelevance 0.70\n",
		"1 page of the common seeds is relevant to no topic and belongs to no agent; no number counts it.",
		"For tides a label of the URL decides, which the agents cannot see.",
		"The search tree of moon: 4 URLs visited, 2 pages stored",
		"on the common seed Portal",
		"on a page of moon: Craters",
		"bought from moon",
		"http://a.example/4\nstatus 404\nmoon\n“gone”\nThe moon\n",
		"The market reached the optimum: no other assignment is worth more to the buyers.",
		"http://a.example/6\nmoon\ntides\n0.05\n0.60\n0.10\nstored (0.70)\n1\n",
		"robots.txt by host\nhost\nrobots.txt\nURLs forbidden\nhttp://a.example\n",
		"http://a.example/w\ntides\n0.22\n(a link without text)\nTides\n",
	)
	for _, class := range []string{"ring topic-1", "foreign topic-1", "foreign topic-0"} {
		if strings.Count(page, `class="`+class+`"`) < 1 {
			t.Errorf("no %s", class)
		}
	}
}

// The report says so when there is little or nothing to show.
func TestSearchEnds(t *testing.T) {
	for name, want := range map[string]string{
		"lost": "Nothing relevant was found\nmoon: the highest relevance seen is 0.80, the understanding is 0.9. " +
			"Lower the understanding, add keywords, or begin at seeds nearer to the topic.\n",
		"failed":   "No page was visited\nCheck the seeds, the hosts, and what could not be visited.\n",
		"single":   "Sold\n0\nno market was held\n",
		"separate": "each content once by each agent.",
		"loses": "0 of 1 market reached the optimum. The others lost 0.2 of 0.8 in all (25.0%); " +
			"market 1 lost most, 0.2.",
		"zero":     "A search by topical agents\nA search\n0 topics\n",
		"no visit": "The topics\n",
	} {
		if words := wordsOf(searchOf(t, searches()[name])); !strings.Contains(words, want) {
			t.Errorf("%s: nowhere: %s\n%s", name, want, words)
		}
	}
	ended := sky()
	ended.Ended, ended.Agents[0].Ended = site.EndedStrict, site.EndedStrict
	if words := wordsOf(searchOf(t, ended)); !strings.Contains(words, "Ended: the URLs that are known are less") ||
		!strings.Contains(words, "Craters\nrelevance 0.80\nstrict\n") ||
		strings.Contains(words, "Complete") {
		t.Errorf("the end: %s", words)
	}
}

// outline writes the rows of a tree, indented by depth.
func outline(tree *searchTree) string {
	var b strings.Builder
	for _, row := range tree.rows {
		b.WriteString(strings.Repeat(" ", row.depth))
		for _, bead := range row.beads {
			fmt.Fprint(&b, "o", bead.Number, " ")
		}
		if row.node != nil {
			fmt.Fprint(&b, row.node.Number, map[bool]string{true: " foreign"}[row.node.foreign])
		}
		if row.folded.all() > 0 {
			b.WriteString("+ " + row.folded.words())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The tree agrees with one drawn by hand.
func TestSearchTree(t *testing.T) {
	for agent, want := range []string{"2\n 4\n 5\n  8\n", "1 foreign\n 3\n  7\n5 foreign\n 6\n  9\n"} {
		console.Equal(t, outline(newSearchTree(sky(), agent, 300)), want, "agent", agent)
	}
	// With three nodes, the stored page 6 and its origin are drawn, then 9, but there is no room for 3 below 1.
	want := "5 foreign\n 6\n  9\n+ 2 more: 2 not stored\n"
	console.Equal(t, outline(newSearchTree(sky(), 1, 3)), want, "of three nodes")
}

// Of 60 children only stored and continued ones have a row; of a chain of 1,000 pages, the first are drawn.
func TestTallTree(t *testing.T) {
	s := &site.Search{Agents: make([]site.Agent, 1), Visits: []site.Visit{{Number: 1, State: site.StatePage}}}
	for i := range 60 {
		s.Visits = append(s.Visits, site.Visit{Number: i + 2, Link: 1, State: site.StatePage, Stored: i == 30})
	}
	s.Visits = append(s.Visits, site.Visit{Number: 62, Link: 5, State: site.StateFailed})
	lines := strings.Split(outline(newSearchTree(s, 0, 50)), "\n")
	if len(lines) != 7 || lines[1] != " 5" || lines[2] != "  62" && lines[2] != "  + 1 more: 1 failed" {
		t.Errorf("%q", lines)
	}
	s.Visits = nil
	for i := range 1000 {
		s.Visits = append(s.Visits, site.Visit{Number: i + 1, Link: i, State: site.StatePage})
	}
	lines = strings.Split(outline(newSearchTree(s, 0, 100)), "\n")
	if len(lines) != 102 || !strings.HasSuffix(lines[100], "+ 900 more: 900 not stored") {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-2])
	}
	if page := searchOf(t, s); strings.Count(page, "<circle") > treeNodes+20 {
		t.Error("a picture of all")
	}
}

// 41 pages that lead nowhere, below a seed, take two rows of 40 and 1, and the table has them all.
func TestManyBeads(t *testing.T) {
	s := &site.Search{Agents: make([]site.Agent, 1), Visits: []site.Visit{{Number: 1, State: site.StatePage}}}
	for i := range beadsShown + 1 {
		s.Visits = append(s.Visits, site.Visit{Number: i + 2, Link: 1, State: site.StateStatus, Status: 404})
	}
	tree := newSearchTree(s, 0, treeNodes)
	before := outline(tree)
	if rows := strings.Split(before, "\n"); len(rows) != 4 || rows[2] != " o42 " {
		t.Errorf("%q", rows)
	}
	if n := len(tree.nodes()); n != 42 || outline(tree) != before {
		t.Errorf("%d nodes; now\n%s", n, outline(tree))
	}
	if page := searchOf(t, s); strings.Count(page, `class="failed"`) != 41+2 { // the legend has two
		t.Error("not all are drawn")
	}
}

// The report of a large search stays small enough to open, and is reproducible.
func TestLargeSearch(t *testing.T) {
	s := large(5, 8000)
	page := searchOf(t, s)
	if len(page) > 2_500_000 || page != searchOf(t, s) {
		t.Errorf("%d bytes, or not the same again", len(page))
	}
	says(t, "", page, "The first 100 of ", "The first 50 of ", "All are in market.csv.",
		"; 300 drawn, the others are counted where they belong")
}

// Texts from the web stay texts, and only web addresses become links.
func TestHostileSearch(t *testing.T) {
	evil := "</title></script></style></svg><img src=x onerror=alert(1)>\"'`{{.}}\x00\u202e\xff"
	s := sky()
	s.Name, s.Notes = evil, []string{evil}
	for i := range s.Agents {
		a := &s.Agents[i]
		a.Name, a.Keywords, a.Seeds, a.Hosts = evil, evil, []string{evil}, []string{evil}
	}
	for i := range s.Visits {
		v := &s.Visits[i]
		v.URL, v.Anchor = "javascript:alert('"+evil+"')", evil
		v.Reason.Target = evil
		if v.Content != nil {
			v.Content.Title = evil
		}
	}
	s.Visits[3].State, s.Visits[3].Reason.Failure = site.StateFailed, site.Failure{Class: "x", Detail: evil}
	s.Waiting[0].URL, s.Waiting[0].Anchor, s.Markets[0].Sales[0].URL = "data:"+evil, evil, evil
	s.Robots[0].Origin, s.Robots[0].Words = evil, evil
	page := searchOf(t, s)
	all := whole(t, page)
	checkParts(t, all)
	for _, e := range all {
		if e.name == "img" || e.name == "script" {
			t.Errorf("<%s> out of a text", e.name)
		}
	}
	if !strings.Contains(html.UnescapeString(page), "<img src=x onerror=alert(1)>") {
		t.Error("the text is not there at all")
	}
}
