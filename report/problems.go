package report

import (
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// problems lists faults and oddities with the places where they stand, and
// what became of every address.
func (t *teller) problems() {
	found := slices.Clone(t.Problems)
	found = slices.DeleteFunc(found, func(p stats.Problem) bool { return p.Count == 0 })
	slices.SortStableFunc(found, func(a, b stats.Problem) int { return weight(a) - weight(b) })
	says := "No problem was found."
	switch {
	case len(found) > 0:
		says = t.problemsSay(found)
	case t.Pages == 0:
		says = "There is no page in which to look for problems."
	}
	var folds []block
	places := t.places()
	for _, p := range found[:min(len(found), rowsShown)] {
		folds = append(folds, block{Fold: &fold{
			Summary: say("%s: %s (%s)", spelt(p.Kind), wording.Grouped(p.Count), clean(p.Severity)),
			Blocks:  append(words(clean(p.Says)), t.occurrences(p, places[p.Kind])...),
		}})
	}
	t.add("problems", "Problems", words(says, t.unseen()), folds, t.states())
}

// unseen tells which problems could not be looked for.
func (t *teller) unseen() string {
	kinds := map[string]string{
		"ledger.csv":  "broken links, redirects, what robots.txt forbids",
		"aliases.csv": "duplicates, links through redirects",
		"bad.csv":     "hrefs that are no usable links",
	}
	var members []string
	for _, name := range t.in.Missing {
		if says, ok := kinds[name]; ok {
			members = append(members, say("%s (%s)", name, says))
		}
	}
	if len(members) == 0 {
		return ""
	}
	return say("This list is not complete: the report was made without %s.", wording.List(members))
}

func (t *teller) problemsSay(found []stats.Problem) string {
	sums := map[string]int{}
	for _, p := range found {
		sums[p.Severity] += p.Count
	}
	var members []string
	for _, s := range []struct{ severity, one, many string }{
		{"error", "error", "errors"}, {"warning", "warning", "warnings"}, {"notice", "notice", "notices"},
	} {
		if n := sums[s.severity]; n > 0 {
			members = append(members, wording.Count(n, s.one, s.many))
		}
	}
	return say("There %s %s, of %s. Each opens to its first places; problems.csv has them all.",
		wording.Form(sums["error"]+sums["warning"]+sums["notice"], "is", "are"), wording.List(members), wording.Count(len(found), "kind", "kinds"))
}

// spelt writes the name of a kind as words.
func spelt(kind string) string {
	kind = strings.ReplaceAll(clean(kind), "-", " ")
	if kind == "" {
		return "other"
	}
	return strings.ToUpper(kind[:1]) + kind[1:]
}

// weight orders severities, the worst first.
func weight(p stats.Problem) int {
	if i := slices.Index([]string{"error", "warning", "notice"}, p.Severity); i >= 0 {
		return i
	}
	return 3
}

func (t *teller) occurrences(p stats.Problem, places []stats.Occurrence) []block {
	all := table{Caption: say("Places of “%s”", clean(p.Kind)), Columns: columns("address", "what", "linked from")}
	for _, o := range places {
		row := []text{t.place(o), {Text: clean(o.Detail)}, t.sources(o)}
		for _, c := range row {
			t.told += len(c.Text) + len(c.Link) + len(c.Below) + len(c.BelowLink)
		}
		if t.told > placesText {
			break
		}
		all.Rows = append(all.Rows, row)
	}
	if left := p.Count - len(all.Rows); left > 0 && len(all.Rows) > 0 {
		all.Note = say("The first %s of %s; all are in problems.csv.", wording.Grouped(len(all.Rows)), wording.Grouped(p.Count))
	} else if left > 0 {
		return words("The places are in problems.csv.")
	}
	return t.table(all)
}

// places returns the first occurrences of each kind of problem.
func (t *teller) places() map[string][]stats.Occurrence {
	first := map[string][]stats.Occurrence{}
	for _, o := range t.in.Problems {
		if len(first[o.Kind]) < Occurrences {
			first[o.Kind] = append(first[o.Kind], o)
		}
	}
	return first
}

func (t *teller) place(o stats.Occurrence) text {
	if o.URL == "" && o.Page > 0 {
		return t.page(o.Page)
	}
	return address(o.URL)
}

// sources names the first page that links to a place.
func (t *teller) sources(o stats.Occurrence) text {
	if len(o.Sources) == 0 {
		return text{}
	}
	first := t.page(o.Sources[0])
	if more := max(o.SourceCount, len(o.Sources)) - 1; more > 0 {
		first.Text += say(" and %s", wording.Count(more, "other page", "other pages"))
	}
	return first
}

// states tells what became of every address.
func (t *teller) states() []block {
	all := table{Caption: "What became of every address seen", Columns: columns("outcome", "meaning", "#addresses")}
	for _, s := range outcomes {
		if n := t.States[s.state]; n > 0 {
			all.Rows = append(all.Rows, cells(string(s.state), s.says, wording.Grouped(n)))
		}
	}
	rows := t.table(all)
	if len(rows) == 0 {
		return nil
	}
	return append([]block{{Title: "What became of the addresses"}}, rows...)
}

// outcomes are the states of the ledger, as in docs/files.md.
var outcomes = []struct {
	state site.State
	says  string
}{
	{site.StatePage, "is a page"},
	{site.StateRedirect, "redirects to a page"},
	{site.StateDuplicate, "has the content of a page"},
	{site.StateBoth, "redirects to an address with the content of a page"},
	{site.StateHop, "stands in a chain of redirects, linked from nowhere"},
	{site.StateExternal, "is on another site"},
	{site.StateRobots, "is forbidden by robots.txt"},
	{site.StateExtension, "has a file ending that is not looked at"},
	{site.StateExcluded, "is left out by the settings"},
	{site.StateNotHTML, "is no HTML"},
	{site.StateStatus, "answers with an error, such as 404"},
	{site.StateFailed, "gives no usable answer"},
	{site.StateRedirectOut, "redirects to another site"},
	{site.StateRedirectBad, "redirects to nowhere"},
	{site.StateRedirectLost, "redirects to what is no page"},
	{site.StateBeyondLevel, "is deeper than was asked for"},
	{site.StateLimit, "is left out by a limit"},
	{site.StateStopped, "was not reached before the crawl was stopped"},
}
