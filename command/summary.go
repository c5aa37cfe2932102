package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

func (a *app) summarise(out run.Outcome) int {
	var pages, stopped, failed int
	for _, res := range out.Results {
		switch {
		case res.Err != nil:
			failed++
			a.progress.Failed(res.Err)
			continue
		case res.Crawl == nil:
			if !anyEnded(out, site.EndedBudget) {
				stopped++
			}
			continue
		case !res.Crawl.Complete && !res.Crawl.Ended.NeverBegan() && !wanted(res.Crawl):
			stopped++
		case res.Crawl.Unchecked > 0:
			stopped++
		}
		if !res.Crawl.Ended.NeverBegan() { // else an earlier run found the pages
			pages += res.Crawl.Counts.Pages
		}
	}
	code := exitDone
	switch {
	case failed > 0:
		code = exitFailure
	case stopped > 0:
		code = exitStopped
	case pages == 0:
		code = exitNothing
	}
	a.showResults(out, code)
	return code
}

// wanted reports whether an incomplete crawl has all pages that the user asked for.
func wanted(c *site.Crawl) bool { return c.Ended == site.EndedBudget || c.Ended == site.EndedMaxPages }

func anyEnded(out run.Outcome, like site.Ending) bool {
	return slices.ContainsFunc(out.Results, func(res run.Result) bool {
		return res.Crawl != nil && res.Crawl.Ended == like
	})
}

// showResults shows table, remarks, problems and the file to open. If nothing was fetched, even --quiet shows why.
func (a *app) showResults(out run.Outcome, code int) {
	width, _ := sizeOf(a.out)
	showTable(a.show.people, out.Results, coloured(a.flags.color, a.env, a.out), width)
	remark := a.progress.Notice
	if code == exitNothing {
		remark = a.progress.Error
	}
	for _, res := range out.Results {
		if res.Err == nil && res.Crawl != nil {
			a.remarks(res, remark)
		}
	}
	a.remarkEnd(anyEnded(out, site.EndedBudget), !a.watching && anyEnded(out, site.EndedMaxPages), code)
	showFiles(a.show.people, out)
	a.show.results(out)
}

func showTable(w io.Writer, results []run.Result, coloured bool, width int) {
	g := grid{dispensable: []int{6, 5, 3, 4, 2, 7},
		rows: [][]string{{"site", "pages", "arcs", "links", "depth", "aliases", "external", "failed", "ended"}}}
	for _, res := range results {
		row := []string{site.Show(res.Site()), "", "", "", "", "", "", "", "not-started"}
		if res.Err != nil {
			row[8] = "error"
		} else if c := res.Crawl; c != nil {
			for i, n := range []int{c.Counts.Pages, c.Counts.Arcs, c.Counts.Links, depth(c.Graph), len(c.Aliases),
				c.Counts.ExternalLinks, failures(c)} {
				row[1+i] = strconv.Itoa(n)
			}
			row[8] = string(c.Ended)
		}
		g.rows = append(g.rows, row)
	}
	for _, line := range g.lines(width) {
		if coloured {
			line = colour(line)
		}
		fmt.Fprintln(w, line)
	}
}

// nameInTable shortens an origin for a table.
func nameInTable(origin string) string { return wording.Middle(site.Show(origin), widestName) }

func depth(g *site.Graph) int {
	if n := len(g.Pages); n > 0 {
		return g.Pages[n-1].Level
	}
	return 0
}

// failures counts the URLs without a usable answer or with a server error.
func failures(c *site.Crawl) int { return c.Counts.States[site.StateFailed] + c.Counts.ServerErrors }

// Colours in the summary (ECMA-48, select graphic rendition).
const (
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	plain  = "\x1b[0m"
)

// coloured reports whether to colour the summary. Any value of NO_COLOR (no-color.org) says no, but the flag wins.
func coloured(choice string, env []string, w io.Writer) bool {
	if choice != "auto" {
		return choice == "always"
	}
	refused := slices.ContainsFunc(env, func(v string) bool {
		value, found := strings.CutPrefix(v, "NO_COLOR=")
		return found && value != "" || v == "TERM=dumb"
	})
	return !refused && isTerminal(w)
}

// colour colours a line's last word, the ending, green if done, red if nothing came, yellow if stopped early.
func colour(line string) string {
	i := strings.LastIndexByte(line, ' ') + 1
	shade := yellow
	switch line[i:] {
	case "ended":
		return line
	case string(site.EndedWorkDone):
		shade = green
	case "error", string(site.EndedRobotsUnavailable), string(site.EndedUnreachable), string(site.EndedRefused),
		string(site.EndedRobotsForbid), string(site.EndedNoPages):
		shade = red
	}
	return line[:i] + shade + line[i:] + plain
}

// grid is a table on a terminal. It leaves out columns that do not fit, and shortens only the site's name.
type grid struct {
	rows        [][]string
	dispensable []int // columns to leave out, in this order
}

// The width of the first column. A host may have 253 characters.
const (
	widestName    = 48
	narrowestName = 14
)

const gap = "  " // separates columns

// lines returns the rows as lines that leave the last column of the terminal free. Width 0 fits everything.
func (g grid) lines(width int) []string {
	wide := g.widths()
	left := slices.Clone(g.dispensable)
	shown := func(column int) bool {
		at := slices.Index(g.dispensable, column)
		return at < 0 || at >= len(g.dispensable)-len(left)
	}
	name := min(wide[0], widestName)
	for width > 0 {
		room := width - 1
		for i := 1; i < len(wide); i++ {
			if shown(i) {
				room -= len(gap) + wide[i]
			}
		}
		if room >= min(name, narrowestName) || len(left) == 0 {
			name = max(min(name, room), 1)
			break
		}
		left = left[1:]
	}
	var lines []string
	for _, row := range g.rows {
		text := wording.MiddleColumns(row[0], name)
		line := text + strings.Repeat(" ", name-wording.Columns(text))
		for i, cell := range row[1:] {
			if shown(i + 1) {
				line += gap + strings.Repeat(" ", wide[i+1]-wording.Columns(cell)) + cell
			}
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func (g grid) widths() []int {
	wide := make([]int, len(g.rows[0]))
	for _, row := range g.rows {
		for i, cell := range row {
			wide[i] = max(wide[i], wording.Columns(cell))
		}
	}
	return wide
}
