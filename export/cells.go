package export

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"
)

// Cell is a cell of a table: a text, a number, or, as the zero value, nothing.
type Cell struct {
	kind cellKind
	text string
	int  int64
	real float64
}

type cellKind uint8

const (
	cellEmpty cellKind = iota
	cellText
	cellInt
	cellFloat
)

// Text is a cell with a text, which is cleaned and guarded as the package
// comment says.
func Text(s string) Cell { return Cell{kind: cellText, text: s} }

// Int is a cell with a whole number.
func Int(n int) Cell { return Cell{kind: cellInt, int: int64(n)} }

// Float is a cell with a number, written with as many digits as it takes to
// read the same number back.
func Float(x float64) Cell { return Cell{kind: cellFloat, real: x} }

// WriteTable writes the table <prefix>.<name> in the dialect of the package
// comment: the header, of two columns or more, and the rows, each with as many
// cells as the header. It streams; a row's slice may be reused for the next one.
// An error of rows, a row of another length, NaN or an infinity ends it, and no
// file stays. Errors name the file.
func WriteTable(ctx context.Context, d *Dir, name string, header []string, rows iter.Seq2[[]Cell, error]) error {
	return d.stream(ctx, name, func(o *out) error { return o.table(header, rows) })
}

func (o *out) table(header []string, rows iter.Seq2[[]Cell, error]) error {
	for _, name := range header {
		o.cell(name)
	}
	o.endRow()
	number := 0
	return each(rows, func(row []Cell) error {
		if number++; len(row) != len(header) {
			return fmt.Errorf("row %d has %d cells, the header %d", number, len(row), len(header))
		}
		for i, c := range row {
			if !o.tableCell(c) {
				return fmt.Errorf("row %d: %s is %v, which is no number", number, header[i], c.real)
			}
		}
		o.endRow()
		return o.record()
	})
}

// tableCell writes a cell and its comma, and reports whether it could.
func (o *out) tableCell(c Cell) bool {
	switch c.kind {
	case cellText:
		o.cell(c.text)
	case cellInt:
		o.number(c.int)
	case cellFloat:
		if math.IsNaN(c.real) || math.IsInf(c.real, 0) {
			return false
		}
		o.real(c.real)
	default:
		o.buf = append(o.buf, ',')
	}
	return true
}

// real writes a number; very small and very large ones with an exponent.
func (o *out) real(x float64) {
	format := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	o.buf = append(strconv.AppendFloat(o.buf, x+0, format, -1, 64), ',')
}
