package export

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// parquetFields are the fields of a struct of parquet.thrift by their numbers.
type parquetFields map[int]any

func (f parquetFields) number(id int) int       { n, _ := f[id].(int64); return int(n) }
func (f parquetFields) of(id int) parquetFields { s, _ := f[id].(parquetFields); return s }

// thriftValue reads a value in Thrift's compact protocol.
func thriftValue(r *bytes.Reader, kind byte) any {
	switch kind {
	case thriftIsTrue:
		return true
	case thriftIsInt, thriftIsLong:
		n, _ := binary.ReadVarint(r)
		return n
	case thriftIsText:
		n, _ := binary.ReadUvarint(r)
		b := make([]byte, n)
		io.ReadFull(r, b)
		return string(b)
	case thriftIsList:
		head, _ := r.ReadByte()
		n := uint64(head >> 4)
		if n == 15 {
			n, _ = binary.ReadUvarint(r)
		}
		var all []any
		for range n {
			all = append(all, thriftValue(r, head&15))
		}
		return all
	}
	fields, id := parquetFields{}, 0
	for head, err := r.ReadByte(); head != 0 && err == nil; head, err = r.ReadByte() {
		id += int(head >> 4)
		fields[id] = thriftValue(r, head&15)
	}
	return fields
}

// unpacked reads n numbers of a bit-packed run.
func unpacked(r *bytes.Reader, n, width int) []int {
	binary.ReadUvarint(r)
	held, bits, all := uint64(0), 0, make([]int, n)
	for i := range all {
		for ; bits < width; bits += 8 {
			b, _ := r.ReadByte()
			held |= uint64(b) << bits
		}
		all[i] = int(held & (1<<width - 1))
		held, bits = held>>width, bits-width
	}
	return all
}

// parquetReading reads a file with the columns of a schema; it knows what the writer uses of the format.
type parquetReading struct {
	t      *testing.T
	file   []byte
	footer parquetFields
	schema []any // the columns
}

func openParquet(t *testing.T, file []byte) parquetReading {
	t.Helper()
	n := len(file)
	if n < 12 || string(file[:4]) != "PAR1" || string(file[n-4:]) != "PAR1" {
		t.Fatalf("no Parquet file: %q", file[:min(n, 20)])
	}
	from := n - 8 - int(binary.LittleEndian.Uint32(file[n-8:]))
	footer := thriftValue(bytes.NewReader(file[from:n-8]), thriftIsStruct).(parquetFields)
	return parquetReading{t, file, footer, footer[2].([]any)[1:]}
}

