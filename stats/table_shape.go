package stats

import (
	"fmt"
	"io"
	"strconv"

	"sitegraph/wording"
)

// tableRows is how many communities and kinds of problems are listed.
const tableRows = 8

func writeShape(w io.Writer, s Summary) {
	if s.Pages == 0 {
		return
	}
	fmt.Fprintln(w)
	row(w, "Mean distance", short(s.Distances.Mean), fmt.Sprintf("90 %% within %d, diameter %d", s.Distances.Effective, s.Distances.Diameter))
	row(w, "Can return home", percent(s.Return.Share), lossOf(s.Return))
	row(w, "Bow-tie core", percent(share(s.BowTie.Core, s.Pages)), fmt.Sprintf("in %s, out %s, other %s", wording.Grouped(s.BowTie.In), wording.Grouped(s.BowTie.Out),
		wording.Grouped(s.BowTie.Tubes+s.BowTie.Tendrils+s.BowTie.Disconnected)))
	row(w, "Cutting pages", wording.Grouped(s.Dominators.Pages), "whose loss cuts others off")
	row(w, "Greatest core", wording.Grouped(s.Cores.Max), "least neighbours within it; pages: "+wording.Grouped(s.Cores.InMax))
	row(w, "Clustering", short(s.Clustering.Mean), "mean over the pages")
	row(w, "In-degree Gini", short(s.InDegree.Gini), "power law: "+s.InDegree.PowerLaw.says())
	row(w, "Communities", wording.Grouped(s.Communities.Count), "modularity "+short(s.Communities.Modularity))
	writeSampled(w, s)
}

// writeSampled names the measures that are estimates.
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
	return "most cannot from level " + strconv.Itoa(r.LostAt) + " on"
}

func (p PowerLaw) says() string {
	if p.Verdict != "plausible" {
		return p.Verdict
	}
	return fmt.Sprintf("exponent %.2f from %d on", p.Alpha, p.XMin)
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
		line := fmt.Sprintf("%-30s %9s %9s %9s  ", shorten(m.label(), 30), wording.Grouped(m.Pages), wording.Grouped(m.Inside), wording.Grouped(m.Out))
		fmt.Fprintln(w, line+shorten(m.Prefix, 18))
	}
}

// label names a community by its words, or else by its first page.
func (c Community) label() string {
	text := ""
	for i, word := range c.Words {
		if i > 0 {
			text += ", "
		}
		text += word
	}
	if text == "" {
		return "page " + strconv.Itoa(c.First) + " and others"
	}
	return text
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
