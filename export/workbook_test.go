package export

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

func texts(columns string, all ...[]string) Listing {
	return List("", good(all...), func(r *Row, cells *[]string) {
		for i, name := range strings.Fields(columns) {
			if r.text(name, ""); i < len(*cells) {
				r.cells[i].Text = (*cells)[i]
			}
		}
	})
}

func book(t *testing.T, sheets ...Sheet) []byte {
	t.Helper()
	d, err := NewDir(t.TempDir(), "site")
	must(t, err)
	must(t, WriteWorkbook(context.Background(), d, "book.xlsx", sheets...))
	data, err := os.ReadFile(filepath.Join(d.Path(), "site.book.xlsx"))
	must(t, err)
	return data
}

// Texts are read back as written, none becomes a formula or a link, and equal rows give equal bytes.
func TestWorkbook(t *testing.T) {
	long := strings.Repeat("é", 40000)
	rows := [][]string{{"=1+1", "plain"}, {"+49 30", "-1"}, {"@SUM(A1)", "=HYPERLINK(\"http://a\")"},
		{"http://a.example/?q=<&>\"'", "日本語 مرحبا"}, {"a\x00b\nc", ""}, {"_x0041_", "0012"}, {long, "1e5"}}
	want := slices.Clone(rows)
	want[4], want[6] = []string{"ab c", ""}, []string{long[:2*32767], "1e5"}
	sheets := func() []Sheet {
		return []Sheet{{Name: "Kinds", Widths: []float64{20}, Listing: texts("kind count", []string{"=broken", "3"})},
			{Name: "Problems", Listing: texts("url detail", rows...), Widths: []float64{60, 30}}}
	}
	data := book(t, sheets()...)
	console.Equal(t, data, book(t, sheets()...), "equal rows give other bytes")
	got := sheetRows(t, data, 2)
	want = append([][]string{{"url", "detail"}}, want...)
	for i, row := range want {
		console.Equal(t, slices.DeleteFunc(row, func(text string) bool { return text == "" }), got[i], "row", i, row)
	}
	console.Equal(t, len(got), len(want))
	noFormulas(t, data)
}

// sheetRows reads the non-empty cells of a sheet as texts.
func sheetRows(t *testing.T, data []byte, number int) (all [][]string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	text, err := fs.ReadFile(z, fmt.Sprintf("xl/worksheets/sheet%d.xml", number))
	var sheet struct {
		Rows []struct {
			Cells []struct {
				Text  string `xml:"is>t"`
				Value string `xml:"v"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	must(t, errors.Join(err, xml.Unmarshal(text, &sheet)))
	for _, r := range sheet.Rows {
		var row []string
		for _, c := range r.Cells {
			row = append(row, strings.ReplaceAll(c.Text, "_x005F_", "_")+c.Value)
		}
		all = append(all, row)
	}
	return all
}

// noFormulas checks the XML of the sheets.
func noFormulas(t *testing.T, data []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	for _, f := range z.File {
		if !f.Modified.IsZero() && f.Modified.Year() > 1980 {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
		r, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(r)
		must(t, err)
		if f.Name == "docProps/core.xml" && !strings.Contains(string(text), "<cp:lastModifiedBy>") {
			t.Errorf("%s: exceljs wants the prefix cp: %s", f.Name, text)
		}
		console.Lacks(t, string(text), "<f>", "<f ", "<hyperlink")
	}
}

// A sheet without rows has its header.
func TestWorkbookOfNothing(t *testing.T) {
	data := book(t, Sheet{Name: "Kinds", Listing: texts("a b")}, Sheet{Name: "Problems", Listing: texts("a b")})
	for number := range 2 {
		console.Equal(t, sheetRows(t, data, number+1), [][]string{{"a", "b"}}, number)
	}
}

// An error of the rows or a stop leaves no file.
func TestWorkbookFails(t *testing.T) {
	broken := errors.New("cannot be read")
	fails := List("", func(yield func(measured, error) bool) { yield(measured{}, broken) }, measuredCells)
	d, err := NewDir(t.TempDir(), "site")
	must(t, err)
	err = WriteWorkbook(context.Background(), d, "book.xlsx", Sheet{Name: "Problems", Listing: fails})
	left, _ := os.ReadDir(d.Path())
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "site.book.xlsx") || len(left) != 0 {
		t.Errorf("error %v, files %v", err, left)
	}
}

// The last row of a full sheet says where all rows are.
func TestLongWorkbook(t *testing.T) {
	if testing.Short() {
		t.Skip("a million rows")
	}
	b, last, count := workbook{ctx: context.Background()}, "", 0
	long := Sheet{Listing: List("book.csv", endless(1<<21), measuredCells)}
	n, err := b.rows(long, func(row int, cells []Cell) error {
		last, count = cells[0].Text, row
		return nil
	})
	if err != nil || n != 1<<20 || count != 1<<20 || !strings.Contains(last, "book.csv") {
		t.Errorf("%d rows, %d set, error %v, the last says %q", n, count, err, last)
	}
}
