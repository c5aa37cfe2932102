package served

import (
	"cmp"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// linkOrders are the orders that look for external links, by their flags; the
// first is the one without a policy.
func linkOrders() map[string][]string {
	orders := map[string][]string{"all, levels": {"--order-sites", "all"}}
	for _, rule := range []string{"r1", "r2", "r3", "good-ucb", "r4", "auto"} {
		orders[rule+", levels"] = []string{"--order-sites", rule}
	}
	for _, pages := range []string{"links-r5", "links-auto"} {
		orders[pages] = []string{"--order-pages", pages}
	}
	return orders
}

// TestLinks counts the external links that a budget finds on ten finished
// crawls chosen by the seed, after a quarter, a half and all of the pages, as
// ratios to what a page of each site in turn finds by depth.
//
//	go test ./internal/served -run TestLinks -v -timeout 2h -crawls "FOLDER..." -seeds 10
func TestLinks(t *testing.T) {
	folders := strings.Fields(*crawlsFlag)
	if len(folders) == 0 {
		t.Skip("-crawls names result folders to serve")
	}
	pages, names := cmp.Or(*pagesFlag, 2000), sortedKeys(linkOrders())
	table := newMeans("order", "links", "at half", "at a quarter", "ratio", "at half", "at a quarter")
	origins := make([]string, len(folders))
	for seed := range uint64(max(1, *seedsFlag)) {
		var ten []string
		for _, i := range rand.New(rand.NewPCG(seed+1, 0x5a3)).Perm(len(folders))[:min(10, len(folders))] {
			if origins[i] == "" {
				origins[i] = serve(t, readFinished(t, folders[i]))
			}
			ten = append(ten, origins[i])
		}
		for _, name := range names {
			order := append(linkOrders()[name], "--budget", strconv.Itoa(pages))
			d := decide(t, 8, ten, order...)
			table.add(name, float64(d.found(pages)), float64(d.found(pages/2)), float64(d.found(pages/4)))
		}
	}
	base := table.mean("all, levels")
	t.Logf("%d pages\n%s", pages, table.show(func(r []float64) []float64 {
		return append(r, r[0]/base[0], r[1]/base[1], r[2]/base[2])
	}))
}
