package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// fewChecks and fewChanges are what a group needs for its share, and for its mean time between changes.
const fewChecks, fewChanges = 10, 3

func changeRates(w *stats.Watched) []block {
	if w == nil {
		return nil
	}
	if w.Made == 0 {
		return paragraphs("No page of the graph has been checked since it was first fetched.")
	}
	text := fmt.Sprintf("Of %s of the pages in the graph, %s found a change (%s; 95%% interval %s).",
		wording.Count(w.Made, "check", "checks"), none(w.Changes), wording.Percent(w.Share), interval(w.Checks))
	if w.Days > 0 && w.Made >= fewChecks && w.Changes >= fewChanges {
		text += fmt.Sprintf(" If all pages changed alike, a page would change once in %s on average.", span(w.Days))
	}
	const caution = "The shares are of checks, and a policy checks the pages that change more often than the others. " +
		"The mean time between changes allows for that: it counts how long the pages were left alone."
	return slices.Concat(paragraphs(text, caution), folderRates(w.Folders), templateRates(w.Templates))
}

type rated struct {
	name string
	stats.Checks
}

func folderRates(folders []stats.FolderChecks) []block {
	var all []rated
	for _, f := range folders {
		all = append(all, rated{f.Path, f.Checks})
	}
	if len(all) < 2 {
		return nil
	}
	rows := rateTable("Folders, those that surely change most first", "folder", all)
	var bars []chart.Bar
	for _, r := range all[:min(len(all), barsShown)] {
		if r.Made >= fewChecks {
			bars = append(bars, chart.Bar{Name: clean(r.name), Value: r.Share, Note: wording.Percent(r.Share)})
		}
	}
	if len(bars) == 0 {
		return rows.blocks()
	}
	w := chart.Words{Title: "Share of the checks that found a change, by folder", Description: fmt.Sprintf(
		"Most often in %s: %s of the checks found a change.", clean(all[0].name), sure(all[0].Checks))}
	return charted("change-rates", chart.Bars(w, bars), rows)
}

func templateRates(templates []stats.TemplateChecks) []block {
	var all []rated
	for _, t := range templates {
		all = append(all, rated{t.Template, t.Checks})
	}
	if len(all) < 2 {
		return nil
	}
	return folded("The same by URL pattern", rateTable("URL patterns, those that surely change most first",
		"pattern", all))
}

// rateTable sorts groups by what their share of changes surely is, those with few checks last, and lists them.
func rateTable(caption, name string, all []rated) table {
	enough := func(r rated) int { return min(r.Made, fewChecks) / fewChecks }
	slices.SortStableFunc(all, func(a, b rated) int {
		return cmp.Or(cmp.Compare(enough(b), enough(a)),
			cmp.Compare(b.Low, a.Low), cmp.Compare(b.Share, a.Share), cmp.Compare(b.Made, a.Made))
	})
	rows := newTable(caption, name, "#pages", "#checks", "#found a change", "#share (95% interval)",
		"#mean time between changes", "#believed changed since")
	for _, r := range first(&rows, all, rowsShown, inJSON) {
		rows.add(clean(r.name), r.Pages, r.Made, r.Changes, sure(r.Checks), meanTime(r.Checks), percentOf(r.Stale))
	}
	return rows.withoutEmptyColumns()
}

// percentOf writes a share, "" if it is unknown.
func percentOf(share *float64) string {
	if share == nil {
		return ""
	}
	return wording.Percent(*share)
}

func sure(c stats.Checks) string {
	if c.Made < fewChecks {
		return "too few checks"
	}
	return wording.Percent(c.Share) + " (" + interval(c) + ")"
}

func interval(c stats.Checks) string {
	return wording.Percent(c.Low) + " to " + wording.Percent(c.High)
}

func meanTime(c stats.Checks) string {
	switch {
	case c.Made < fewChecks:
		return "–"
	case c.Changes == 0:
		return "no change seen"
	case c.Changes < fewChanges:
		return "too few changes"
	case c.Days == 0:
		return "not known"
	}
	return span(c.Days)
}

// span writes a time in the unit that suits it, with two digits.
func span(days float64) string {
	for _, unit := range []struct {
		days      float64
		one, many string
	}{{365.25, "year", "years"}, {1, "day", "days"}, {1.0 / 24, "hour", "hours"}} {
		if days >= 2*unit.days {
			return wording.Count(wording.Significant(days/unit.days, 2), unit.one, unit.many)
		}
	}
	return wording.Count(wording.Significant(days*24*60, 2), "minute", "minutes")
}

