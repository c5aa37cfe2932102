package lab

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Table is what an experiment measured.
type Table struct {
	// Name is that of its file.
	Name string
	// Long says that the table is only written, not shown.
	Long bool
	// Columns are the names of the columns, Rows have a cell for each.
	Columns []string
	Rows    [][]Cell
}

// Cell is a text, a number, or, as the zero value, empty.
type Cell struct {
	text   string
	number float64
	kind   kind
}

type kind uint8

const (
	empty kind = iota
	text
	number
)

// Text is a cell with a text.
func Text(s string) Cell { return Cell{text: s, kind: text} }

// Int is a cell with a whole number.
func Int(n int) Cell { return Cell{text: strconv.Itoa(n), number: float64(n), kind: number} }

// Fixed is a cell with a number of so many decimals, or with as many as it
// takes if decimals is -1.
func Fixed(x float64, decimals int) Cell { return rounded(x, 'f', decimals) }

// Significant is a cell with a number of so many significant digits.
func Significant(x float64, digits int) Cell { return rounded(x, 'g', digits) }

// Exponent is a cell with a number in scientific notation.
func Exponent(x float64, decimals int) Cell { return rounded(x, 'e', decimals) }

// rounded holds the number as it is shown.
func rounded(x float64, format byte, digits int) Cell {
	s := strconv.FormatFloat(x, format, digits, 64)
	shown, err := strconv.ParseFloat(s, 64)
	if err != nil {
		shown = x
	}
	return Cell{text: s, number: shown, kind: number}
}

// String is the cell as it is shown.
func (c Cell) String() string { return c.text }

// Empty reports whether there is nothing in the cell.
func (c Cell) Empty() bool { return c.kind == empty }

// Number returns the number in the cell as it is shown, if it has one.
func (c Cell) Number() (x float64, ok bool) { return c.number, c.kind == number }

// Column is a column of rows of a kind.
type Column[R any] struct {
	// Name is the column's, Cell makes the cell of a row.
	Name string
	Cell func(R) Cell
}

// NewTable returns a table with a row for each of rows.
func NewTable[R any](name string, columns []Column[R], rows []R) Table {
	t := Table{Name: name}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Name)
	}
	for _, r := range rows {
		var cells []Cell
		for _, c := range columns {
			cells = append(cells, c.Cell(r))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// maxPrinted is the number of rows of a table that are printed.
const maxPrinted = 200

// Print writes the table for a person, a long one not to its end.
func (t Table) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(t.Columns, "\t"))
	for _, row := range t.Rows[:min(len(t.Rows), maxPrinted)] {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = c.text
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
	if more := len(t.Rows) - maxPrinted; more > 0 {
		fmt.Fprintf(tw, "… %d rows more in the file\n", more)
	}
	return tw.Flush()
}
