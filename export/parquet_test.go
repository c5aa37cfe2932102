package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// parquetSample is a file, with the header and cells that the table of the same name has.
type parquetSample struct {
	name string
	file []byte
	rows [][]string
}

// parquetSamples returns files of crawls, of the graph of sites and of several groups, with columns of all kinds.
func parquetSamples(t *testing.T) (all []parquetSample) {
	t.Helper()
	add := func(name, of string, file, table []byte) {
		rows := csvCells(t, table)
		rows[0] = site.Each(rows[0], strings.ToLower)
		if at := slices.Index(rows[0], "type"); at >= 0 {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], at, at+1)
			}
		}
		if of != "" {
			for i := range rows {
				rows[i] = append(rows[i], of)
			}
			rows[0][len(rows[0])-1] = "site"
		}
		all = append(all, parquetSample{name, file, rows})
	}
	measured := Options{SelfLoops: true,
		Measures: []Measure{{Name: "pagerank", Of: func(i int) float64 { return float64(i) / 4 }}}}
	for i, c := range append(crawls(), big(300, 30)) {
		of := map[bool]string{true: c.Site}[c.Searched == nil]
		for _, name := range []string{"nodes", "arcs", "links"} {
			if name != "links" || c.Links != nil {
				add(fmt.Sprintf("%s of crawl %d", name, i), of, render(t, name+".parquet", c, measured),
					render(t, name+".csv", c, measured))
			}
		}
	}
	files := siteFiles(t, twoAndHost(), Options{})
	for _, name := range []string{"nodes", "arcs"} {
		add(name+" of sites", "", []byte(files["sites."+name+".parquet"]), []byte(files["sites."+name+".csv"]))
	}
	return append(all, manyRows(t))
}

// csvCells returns the header and cells of a table, without the guards for spreadsheets.
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

// manyRows has more rows than a group, with texts that fill a dictionary and texts that repeat.
func manyRows(t *testing.T) parquetSample {
	t.Helper()
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
	rows := [][]string{{"n", "text", "repeat", "truth"}}
	all := func(yield func(*row, error) bool) {
		for i := range parquetGroup + 77 {
			r := row{i, strings.Repeat("x", 20) + strconv.Itoa(i), strings.Repeat("y", i%17),
				strconv.FormatBool(i%3 == 0)}
			rows = append(rows, []string{strconv.Itoa(r.n), r.text, r.repeat, r.truth})
			if !yield(&r, nil) {
				return
			}
		}
	}
	file := filled(t, func(o *out) error { return writeParquet(o, columns, all) })
	return parquetSample{"many rows", file, rows}
}

// The files are byte for byte those whose contents TestParquetReader has checked.
func TestParquet(t *testing.T) {
	var digests strings.Builder
	for _, f := range parquetSamples(t) {
		fmt.Fprintf(&digests, "%x  %s\n", sha256.Sum256(f.file), f.name)
	}
	matchGolden(t, "parquet.sha256", []byte(digests.String()))
}

// parquetReader is the command of Apache Arrow that prints a file.
const parquetReader = "parquet_reader"

// Apache Arrow reads the same cells from the files as the tables have.
func TestParquetReader(t *testing.T) {
	_, err := exec.LookPath(parquetReader)
	needTool(t, parquetReader, err)
	for _, f := range parquetSamples(t) {
		got := arrowRows(t, save(t, f.file), len(f.rows) > 1)
		if len(got) != len(f.rows)-1 {
			t.Fatalf("%s: %d rows, want %d", f.name, len(got), len(f.rows)-1)
		}
		for i, row := range got {
			sameCells(t, f.name, row, f.rows[0], f.rows[i+1])
		}
	}
}

// arrowRows returns the rows of a file, with each cell in JSON.
func arrowRows(t *testing.T, path string, some bool) (rows []map[string]json.RawMessage) {
	t.Helper()
	text, err := exec.Command(parquetReader, "--no-metadata", "--json", path).Output()
	must(t, err)
	if !some {
		return nil // it prints no list
	}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); { // one list per group of rows
		var group []map[string]json.RawMessage
		must(t, d.Decode(&group))
		rows = append(rows, group...)
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
		console.Equal(t, text, cells[i], file, name)
	}
}
