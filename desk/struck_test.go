package desk_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/tables"
)

// rowOf returns the first row of a table that a filter finds.
func rowOf(t *testing.T, v desk.View, table, text string) tables.Row {
	t.Helper()
	q := tables.Query{Filter: tables.Filter{Text: text}, Rows: 1}
	p, err := v.Index.Page(t.Context(), table, q, nil)
	if err != nil || len(p.Rows) != 1 {
		t.Fatalf("%s with %q: %d rows, %v", table, text, len(p.Rows), err)
	}
	return p.Rows[0]
}

// TestStruckOut: rows that were struck out are in no file, neither of the desk nor
// of the command line, which reads such files again; the manifest counts them. When
// they are restored, the files are those of before, also after a restart.
func TestStruckOut(t *testing.T) {
	s := newWebsite(t, 60)
	folder := t.TempDir()
	d := open(t, folder)
	p := project(t, d, "one", s.URL)
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	before := files(t, p.Dir())
	v, err := p.View(t.Context(), s.URL)
	must(t, err)
	var out []string
	for table, text := range map[string]string{tables.Pages: "/p8", tables.Links: "/p4",
		tables.External: "other.example/5", tables.Ledger: "status 404"} {
		out = append(out, rowOf(t, v, table, text).Identity)
	}
	struck, err := p.Struck()
	must(t, err)
	must(t, struck.Strike(out, true))
	must(t, d.Close(t.Context()))
	d = open(t, folder)
	p, err = d.Project("one")
	must(t, err)
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	after, result := files(t, p.Dir()), "result/"+hostFolder(s)+"/"+hostFolder(s)
	for file, text := range map[string]string{".nodes.csv": s.URL + "/p8,", ".external.csv": "other.example/5,"} {
		if !strings.Contains(before[result+file], text) || strings.Contains(after[result+file], text) {
			t.Errorf("%s still has %s, or never had", file, text)
		}
	}
	text, err := os.ReadFile(filepath.Join(p.Dir(), filepath.FromSlash(result)+".manifest.json"))
	var m struct{ Struck map[string]int }
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || m.Struck["pages"] != 1 || m.Struck["links"] != 1 || m.Struck["external"] != 1 ||
		m.Struck["ledger"] != 1 {
		t.Errorf("the manifest counts %v, %v", m.Struck, err)
	}
	commandLine(t, p.Dir(), "export")
	mustEqual(t, files(t, p.Dir()), after)
	commandLine(t, p.Dir(), "stats", filepath.Dir(filepath.FromSlash(result)))

	if struck, err = p.Struck(); err != nil || struck.Len() != 4 {
		t.Fatalf("%d rows are struck out, %v", struck.Len(), err)
	}
	must(t, struck.Strike(out, false))
	do(t, p, desk.Start)
	await(t, d, p, desk.Idle)
	mustEqual(t, files(t, p.Dir()), before)
}
