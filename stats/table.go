package stats

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"sitegraph/site"
	"sitegraph/wording"
)

//go:embed table.tmpl
var tableText string

// WriteTable writes the summary for a terminal in UTF-8, at most 80 characters a line. It returns w's error.
func WriteTable(w io.Writer, s Summary) error {
	b := bufio.NewWriter(w)
	table := template.Must(template.New("").Funcs(template.FuncMap{
		"show": site.Show, "grouped": wording.Grouped, "percent": wording.Percent, "count": wording.Count[int],
		"fit": shorten, "row": s.row, "short": short, "share": share, "largest": largest, "levels": levelRows,
		"top": topRow, "sampled": sampled, "path": ClosingRule.path, "label": Community.label, "states": byCount,
		"minus": func(a, b int) int { return a - b },
		"other": func(b BowTie) int { return b.Tubes + b.Tendrils + b.Disconnected },
		"trim":  func(line string) string { return strings.TrimRight(line, " ") },
		"bad":   func(l *Linked) int { return site.Sum(l.Kinds, LinkedKind.Bad) },
	}).Parse(tableText))
	if err := cmp.Or(table.Execute(b, s), b.Flush()); err != nil {
		return fmt.Errorf("write the table of %s: %w", s.Site, err)
	}
	return nil
}

// row formats a name, a value and a remark, or says that the figure is unknown. The value column fits any int.
func (s *Summary) row(figure, name, value, remark string) string {
	if s.UnknownBecause(figure) != "" {
		value, remark = "unknown", "the crawl is incomplete"
	}
	line := fmt.Sprintf("%-18s %19s", name, value)
	if remark != "" {
		line += "  " + shorten(remark, columnsWide-len(line)-2)
	}
	return line
}

func topRow(i int, value, url string) string {
	line := fmt.Sprintf("%3d  %10s  ", i+1, value)
	return line + shorten(url, columnsWide-len(line))
}

func largest(c StrongComponent) string {
	if c.Count == 0 {
		return ""
	}
	home := map[bool]string{true: "with", false: "without"}[c.HomeInLargest]
	return fmt.Sprintf("largest %s, %s start page", wording.Percent(c.LargestShare), home)
}

// levelRow describes one level, or all levels from one on.
type levelRow struct {
	Name, Bar string
	Pages     int
	UpTo      float64
}

func levelRows(s Summary) (rows []levelRow) {
	most := 0
	for i, l := range s.Levels {
		if i < levelsShown {
			rows = append(rows, levelRow{Name: strconv.Itoa(l.Level), Pages: l.Pages, UpTo: l.CumulativeShare})
			continue
		}
		last := &rows[levelsShown-1]
		last.Name, last.Pages, last.UpTo = strings.TrimSuffix(last.Name, "+")+"+", last.Pages+l.Pages, 1
	}
	for _, r := range rows {
		most = max(most, r.Pages)
	}
	for i := range rows {
		rows[i].Bar = bar(rows[i].Pages, most, 35)
	}
	return rows
}

func sampled(s Summary) string {
	var parts []string
	for _, m := range []struct {
		what string
		Method
	}{{"distances", s.Distances.Method}, {"betweenness", s.Betweenness.Method}} {
		if m.Samples > 0 {
			parts = append(parts, m.what+" from "+wording.Grouped(m.Samples))
		}
	}
	return strings.Join(parts, ", ")
}

func byCount(states map[site.State]int) []site.State {
	return slices.SortedFunc(maps.Keys(states), func(a, b site.State) int {
		return cmp.Or(cmp.Compare(states[b], states[a]), cmp.Compare(a, b))
	})
}

func (c Community) label() string {
	if len(c.Words) == 0 {
		return "page " + strconv.Itoa(c.First) + " and others"
	}
	return strings.Join(c.Words, ", ")
}

const (
	columnsWide = 80 // the usual width of a terminal
	levelsShown = 24 // number of levels listed; the last includes all deeper ones
)

func short(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// shorten cuts the middle out of text longer than width, at least 1, because the ends of a URL matter most. It
// replaces unprintable characters by "?", so that pages cannot send control sequences.
func shorten(text string, width int) string {
	return wording.Middle(strings.Map(printable, text), width)
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}

// bar draws part/whole in eighths of a character, at most width characters long. A positive part always shows.
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
