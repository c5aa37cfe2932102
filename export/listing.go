package export

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"sitegraph/stats"
)

// Kind is the type of a cell.
type Kind string

// A cell is a URL, another text, a whole number, or another number.
const (
	KindURL     Kind = "url"
	KindText    Kind = "text"
	KindNumber  Kind = "number"
	KindDecimal Kind = "decimal"
)

// Cell is one cell of a row.
type Cell struct {
	Name    string // of the column
	Kind    Kind
	Text    string // of a URL or a text
	Number  int64
	Decimal float64
	Known   bool // whether the cell has a value
	aside   bool // only for the index of the desk, in no file
}

// Row is a row of a table. The function that adds its cells also declares the table's columns in order.
type Row struct{ cells []Cell }

// Cells returns the row's cells, valid until the next row.
func (r *Row) Cells() []Cell { return r.cells }

// Reset removes all cells.
func (r *Row) Reset() { r.cells = r.cells[:0] }

// Add appends a cell and returns r.
func (r *Row) Add(c Cell) *Row {
	r.cells = append(r.cells, c)
	return r
}

func (r *Row) text(name, text string) *Row {
	return r.Add(Cell{Name: name, Kind: KindText, Text: text, Known: true})
}

func (r *Row) url(name, url string) *Row {
	return r.Add(Cell{Name: name, Kind: KindURL, Text: url, Known: true})
}

// aside adds a URL for the index of the desk, which needs it where files have an id.
func (r *Row) aside(name, url string) *Row {
	return r.Add(Cell{Name: name, Kind: KindURL, Text: url, aside: true})
}

func (r *Row) flag(name string, yes bool) *Row { return r.text(name, strconv.FormatBool(yes)) }

func (r *Row) number(name string, n int) *Row { return r.numberIf(name, true, n) }

// positive adds a number, or an empty cell if it is 0.
func (r *Row) positive(name string, n int) *Row { return r.numberIf(name, n > 0, n) }

func (r *Row) numberIf(name string, known bool, n int) *Row {
	return r.Add(Cell{Name: name, Kind: KindNumber, Number: int64(n), Known: known})
}

// decimal adds a number with nine significant digits. exact keeps all digits.
func (r *Row) decimal(name string, x float64) *Row { return r.exact(name, rounded(x)) }

func (r *Row) exact(name string, x float64) *Row { return r.exactIf(name, true, x) }

func (r *Row) exactIf(name string, known bool, x float64) *Row {
	return r.Add(Cell{Name: name, Kind: KindDecimal, Decimal: x, Known: known})
}

func (r *Row) figure(name string, f stats.Figure) *Row { return r.exactIf(name, f.Known(), float64(f)) }

// Listing is a table with its rows.
type Listing struct {
	name string // file name without the site's prefix
	head []Cell
	Rows iter.Seq2[*Row, error] // the row is reused
}

// List makes a row from each value; cells adds its cells. List calls cells with a zero value to learn the columns.
func List[T any](name string, values iter.Seq2[T, error], cells func(*Row, *T)) Listing {
	return listOf(name, addressed(values), cells)
}

func addressed[T any](values iter.Seq2[T, error]) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		var value T // shared by all rows, since it escapes
		for v, err := range values {
			if value = v; !yield(&value, err) {
				return
			}
		}
	}
}

func listOf[T any](name string, values iter.Seq2[*T, error], cells func(*Row, *T)) Listing {
	var head Row
	var zero T
	cells(&head, &zero)
	return Listing{name: name, head: head.cells, Rows: func(yield func(*Row, error) bool) {
		var row Row
		for v, err := range values {
			if row.cells = row.cells[:0]; err == nil {
				cells(&row, v)
			}
			if !yield(&row, err) || err != nil {
				return
			}
		}
	}}
}

// Head returns cells with the names and kinds of the columns.
func (l Listing) Head() []Cell { return l.head }

// Write streams the table to <prefix>.<name>, in the dialect that the package comment describes. It fails and leaves
// no file if Rows yields an error, a row has another length than the header, or a number is NaN or infinite.
func (l Listing) Write(ctx context.Context, d *Dir) error { return d.stream(ctx, l.name, l.write) }

// WriteTo is like Write, but writes to w.
func (l Listing) WriteTo(ctx context.Context, w io.Writer) error {
	o := &out{ctx: ctx, w: w}
	return cmp.Or(l.write(o), o.flush())
}

func (l Listing) write(o *out) error {
	for _, c := range l.head {
		if !c.aside {
			o.cell(c.Name)
		}
	}
	o.endRow()
	number := 0
	for row, err := range l.Rows {
		if err != nil {
			return err
		}
		if number++; len(row.cells) != len(l.head) {
			return fmt.Errorf("row %d has %d cells, the header %d", number, len(row.cells), len(l.head))
		}
		if err := o.row(row); err != nil {
			return fmt.Errorf("row %d: %w", number, err)
		}
		if err := o.record(); err != nil {
			return err
		}
	}
	return nil
}

func (o *out) row(r *Row) error {
	for i := range r.cells {
		c := &r.cells[i]
		if c.Kind == KindDecimal && c.Known && (math.IsNaN(c.Decimal) || math.IsInf(c.Decimal, 0)) {
			return fmt.Errorf("%s is %v, which is not a number", c.Name, c.Decimal)
		}
		o.tableCell(c)
	}
	o.endRow()
	return nil
}

func (o *out) tableCell(c *Cell) {
	switch {
	case c.aside:
	case c.Kind == KindURL, c.Kind == KindText:
		o.cell(c.Text)
	default:
		o.figure(c)
		o.raw(",")
	}
}

func (o *out) figure(c *Cell) {
	switch {
	case !c.Known:
	case c.Kind == KindNumber:
		o.int(int(c.Number))
	default:
		o.buf = appendReal(o.buf, c.Decimal)
	}
}

func (t table[T]) cells(r *Row, row *T) {
	for i := range t.columns {
		r.Add(t.columns[i].cell(row))
	}
}

// Numbers returns a table of named things with their numbers. The first column has the names.
func Numbers(name string, columns, things []string, numbers [][]float64) Listing {
	return List(name, counted(len(things)), func(r *Row, thing *int) {
		at := max(*thing-1, 0)
		r.text(columns[0], things[at])
		for i, x := range numbers[at] {
			r.exact(columns[i+1], x)
		}
	})
}

// counted yields the numbers from 1 to last. It starts at 1 because [List] passes 0 as the zero value.
func counted(last int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for n := 1; n <= last && yield(n, nil); n++ {
		}
	}
}
