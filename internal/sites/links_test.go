package sites

import (
	"cmp"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// linkOrders are the flags of orders: without a policy first, then those that
// look for external links.
func linkOrders() (orders [][]string) {
	for _, rule := range []string{"all", "r1", "r2", "r3", "good-ucb", "r4", "auto"} {
		orders = append(orders, []string{"--order-sites", rule})
	}
	for _, pages := range []string{"links-r5", "links-auto"} {
		orders = append(orders, []string{"--order-pages", pages})
	}
	return orders
}

// TestLinks counts the external links that a budget finds on ten finished
// crawls chosen by the seed, after a quarter, a half and all of the pages, and
// compares them with what a page of each site in turn finds.
//
//	go test ./internal/sites -run TestLinks -v -timeout 2h -crawls "FOLDER..." -seeds 10
func TestLinks(t *testing.T) {
	folders := strings.Fields(*crawlsFlag)
	if len(folders) == 0 {
		t.Skip("-crawls names result folders to serve")
	}
	pages := cmp.Or(*pagesFlag, 2000)
	marks := []int{pages / 4, pages / 2, pages}
	table := newMeans("order", "links at a quarter", "half", "all", "of the first row at a quarter", "half", "all")
	origins := make([]string, len(folders))
	for seed := range uint64(max(1, *seedsFlag)) {
		var ten []string
		for _, i := range rand.New(rand.NewPCG(seed+1, 0x5a3)).Perm(len(folders))[:min(10, len(folders))] {
			if origins[i] == "" {
				origins[i] = serveSite(t, readFinished(t, folders[i]))
			}
			ten = append(ten, origins[i])
		}
		for _, order := range linkOrders() {
			d := decide(t, *lookaheadFlag, ten, append(order, "--budget", strconv.Itoa(pages))...)
			var found []float64
			for _, mark := range marks {
				found = append(found, float64(d.found(mark)))
			}
			table.add(strings.Join(order, " "), found...)
			t.Logf("seed %d: %s %.0f", seed+1, order, found)
		}
	}
	base := table.mean(table.names[0])
	t.Logf("%d pages, %d seeds\n%s", pages, max(1, *seedsFlag), table.show(func(r []float64) []float64 {
		return append(r, r[0]/base[0], r[1]/base[1], r[2]/base[2])
	}))
}
