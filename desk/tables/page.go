package tables

import (
	"context"
	"fmt"
	"io"
	"slices"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/site"
)

// Query asks for some rows of a table.
type Query struct {
	Filter
	Sort       string // a column, "" for the order of the files, which equal cells keep
	Descending bool   // reverses the order
	From, Rows int    // the index of the first row, and the number of rows, at most MaxRows
}

const MaxRows = 1000 // the most rows of a page

// Page is some rows of a table.
type Page struct {
	Columns  []Column `json:"columns"`           // of the table
	Rows     []Row    `json:"rows"`              // never nil
	Total    int      `json:"total"`             // rows of the table
	Matching int      `json:"matching"`          // rows that the filter selects
	Struck   int      `json:"struck"`            // rows struck out
	Classes  []Class  `json:"classes,omitempty"` // frequent ones first; none if there are more than maxClasses
}

// Class is a value of Filter.Class.
type Class struct {
	Name string `json:"name"` // the value
	Rows int    `json:"rows"` // number of rows with this value
}

const maxClasses = 60

// Row is a row of a table.
type Row struct {
	Cells    []any  `json:"cells"`            // strings from the web, ints or float64s; nil is an unknown number
	Identity string `json:"identity"`         // the name by which the row can be struck out, "" if it cannot
	Struck   bool   `json:"struck,omitempty"` // the row is struck out
}

// Names returns the names of the tables of a site, in the order shown.
func Names() []string { return namesOf(schemas) }

// SearchNames returns the names of the tables of a search.
func SearchNames() []string { return namesOf(searchSchemas) }

func namesOf(of []schema) []string { return site.Each(of, func(s schema) string { return s.name }) }

// Page returns rows of a table. The error is a *FilterError, ctx's, or ErrClosed.
func (x *Index) Page(ctx context.Context, table string, q Query, out *struck.List) (p Page, err error) {
	done, err := x.use()
	if err != nil {
		return p, err
	}
	defer done()
	t, sort, err := x.asked(table, q)
	if err != nil {
		return p, err
	}
	if q.From < 0 || q.Rows < 0 || q.Rows > MaxRows {
		return p, &FilterError{"rows", fmt.Sprintf("from must be 0 or more, rows %d at most", MaxRows)}
	}
	rows, err := t.match(ctx, q.Filter, out)
	if err != nil {
		return p, err
	}
	gone := t.struck(out)
	p = Page{Columns: t.schema.columns, Rows: []Row{}, Total: t.rows, Matching: rows.count, Struck: gone.count(),
		Classes: t.classes()}
	for _, row := range t.some(rows, sort, q) {
		p.Rows = append(p.Rows, Row{Cells: t.cells(row), Identity: t.identity(row), Struck: gone.has(row)})
	}
	return p, nil
}

// asked returns the table of a query and the index of the column to sort by, -1 for none.
func (x *Index) asked(table string, q Query) (t *Table, sort int, err error) {
	t, sort = x.tables[table], -1
	if t == nil {
		return nil, 0, &FilterError{"table", fmt.Sprintf("there is no table %q", table)}
	}
	if q.Sort != "" {
		if sort = t.column(q.Sort); sort < 0 {
			return nil, 0, &FilterError{"sort", fmt.Sprintf("the table %s has no column %q", table, q.Sort)}
		}
	}
	return t, sort, nil
}

func (t *Table) some(rows found, sort int, q Query) []uint32 {
	from, n := q.From, min(q.Rows, rows.count-q.From)
	if n <= 0 {
		return nil
	}
	if q.Descending {
		from = rows.count - from - n
	}
	var all []uint32
	if sort < 0 {
		all = rows.rows.some(from, n)
	} else {
		all = sorted(t.columns[sort].data, t.widths[sort](), rows, from, n)
	}
	if q.Descending {
		slices.Reverse(all)
	}
	return all
}

func (t *Table) cells(row uint32) []any {
	cells := make([]any, len(t.columns))
	for i, column := range t.columns {
		code := column.data[row]
		if d := t.dictionary(t.schema.columns[i].Kind); d != nil {
			cells[i] = string(d.texts.text(code))
		} else if t.schema.columns[i].Kind == Decimal && code > 0 {
			cells[i] = decimalOf(code)
		} else if code > 0 {
			cells[i] = int(code - 1)
		}
	}
	return cells
}

// CSV writes all rows that a query selects, in its order, like the tables of result folders.
func (x *Index) CSV(ctx context.Context, w io.Writer, table string, q Query, out *struck.List) error {
	done, err := x.use()
	if err != nil {
		return err
	}
	defer done()
	t, sort, err := x.asked(table, q)
	if err != nil {
		return err
	}
	rows, err := t.match(ctx, q.Filter, out)
	if err != nil {
		return err
	}
	return t.listing(rows, sort, q.Descending).WriteTo(ctx, w)
}

// portion is the number of rows sorted at a time, in a few passes over the column.
const portion = 1 << 20

func (t *Table) listing(rows found, sort int, descending bool) export.Listing {
	return export.List(t.name, func(yield func([]any, error) bool) {
		for from := 0; from < rows.count; from += portion {
			for _, row := range t.some(rows, sort, Query{Descending: descending, From: from, Rows: portion}) {
				if !yield(t.cells(row), nil) {
					return
				}
			}
		}
	}, func(r *export.Row, values *[]any) {
		for i, c := range t.schema.columns {
			cell := export.Cell{Name: c.Name, Kind: c.Kind}
			if len(*values) > 0 && (*values)[i] != nil {
				cell.Known = true
				switch value := (*values)[i].(type) {
				case string:
					cell.Text = value
				case int:
					cell.Number = int64(value)
				case float64:
					cell.Decimal = value
				}
			}
			r.Add(cell)
		}
	})
}
