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

// A group needs fewChecks to show its share of changes, and fewChanges to show its mean time between changes.
const fewChecks, fewChanges = 10, 3

func changeRates(w *stats.Watched) []block {
	if w == nil {
		return nil
	}
	if w.Made == 0 {
		return paragraphs("No page of the graph has been checked since it was first fetched.")
	}
	often := ""
	if w.Days > 0 && w.Made >= fewChecks && w.Changes >= fewChanges {
		often = span(w.Days)
	}
	text := say("changes", about{"Made": w.Made, "Changes": w.Changes, "Share": w.Share, "Interval": interval(w.Checks),
		"Span": often})
	return slices.Concat(paragraphs(text, say("checks", nil)), folderRates(w.Folders), templateRates(w.Templates))
}

type rated struct {
	name string
	stats.Checks
}

func folderRates(folders []stats.FolderChecks) []block {
	all := site.Each(folders, func(f stats.FolderChecks) rated { return rated{f.Path, f.Checks} })
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
	all := site.Each(templates, func(t stats.TemplateChecks) rated { return rated{t.Template, t.Checks} })
	if len(all) < 2 {
		return nil
	}
	return folded("The same by URL pattern", rateTable("URL patterns, those that surely change most first",
		"pattern", all))
}

// rateTable lists groups by the lower bound of their share of changes, those with few checks last.
func rateTable(caption, name string, all []rated) table {
	enough := func(r rated) int { return min(r.Made, fewChecks) / fewChecks }
	site.Sort(all, func(a, b rated) int {
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

// percentOf writes a share, "" if unknown.
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

// span writes a time in a suitable unit, with two digits.
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
		rows.add(moment(t.At(int32(w.Iterations-a[0]))), a[0], a[1], share(of(a[1], w.Pages)))
	}
	belief := ""
	if w.Stale != nil {
		belief = say("belief", about{"Stale": *w.Stale, "About": int(math.Round(*w.Stale * float64(w.Pages))),
			"Pages": w.Pages})
	}
	return slices.Concat(paragraphs(belief),
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

func agesText(w *stats.Watched) string {
	half, sum := 0, 0
	for _, a := range w.Ages {
		if sum += a[1]; 2*sum >= w.Pages {
			half = a[0]
			break
		}
	}
	oldest := w.Ages[len(w.Ages)-1]
	return say("ages", about{"Half": half, "Oldest": oldest[0], "Iterations": iterations(half + 1),
		"Wait": iterations(oldest[0]), "Waiting": oldest[1], "Never": w.NeverChecked, "Pages": w.Pages})
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
		why := cmp.Or(meaning("reason", n.Why), clean(string(n.Why)))
		rows.add(page(w.graph, n.Page+1), why, wording.Number(n.Age), chance)
	}
	text := fmt.Sprintf("The next iteration would check %s, chosen by the policy “%s”.", pages(len(b.Next)),
		clean(b.Policy))
	return append(paragraphs(text), rows.withoutEmptyColumns().blocks()...)
}
