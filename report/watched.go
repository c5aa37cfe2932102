package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const (
	watchedShown = 20 // pages listed of each kind of change, and to be checked next
	outagesShown = 5  // outages named
)

// watching has what a report shows about a watched site over time.
type watching struct {
	*site.Watched
	graph   *site.Graph
	rank    []float64      // the PageRank of the pages; nil if it was not computed
	numbers *stats.Watched // nil if they were not computed
	search  bool           // the crawl is a search by agents
}

// watchingOf returns the time in a crawl, nil if it was not watched.
func watchingOf(in Site) *watching {
	w, g := in.Crawl.Watched, cmp.Or(in.Crawl.Graph, &site.Graph{})
	if w == nil || len(w.Iterations) == 0 || len(w.Pages) != len(g.Pages) {
		return nil
	}
	return &watching{w, g, in.Analysis.Values.PageRank, in.Analysis.Summary.Watched, in.Crawl.Searched != nil}
}

func (w *watching) last() site.Iteration { return w.Iterations[len(w.Iterations)-1] }

func (w *watching) addTo(d *document) {
	if w == nil {
		return
	}
	title := "How the site changes"
	if w.search {
		title = "How the pages change"
	}
	if len(w.Iterations) == 1 {
		d.add("changes", title, paragraphs(w.since()+" No page has been checked again yet."), w.nextChecks())
		return
	}
	d.add("changes", title, paragraphs(w.since()+" "+say("last iteration", w.last()), w.arcsText(), w.outages()),
		w.iterations(),
		titled("What the last iteration found", w.lastChanges()),
		titled("How often pages change", changeRates(w.numbers)),
		titled("How up to date the graph is", w.staleness()),
		titled("What would be checked next", w.nextChecks()))
}

func moment(t time.Time) string { return period(t, time.Time{}) }

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

func (w *watching) fact() string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf("Watched since %s: %s", day(w.Iterations[0].At), iterations(len(w.Iterations)))
}

func iterations(n int) string { return wording.Count(n, "iteration", "iterations") }

func (w *watching) since() string {
	return say("since", about{"First": moment(w.Iterations[0].At), "Number": len(w.Iterations),
		"Iterations": iterations(len(w.Iterations)), "Last": moment(w.last().At)})
}

func noOr(n int, one, many string) string {
	if n == 0 {
		return "no " + one
	}
	return wording.Count(n, one, many)
}

