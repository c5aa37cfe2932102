package report

import (
	"fmt"
	"io"
	"iter"
	"time"

	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// Comparison is the input of a report on two crawls of a site, A earlier and B later.
type Comparison struct {
	Summary compare.Summary // the counts
	// Pages and Arcs are the changes, as a [compare.Difference] yields them. Each sequence is read once. The report
	// shows the first [Changes] of each kind, and the [Shifts] greatest shifts. nil leaves lists out.
	Pages iter.Seq[compare.PageChange]
	Arcs  iter.Seq[compare.ArcChange]
	// Effects are the effects of the changes, nil if unknown. With them, the report shows new problems from Problems.
	Effects  *compare.Effects
	Problems iter.Seq2[compare.ProblemChange, error]
	Files    []string // the names of the files next to the report
	Version  string   // the program's
}

// The lists of a comparison have these limits.
const (
	Changes = 50 // pages or arcs shown of each kind of change
	Shifts  = 20 // pages in each list of greatest shifts
)

// WriteComparison writes the report as one HTML file, in memory that does not grow with the changes. The error is w's.
func WriteComparison(w io.Writer, in Comparison) error {
	rep := &comparisonReport{in: in, Summary: in.Summary}
	rep.read()
	rep.head()
	rep.warnings()
	rep.cards()
	if err := rep.effects(); err != nil {
		return err
	}
	rep.overlap()
	rep.levels()
	rep.shifts()
	rep.pages()
	rep.arcs()
	rep.problems()
	rep.method()
	return rep.write(w)
}

type comparisonReport struct {
	document
	in Comparison
	compare.Summary
	firstPages map[compare.Change][]compare.PageChange // the first ones of each kind
	firstArcs  map[compare.Change][]compare.ArcChange
	greatest   []greatest
}

// read goes over all changes once and keeps those to show.
func (rep *comparisonReport) read() {
	rep.firstPages, rep.firstArcs = map[compare.Change][]compare.PageChange{}, map[compare.Change][]compare.ArcChange{}
	rep.greatest = lists(rep.Summary.Shifts)
	if rep.in.Pages != nil {
		for p := range rep.in.Pages {
			if first := rep.firstPages[p.Change]; len(first) < Changes {
				rep.firstPages[p.Change] = append(first, p)
			}
			for i := range rep.greatest {
				rep.greatest[i].take(p)
			}
		}
	}
	if rep.in.Arcs == nil {
		return
	}
	for a := range rep.in.Arcs {
		if first := rep.firstArcs[a.Change]; len(first) < Changes {
			rep.firstArcs[a.Change] = append(first, a)
		}
	}
}

func (rep *comparisonReport) head() {
	rep.Title, rep.Heading, rep.Version = host(rep.B.Site), "Changes between two crawls of a website", rep.in.Version
	rep.Address = originCell(rep.B.Site)
	complete := "Both crawls are complete"
	crawls := []struct {
		name string
		at   time.Time
	}{{"First crawl", rep.A.Finished}, {"Second crawl", rep.B.Finished}}
	if rep.in.Effects != nil {
		crawls, complete = crawls[:1], "The crawl is complete"
		crawls[0].name = "Crawl"
	}
	for _, crawl := range crawls {
		if when := period(crawl.at, time.Time{}); when != "" {
			rep.Facts = append(rep.Facts, crawl.name+": "+when)
		}
	}
	if rep.A.Complete && rep.B.Complete {
		rep.Facts = append(rep.Facts, complete)
	}
}

// sides name the two sides of the comparison: two crawls, or a crawl and a forecast.
func (rep *comparisonReport) sides() (first, second string) {
	if rep.in.Effects != nil {
		return "the crawl", "the forecast"
	}
	return "the first crawl", "the second crawl"
}

func (rep *comparisonReport) warnings() {
	var faults, lines []string
	first, second := rep.sides()
	switch a, b := rep.A.Complete, rep.B.Complete; {
	case !a && !b && rep.in.Effects == nil:
		faults = append(faults, "both crawls are incomplete")
	case !a:
		faults = append(faults, first+" is incomplete")
	case !b:
		faults = append(faults, second+" is incomplete")
	}
	if !rep.ContentCompared {
		faults = append(faults, "contents could not be compared")
	}
	for _, n := range rep.Notes[:min(len(rep.Notes), rowsShown)] {
		lines = append(lines, wording.Capital(wording.Middle(wording.Line(n), 2*longestText))+".")
	}
	switch {
	case len(faults) > 0:
		rep.warn(true, wording.Capital(wording.List(faults)), lines...)
	case len(lines) > 0:
		rep.warn(false, "Notes", lines...)
	}
	if rep.A.Pages == 0 && rep.B.Pages == 0 {
		rep.warn(true, "Neither crawl has pages", "There is nothing to compare.")
	}
}

func (rep *comparisonReport) cards() {
	add := func(name string, was, now int) {
		remark := "as before"
		if was != now {
			remark = fmt.Sprintf("%s; %s before", wording.Change(now-was), wording.Grouped(was))
		}
		rep.Cards = append(rep.Cards, card{name, wording.Grouped(now), remark})
	}
	add("Pages", rep.A.Pages, rep.B.Pages)
	add("Arcs", rep.A.Arcs, rep.B.Arcs)
	add("Links", rep.A.Links, rep.B.Links)
	add("Depth", rep.A.Depth, rep.B.Depth)
	rep.Cards = append(rep.Cards, card{"Pages in both", wording.Percent(rep.Pages.Overlap), "of those in either"},
		card{"Arcs in both", wording.Percent(rep.Arcs.Overlap), "of those in either"})
}

func (rep *comparisonReport) problems() {
	rows := newTable("Problems by kind", "kind", "severity", "#new", "#fixed", "#partly fixed", "#worse",
		"#still there", "#places fixed", "#new places")
	for _, p := range rep.Summary.Problems {
		fixed, added := p.Places.Text()
		rows.add(kindName(p.Kind), clean(p.Severity), p.New, p.Fixed, p.Partly, p.Worse, p.Still, fixed, added)
	}
	blocks := rows.withoutEmptyColumns().blocks()
	if len(blocks) > 0 {
		blocks = append(blocks, paragraphs("problem_changes.csv lists each of them.")...)
	}
	rep.add("problems", "Problems", blocks)
}

func (rep *comparisonReport) method() {
	first, second := rep.sides()
	sides := about{"First": first, "Second": second}
	rep.add("method", "How this report was made", paragraphs(say("same page", sides), say("first change", nil),
		say("whole difference", sides)), filesFold(rep.in.Files))
}
