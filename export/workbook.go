package export

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf16"

	"sitegraph/wording"
)

// Sheet is a table of a workbook.
type Sheet struct {
	Name    string    // at most 31 letters, digits and underscores
	Listing           // of at most 26 columns
	Widths  []float64 // those of the columns in characters
}

const (
	mostSheetRows  = 1 << 20 // with the header
	mostCharacters = 32767   // of a cell
	firstColumn    = 'A'
)

// WriteWorkbook writes sheets as <prefix>.<name>, an Office Open XML workbook (ECMA-376), with frozen heads;
// the last one can be filtered. All stream. Where a sheet has no room for more rows, its last one says that
// rest has them. Texts are never formulas or links; they are on one line, without control characters, and cut
// after 32,767 characters, the most of a cell. Equal rows give equal bytes. Errors are those of the rows.
func WriteWorkbook(ctx context.Context, d *Dir, name, rest string, sheets ...Sheet) error {
	return d.Write(name, func(w io.Writer) error {
		b := workbook{zip: zip.NewWriter(w), ctx: ctx, rest: rest}
		return errors.Join(b.write(sheets), b.zip.Close())
	})
}

type workbook struct {
	zip   *zip.Writer
	ctx   context.Context
	rest  string          // names the file that has the rows for which a sheet has no room
	types strings.Builder // of the parts
}

// The names of what parts are, and of how they relate.
const (
	sheetML   = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	isSheetML = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	relates   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	ofPackage = "http://schemas.openxmlformats.org/package/2006/"
)

// workbookCore has a date since some programs want one, and prefixes by which alone some know the elements.
const workbookCore = `<cp:coreProperties xmlns:cp="` + ofPackage + `metadata/core-properties" ` +
	`xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ` +
	`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>sitegraph</dc:creator>` +
	`<cp:lastModifiedBy>sitegraph</cp:lastModifiedBy>` +
	`<dcterms:created xsi:type="dcterms:W3CDTF">2006-09-16T00:00:00Z</dcterms:created>` +
	`<dcterms:modified xsi:type="dcterms:W3CDTF">2006-09-16T00:00:00Z</dcterms:modified></cp:coreProperties>`

// workbookStyles has two styles of cells: 0 is plain, 1 is bold, for heads.
const workbookStyles = `<styleSheet ` + sheetML + `><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
	`<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill ` +
	`patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>` +
	`<left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" ` +
	`fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" ` +
	`xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>` +
	`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

func (b *workbook) write(sheets []Sheet) error {
	err := errors.Join(
		b.relations("_rels/.rels", "xl/workbook.xml", relates+"/officeDocument",
			"docProps/core.xml", ofPackage+"relationships/metadata/core-properties"),
		b.text("docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml", workbookCore),
		b.text("xl/styles.xml", isSheetML+"styles+xml", workbookStyles))
	names, parts := "", []string(nil)
	for i, s := range sheets {
		if err != nil {
			return err
		}
		if err = b.sheet(i+1, s, i == len(sheets)-1); err != nil {
			err = fmt.Errorf("sheet %s: %w", s.Name, err)
		}
		names += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, s.Name, i+1, i+1)
		parts = append(parts, fmt.Sprintf("worksheets/sheet%d.xml", i+1), relates+"/worksheet")
	}
	return errors.Join(err,
		b.text("xl/workbook.xml", isSheetML+"sheet.main+xml", `<workbook `+sheetML+` xmlns:r="`+relates+
			`"><bookViews><workbookView/></bookViews><sheets>`+names+`</sheets></workbook>`),
		b.relations("xl/_rels/workbook.xml.rels", append(parts, "styles.xml", relates+"/styles")...),
		b.text("[Content_Types].xml", "", `<Types xmlns="`+ofPackage+`content-types"><Default Extension="rels" `+
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`+b.types.String()+`</Types>`))
}

// part writes a part. Those with a type are listed.
func (b *workbook) part(name, is string, write func(o *out) error) error {
	if is != "" {
		fmt.Fprintf(&b.types, `<Override PartName="/%s" ContentType="%s"/>`, name, is)
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

func (b *workbook) text(name, is, text string) error {
	return b.part(name, is, func(o *out) error { o.raw(text); return nil })
}

// relations writes the parts that another one needs, each followed by what it is.
func (b *workbook) relations(name string, parts ...string) error {
	text := `<Relationships xmlns="` + ofPackage + `relationships">`
	for i := 0; i < len(parts); i += 2 {
		text += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s" Target="%s"/>`, i/2+1, parts[i+1], parts[i])
	}
	return b.text(name, "", text+`</Relationships>`)
}

