package export

import (
	"encoding/json"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

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
