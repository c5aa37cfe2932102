package sites

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// massOrders are the orders that look for important pages, and those that do
// not.
func massOrders() []string {
	return []string{"levels", "random", "backlinks", "opic-greedy", "pagerank-of-known", "stored", "auto"}
}

// TestMass adds up the importance, by the PageRank of the finished crawl, of
// the pages that a budget of 5, 10 and 20 % of a site's pages reads.
//
//	go test ./internal/sites -run TestMass -v -timeout 2h -crawls "FOLDER..."
func TestMass(t *testing.T) {
	folders := strings.Fields(*crawlsFlag)
	if len(folders) == 0 {
		t.Skip("-crawls names result folders to serve")
	}
	table := newMeans("order", "5 %", "10 %", "20 %", "over levels at 10 %", "sites with more", "with less")
	worst := map[string]float64{}
	for _, folder := range folders {
		f := readFinished(t, folder)
		origin, rank, n := serveSite(t, f), f.rank(), len(f.paths)
		var levels float64
		for _, order := range massOrders() {
			d := decide(t, *lookaheadFlag, []string{origin}, "--order-pages", order, "--budget", strconv.Itoa(n/5))
			row := []float64{f.mass(d, rank, n/20), f.mass(d, rank, n/10), f.mass(d, rank, n/5)}
			if order == "levels" {
				levels = row[1]
			}
			over := row[1] - levels
			worst[order] = min(worst[order], over)
			table.add(order, append(row, over, share(over > 0), share(over < 0))...)
			t.Logf("%s, %d pages: %s %.3f", f.name, n, order, row)
		}
	}
	t.Logf("%d sites; worst over levels at 10 %%: %v\n%s", len(folders), worst, table.show(slices.Clone[[]float64]))
}

// share is 1 for true, to be averaged.
func share(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// mass is the importance of the pages among the first that many processed.
func (f *finished) mass(d decisions, rank []float64, pages int) (mass float64) {
	for _, one := range d {
		if one.page && one.spent <= pages {
			mass += rank[f.pages[one.path]]
		}
	}
	return mass
}