// sheet writes a sheet. A table, whose columns can be filtered, needs a row beside its head.
func (b *workbook) sheet(number int, s Sheet, filtered bool) error {
	rows := 0
	name := fmt.Sprintf("xl/worksheets/sheet%d.xml", number)
	err := b.part(name, isSheetML+"worksheet+xml", func(o *out) (err error) {
		o.raw(`<worksheet ` + sheetML + ` xmlns:r="` + relates + `"><sheetViews><sheetView workbookViewId="0"><pane ` +
			`ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`)
		if len(s.Widths) > 0 {
			o.raw(`<cols>`)
			for i, width := range s.Widths {
				o.raw(fmt.Sprintf(`<col min="%[1]d" max="%[1]d" width="%[2]v" customWidth="1"/>`, i+1, width))
			}
			o.raw(`</cols>`)
		}
		o.raw(`<sheetData>`)
		rows, err = b.rows(s, func(row int, cells []Cell) error { return writeSheetRow(o, row, cells) })
		filtered = filtered && rows > 1
		o.raw(`</sheetData>`)
		if filtered {
			o.raw(`<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`)
		}
		o.raw(`</worksheet>`)
		return err
	})
	if err != nil || !filtered {
		return err
	}
	return errors.Join(b.table(s, rows), b.relations(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", number),
		"../tables/table1.xml", relates+"/table"))
}

func (b *workbook) table(s Sheet, rows int) error {
	return b.part("xl/tables/table1.xml", isSheetML+"table+xml", func(o *out) error {
		area := fmt.Sprintf(`ref="A1:%c%d"`, firstColumn+len(s.head)-1, rows)
		o.raw(fmt.Sprintf(`<table %s id="1" name="%[2]s" displayName="%[2]s" %[3]s><autoFilter %[3]s/><tableColumns `+
			`count="%[4]d">`, sheetML, s.Name, area, len(s.head)))
		for i, c := range s.head {
			o.raw(fmt.Sprintf(`<tableColumn id="%d" name="`, i+1)).escaped(c.Name).raw(`"/>`)
		}
		o.raw(`</tableColumns><tableStyleInfo name="TableStyleLight1" showRowStripes="1"/></table>`)
		return nil
	})
}

// rows gives the head and the rows of a sheet to set, and returns their number.
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
		if row++; row == mostSheetRows {
			note := "A sheet has no room for more rows; all are in " + b.rest + "."
			return row, set(row, []Cell{{Kind: KindText, Text: note, Known: true}})
		}
		if err := set(row, r.cells); err != nil {
			return 0, err
		}
	}
	return row, nil
}

func writeSheetRow(o *out, row int, cells []Cell) error {
	o.raw(`<row r="`).int(row).raw(`">`)
	for i, c := range cells {
		number := c.Kind == KindNumber || c.Kind == KindDecimal
		if !c.Known || !number && c.Text == "" {
			continue
		}
		o.raw(`<c r="` + string(rune(firstColumn+i))).int(row)
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

// coded finds what programs take for the code of a character (ECMA-376, part 1, 22.9.2.19).
var coded = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// sheetText is a text as a cell takes it, in which a code of a character stays text.
func sheetText(text string) string {
	text = wording.Line(text)
	if len(text) > mostCharacters { // there are never fewer bytes than UTF-16 units
		if units := utf16.Encode([]rune(text)); len(units) > mostCharacters {
			text = string(utf16.Decode(units[:mostCharacters]))
		}
	}
	plain := ""
	for at := coded.FindStringIndex(text); at != nil; at = coded.FindStringIndex(text) {
		plain, text = plain+text[:at[0]]+"_x005F_", text[at[0]+1:]
	}
	return plain + text
}
