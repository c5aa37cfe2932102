package export

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// readParquet returns the header and the cells of a file as the tables have them, without what makes a cell safe
// for a spreadsheet.
func readParquet(t *testing.T, file []byte) [][]string {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var header []string
	for _, c := range f.Root().Columns() {
		header = append(header, c.Name())
	}
	all := [][]string{header}
	for _, group := range f.RowGroups() {
		if n := group.NumRows(); n > parquetGroup {
			t.Errorf("a group of %d rows", n)
		}
		rows := group.Rows()
		buffer := make([]parquet.Row, 64)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				var cells []string
				for _, v := range row {
					cells = append(cells, parquetCell(v, f.Root().Columns()[v.Column()].Type()))
				}
				all = append(all, cells)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func parquetCell(v parquet.Value, of parquet.Type) string {
	logical := of.LogicalType()
	switch {
	case v.IsNull():
		return ""
	case logical != nil && strings.HasPrefix(logical.String(), "TIMESTAMP"):
		return time.UnixMilli(v.Int64()).UTC().Format(time.RFC3339)
	case v.Kind() == parquet.Double:
		return string(appendReal(nil, v.Double()))
	case v.Kind() == parquet.Int64:
		return strconv.FormatInt(v.Int64(), 10)
	case v.Kind() == parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	}
	return string(v.ByteArray())
}

// csvCells returns the same of a table.
func csvCells(t *testing.T, file []byte) [][]string {
	t.Helper()
	var all [][]string
	for line := range strings.Lines(string(file)) {
		var r row
		if err := r.split([]byte(strings.TrimSuffix(line, "\n"))); err != nil {
			t.Fatal(err)
		}
		var cells []string
		for i := range r.cells {
			cells = append(cells, string(r.cell(i)))
		}
		all = append(all, cells)
	}
	return all
}

// TestParquet: the files hold what the tables hold.
func TestParquet(t *testing.T) {
	for _, c := range append(crawls(), big(700, 100)) {
		for _, name := range []string{"nodes", "arcs", "links"} {
			if name == "links" && c.Links == nil {
				continue
			}
			want := csvCells(t, render(t, name+".csv", c, Options{SelfLoops: true}))
			if name == "arcs" {
				for i := range want {
					want[i] = slices.Delete(want[i], 2, 3) // Type
				}
			}
			got := readParquet(t, render(t, name+".parquet", c, Options{SelfLoops: true}))
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%s of %d pages: got %q\nwant %q", name, len(c.Graph.Pages), short(got), short(want))
			}
		}
	}
}

func short(rows [][]string) [][]string { return rows[:min(len(rows), 6)] }

// TestParquetTypes: numbers are numbers, times are times, and what is not known is null.
func TestParquetTypes(t *testing.T) {
	measure := Measure{Name: "pagerank", Of: func(i int) float64 { return float64(i) / 4 }}
	nodes := openParquet(t, render(t, "nodes.parquet", watched(), Options{Measures: []Measure{measure}}))
	arcs := openParquet(t, render(t, "arcs.parquet", learnt(), Options{}))
	links := openParquet(t, render(t, "links.parquet", tiny(), Options{}))
	for _, c := range []struct {
		of         *parquet.File
		name, want string
	}{
		{nodes, "Id", "required int(64"}, {nodes, "title", "optional STRING"}, {nodes, "bytes", "required int(64"},
		{nodes, "pagerank", "required double"}, {nodes, "chance", "required double"},
		{nodes, "first_seen", "optional TIMESTAMP"}, {arcs, "stable", "optional boolean"},
		{links, "href", "required STRING"}, {links, "target", "optional int(64"}, {links, "rel", "optional STRING"},
	} {
		got := "none"
		if column := c.of.Root().Column(c.name); column != nil {
			got = "required "
			if column.Optional() {
				got = "optional "
			}
			got += strings.ToLower(column.Type().String())
		}
		if !strings.HasPrefix(strings.ToLower(got), strings.ToLower(c.want)) {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
}

func openParquet(t *testing.T, file []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// parquetReader is Apache Arrow's command that prints a file.
const parquetReader = "parquet_reader"

// TestParquetReader reads the files with Apache Arrow and compares its rows with those of the library that wrote them.
func TestParquetReader(t *testing.T) {
	_, err := exec.LookPath(parquetReader)
	needTool(t, parquetReader, err)
	for _, c := range crawls() {
		for _, name := range []string{"nodes.parquet", "arcs.parquet", "links.parquet"} {
			if name == "links.parquet" && c.Links == nil {
				continue
			}
			file := render(t, name, c, Options{SelfLoops: true})
			want := readParquet(t, file)
			got := arrowRows(t, save(t, file), len(want) > 1)
			if len(got) != len(want)-1 {
				t.Fatalf("%s: %d rows, want %d", name, len(got), len(want)-1)
			}
			for i, row := range got {
				sameCells(t, name, row, want[0], want[i+1])
			}
		}
	}
}

// arrowRows returns the rows of a file, a cell as JSON writes it.
func arrowRows(t *testing.T, path string, some bool) []map[string]json.RawMessage {
	t.Helper()
	text, err := exec.Command(parquetReader, "--no-metadata", "--json", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !some {
		return nil // it prints no list
	}
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatalf("%v: %s", err, text[:min(len(text), 500)])
	}
	return rows
}

func sameCells(t *testing.T, file string, row map[string]json.RawMessage, names, cells []string) {
	t.Helper()
	for i, name := range names {
		var text string
		if raw, ok := row[name]; ok && json.Unmarshal(raw, &text) != nil {
			var number float64
			text = strings.TrimSpace(string(raw))
			if json.Unmarshal(raw, &number) == nil && strings.ContainsAny(text, ".eE") {
				text = string(appendReal(nil, number))
			}
		}
		if at, err := time.Parse(time.RFC3339, cells[i]); err == nil {
			cells[i] = strconv.FormatInt(at.UnixMilli(), 10)
		}
		if text != cells[i] {
			t.Errorf("%s, %s: %q, want %q", file, name, text, cells[i])
		}
	}
}
