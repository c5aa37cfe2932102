package site

import (
	"slices"
	"testing"

	"sitegraph/internal/console"
)

// The sentences are those of docs/files.md, section ledger.csv.
func TestOutcome(t *testing.T) {
	timeout := Failure{Class: FailTimeout, Detail: "no header within 30s"}
	for _, c := range []struct {
		state  State
		status int
		reason Reason
		want   string
	}{
		{StatePage, 200, Reason{}, "page"},
		{StatePage, 200, Reason{Limit: LimitLinksPerPage, Bound: 7}, "page max_links_per_page: 7 links not looked at"},
		{StateRedirect, 301, Reason{Target: "http://h/a"}, "alias-redirect to http://h/a"},
		{StateDuplicate, 200, Reason{}, "alias-duplicate"},
		{StateBoth, 301, Reason{Target: "http://h/a"}, "alias-both to http://h/a"},
		{StateRule, 0, Reason{Rule: &URLRule{Kind: RuleParam, Shape: "/?a&b", Name: "a", Trials: 9, Agreed: 8}},
			"alias-rule not fetched: parameter a means nothing under /?a&b (8 of 9 pages agreed)"},
		{StateRule, 0, Reason{}, "alias-rule"},
		{StateCanonical, 200, Reason{}, "alias-canonical"},
		{StateHop, 301, Reason{Target: "http://h/a"}, "hop to http://h/a"},
		{StateHop, 301, Reason{}, "hop"},
		{StateExternal, 0, Reason{}, "external"},
		{StateRobots, 0, Reason{}, "robots forbidden by robots.txt"},
		{StateExtension, 0, Reason{}, "extension"},
		{StateExcluded, 0, Reason{}, "excluded"},
		{StateNotHTML, 200, Reason{MediaType: "text/css"}, "not-html text/css"},
		{StateNotHTML, 200, Reason{}, "not-html no Content-Type"},
		{StateStatus, 404, Reason{}, "status 404"},
		{StateFailed, 0, Reason{Failure: timeout, Limit: "timeout"}, "failed timeout: no header within 30s"},
		{StateRedirectOut, 302, Reason{Target: "http://o/"}, "redirect-external http://o/"},
		{StateRedirectBad, 302, Reason{Location: LinkFault{Kind: FaultLoop}}, "redirect-bad loop"},
		{StateRedirectBad, 302, Reason{Location: LinkFault{Kind: FaultNoLocation}}, "redirect-bad no Location"},
		{StateRedirectBad, 302, Reason{Limit: LimitRedirects, Bound: 10}, "redirect-bad more than 10 redirects"},
		{StateRedirectBad, 302, Reason{Location: LinkFault{Kind: FaultScheme, Scheme: "mailto"}},
			"redirect-bad Location: scheme mailto"},
		{StateRedirectBad, 302, Reason{Location: LinkFault{Kind: FaultNoSlashes, Scheme: "https"}},
			"redirect-bad Location: https: without //"},
		{StateRedirectBad, 302, Reason{Location: LinkFault{Kind: FaultTooLong, Bound: 99}},
			"redirect-bad Location: longer than 99 bytes"},
		{StateRedirectLost, 302, Reason{Target: "http://h/x", TargetState: StateExcluded},
			"redirect-lost excluded by the settings: http://h/x"},
		{StateRedirectLost, 302, Reason{Target: "http://h/x", TargetState: StateStatus, TargetStatus: 404},
			"redirect-lost to http://h/x: status 404"},
		{StateRedirectLost, 302, Reason{Target: "http://h/x", TargetState: StateFailed, Failure: timeout},
			"redirect-lost to http://h/x: failed timeout: no header within 30s"},
		{StateRedirectLost, 302, Reason{Target: "http://h/x", TargetState: StateRobots},
			"redirect-lost to http://h/x: robots forbidden by robots.txt"},
		{StateRedirectLost, 302, Reason{Target: "http://h/x", TargetState: StateNotHTML, MediaType: "image/png"},
			"redirect-lost to http://h/x: not-html image/png"},
		{StateBeyondLevel, 0, Reason{Limit: LimitLevel, Bound: 2}, "beyond-level beyond level 2"},
		{StateLimit, 0, Reason{Limit: LimitPages, Bound: 3}, "limit max_pages: 3 pages"},
		{StateLimit, 0, Reason{Limit: LimitPages, Bound: 1}, "limit max_pages: 1 page"},
		{StateLimit, 301, Reason{Limit: LimitPages, Bound: 3, Target: "http://h/x"},
			"limit redirects to http://h/x: max_pages: 3 pages"},
		{StateLimit, 0, Reason{Limit: LimitPathDepth, Bound: 3}, "limit max_path_depth: more than 3 segments"},
		{StateLimit, 0, Reason{Limit: LimitPathRepeats, Bound: 3},
			"limit max_path_repeats: a segment more than 3 times"},
		{StateLimit, 0, Reason{Limit: LimitPerDirectory, Bound: 3}, "limit max_per_directory: more than 3 addresses"},
		{StateStopped, 0, Reason{Ending: EndedSignal}, "stopped signal"},
		{StateStopped, 0, Reason{Ending: EndedSignal, PutOff: "/lost/*"},
			"stopped signal; put off with /lost/*, which gave hardly anything new"},
		{StateStopped, 301, Reason{Ending: EndedSignal, Target: "http://h/x"},
			"stopped redirects to http://h/x: signal"},
		{StateUnreachable, 0, Reason{Failure: Failure{Class: FailDNS, Detail: "no such host"}},
			"unreachable dns: no such host"},
		{StateRobotsUnavailable, 0, Reason{TargetStatus: 503}, "robots-unavailable status 503"},
		{StateRobotsUnavailable, 0, Reason{TargetStatus: 200, Failure: timeout},
			"robots-unavailable timeout: no header within 30s"},
		{StateStatus, 404, Reason{Text: "status four"}, "status four"},
	} {
		console.Equal(t, (Entry{State: c.state, Status: c.status, Reason: c.reason}).Outcome(), c.want, c.state)
	}
}

