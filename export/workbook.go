package export

import (
	"archive/zip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"text/template"
	"unicode/utf16"

	"sitegraph/wording"
)

// Sheet is a table of a workbook.
type Sheet struct {
	Name    string    // at most 31 letters, digits and underscores
	Listing           // at most 702 columns
	Widths  []float64 // widths of the columns in characters
}

const (
	maxSheetRows  = 1 << 20 // including the header
	maxCharacters = 32767   // in a cell
	firstColumn   = 'A'
)

// WriteWorkbook streams sheets to <prefix>.<name>, an Office Open XML workbook (ECMA-376), with frozen headers and
// filters. If a sheet is full, its last row says that the file of its listing has the others. Texts are never formulas
// or links. They have one line, no control characters, and at most 32,767 characters, the limit of a cell. Equal rows
// give equal bytes. Errors from the rows are returned.
func WriteWorkbook(ctx context.Context, d *Dir, name string, sheets ...Sheet) error {
	return d.Write(name, func(w io.Writer) error {
		b := workbook{zip: zip.NewWriter(w), ctx: ctx}
		return errors.Join(b.write(sheets), b.zip.Close())
	})
}

type workbook struct {
	zip   *zip.Writer
	ctx   context.Context
	types [][2]string // name and content type of each part
}

// Names of content types and of relationships.
const (
	isSheetML = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	relates   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	isCore    = "application/vnd.openxmlformats-package.core-properties+xml"
	asCore    = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
)

//go:embed workbook.tmpl
var workbookText string

var workbookParts = sync.OnceValue(func() *template.Template {
	after := func(i int) int { return i + 1 }
	return template.Must(template.New("").Funcs(template.FuncMap{"after": after}).Parse(
		strings.ReplaceAll(workbookText, "\n", "")))
})

func (b *workbook) write(sheets []Sheet) error {
	err := errors.Join(
		b.relations("_rels/.rels", [2]string{"xl/workbook.xml", relates + "/officeDocument"},
			[2]string{"docProps/core.xml", asCore}),
		b.text("docProps/core.xml", isCore, "core", nil),
		b.text("xl/styles.xml", isSheetML+"styles+xml", "styles", nil))
	var parts [][2]string
	for i, s := range sheets {
		if err != nil {
			return err
		}
		if err = b.sheet(i+1, s); err != nil {
			err = fmt.Errorf("sheet %s: %w", s.Name, err)
		}
		parts = append(parts, [2]string{fmt.Sprintf("worksheets/sheet%d.xml", i+1), relates + "/worksheet"})
	}
	return errors.Join(err, b.text("xl/workbook.xml", isSheetML+"sheet.main+xml", "workbook", sheets),
		b.relations("xl/_rels/workbook.xml.rels", append(parts, [2]string{"styles.xml", relates + "/styles"})...),
		b.text("[Content_Types].xml", "", "types", b.types))
}

func (b *workbook) part(name, is string, write func(o *out) error) error {
	if is != "" {
		b.types = append(b.types, [2]string{name, is})
	}
	w, err := b.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	o := &out{ctx: b.ctx, w: w}
	o.raw(xmlHeader)
	if err := write(o); err != nil {
		return err
	}
	return o.flush()
}

func (b *workbook) text(name, is, what string, of any) error {
	return b.part(name, is, func(o *out) error { return o.template(what, of) })
}

func (o *out) template(what string, of any) error {
	var text strings.Builder
	err := workbookParts().ExecuteTemplate(&text, what, of)
	o.raw(text.String())
	return err
}

// relations writes a part that lists targets with their types of relationship.
func (b *workbook) relations(name string, parts ...[2]string) error {
	return b.text(name, "", "relations", parts)
}

