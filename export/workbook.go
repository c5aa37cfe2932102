package export

import (
	"context"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"sitegraph/wording"
)

// Sheet is a table of a workbook.
type Sheet struct {
	// Name has at most 31 characters.
	Name string
	// Listing is its table.
	Listing
	// Widths are those of the columns in characters.
	Widths []float64
}

// mostSheetRows is how many rows a sheet has room for, with the header.
const mostSheetRows = excelize.TotalRows

// WriteWorkbook writes sheets as <prefix>.<name>, an Office Open XML workbook (ECMA-376). The head of each stays in
// sight. The last sheet may be long: it streams, its columns can be filtered, and if it has more rows than a sheet has
// room for its last row says that rest has them. Texts are texts, never formulas or links, whatever they begin with.
// They are on one line, without control characters, and cut after 32,767 characters, the most of a cell. No time is in
// the file, so equal rows give equal bytes. Errors are those of the rows.
func WriteWorkbook(ctx context.Context, d *Dir, name, rest string, sheets ...Sheet) error {
	return d.Write(name, func(w io.Writer) (err error) {
		b := workbook{f: excelize.NewFile(), ctx: ctx, rest: rest}
		defer func() {
			if failed := b.f.Close(); err == nil { // it removes the temporary file
				err = failed
			}
		}()
		if err := b.begin(); err != nil {
			return err
		}
		for i, s := range sheets {
			if err := b.add(i, s, i == len(sheets)-1); err != nil {
				return fmt.Errorf("sheet %s: %w", s.Name, err)
			}
		}
		return b.f.Write(w)
	})
}

type workbook struct {
	f    *excelize.File
	ctx  context.Context
	rest string // names the file that has the rows for which a sheet has no room
	bold int    // the style of heads
}

// workbookCore are the properties of the workbook, with the date of excelize's own template. Some programs know its
// elements by these prefixes alone, which excelize does not write.
const workbookCore = xmlHeader + `<cp:coreProperties ` +
	`xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ` +
	`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>sitegraph</dc:creator>` +
	`<cp:lastModifiedBy>sitegraph</cp:lastModifiedBy>` +
	`<dcterms:created xsi:type="dcterms:W3CDTF">2006-09-16T00:00:00Z</dcterms:created>` +
	`<dcterms:modified xsi:type="dcterms:W3CDTF">2006-09-16T00:00:00Z</dcterms:modified></cp:coreProperties>`

func (b *workbook) begin() (err error) {
	b.f.Pkg.Store("docProps/core.xml", []byte(workbookCore))
	b.bold, err = b.f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	return err
}

// headInSight keeps the first row where it is.
var headInSight = excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}

// add adds a sheet. Only the last one is streamed: excelize writes several streams in the order of a map.
func (b *workbook) add(i int, s Sheet, last bool) error {
	if i == 0 {
		if err := b.f.SetSheetName("Sheet1", s.Name); err != nil {
			return err
		}
	} else if _, err := b.f.NewSheet(s.Name); err != nil {
		return err
	}
	if last {
		return b.stream(s)
	}
	rows, err := b.rows(s, func(row int, values []any) error {
		return b.f.SetSheetRow(s.Name, fmt.Sprint("A", row), &values)
	})
	if err != nil || rows == 0 {
		return err
	}
	for i, width := range s.Widths {
		column, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := b.f.SetColWidth(s.Name, column, column, width); err != nil {
			return err
		}
	}
	if err := b.f.SetRowStyle(s.Name, 1, 1, b.bold); err != nil {
		return err
	}
	return b.f.SetPanes(s.Name, &headInSight)
}

// stream adds a sheet whose rows are not held in memory.
func (b *workbook) stream(s Sheet) error {
	w, err := b.f.NewStreamWriter(s.Name)
	if err != nil {
		return err
	}
	for i, width := range s.Widths {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := w.SetPanes(&headInSight); err != nil {
		return err
	}
	rows, err := b.rows(s, func(row int, values []any) error { return w.SetRow(fmt.Sprint("A", row), values) })
	if err != nil {
		return err
	}
	if rows > 1 { // a table needs a row beside its head
		end, err := excelize.CoordinatesToCellName(len(s.head), rows)
		if err != nil {
			return err
		}
		err = w.AddTable(&excelize.Table{Range: "A1:" + end, Name: s.Name, StyleName: "TableStyleLight1"})
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// rows gives the head and the rows of a sheet to set, and returns their number.
func (b *workbook) rows(s Sheet, set func(row int, values []any) error) (row int, err error) {
	values := make([]any, len(s.head))
	for i, c := range s.head {
		values[i] = c.Name
	}
	row = 1
	if err := set(row, values); err != nil {
		return 0, err
	}
	for cells, err := range s.Rows {
		if err != nil {
			return 0, err
		}
		if row++; row == mostSheetRows {
			clear(values)
			values[0] = "A sheet has no room for more rows; all are in " + b.rest + "."
			return row, set(row, values)
		}
		for i, c := range cells.cells {
			values[i] = c.value()
		}
		if err := set(row, values); err != nil {
			return 0, err
		}
		if row%1000 == 0 && b.ctx.Err() != nil {
			return 0, b.ctx.Err()
		}
	}
	return row, nil
}

// value is a cell as excelize takes it; nil is an empty one.
func (c Cell) value() any {
	switch {
	case !c.Known:
		return nil
	case c.Kind == KindNumber:
		return c.Number
	case c.Kind == KindDecimal:
		return c.Decimal
	}
	return wording.Line(c.Text)
}
