package report

import (
	"cmp"
	_ "embed" // the style
	"fmt"
	"io"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

var severities = []string{"error", "warning", "notice"}

func (rep *siteReport) problems() {
	found := slices.DeleteFunc(slices.Clone(rep.Problems), func(p stats.Problem) bool { return p.Count == 0 })
	found = site.ByMost(found, func(p *stats.Problem) float64 { // last if unknown
		return -float64(uint(slices.Index(severities, p.Severity)))
	})
	rep.strip(found)
	text := "No problems were found."
	switch {
	case len(found) > 0:
		counts := site.Each(bySeverity(found), func(p problemsFound) string { return p.Text })
		text = fmt.Sprintf("Found: %s, of %s. Open a kind to see where; problems.csv lists all places.",
			wording.List(counts), wording.Count(len(found), "kind", "kinds"))
	case rep.Pages == 0:
		text = "There are no pages to check."
	case rep.in.Crawl.Searched != nil:
		text = "Problems are not looked for in a search by agents."
	}
	var folds []block
	for _, p := range found[:min(len(found), rowsShown)] {
		summary := fmt.Sprintf("%s: %s (%s)", kindName(p.Kind), wording.Grouped(p.Count), clean(p.Severity))
		blocks := append(paragraphs(clean(p.Explanation)), rep.occurrences(p)...)
		folds = append(folds, block{Fold: &fold{ID: kindID(p.Kind), Summary: summary, Blocks: blocks}})
	}
	rep.add("problems", "Problems", paragraphs(text, uncheckedText(rep.in.Missing)), folds, rep.outcomes())
}

func uncheckedText(missing []string) string {
	kinds := map[string]string{
		"ledger.csv":   "broken links, redirects, URLs that robots.txt forbids",
		"aliases.csv":  "duplicates, links through redirects",
		"bad.csv":      "links that cannot be used",
		"declared.csv": "breadcrumbs that do not fit",
	}
	var members []string
	for _, name := range missing {
		if kinds, ok := kinds[name]; ok {
			members = append(members, fmt.Sprintf("%s (%s)", name, kinds))
		}
	}
	if len(members) == 0 {
		return ""
	}
	return fmt.Sprintf("This list is not complete: the report was made without %s.", wording.List(members))
}

// strip sums up the problems: the number of each severity, then the most frequent kinds of errors and warnings.
func (rep *siteReport) strip(found []stats.Problem) {
	const maxKinds = 6
	rep.Strip = bySeverity(found)
	kinds := slices.DeleteFunc(slices.Clone(found), func(p stats.Problem) bool { return p.Severity == "notice" })
	for _, p := range kinds[:min(len(kinds), maxKinds)] {
		text := kindName(p.Kind) + ": " + wording.Grouped(p.Count)
		rep.Strip = append(rep.Strip, problemsFound{clean(p.Severity), text, cmp.Or(kindID(p.Kind), "problems")})
	}
}

// kindID returns the id of the fold of a kind, "" for a kind with an odd name.
func kindID(kind string) string {
	if kind == "" || strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return ""
	}
	return "problem-" + kind
}

func bySeverity(found []stats.Problem) (all []problemsFound) {
	for _, s := range severities {
		n := 0
		for _, p := range found {
			if p.Severity == s {
				n += p.Count
			}
		}
		if n > 0 {
			all = append(all, problemsFound{s, wording.Count(n, s, s+"s"), "problems"})
		}
	}
	return all
}

func kindName(kind string) string {
	return cmp.Or(meaning("kind", kind), wording.Capital(cmp.Or(strings.ReplaceAll(clean(kind), "-", " "), "other")))
}

// sourcesColumn heads the column of source pages, which for some kinds are not pages that link.
func sourcesColumn(kind string) string {
	switch kind {
	case "duplicate-title":
		return "pages with this title"
	case "duplicate-description":
		return "pages with this description"
	case "bad-href", "nofollow-link":
		return "link on"
	}
	return "linked from"
}

