package sitelab

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/sites"
)

// References count like policies. greedy takes a before d, which it knows later, and useless pages last.
func TestReferencesCount(t *testing.T) {
	s := siteOf(t, variety())
	all := []*replayed.Site{s}
	console.Equal(t, greedyOf(t, all, 99), []int{0, 1, 2, 3, 4, 4, 4, 4}, "greedy finds")
	console.Equal(t, optimum(world{rewardsOf(t, s)}, 7), []int{0, 1, 2, 3, 3, 3, 3, 4}, "optimum")
	if got, _ := coverage(all, []int{9}); !slices.Equal(got, []int{0, 2, 3, 4, 4}) {
		t.Errorf("coverage finds %v", got)
	}
}

func greedyOf(t *testing.T, all []*replayed.Site, pages int) []int {
	t.Helper()
	found, err := greedy(t.Context(), all, pages)
	must(t, err)
	return found
}

// worldOf makes a world from the numbers of new links per site and page.
func worldOf(rewards ...[]int) world {
	w := make(world, len(rewards))
	for i, s := range rewards {
		for _, x := range s {
			w[i] = append(w[i], sites.Page{New: x})
		}
	}
	return w
}

func best(w world, n int) int {
	if len(w) == 0 {
		return 0
	}
	most, sum := 0, 0
	for t := 0; t <= min(n, len(w[0])); t++ {
		if t > 0 {
			sum += w[0][t-1].New
		}
		most = max(most, sum+best(w[1:], n-t))
	}
	return most
}

func TestOptimum(t *testing.T) {
	w := worldOf([]int{3, 0, 0, 1, 0, 0}, []int{0, 0, 5, 0, 0, 4}, []int{1, 1, 1, 1, 1, 1})
	console.Equal(t, optimum(w, 9)[9], 14, "the example")
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		var sites [][]int
		for range 1 + r.IntN(4) {
			s := make([]int, r.IntN(7))
			for p := range s {
				s[p] = r.IntN(6) * r.IntN(2)
			}
			sites = append(sites, s)
		}
		w := worldOf(sites...)
		for n, got := range optimum(w, 15) {
			if want := best(w, n); got != want {
				t.Fatalf("%v: %d links with %d pages, want %d", w, got, n, want)
			}
		}
	}
}

// smallSites makes random sites of a few pages that share external links.
func smallSites(t *testing.T, r *rand.Rand, sites, pages int) []*replayed.Site {
	t.Helper()
	var all []*replayed.Site
	for i := range sites {
		n := 1 + r.IntN(pages)
		targets, external := make([][]uint32, n), make([][]string, n)
		for p := range n {
			if p > 0 { // every page can be reached
				from := r.IntN(p)
				targets[from] = append(targets[from], uint32(p))
			}
			for range r.IntN(4) {
				external[p] = append(external[p], fmt.Sprintf("http://x/%d", r.IntN(2*pages)))
			}
		}
		all = append(all, siteOf(t, crawlOf(fmt.Sprintf("s%d", i), targets, external)))
	}
	return all
}

// The bound is at least what the best of all sets of pages finds.
func TestBound(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := smallSites(t, r, 1, 11)
		marks := []int{1, 2, 3, 5, 11, 40}
		_, bounds := coverage(s, marks)
		for _, n := range marks {
			most := 0
			for set := range 1 << len(s[0].External) {
				g := newGains(s)
				for p, page := range s[0].Graph.Pages {
					if set>>p&1 == 1 {
						g.scan(0, page.Key)
					}
				}
				if size := len(g.found) - 1; size <= n {
					most = max(most, g.found[size])
				}
			}
			if after(bounds, n) < most || after(bounds, n) > s[0].Kinds {
				t.Fatalf("seed %d: bound %d for %d pages, possible %d of %d",
					seed, after(bounds, n), n, most, s[0].Kinds)
			}
		}
	}
}
