package report

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/wording"
)

// table is a table; its first column names the rows.
type table struct {
	ID      string
	Caption string
	Columns []column
	Rows    [][]text
	// Note stands below, for instance how many rows were left out.
	Note string
}

// Shape is the class of a table: broad ones are set small on paper, slim ones,
// of numbers alone, are no wider than they need be.
func (t table) Shape() string {
	switch text := func(c column) bool { return !c.Number }; {
	case len(t.Columns) > 8:
		return "broad"
	case !slices.ContainsFunc(t.Columns, text):
		return "slim"
	}
	return ""
}

// column is a column's heading; numbers stand at the right.
type column struct {
	Name   string
	Number bool
}

// text is the content of a cell: a text, which may be a link, and a smaller one below it, which may be one too.
type text struct {
	Text, Link string
	Below      string
	BelowLink  string
}

// share is a number to be written as a percentage.
type share float64

// cells makes a row of texts, counts, measures, shares and ready cells.
func cells(values ...any) []text {
	row := make([]text, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case text:
			row[i] = v
		case int:
			row[i].Text = wording.Grouped(v)
		case float64:
			row[i].Text = wording.Number(v)
		case share:
			row[i].Text = wording.Percent(float64(v))
		default:
			row[i].Text = fmt.Sprint(v)
		}
	}
	return row
}

// columns makes headings; a name that begins with # is that of numbers.
func columns(names ...string) []column {
	all := make([]column, len(names))
	for i, n := range names {
		all[i].Name, all[i].Number = strings.CutPrefix(n, "#")
	}
	return all
}

// Where to find the rows that a table leaves out.
const (
	inJSON     = "All are in stats.json."
	inManifest = "All are in manifest.json."
)

// withoutEmptyColumns drops the columns that no row has a text in.
func (t table) withoutEmptyColumns() table {
	for i := len(t.Columns) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(row []text) bool { return row[i] != text{} }) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for k, row := range t.Rows {
			t.Rows[k] = slices.Delete(row, i, i+1)
		}
	}
	return t
}

// filled returns a table with a row for each of the first members of a list.
// If there are more, its note says so, and where all are.
func filled[T any](t table, list []T, most int, where string, row func(i int, member T) []text) table {
	for i, member := range list[:min(len(list), most)] {
		t.Rows = append(t.Rows, row(i, member))
	}
	if len(list) > most {
		t.Note = firstRows(most, len(list), where)
	}
	return t
}

// firstRows says how many rows are shown, and where the others are.
func firstRows(shown, all int, where string) string {
	return fmt.Sprintf("The first %s of %s rows. %s", wording.Grouped(shown), wording.Grouped(all), where)
}
