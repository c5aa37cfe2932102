package export_test

import (
	"cmp"
	"fmt"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

// Statistics use values only: they stay the same if all reasons are replaced with nonsense.
func TestSentencesAreNotRead(t *testing.T) {
	words, nonsense := faulty(t, false), faulty(t, true)
	if want := 9; len(words.Summary.Problems) < want {
		t.Fatalf("%d kinds of problems, want at least %d", len(words.Summary.Problems), want)
	}
	console.Equal(t, words.Summary, nonsense.Summary, nonsense.Summary.Problems, words.Summary.Problems)
}

// faulty analyses a crawl that was read back, with every kind of reason, or with nonsense as reasons.
func faulty(t *testing.T, nonsense bool) *stats.Analysis {
	t.Helper()
	c := museum()
	home := c.Graph.Pages[0].Key
	var all []site.Entry
	states := map[site.State]int{}
	add := func(path string, state site.State, status int, r site.Reason) {
		if nonsense {
			r.Text = "too-large: to " + path + ": robots status 404"
		}
		e := site.Entry{Key: home + path, URL: home + path, State: state, Level: 1, Status: status, Reason: r,
			From: home}
		if state == site.StatePage {
			e.Page = e.Key
		}
		states[state]++
		all = append(all, e)
	}
	timeout := site.Failure{Class: site.FailTimeout, Detail: "no header"}
	add("", site.StatePage, 200, site.Reason{Limit: site.LimitLinksPerPage, Bound: 3})
	add("big", site.StateFailed, 200,
		site.Reason{Failure: site.Failure{Class: site.FailTooLarge, Detail: "over 5 MiB"}})
	add("down", site.StateFailed, 0, site.Reason{Failure: timeout})
	add("gone", site.StateStatus, 404, site.Reason{})
	add("hop", site.StateHop, 301, site.Reason{Target: c.Graph.Pages[1].Key})
	add("loop", site.StateRedirectBad, 301, site.Reason{Location: site.LinkFault{Kind: site.FaultLoop}})
	add("lost1", site.StateRedirectLost, 301,
		site.Reason{Target: home + "gone", TargetState: site.StateStatus, TargetStatus: 404})
	add("lost2", site.StateRedirectLost, 301,
		site.Reason{Target: home + "down", TargetState: site.StateFailed, Failure: timeout})
	add("lost3", site.StateRedirectLost, 301, site.Reason{Target: home + "no", TargetState: site.StateRobots})
	add("lost4", site.StateRedirectLost, 301, site.Reason{Target: home + "x", TargetState: site.StateNotHTML})
	add("no", site.StateRobots, 0, site.Reason{})
	add("old1", site.StateRedirect, 301, site.Reason{Target: home + "hop"})
	add("old2", site.StateRedirect, 301, site.Reason{Target: c.Graph.Pages[1].Key})
	add("out", site.StateRedirectOut, 301, site.Reason{Target: "http://another.example/"})
	c.Ledger, c.Counts.States = good(all...), states
	c.Bad = good(
		site.BadLink{Source: 1, Href: "mailto:a@b",
			Fault: site.LinkFault{Text: cmp.Or(map[bool]string{true: "no host"}[nonsense], "scheme mailto")}, Count: 1},
		site.BadLink{Source: 1, Href: "http://",
			Fault: site.LinkFault{Text: cmp.Or(map[bool]string{true: "scheme mailto"}[nonsense], "no host")}, Count: 1},
	)
	for i := range all {
		if all[i].State == site.StateRedirect {
			all[i].Page = c.Graph.Pages[1].Key
		}
	}
	c.Aliases = nil
	_, back := reopen(t, write(t, c, true, tables(c)...))
	a, err := stats.Analyse(back, nil)
	if err != nil {
		t.Fatal(fmt.Errorf("nonsense %t: %w", nonsense, err))
	}
	return a
}
