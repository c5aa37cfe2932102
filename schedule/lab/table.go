package lab

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"sitegraph/chart"
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
	number bool
}

// Text is a cell with a text.
func Text(s string) Cell { return Cell{text: s} }

// Int is a cell with a whole number.
func Int(n int) Cell { return Cell{strconv.Itoa(n), true} }

// Fixed are cells with numbers of so many decimals, or of as many as it takes
// if decimals is -1; NaN is empty.
func Fixed(decimals int, values ...float64) []Cell { return format('f', decimals, values) }

// Significant are cells with numbers of so many significant digits.
func Significant(digits int, values ...float64) []Cell { return format('g', digits, values) }

// Exponent are cells with numbers in scientific notation.
func Exponent(decimals int, values ...float64) []Cell { return format('e', decimals, values) }

func format(verb byte, digits int, values []float64) []Cell {
	cells := make([]Cell, len(values))
	for i, x := range values {
		if !math.IsNaN(x) {
			cells[i] = Cell{strconv.FormatFloat(x, verb, digits, 64), true}
		}
	}
	return cells
}

// String is the cell as it is shown.
func (c Cell) String() string { return c.text }

// Number returns the number in the cell as it is shown, if it has one.
func (c Cell) Number() (x float64, ok bool) {
	if !c.number {
		return 0, false
	}
	x, err := strconv.ParseFloat(c.text, 64)
	return x, err == nil
}

// NewTable returns a table with a row for each of rows.
func NewTable[R any](name string, columns []string, rows []R, cells func(R) []Cell) Table {
	t := Table{Name: name, Columns: columns}
	for _, r := range rows {
		t.Rows = append(t.Rows, cells(r))
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

// Result is what an experiment found.
type Result struct {
	// Tables are in the order in which they are shown.
	Tables []Table
	// Charts are by the names of their files, without ending.
	Charts map[string]chart.Chart
}

// Charts are a chart of curves for each name, on which its words depend.
func Charts(curves map[string][]chart.Curve, words func(name string) chart.Words) map[string]chart.Chart {
	charts := map[string]chart.Chart{}
	for name, lines := range curves {
		charts[name] = chart.Curves(words(name), lines)
	}
	return charts
}

// Numbered is a curve through values at 1, 2, 3 and so on.
func Numbered(name string, values []float64) chart.Curve {
	c := chart.Curve{Name: name}
	for i, v := range values {
		c.Points = append(c.Points, chart.Point{X: float64(i + 1), Y: v})
	}
	return c
}

// Mean is the mean of values, 0 if there are none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Means is the mean of a list of each of all, entry by entry; the lists are of
// the same length.
func Means[T any](all []T, list func(T) []float64) []float64 {
	means := make([]float64, len(list(all[0])))
	for _, one := range all {
		for i, v := range list(one) {
			means[i] += v / float64(len(all))
		}
	}
	return means
}

// HalfInterval is half the 95 % confidence interval of a mean, by the normal
// distribution; 0 for fewer than two values.
func HalfInterval(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	n := float64(len(values))
	return 1.96 * math.Sqrt(sum/(n-1)/n)
}
