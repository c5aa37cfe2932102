package stats

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sitegraph/site"
	"sitegraph/wording"
)

// WriteTable writes the summary for a terminal: UTF-8, at most 80 characters a line. The error is w's.
func WriteTable(w io.Writer, s Summary) error {
	b := bufio.NewWriter(w) // keeps the first error for Flush
	writeSizes(b, s)
	writeShape(b, s)
	writeDegrees(b, s)
	writeLevels(b, s)
	writeTop(b, "Highest PageRank", s.PageRank.Top, "%.4g")
	writeTop(b, "Highest in-degree", s.InDegree.Top, "%.0f")
	writeReach(b, s.Reach)
	writeCommunities(b, s.Communities)
	writeProblems(b, s.Problems)
	writeStates(b, s.States)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the table of %s: %w", s.Site, err)
	}
	return nil
}

func writeSizes(w io.Writer, s Summary) {
	fmt.Fprintln(w, shorten("Web graph of "+site.Show(s.Site), columnsWide))
	switch {
	case s.Complete:
	case s.Ended == "":
		fmt.Fprintln(w, "Incomplete: the crawl is running, or was interrupted.")
	default:
		fmt.Fprintln(w, shorten("Incomplete: the crawl ended early ("+s.Ended+").", columnsWide))
	}
	if s.Pages == 0 {
		fmt.Fprintln(w, "No pages were found.")
	}
	fmt.Fprintln(w)
	row(w, "Pages", wording.Grouped(s.Pages), "")
	row(w, "Links", wording.Grouped(s.Links), "between these pages")
	row(w, "Arcs", wording.Grouped(s.Arcs), "unique pairs, self-loops: "+wording.Grouped(s.SelfLoops))
	if c := s.Content; c != nil {
		row(w, "Arcs from content", wording.Grouped(c.Arcs), wording.Percent(c.ArcShare)+" of the arcs, not from menus")
	}
	row(w, "Density", short(s.Density), "of the possible arcs")
	row(w, "Reciprocity", wording.Percent(s.Reciprocity), "of the arcs are returned")
	row(w, "External links", wording.Grouped(s.ExternalLinks.Total), short(s.ExternalLinks.Mean)+" per page")
	if l := s.Linked; l != nil {
		bad := 0
		for _, k := range l.Kinds {
			bad += k.Bad()
		}
		row(w, "Linked URLs checked", wording.Grouped(l.Checked), fmt.Sprintf("of %s, broken: %s",
			wording.Grouped(l.URLs), wording.Grouped(bad)))
	}
	s.row(w, "sinks", "Sinks", wording.Grouped(s.Sinks), "pages with no arc to another page")
	s.row(w, "scc", "Strong components", wording.Grouped(s.Components.Count), largest(s.Components))
	if c := s.Watched; c != nil {
		row(w, "Iterations", wording.Grouped(c.Iterations), fmt.Sprintf("a change was found in %s of %s",
			wording.Percent(c.Share), wording.Count(c.Made, "check", "checks")))
	}
}

func largest(c StrongComponent) string {
	if c.Count == 0 {
		return ""
	}
	home := map[bool]string{true: "with", false: "without"}[c.HomeInLargest]
	return fmt.Sprintf("largest %s, %s start page", wording.Percent(c.LargestShare), home)
}

func writeDegrees(w io.Writer, s Summary) {
	fmt.Fprintf(w, "\n%-10s %16s %16s %16s\n", "Degree", "mean", "median", "max")
	for _, d := range []struct {
		name string
		Degrees
	}{{"in", s.InDegree}, {"out", s.OutDegree}} {
		fmt.Fprintf(w, "%-10s %16.2f %16.1f %16s\n", d.name, d.Mean, d.Median, wording.Grouped(d.Max))
	}
}

func writeLevels(w io.Writer, s Summary) {
	if len(s.Levels) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%9s %15s %8s %8s\n", "Level", "pages", "share", "up to")
	rows, rest := s.Levels, 0
	if len(rows) > levelRows {
		for _, l := range rows[levelRows-1:] {
			rest += l.Pages
		}
		rows = rows[:levelRows-1]
	}
	most := rest
	for _, l := range rows {
		most = max(most, l.Pages)
	}
	for _, l := range rows {
		writeLevel(w, strconv.Itoa(l.Level), l.Pages, s.Pages, most, l.CumulativeShare)
	}
	if rest > 0 {
		writeLevel(w, strconv.Itoa(s.Levels[len(rows)].Level)+"+", rest, s.Pages, most, 1)
	}
}

func writeLevel(w io.Writer, name string, pages, all, most int, cumulative float64) {
	fmt.Fprintf(w, "%9s %15s %8s %8s  %s\n", name, wording.Grouped(pages),
		wording.Percent(share(pages, all)), wording.Percent(cumulative), bar(pages, most, 35))
}

func writeTop(w io.Writer, title string, top []TopPage, format string) {
	if len(top) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for i, p := range top {
		line := fmt.Sprintf("%3d  %10s  ", i+1, fmt.Sprintf(format, p.Value))
		fmt.Fprintln(w, line+shorten(p.URL, columnsWide-len(line)))
	}
}

// writeStates lists the states by falling count, equal counts by name.
func writeStates(w io.Writer, states map[site.State]int) {
	if len(states) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(states), func(a, b site.State) int {
		return cmp.Or(cmp.Compare(states[b], states[a]), cmp.Compare(a, b))
	})
	fmt.Fprintf(w, "\nURLs by state\n")
	for _, name := range names {
		row(w, shorten(string(name), 18), wording.Grouped(states[name]), "")
	}
}

