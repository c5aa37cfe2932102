package command

import (
	"encoding/csv"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// guarded is a text that a spreadsheet would run, as it is written.
var guarded = regexp.MustCompile(`^'('*[=+\-@])`)

// eachRow reads a CSV file of the program as docs/files.md says.
func eachRow(t *testing.T, name string, do func(map[string]string)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	header, err := r.Read()
	for err == nil {
		var cells []string
		if cells, err = r.Read(); err == nil {
			row := map[string]string{}
			for i, cell := range cells {
				row[header[i]] = guarded.ReplaceAllString(strings.ReplaceAll(cell, `\\`, `\`), "$1")
			}
			do(row)
		}
	}
	if err != io.EOF {
		t.Fatalf("%s: %v", name, err)
	}
}

// underRace reports whether the race detector is in the program, which takes memory of its own.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
