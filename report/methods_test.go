package report

import (
	"bytes"
	"strings"
	"testing"

	"sitegraph/site"
	"sitegraph/stats"
)

// TestMethods: the text for a paper says what was crawled, with what, how much
// was lost and why, and which graph it is.
func TestMethods(t *testing.T) {
	in := Site{Version: "9.9", Settings: []Setting{{"duplicates.key", "exact"}, {"walk.elements", "a, area"}},
		Digests: []Digest{{"h.nodes.csv", "aa11"}, {"h.arcs.csv", "bb22"}}}
	in.Crawl = &site.Crawl{Site: "http://h", Graph: &site.Graph{}, Robots: site.RobotsSeen{Access: site.RobotsRules}}
	in.Crawl.Counts.Fetched = 12
	in.Crawl.Counts.Limits = map[string]int{site.LimitPathDepth: 2}
	in.Analysis.Summary = stats.Summary{Site: "http://h", Pages: 3, Arcs: 4, Links: 1234, Complete: true,
		States: map[site.State]int{site.StateFailed: 5, site.StateRobots: 1, site.StateRedirect: 2}}
	rep := New(in).page
	var text string
	for _, b := range rep.methods() {
		text += b.Text
	}
	for _, want := range []string{
		"The site http://h was crawled with sitegraph 9.9 on [date: ", "depth by depth", "12 URLs were requested.",
		"robots.txt with rules; 1 URL was not requested because of it.",
		"or have its content (duplicates.key = exact), count as that page: 2 URLs.",
		"a reference of the elements a, area from a page", "The graph has 3 pages, 4 arcs and 1,234 links.",
		"The crawl is complete", "5 gave no usable answer; 2 left out by the limit " + site.LimitPathDepth,
		"that of the graph is h.nodes.csv aa11 and h.arcs.csv bb22.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	rep.Complete, rep.Ended = false, string(site.EndedTimeout)
	if got := rep.methodsLosses(); !strings.HasPrefix(got, "The crawl is incomplete. "+
		"The crawl reached its time limit.") {
		t.Errorf("of a crawl that is incomplete: %s", got)
	}
	var b bytes.Buffer
	if err := New(in).Write(&b, nil, nil); err != nil || !strings.Contains(b.String(), "to be pasted into a paper") {
		t.Errorf("the report does not end with the methods: %v", err)
	}
}
