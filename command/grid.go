package command

import (
	"slices"
	"strings"

	"sitegraph/wording"
)

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
