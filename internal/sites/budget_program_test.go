package sites

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sitegraph/command"
)

// decision is a line of sites.budget.csv.
type decision struct {
	site, path   string
	page         bool
	spent, total int
}

// decisions are those of a run, in their order.
type decisions []decision

// found is the number of external links on the first pages processed.
func (d decisions) found(pages int) int {
	total := 0
	for _, one := range d {
		if one.spent <= pages {
			total = one.total
		}
	}
	return total
}

// sitegraph runs the program on the sites, without a delay or files that the
// tests do not read, and returns its output folder.
func sitegraph(t *testing.T, settings []string, args ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	settings = append([]string{"SITEGRAPH_STORE_STORE=memory"}, settings...)
	if code, screen := attempt(folder, settings, args...); code != 0 {
		t.Fatalf("sitegraph %q ended with %d\n%s", args, code, screen)
	}
	return folder
}

// attempt runs the program in a folder, and returns its exit code and what it says.
func attempt(folder string, settings []string, args ...string) (code int, screen string) {
	env := append([]string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1",
		"SITEGRAPH_DUPLICATES_KEY=exact"}, settings...) // as the papers and their replays
	args = append([]string{"--output-dir", folder, "--progress", "none"}, args...)
	var said bytes.Buffer
	code = command.Main(strings.NewReader(""), &said, &said, args, env)
	return code, said.String()
}

// decide runs the program on the sites in an order and returns its decisions.
func decide(t *testing.T, lookahead int, origins []string, order ...string) (all decisions) {
	t.Helper()
	settings := []string{"SITEGRAPH_ORDER_LOOKAHEAD=" + strconv.Itoa(lookahead)}
	folder := sitegraph(t, settings, append(append([]string{"--export", "csv"}, order...), origins...)...)
	rows := readTable(t, filepath.Join(folder, "sites", "sites.budget.csv"))
	for _, r := range rows {
		path := strings.TrimPrefix(r["url"], r["site"])
		one := decision{site: r["site"], path: path, page: r["state"] == "page"}
		one.spent, one.total = numberIn(t, r["spent"]), numberIn(t, r["total"])
		all = append(all, one)
	}
	if err := os.RemoveAll(folder); err != nil { // long experiments run it a thousand times
		t.Fatal(err)
	}
	return all
}

// guarded is a text that a spreadsheet would run, as it is written.
var guarded = regexp.MustCompile(`^'('*[=+\-@])|(;)'(['"]*[=+\-@])`)

// readTable reads a table of the program by docs/files.md, by the names of its columns.
func readTable(t testing.TB, name string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(name)
	must(t, err)
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = guarded.ReplaceAllString(strings.ReplaceAll(cell, `\\`, `\`), "$1$2$3")
		}
		rows = append(rows, row)
	}
	return rows
}

func numberIn(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}