// sheet writes a sheet. Filters need a table, and a table needs a row besides its header.
func (b *workbook) sheet(number int, s Sheet) error {
	rows, columns := 0, columnNames(len(s.head))
	name := fmt.Sprintf("xl/worksheets/sheet%d.xml", number)
	err := b.part(name, isSheetML+"worksheet+xml", func(o *out) (err error) {
		if err := o.template("sheet", s.Widths); err != nil {
			return err
		}
		rows, err = b.rows(s, func(row int, cells []Cell) error { return writeSheetRow(o, row, columns, cells) })
		o.raw(`</sheetData>`)
		if rows > 1 {
			o.raw(`<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`)
		}
		o.raw(`</worksheet>`)
		return err
	})
	if err != nil || rows == 1 {
		return err
	}
	table := fmt.Sprintf("tables/table%d.xml", number)
	return errors.Join(b.table(number, s, fmt.Sprint("A1:", columns[len(columns)-1], rows), "xl/"+table),
		b.relations(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", number),
			[2]string{"../" + table, relates + "/table"}))
}

// columnNames returns A, B, …, Z, AA, AB, ….
func columnNames(n int) (names []string) {
	for i := range n {
		name := string(rune(firstColumn + i%26))
		if i >= 26 {
			name = names[i/26-1] + name
		}
		names = append(names, name)
	}
	return names
}

func (b *workbook) table(number int, s Sheet, area, path string) error {
	names := &out{}
	var columns []string
	for _, c := range s.head {
		names.buf = names.buf[:0]
		columns = append(columns, string(names.escaped(c.Name).buf))
	}
	return b.text(path, isSheetML+"table+xml", "table", map[string]any{"Number": number, "Name": s.Name, "Area": area,
		"Columns": columns})
}

// rows calls set with the header and each row of a sheet, and returns their number.
func (b *workbook) rows(s Sheet, set func(row int, cells []Cell) error) (row int, err error) {
	head := make([]Cell, len(s.head))
	for i, c := range s.head {
		head[i] = Cell{Kind: KindText, Text: c.Name, Known: true}
	}
	row = 1
	if err := set(row, head); err != nil {
		return 0, err
	}
	for r, err := range s.Rows {
		if err != nil {
			return 0, err
		}
		if row++; row == maxSheetRows {
			note := "A sheet has no room for more rows; all are in " + s.name + "."
			return row, set(row, []Cell{{Kind: KindText, Text: note, Known: true}})
		}
		if err := set(row, r.cells); err != nil {
			return 0, err
		}
	}
	return row, nil
}

func writeSheetRow(o *out, row int, columns []string, cells []Cell) error {
	o.raw(`<row r="`).int(row).raw(`">`)
	for i, c := range cells {
		number := c.Kind == KindNumber || c.Kind == KindDecimal
		if !c.Known || !number && c.Text == "" {
			continue
		}
		o.raw(`<c r="`).raw(columns[i]).int(row)
		if row == 1 {
			o.raw(`" s="1`)
		}
		switch {
		case !number:
			o.raw(`" t="inlineStr"><is><t xml:space="preserve">`).escaped(sheetText(c.Text))
			o.raw(`</t></is></c>`)
		case c.Kind == KindNumber:
			o.raw(`"><v>`).int(int(c.Number)).raw(`</v></c>`)
		default:
			o.raw(`"><v>`).float(c.Decimal).raw(`</v></c>`)
		}
	}
	o.raw(`</row>`)
	return o.record()
}

// coded matches text that programs would read as a character code (ECMA-376, part 1, 22.9.2.19).
var coded = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// sheetText prepares a text for a cell. It escapes character codes so that they stay text.
func sheetText(text string) string {
	text = wording.Line(text)
	if len(text) > maxCharacters { // a text has at least as many bytes as UTF-16 units
		if units := utf16.Encode([]rune(text)); len(units) > maxCharacters {
			text = string(utf16.Decode(units[:maxCharacters]))
		}
	}
	plain := ""
	for at := coded.FindStringIndex(text); at != nil; at = coded.FindStringIndex(text) {
		plain, text = plain+text[:at[0]]+"_x005F_", text[at[0]+1:]
	}
	return plain + text
}