// ToFetch counts the URLs that a crawl left because time, pages or budget ran out.
func TestToFetch(t *testing.T) {
	c := Counts{States: map[State]int{StateStopped: 1, StateLimit: 400},
		Limits: map[string]int{"max_pages": 20, "budget": 300, "max_path_depth": 80}}
	console.Equal(t, c.ToFetch(), 321)
}

// The first rows are examples from the Fetch standard, section "extract a MIME type".
func TestMediaType(t *testing.T) {
	for contentType, want := range map[string][2]string{
		"text/plain;charset=gbk, text/html":         {"text/html", ""},
		"text/html;charset=gbk;a=b, text/html;x=y":  {"text/html", ";x=y;;charset=gbk;a=b"},
		"text/html;charset=gbk, x/x, text/html;x=y": {"text/html", ";x=y"},
		"text/html, cannot-parse":                   {"text/html", ",cannot-parse"},
		"text/html, */*":                            {"text/html", ",*/*"},
		"text/html, ":                               {"text/html", ","},
		"":                                          {},
		"Text/HTML ; Charset=x":                     {"text/html", " ; Charset=x"},
		"text/html charset=utf-8":                   {"text/html", " charset=utf-8"},
		"text/html,charset=utf-8":                   {"text/html", ",charset=utf-8"},
		"html, text/css":                            {"text/css", ""},
		"html":                                      {"html", ""},
		"; charset=x":                               {"", "; charset=x"},
		"application/octet-stream; name=\"text/html\"": {"application/octet-stream", "; name=\"text/html\""},
	} {
		if mediaType, parameters := MediaType(contentType); mediaType != want[0] || parameters != want[1] {
			t.Errorf("%q: %q, %q", contentType, mediaType, parameters)
		}
	}
}

// By hand, of the pages 1 to 6, pages 2, 3, 4 and 6 link to the missing one.
func TestLinkedFrom(t *testing.T) {
	mentions := map[string][]int{"missing": {2, 3, 4, 6}, "alias": {1}, "page": {5}, "plain": {1, 2}, "waiting": {1}}
	c := &Crawl{Mentions: func(key string) []int { return mentions[key] },
		Aliases: []Alias{{Key: "alias", Page: "page"}, {Key: "alias", Page: "reached"},
			{Key: "unlinked", Page: "plain"}}}
	from := c.LinkedFrom()
	for _, check := range []struct {
		entry Entry
		want  string
	}{
		{Entry{Key: "missing", State: StateStatus, Status: 404}, "2-4 6"},
		{Entry{Key: "alias", State: StateDuplicate, Status: 200}, "1"},
		{Entry{Key: "page", State: StatePage, Status: 200}, "5"},    // page 1 also has an arc to it
		{Entry{Key: "reached", State: StatePage, Status: 200}, "0"}, // only through its alias
		{Entry{Key: "plain", State: StatePage, Status: 200}, ""},    // only through its arcs
		{Entry{Key: "waiting", State: StateStopped}, ""},            // never requested
		{Entry{Key: "read", State: StateStatus, Status: 404, LinkedFrom: "1-2"}, "1-2"},
	} {
		console.Equal(t, from(check.entry), check.want, check.entry.Key, "is linked from")
	}
}

