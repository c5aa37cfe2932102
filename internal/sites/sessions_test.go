package sites

import (
	"maps"
	"os"
	"slices"
	"testing"
)

// TestSessions: two crawls of a site give the same pages under the same URLs, and the same arcs, whatever sessions it
// gave them.
func TestSessions(t *testing.T) {
	t.Parallel()
	all := kinds(0)
	maps.Copy(all, valueKinds(0))
	names := []string{"portal"}
	if os.Getenv("SITEGRAPH_ROUNDS") != "" {
		names = append(names, "board", "forum", "magazine", "sessions", "shop")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := all[name]
			a.boxes = false // what they link to differs at every crawl
			a.few = os.Getenv("SITEGRAPH_ROUNDS") == ""
			address := a.serve(t)
			var first [2][]string
			for visit := range uint64(2) {
				a.visit = visit
				clear(a.asks)
				folder := crawl(t, address, 5000)
				if j := a.judge(t, folder); j.false > 0 || j.pages < 100 {
					t.Errorf("%s\n%s", j, j.list(8))
				}
				checkLedger(t, folder)
				tables := [2][]string{
					columns(t, folder, ".nodes.csv", "Id", "url", "normalized_url", "level", "in_degree", "out_degree"),
					columns(t, folder, ".arcs.csv", "Source", "Target", "Weight")}
				if visit == 0 {
					first = tables
				}
				for i, lines := range tables {
					if n := firstDifference(first[i], lines); n >= 0 {
						t.Errorf("row %d differs: %s, %s", n, slices.Concat(first[i], []string{""})[n],
							slices.Concat(lines, []string{""})[n])
					}
				}
			}
		})
	}
}

// checkLedger: each URL has one line in the ledger, and its pages are those of the graph.
func checkLedger(t *testing.T, folder string) {
	t.Helper()
	seen, pages := map[string]bool{}, 0
	named := columns(t, folder, ".nodes.csv", "normalized_url")
	for _, row := range tableOf(t, folder, ".ledger.csv") {
		key := row["normalized_url"]
		if seen[key] {
			t.Errorf("the ledger has %s twice", key)
		}
		seen[key] = true
		if row["state"] == "page" {
			if pages++; !slices.Contains(named, key+" ") || row["page"] != key {
				t.Errorf("%s is a page of the ledger alone, or that of %s", key, row["page"])
			}
		}
	}
	if pages != len(named) {
		t.Errorf("the ledger has %d pages, the graph %d", pages, len(named))
	}
}

// firstDifference is where two lists differ first, -1 if nowhere.
func firstDifference(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}