// arcsText says which arcs changed in the last iteration, "" if none.
func (w *watching) arcsText() string {
	last, added, reweighted := int32(w.last().Number), 0, 0
	for _, a := range w.Arcs {
		switch {
		case a.First == last:
			added++
		case a.Changed == last:
			reweighted++
		}
	}
	var parts []string
	if added > 0 {
		parts = append(parts, wording.Count(added, "arc is", "arcs are")+" new")
	}
	if reweighted > 0 {
		parts = append(parts, wording.Count(reweighted, "arc has", "arcs have")+" another number of links")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Between the pages, " + wording.List(parts) + "."
}

// outages names the earlier iterations that met an outage, "" if none.
func (w *watching) outages() string {
	its := w.Iterations
	var when []string
	for _, it := range its[:len(its)-1] {
		if it.Outage {
			when = append(when, fmt.Sprintf("%d (%s)", it.Number, day(it.At)))
		}
	}
	if len(when) == 0 {
		return ""
	}
	return say("outages", about{"Iterations": iterations(len(when)), "When": wording.ListFirst(when, outagesShown)})
}

func (w *watching) warn(d *document) {
	if w == nil || len(w.Iterations) == 1 {
		return
	}
	last := w.last()
	if !last.Complete {
		d.warn(true, "The last iteration is not finished", say("unfinished", last))
	}
	if last.Outage {
		d.warn(true, "The last iteration met an outage", say("outage", last))
	}
	if n := last.Forbidden; n > 0 {
		d.warn(last.Checked == 0, "robots.txt forbids "+pages(n)+" now", say("forbidden", n))
	}
}

func (w *watching) lastChanges() []block {
	last, in := int32(w.last().Number), w.graph.InDegrees()
	const byRank = ", those with the highest PageRank first"
	folds := slices.Concat(w.pagesThat("page changed", "pages changed", "last_changed",
		newTable("Pages that had changed"+byRank, "page", "first seen", "#checks", "#that found a change"),
		func(s site.Seen) bool { return s.Changed == last && s.First < last },
		func(_ int, s site.Seen) []any { return []any{w.when(s.First), int(s.Visits) - 1, int(s.Changes)} },
	), w.pagesThat("new page", "new pages", "first_seen",
		newTable("Pages that are new"+byRank, "page", "#depth", "#pages that link to it"),
		func(s site.Seen) bool { return s.First == last },
		func(i int, _ site.Seen) []any { return []any{w.graph.Pages[i].Level, in[i]} },
	), w.pagesThat("page may be gone", "pages may be gone", "last_seen",
		newTable("Pages that their last check did not find; a page leaves the graph after three such checks in "+
			"a row, or when nothing links to it", "page", "last seen", "last checked", "#pages that link to it"),
		func(s site.Seen) bool { return s.Last < s.Checked },
		func(i int, s site.Seen) []any { return []any{w.when(s.Last), w.when(s.Checked), in[i]} },
	))
	if len(folds) > 0 {
		folds[0].Fold.Open = true
	}
	return folds
}

// pagesThat lists the pages for which is holds. column is the column of nodes.csv that shows this.
func (w *watching) pagesThat(one, all, column string, rows table, is func(site.Seen) bool,
	row func(int, site.Seen) []any) []block {

	found := w.pagesBy(is)
	for _, i := range first(&rows, found, watchedShown, "All are in nodes.csv, by "+column+".") {
		rows.add(append([]any{page(w.graph, i+1)}, row(i, w.Pages[i])...)...)
	}
	return folded(wording.Count(len(found), one, all), rows)
}

// pagesBy returns the indices of the pages for which is holds, those with the highest PageRank first.
func (w *watching) pagesBy(is func(site.Seen) bool) []int {
	found := slices.DeleteFunc(site.UpTo[int](len(w.Pages)), func(i int) bool { return !is(w.Pages[i]) })
	if rank := w.rank; len(rank) == len(w.graph.Pages) {
		slices.SortStableFunc(found, func(i, j int) int { return cmp.Compare(rank[j], rank[i]) })
	}
	return found
}

func (w *watching) when(number int32) text {
	name := "iteration " + strconv.Itoa(int(number))
	if at := w.At(number); !at.IsZero() {
		return text{Text: day(at), Below: name}
	}
	return text{Text: name}
}

func (w *watching) iterations() []block {
	its := w.Iterations[1:]
	panels := []chart.Panel{{Name: "pages checked"}, {Name: "changed"}, {Name: "new"}, {Name: "left"}}
	var sums [4]int
	for _, it := range its {
		for i, n := range []int{it.Checked, it.Changed, it.Added, it.Removed} {
			panels[i].Steps = append(panels[i].Steps, chart.Step{At: it.Number, Count: float64(n)})
			sums[i] += n
		}
	}
	if len(its) == 1 || sums == [4]int{} {
		return w.iterationTable().blocks()
	}
	words := chart.Words{Title: "What the iterations found", Description: say("found by iterations", about{
		"Iterations": iterations(len(its)), "Checked": sums[0], "Changed": sums[1], "Added": sums[2],
		"Removed": sums[3]})}
	from, to := its[0], its[len(its)-1]
	words.X = fmt.Sprintf("iteration (%d: %s; %d: %s)", from.Number, day(from.At), to.Number, day(to.At))
	return described("iterations", chart.Panels(words, panels), w.iterationTable())
}

func (w *watching) iterationTable() table {
	its := slices.Clone(w.Iterations)
	slices.Reverse(its)
	rows := newTable("Iterations, the last first; 1 is the crawl itself", "#iteration", "began (UTC)", "policy",
		"#planned", "#checked", "#changed", "#gone", "#no answer", "#forbidden", "#new", "#left", "remark")
	for _, it := range first(&rows, its, rowsShown, "All are in iterations.csv.") {
		rows.add(it.Number, it.At.UTC().Format("2 Jan 2006, 15:04"), clean(it.Policy), it.Planned, it.Checked,
			it.Changed, it.Gone, some(it.Failed), some(it.Forbidden), it.Added, it.Removed, remark(it))
	}
	return rows.withoutEmptyColumns()
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return wording.Grouped(n)
}

func remark(it site.Iteration) string {
	var parts []string
	if it.Outage {
		parts = append(parts, "outage")
	}
	if !it.Complete {
		parts = append(parts, "not finished")
	}
	return strings.Join(parts, ", ")
}