func (t *watching) staleness() []block {
	w := t.numbers
	if w == nil || w.Pages == 0 {
		return nil
	}
	var bars []chart.Bar
	rows := newTable("Pages by their last check", "iteration of", "#iterations ago", "#pages", "#share")
	for _, a := range w.Ages {
		from, to := ageBin(a[0])
		name, n := agoText(from, to), a[1]
		if k := len(bars) - 1; k >= 0 && bars[k].Name == name {
			n += int(bars[k].Value)
			bars = bars[:k]
		}
		bars = addBar(bars, name, n, w.Pages)
	}
	for _, a := range first(&rows, w.Ages, rowsShown, inJSON) {
		rows.add(t.began(w.Iterations-a[0]), a[0], a[1], share(of(a[1], w.Pages)))
	}
	return slices.Concat(paragraphs(beliefText(w)),
		barChart("ages", "When pages were last looked at", agesText(w), bars, rows))
}

// ageBin returns the bin of an age: 0, 1, 2, 3–4, 5–8, ...
func ageBin(age int) (from, to int) {
	if age < 3 {
		return age, age
	}
	for to = 4; to < age; to *= 2 {
	}
	return to/2 + 1, to
}

func agoText(from, to int) string {
	switch {
	case from == 0:
		return "in the last iteration"
	case from == to:
		return iterations(from) + " ago"
	}
	return fmt.Sprintf("%s–%s iterations ago", wording.Grouped(from), wording.Grouped(to))
}

func (w *watching) began(number int) string {
	for _, it := range w.Iterations {
		if it.Number == number {
			return moment(it.At)
		}
	}
	return ""
}

func beliefText(w *stats.Watched) string {
	if w.Stale == nil {
		return ""
	}
	return fmt.Sprintf("By the rates of change learnt from all checks, %s of the pages are expected to have changed "+
		"since they were last checked: about %s of %s.", wording.Percent(*w.Stale),
		wording.Grouped(int(math.Round(*w.Stale*float64(w.Pages)))), wording.Grouped(w.Pages))
}

func agesText(w *stats.Watched) string {
	half, sum := 0, 0
	for _, a := range w.Ages {
		if sum += a[1]; 2*sum >= w.Pages {
			half = a[0]
			break
		}
	}
	who, when, oldest := "Half of the pages", "in the last iteration", w.Ages[len(w.Ages)-1]
	if oldest[0] == half {
		who = "All pages"
	}
	if half > 0 {
		when = "within the last " + iterations(half+1)
	}
	text := who + " were looked at " + when
	if oldest[0] > half {
		text += fmt.Sprintf("; the longest wait is %s, of %s", iterations(oldest[0]), pages(oldest[1]))
	}
	if w.NeverChecked == 0 {
		return text + ". Every page has been checked since it was first fetched."
	}
	return text + fmt.Sprintf(". %s (%s) %s first fetched.", pages(w.NeverChecked),
		wording.Percent(of(w.NeverChecked, w.Pages)),
		wording.Form(w.NeverChecked, "has not been checked since it was", "have not been checked since they were"))
}

var reasons = map[site.CheckReason]string{
	site.CheckGone:    "was gone at the last check: is it still?",
	site.CheckWorth:   "the check is worth most, for the time it takes",
	site.CheckScent:   "its scent is strongest",
	site.CheckWaiting: "it has gone unchecked for the longest time",
}

func (w *watching) nextChecks() []block {
	b := w.Belief
	if b == nil {
		return nil
	}
	if len(b.Next) == 0 {
		return paragraphs(fmt.Sprintf("The policy “%s” would check no page.", clean(b.Policy)))
	}
	rows := newTable("The pages of the next iteration, in order", "page", "why", "#last check, iterations ago",
		"#chance of a change")
	for _, n := range first(&rows, b.Next, watchedShown, "All are in next_checks.csv.") {
		chance := ""
		if n.Page >= 0 && n.Page < len(b.Chance) {
			chance = wording.Percent(b.Chance[n.Page])
		}
		why, known := reasons[n.Why]
		if !known {
			why = clean(string(n.Why))
		}
		rows.add(page(w.graph, n.Page+1), why, wording.Number(n.Age), chance)
	}
	text := fmt.Sprintf("The next iteration would check %s, chosen by the policy “%s”.", pages(len(b.Next)),
		clean(b.Policy))
	return append(paragraphs(text), rows.withoutEmptyColumns().blocks()...)
}
