package site

import "testing"

// The sentences are those of docs/files.md, ledger.csv.
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
		{StateStopped, 301, Reason{Ending: EndedSignal, Target: "http://h/x"},
			"stopped redirects to http://h/x: signal"},
		{StateUnreachable, 0, Reason{Failure: Failure{Class: FailDNS, Detail: "no such host"}},
			"unreachable dns: no such host"},
		{StateRobotsUnavailable, 0, Reason{TargetStatus: 503}, "robots-unavailable status 503"},
		{StateRobotsUnavailable, 0, Reason{TargetStatus: 200, Failure: timeout},
			"robots-unavailable timeout: no header within 30s"},
		{StateStatus, 404, Reason{Text: "status four"}, "status four"},
	} {
		if got := (Entry{State: c.state, Status: c.status, Reason: c.reason}).Outcome(); got != c.want {
			t.Errorf("%s, %+v: %q, want %q", c.state, c.reason, got, c.want)
		}
	}
}
