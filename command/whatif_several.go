package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// several has forecasts to compare with each other. The first is the unchanged site.
type several struct {
	pages []string // the user wants their PageRank
	names []string
	rows  [][]float64
	name  string // name of the site's files
}

type yardstick struct {
	name   string
	better int // -1 if less is better, 1 if more is better, else 0
}

func (s *several) yardsticks() []yardstick {
	all := []yardstick{{"pages", 0}, {"unreachable", -1}, {"removed", -1}, {"mean depth", -1}, {"greatest depth", -1},
		{"broken links", -1}, {"redirect chains", -1}, {"links from elsewhere that break", -1}}
	for _, p := range s.pages {
		all = append(all, yardstick{"PageRank of " + site.Printable(p), 1})
	}
	return all
}

func (s *several) add(c results.Forecast, o forecasted) error {
	sum := o.difference.Summary()
	if len(s.names) == 0 {
		s.name = c.Then.Name
		row := numbersOf(c.Now.Crawl, 0, 0, sum, inA, 0)
		for _, p := range s.pages {
			i := pageAt(c.Now.Crawl, c, p, false)
			if i < 0 {
				return run.Usage("--page %s: the site has no such page", site.Printable(p))
			}
			row = append(row, o.effects.RankA[i])
		}
		s.names, s.rows = append(s.names, "as it is"), append(s.rows, row)
	}
	breaks := o.effects.CountBacklinks()[compare.Breaks]
	row := numbersOf(c.Then.Crawl, len(o.effects.Losses), sum.Pages.Removed, sum, inB, breaks)
	for _, p := range s.pages {
		rank := 0.0
		if i := pageAt(c.Then.Crawl, c, p, true); i >= 0 {
			rank = o.effects.RankB[i]
		}
		row = append(row, rank)
	}
	s.names, s.rows = append(s.names, c.Plan.Name), append(s.rows, row)
	return nil
}

// numbersOf returns a crawl's figures for the yardsticks. in counts the crawl's problems of a kind.
func numbersOf(c *site.Crawl, lost, removed int, s compare.Summary, in func(compare.ProblemCount) int,
	breaks int) []float64 {
	sum, deepest := 0, 0
	for i := range c.Graph.Pages {
		sum += c.Graph.Pages[i].Level
		deepest = max(deepest, c.Graph.Pages[i].Level)
	}
	mean := 0.0
	if n := len(c.Graph.Pages); n > 0 {
		mean = wording.Significant(float64(sum)/float64(n), 6)
	}
	broken, chains := 0, 0 // URLs that links do not reach, or only by several redirects
	for _, p := range s.Problems {
		switch p.Kind {
		case "broken-link", "redirect-lost", "redirect-bad":
			broken += in(p)
		case "redirect-chain":
			chains += in(p)
		}
	}
	return []float64{float64(len(c.Graph.Pages)), float64(lost), float64(removed), mean, float64(deepest),
		float64(broken), float64(chains), float64(breaks)}
}

// inA and inB count the problems of a kind in the first and second crawl.
func inA(p compare.ProblemCount) int { return p.Fixed + p.Partly + p.Worse + p.Still }
func inB(p compare.ProblemCount) int { return p.New + p.Partly + p.Worse + p.Still }

// pageAt finds a page in a crawl by its present URL. It returns -1 if the crawl does not have it.
func pageAt(crawl *site.Crawl, c results.Forecast, page string, then bool) int {
	if strings.HasPrefix(page, "/") {
		page = c.Now.Site + page
	}
	key := c.Plan.KeyOf(page)
	if to, moved := c.Plan.Moved(key); moved && then {
		key = to
	}
	return slices.IndexFunc(crawl.Graph.Pages, func(p site.Page) bool { return p.Key == key })
}

// compareSeveral writes a table of forecasts, and shows it unless verdicts were shown.
func compareSeveral(a *app, s *several) error {
	if !a.show.gate.asked() {
		showSeveral(a.show.people, s)
	}
	dir, err := export.NewDir(filepath.Join(a.config.Path(whatIfFolder), "compared", s.name), s.name)
	if err != nil {
		return err
	}
	names := []string{"changes"}
	for _, y := range s.yardsticks() {
		names = append(names, strings.ReplaceAll(y.name, " ", "_"))
	}
	if err := export.Numbers("what-if.csv", names, s.names, s.rows).Write(context.Background(), dir); err != nil {
		return err
	}
	a.show.list(dir)
	return nil
}

// showSeveral shows a table of forecasts and the best one by each yardstick.
func showSeveral(w io.Writer, s *several) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\n\t")
	for _, name := range s.names {
		fmt.Fprint(t, site.Printable(nameOfChanges(name)), "\t")
	}
	fmt.Fprintln(t)
	for k, y := range s.yardsticks() {
		fmt.Fprint(t, y.name, "\t")
		for _, row := range s.rows {
			fmt.Fprint(t, strconv.FormatFloat(wording.Significant(row[k], 4), 'f', -1, 64), "\t")
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	fmt.Fprintln(w)
	for k, y := range s.yardsticks() {
		if best := s.best(k, y); best != "" {
			fmt.Fprintf(w, "Best by %s: %s\n", y.name, site.Printable(best))
		}
	}
}

// best names the best files of changes by a yardstick. It returns "" if all are equal or neither direction is better.
func (s *several) best(k int, y yardstick) string {
	if y.better == 0 {
		return ""
	}
	var names []string
	best := s.rows[1][k]
	for i, row := range s.rows[1:] {
		if float64(y.better)*(row[k]-best) > 0 {
			best, names = row[k], nil
		}
		if row[k] == best {
			names = append(names, nameOfChanges(s.names[i+1]))
		}
	}
	if len(names) == len(s.rows)-1 {
		return ""
	}
	return strings.Join(names, ", ")
}