func TestIDs(t *testing.T) {
	for text, want := range map[string][]int{
		"": nil, "0": nil, "7": {7}, "1-3 5": {1, 2, 3, 5}, "2 x 4": {2}, "3-": nil, "-1": nil, "4-2 5": {5},
	} {
		console.Equal(t, slices.Collect(IDs(text)), want, text)
	}
	console.Equal(t, writeIDs([]int{1, 2, 4, 6, 7, 8}), "1-2 4 6-8", "written as")
}

// The first pages keep the arcs among them, in any order of targets. A graph with no more pages stays itself.
func TestFirst(t *testing.T) {
	g := &Graph{Pages: make([]Page, 4), Offsets: []int{0, 3, 5, 7, 8}, Targets: []uint32{3, 1, 2, 0, 2, 1, 3, 0},
		Weights: NumbersOf(8, 7, 6, 5, 4, 3, 2, 1)}
	cut := g.First(3)
	if len(cut.Pages) != 3 || !slices.Equal(cut.Targets, []uint32{1, 2, 0, 2, 1}) ||
		!slices.Equal(cut.Offsets, []int{0, 2, 4, 5}) || !cut.Weights.Equal(NumbersOf(7, 6, 5, 4, 3)) {
		t.Errorf("%d pages, %v, %v, %v", len(cut.Pages), cut.Targets, cut.Offsets, cut.Weights)
	}
	if g.First(4) != g || g.First(9) != g {
		t.Error("a graph that has no more pages is cut")
	}
}

func TestRuleSentence(t *testing.T) {
	for want, r := range map[string]URLRule{
		"parameter returnto means nothing under /?returnto&title (48 of 49 pages agreed)": {Kind: RuleParam,
			Shape: "/?returnto&title", Name: "returnto", Trials: 49, Agreed: 48},
		"parameter x means nothing at http://h/a (10 of 10 pages agreed)": {Kind: RuleParam, Only: true,
			Shape: "http://h/a", Name: "x", Trials: 10, Agreed: 10},
		"robots.txt (Clean-param) says that parameter sid means nothing under /forum/": {Kind: RuleDeclared,
			Shape: "/forum/", Name: "sid"},
		"do=show is the same as without it under /?do&id (12 of 12 pages agreed)": {Kind: RuleDefault,
			Shape: "/?do&id", Name: "do", Value: "show", Trials: 12, Agreed: 12},
		"segment 2 of the path means nothing under /s/@/ (10 of 10 pages agreed)": {Kind: RuleSegment,
			Shape: "/s/@/", Value: "2", Trials: 10, Agreed: 10},
	} {
		console.Equal(t, r.Sentence(), want)
	}
}

func TestRuleState(t *testing.T) {
	for want, r := range map[string]URLRule{"accepted": {Kind: RuleParam}, "declared": {Kind: RuleDeclared},
		"retracted": {Kind: RuleDeclared, Retracted: true}} {
		console.Equal(t, r.State(), want, r)
	}
}

func TestMaskSentence(t *testing.T) {
	for want, m := range map[string]Mask{
		"words with a digit in a text": {Kind: MaskDigits},
		"a text":                       {Kind: MaskText},
		"all between two texts":        {Kind: MaskRegion},
		"the value of parameter sectok in links to /lib/?id&x": {Kind: MaskParam, Shape: "/lib/?id&x", Name: "sectok"},
	} {
		console.Equal(t, m.Sentence(), want)
	}
}

func TestShapeOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://h":                      "/",
		"http://h/":                     "/",
		"http://h/a":                    "/",
		"http://h/a/":                   "/a/",
		"http://h/wiki/Cat?b=1&a=2&b=3": "/wiki/?a&b",
		"http://h?x":                    "/?x",
		"http://h/2024/05/12/post":      "/#/#/#/",
		"http://h/info/0a1b2c3d/x":      "/info/@/",
		"http://h/info/abcdefab/x":      "/info/abcdefab/", // could be a word, since it has no digit
		"http://h/a/b/c.html?u=/q/r":    "/a/b/?u",
		"http://h/?p=a.git;a=tree;h=1":  "/?a&h&p",
		"http://h/?text=this;that":      "/?text",
		"http://h/?a=1&amp;b=2":         "/?a&amp;b",
	} {
		console.Equal(t, ShapeOf(url), want, url)
	}
}