// page returns the header of the page at a place, and what it holds.
func (p parquetReading) page(at int) (header parquetFields, body *bytes.Reader, next int) {
	r := bytes.NewReader(p.file[at:])
	header = thriftValue(r, thriftIsStruct).(parquetFields)
	from := len(p.file) - r.Len()
	z, err := zstd.NewReader(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer z.Close()
	b, err := z.DecodeAll(p.file[from:from+header.number(3)], nil)
	if err != nil || len(b) != header.number(2) {
		p.t.Fatalf("a page of %d bytes, want %d: %v", len(b), header.number(2), err)
	}
	return header, bytes.NewReader(b), from + header.number(3)
}

// cells returns the cells of a chunk as the tables have them.
func (p parquetReading) cells(meta, column parquetFields) (cells []string) {
	var dictionary []string
	at := meta.number(9)
	if meta[11] != nil {
		header, body, next := p.page(meta.number(11))
		for range header.of(7).number(1) {
			dictionary = append(dictionary, parquetCell(body, column, 0))
		}
		if next != at {
			p.t.Errorf("the dictionary ends at %d, and the data begin at %d", next, at)
		}
	}
	header, body, _ := p.page(at)
	n := header.of(5).number(1)
	there := slices.Repeat([]int{1}, n)
	if column.number(3) == 1 {
		binary.Read(body, binary.LittleEndian, new(uint32))
		there = unpacked(body, n, 1)
	}
	known := 0
	for _, is := range there {
		known += is
	}
	if nulls := meta.of(12).number(3); nulls != n-known {
		p.t.Errorf("%d nulls, want %d", nulls, n-known)
	}
	var places []int
	if dictionary != nil {
		width, _ := body.ReadByte()
		places = unpacked(body, known, int(width))
	}
	known = 0
	for _, is := range there {
		cell := ""
		switch {
		case is == 1 && dictionary != nil:
			cell = dictionary[places[known]]
		case is == 1:
			cell = parquetCell(body, column, known)
		}
		known += is
		cells = append(cells, cell)
	}
	return cells
}

// parquetCell reads the n-th value, PLAIN encoded.
func parquetCell(r *bytes.Reader, column parquetFields, n int) string {
	var long uint64
	switch column.number(1) {
	case 0: // BOOLEAN, eight in a byte
		b, _ := r.ReadByte()
		if n%8 < 7 {
			r.UnreadByte()
		}
		return strconv.FormatBool(b>>(n%8)&1 == 1)
	case 6: // BYTE_ARRAY
		var size uint32
		binary.Read(r, binary.LittleEndian, &size)
		b := make([]byte, size)
		io.ReadFull(r, b)
		return string(b)
	}
	binary.Read(r, binary.LittleEndian, &long)
	switch {
	case column.number(1) == 5: // DOUBLE
		return string(appendReal(nil, math.Float64frombits(long)))
	case column[6] != nil: // TIMESTAMP_MILLIS
		return time.UnixMilli(int64(long)).UTC().Format(time.RFC3339)
	}
	return strconv.FormatInt(int64(long), 10)
}

// readParquet returns header and cells as the tables have them, but for what is for spreadsheets.
func readParquet(t *testing.T, file []byte) [][]string {
	t.Helper()
	p := openParquet(t, file)
	header := make([]string, len(p.schema))
	for i, c := range p.schema {
		header[i] = c.(parquetFields)[4].(string)
	}
	all := [][]string{header}
	groups, _ := p.footer[4].([]any)
	for _, g := range groups {
		n := g.(parquetFields).number(3)
		rows := make([][]string, n)
		for i, chunk := range g.(parquetFields)[1].([]any) {
			cells := p.cells(chunk.(parquetFields).of(3), p.schema[i].(parquetFields))
			if len(cells) != n || n > parquetGroup {
				t.Fatalf("%s has %d cells of %d rows", header[i], len(cells), n)
			}
			for k, cell := range cells {
				rows[k] = append(rows[k], cell)
			}
		}
		all = append(all, rows...)
	}
	if got := p.footer.number(3); got != len(all)-1 {
		t.Errorf("the file says it has %d rows, not %d", got, len(all)-1)
	}
	return all
}

// csvCells returns the same of a table.
func csvCells(t *testing.T, file []byte) [][]string {
	t.Helper()
	var all [][]string
	for line := range strings.Lines(string(file)) {
		cells, err := decodeRow(strings.TrimSuffix(line, "\n"))
		must(t, err)
		all = append(all, cells)
	}
	return all
}

// TestParquet: the files hold what the tables hold.
func TestParquet(t *testing.T) {
	for _, c := range append(crawls(), big(300, 30)) {
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
	const none, utf8, millis = 0, 1, 10 // ConvertedType and one more
	for _, c := range []struct {
		of                            parquetReading
		name                          string
		repetition, physical, meaning int
	}{
		{nodes, "Id", 0, 2, none}, {nodes, "title", 1, 6, utf8}, {nodes, "bytes", 0, 2, none},
		{nodes, "pagerank", 0, 5, none}, {nodes, "chance", 0, 5, none}, {nodes, "first_seen", 1, 2, millis},
		{arcs, "stable", 1, 0, none}, {links, "href", 0, 6, utf8}, {links, "target", 1, 2, none},
		{links, "rel", 1, 6, utf8},
	} {
		at := slices.IndexFunc(c.of.schema, func(e any) bool { return e.(parquetFields)[4] == c.name })
		if at < 0 {
			t.Errorf("no column %s", c.name)
			continue
		}
		e, meaning := c.of.schema[at].(parquetFields), none
		if e[6] != nil {
			meaning = e.number(6) + 1
		}
		if e.number(3) != c.repetition || e.number(1) != c.physical || meaning != c.meaning {
			t.Errorf("%s: %v", c.name, e)
		}
	}
}

// TestParquetGroups: a table of more rows than a group has, with texts that fill a dictionary and texts that repeat.
func TestParquetGroups(t *testing.T) {
	type row struct {
		n      int
		text   string
		repeat string
		truth  string
	}
	columns := []column[row]{{name: "n", number: func(r *row) *int { return &r.n }},
		{name: "text", text: func(r *row) *string { return &r.text }},
		{name: "repeat", text: func(r *row) *string { return &r.repeat }},
		{name: "truth", text: func(r *row) *string { return &r.truth }, means: kindBoolean}}
	const rows = parquetGroup + 77
	all := func(yield func(*row, error) bool) {
		for i := range rows {
			text, repeat := strings.Repeat("x", 20)+strconv.Itoa(i), strings.Repeat("y", i%17)
			r := row{i, text, repeat, strconv.FormatBool(i%3 == 0)}
			if !yield(&r, nil) {
				return
			}
		}
	}
	got := readParquet(t, filled(t, func(o *out) error { return writeParquet(o, columns, all) }))
	if len(got) != rows+1 {
		t.Fatalf("%d rows", len(got))
	}
	i := 0
	for r := range all {
		i++
		if want := []string{strconv.Itoa(r.n), r.text, r.repeat, r.truth}; !slices.Equal(got[i], want) {
			t.Fatalf("row %d: %q, want %q", i, got[i], want)
		}
	}
}

// parquetReader is Apache Arrow's command that prints a file.
const parquetReader = "parquet_reader"

// TestParquetReader reads the files with Apache Arrow.
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
	must(t, err)
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