func (rep *siteReport) occurrences(p stats.Problem) []block {
	rows := newTable(fmt.Sprintf("Kind %s in problems.csv", clean(p.Kind)), "URL", "detail", sourcesColumn(p.Kind))
	for _, o := range rep.in.Problems {
		if o.Kind != p.Kind || len(rows.Rows) == Occurrences {
			continue
		}
		row := cells(place(rep.graph, o), clean(o.Detail), sources(rep.graph, o))
		for _, c := range row {
			rep.textSpent += len(c.Text) + len(c.Link) + len(c.Below) + len(c.BelowLink)
		}
		if rep.textSpent > occurrencesText {
			break
		}
		rows.Rows = append(rows.Rows, row)
	}
	if left := p.Count - len(rows.Rows); left > 0 && len(rows.Rows) > 0 {
		rows.Note = fmt.Sprintf("The first %s of %s; all are in problems.csv.", wording.Grouped(len(rows.Rows)),
			wording.Grouped(p.Count))
	} else if left > 0 {
		return paragraphs("The places are in problems.csv.")
	}
	return rows.withoutEmptyColumns().blocks()
}

func place(g *site.Graph, o stats.Occurrence) text {
	if o.URL == "" && o.Page > 0 {
		return page(g, o.Page)
	}
	return urlCell(o.URL)
}

func sources(g *site.Graph, o stats.Occurrence) text {
	if len(o.Sources) == 0 {
		return text{}
	}
	first := page(g, o.Sources[0])
	if more := max(o.SourceCount, len(o.Sources)) - 1; more > 0 {
		first.Text += fmt.Sprintf(" and %s", wording.Count(more, "other page", "other pages"))
	}
	return first
}

func (rep *siteReport) outcomes() []block {
	rows := newTable("URLs by outcome", "outcome", "the URL", "#URLs")
	for _, s := range states {
		if n := rep.States[s]; n > 0 {
			rows.add(string(s), meaning("state", s), n)
		}
	}
	limits := newTable("What limits of the settings left out", "setting", "left out", "#count")
	for _, l := range rep.in.Crawl.Counts.LeftOut() {
		limits.add(l.Limit, l.What, l.Count)
	}
	return titled("What happened to each URL", rows.blocks(), limits.blocks())
}

// states lists the states of the ledger, as in docs/files.md.
var states = []site.State{
	site.StatePage, site.StateRedirect, site.StateDuplicate, site.StateBoth, site.StateRule, site.StateCanonical,
	site.StateHop, site.StateExternal, site.StateRobots, site.StateExtension, site.StateExcluded,
	site.StateNotHTML, site.StateStatus, site.StateRefused, site.StateFailed, site.StateRedirectOut,
	site.StateRedirectBad, site.StateRedirectLost, site.StateBeyondLevel, site.StateLimit, site.StateStopped,
}

//go:embed summary.css
var summaryStyle string

const firstID = "first" // the id of the section that says what to fix first

type finding struct {
	stats.Finding
	Title   string
	Example text
}

func (rep *siteReport) first() {
	all := rep.FixFirst
	if all == nil || len(all.First) == 0 {
		return
	}
	var list []finding
	for _, f := range all.First {
		f.Where += fmt.Sprintf(", with %s of the PageRank", wording.Percent(f.PageRank))
		shown := finding{f, kindName(f.Kind), urlCell(slices.Concat(f.URLs, []string{""})[0])}
		if more := f.Count - 1; more > 0 {
			shown.Example.Text += " and " + wording.Count(more, "more", "more")
		}
		list = append(list, shown)
	}
	rep.add(firstID, "Fix first", paragraphs(say("fix first", all)), []block{{Findings: list}})
}

// show puts the map of the site after what to fix first.
func (rep *siteReport) show(siteMap *Picture) {
	if siteMap == nil {
		return
	}
	rep.picture = *siteMap
	rest := rep.Rest()
	rep.Sections = slices.Clone(rep.Lead())
	rep.add("map", "Map", []block{{HTML: siteMap.HTML}})
	rep.Sections = append(rep.Sections, rest...)
}

// WriteSummary writes a page to print: key figures, first fixes, changes and a picture. The error is as for Write.
func (r *Report) WriteSummary(w io.Writer, siteMap *Picture) error {
	rep := *r.page
	rep.Sections, rep.Strip, rep.style = slices.Clone(rep.Lead()), nil, summaryStyle
	if watched := watchingOf(rep.in); watched != nil && len(watched.Iterations) > 1 {
		rep.add("changes", "What changed", paragraphs(say("last iteration", watched.last()), watched.arcsText()))
	}
	rep.show(siteMap)
	return rep.write(w)
}
