package sites

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/lab"
	"sitegraph/internal/lab/sitelab"
)

// TestPaper repeats BeeBot's paper over HTTP: ten sites of institutes or universities, and N pages for all. With one
// decision open at a time the crawl finds exactly what the replay finds, whose means over 200 seeds are in
// docs/design/policies.md; therefore a few seeds do here.
//
//	go test ./internal/sites -run TestPaper -v -seeds 5
func TestPaper(t *testing.T) {
	seeds, pages := max(1, *seedsFlag), cmp.Or(*pagesFlag, 200)
	if *seedsFlag > 0 {
		pages = cmp.Or(*pagesFlag, 2000)
	}
	table := newMeans("ensemble, lookahead", "R1", "R2", "R3", "R2/R1", "R3/R1")
	for seed := range uint64(seeds) {
		wanted := worldsReplayed(t, seed+1, pages)
		for _, ensemble := range []string{"institutes", "universities-spread", "universities-clustered"} {
			origins := serveBudgetWorld(t, ensemble, seed+1)
			want := wanted[ensemble]
			if got := findByRules(t, 1, origins, pages); !slices.Equal(got, want) || len(want) != 3 {
				t.Errorf("%s, seed %d: R1, R2, R3 found %v links, in the replay %v", ensemble, seed+1, got, want)
			}
			table.add(ensemble+", 1", want...)
			if *seedsFlag > 0 {
				table.add(ensemble+", 8", findByRules(t, 8, origins, pages)...)
			}
		}
	}
	t.Logf("%d pages, %d seeds\n%s", pages, seeds, table.show(func(r []float64) []float64 {
		return append(r, r[1]/r[0], r[2]/r[0])
	}))
	if seeds >= 5 && pages == 2000 {
		checkPaper(t, table)
	}
}

// checkPaper compares with the paper: R2/R1 was 1.96 for institutes and 0.58 for universities, R3/R1 1.10 and 1.08.
func checkPaper(t *testing.T, table *means) {
	t.Helper()
	for _, name := range table.names {
		r := table.mean(name)
		second, third := r[1]/r[0], r[2]/r[0]
		if strings.HasPrefix(name, "institutes") != (second > 1) || math.Abs(second-1) < 0.2 {
			t.Errorf("%s: R2/R1 is %.2f", name, second)
		}
		if third < 1 || third > 1.2 {
			t.Errorf("%s: R3/R1 is %.2f", name, third)
		}
	}
}

// paperRules are those of BeeBot's paper.
func paperRules() []string { return []string{"r1", "r2", "r3"} }

// findByRules crawls the sites by each rule, and returns the links found.
func findByRules(t *testing.T, lookahead int, origins []string, pages int) (found []float64) {
	t.Helper()
	for _, rule := range paperRules() {
		order := []string{"--order-sites", rule, "--budget", strconv.Itoa(pages)}
		found = append(found, float64(decide(t, lookahead, origins, order...).found(pages)))
	}
	return found
}

// serveBudgetWorld serves the sites of an ensemble.
func serveBudgetWorld(t *testing.T, ensemble string, seed uint64) (origins []string) {
	t.Helper()
	world, err := sitelab.World(ensemble, seed)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range world {
		origins = append(origins, serveSite(t, synthetic(s)))
	}
	return origins
}

// worldsReplayed is what each rule finds in the replay of the worlds of a seed, by ensemble.
func worldsReplayed(t *testing.T, seed uint64, pages int) map[string][]float64 {
	t.Helper()
	result, err := sitelab.Run(t.Context(), nil, sitelab.Options{
		Plan: lab.Plan{Seeds: 1, First: seed}, Pages: pages, Rules: paperRules()})
	if err != nil {
		t.Fatal(err)
	}
	table, found := result.Tables[0], map[string][]float64{}
	set, rule := slices.Index(table.Columns, "set"), slices.Index(table.Columns, "rule")
	links := slices.Index(table.Columns, "links")
	for _, name := range paperRules() {
		for _, row := range table.Rows {
			if x, ok := row[links].Number(); ok && row[rule].String() == name {
				found[row[set].String()] = append(found[row[set].String()], x)
			}
		}
	}
	return found
}