func writeShape(w io.Writer, s Summary) {
	if s.Pages == 0 {
		return
	}
	fmt.Fprintln(w)
	s.row(w, "distances", "Mean distance", short(s.Distances.Mean),
		fmt.Sprintf("90%% within %d, diameter %d", s.Distances.Effective, s.Distances.Diameter))
	s.row(w, "return", "Return to start", wording.Percent(s.Return.Share), lossOf(s.Return))
	other := s.BowTie.Tubes + s.BowTie.Tendrils + s.BowTie.Disconnected
	s.row(w, "bow_tie", "Bow-tie core", wording.Percent(share(s.BowTie.Core, s.Pages)),
		fmt.Sprintf("in %s, out %s, other %s",
			wording.Grouped(s.BowTie.In), wording.Grouped(s.BowTie.Out), wording.Grouped(other)))
	s.row(w, "dominators", "Dominators", wording.Grouped(s.Dominators.Pages), "pages that cut off others if lost")
	row(w, "Highest k-core", wording.Grouped(s.Cores.Max), "pages in it: "+wording.Grouped(s.Cores.InMax))
	row(w, "Clustering", short(s.Clustering.Mean), "mean over the pages")
	row(w, "In-degree Gini", short(s.InDegree.Gini), "power law: "+s.InDegree.PowerLaw.text())
	row(w, "Communities", wording.Grouped(s.Communities.Count), "modularity "+short(s.Communities.Modularity))
	writeSampled(w, s)
}

func writeSampled(w io.Writer, s Summary) {
	text := ""
	for _, m := range []struct {
		what string
		Method
	}{{"distances", s.Distances.Method}, {"betweenness", s.Betweenness.Method}} {
		if m.Samples > 0 {
			text += ", " + m.what + " from " + wording.Grouped(m.Samples)
		}
	}
	if text != "" {
		fmt.Fprintln(w, shorten("Estimated from samples of the pages: "+text[2:], columnsWide))
	}
}

func lossOf(r Return) string {
	if r.LostAt < 0 {
		return ""
	}
	return "most pages cannot from level " + strconv.Itoa(r.LostAt) + " on"
}

func (p PowerLaw) text() string {
	if p.Verdict != "plausible" {
		return p.Verdict
	}
	return fmt.Sprintf("exponent %.2f from %d on", p.Alpha, p.XMin)
}

func writeReach(w io.Writer, r *Reach) {
	switch {
	case r == nil:
		return
	case r.Unknown != "":
		fmt.Fprintf(w, "\n%s\n", shorten("What robots reach is unknown: "+r.Unknown, columnsWide))
		return
	}
	fmt.Fprintf(w, "\n%-18s %9s %11s  %s\n", "Robot", "reached", "not reached", "most in or behind")
	for _, robot := range r.Robots {
		line := fmt.Sprintf("%-18s %9s %11s  ", shorten(robot.Robot, 18), wording.Grouped(robot.Reached),
			wording.Grouped(robot.NotReached))
		if len(robot.Rules) > 0 {
			most := robot.Rules[0]
			line += shorten(fmt.Sprintf("%s (%s)", most.path(), wording.Grouped(most.Pages)), 36)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

func writeCommunities(w io.Writer, c Communities) {
	if len(c.List) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-30s %9s %9s %9s  %s\n", "Community", "pages", "inside", "out", "folder")
	for i, m := range c.List {
		if i == tableRows {
			fmt.Fprintf(w, "… and %s more\n", wording.Grouped(c.Count-tableRows))
			break
		}
		fmt.Fprintf(w, "%-30s %9s %9s %9s  %s\n", shorten(m.label(), 30), wording.Grouped(m.Pages),
			wording.Grouped(m.Inside), wording.Grouped(m.Out), shorten(m.Prefix, 18))
	}
}

// label names a community by its words, or else by its first page.
func (c Community) label() string {
	if len(c.Words) == 0 {
		return "page " + strconv.Itoa(c.First) + " and others"
	}
	return strings.Join(c.Words, ", ")
}

func writeProblems(w io.Writer, problems []Problem) {
	if len(problems) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-30s %9s\n", "Problem", "count")
	for _, p := range problems {
		fmt.Fprintf(w, "%-8s %-21s %9s\n", p.Severity, p.Kind, wording.Grouped(p.Count))
	}
}

const (
	columnsWide = 80 // the usual width of a terminal
	levelRows   = 24 // how many levels are listed one by one
	tableRows   = 8  // how many communities are listed
)

// row writes a name, a value and a remark, or that the figure is unknown. The column of values holds any int.
func (s *Summary) row(w io.Writer, figure, name, value, remark string) {
	if s.UnknownBecause(figure) != "" {
		value, remark = "unknown", "the crawl is incomplete"
	}
	row(w, name, value, remark)
}

func row(w io.Writer, name, value, remark string) {
	line := fmt.Sprintf("%-18s %19s", name, value)
	if remark != "" {
		line += "  " + shorten(remark, columnsWide-len(line)-2)
	}
	fmt.Fprintln(w, line)
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// shorten cuts the middle out of text longer than width, at least 1: the ends of a URL matter most. What does
// not print becomes "?", so that pages send no control sequences.
func shorten(text string, width int) string {
	return wording.Middle(strings.Map(printable, text), width)
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}

// bar draws part of whole in eighths of at most width characters; more than nothing shows.
func bar(part, whole, width int) string {
	if part <= 0 || whole <= 0 {
		return ""
	}
	eighths := max(1, int(float64(part)/float64(whole)*float64(8*width)))
	b := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		b += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return b
}
