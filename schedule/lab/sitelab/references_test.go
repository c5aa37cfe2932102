package sitelab

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sitegraph/schedule/sites"
)

// The references count as the policies do. Greedy takes a before d, since it
// was known first, b after a, and what brings nothing last.
func TestReferencesCount(t *testing.T) {
	s, err := newCrawl(replayed())
	must(t, err)
	all := []*crawl{s}
	if got, want := greedy(all, 99), []int{0, 1, 2, 3, 4, 4, 4, 4}; !slices.Equal(got, want) {
		t.Errorf("greedy finds %v, want %v", got, want)
	}
	if got, want := optimum(world{rewardsOf(t, s)}, 7), []int{0, 1, 2, 3, 3, 3, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("optimum %v, want %v", got, want)
	}
	if got, _ := coverage(all, []int{9}); !slices.Equal(got, []int{0, 2, 3, 4, 4}) {
		t.Errorf("coverage finds %v", got)
	}
}

// worldOf has only new links.
func worldOf(rewards ...[]int) world {
	w := make(world, len(rewards))
	for i, s := range rewards {
		for _, x := range s {
			w[i] = append(w[i], sites.Page{New: x})
		}
	}
	return w
}

// best tries all divisions of n pages.
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
	if got := optimum(w, 9)[9]; got != 14 {
		t.Errorf("the example of specification 2.6: %d, want 14", got)
	}
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

// smallSites draws sites of a few pages with overlapping links.
func smallSites(r *rand.Rand, sites, pages int) []*crawl {
	var all []*crawl
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
		s, err := newCrawl(crawlOf(fmt.Sprintf("s%d", i), targets, external))
		if err != nil {
			panic(err)
		}
		all = append(all, s)
	}
	return all
}

// plainCoverage looks at every page at every step.
func plainCoverage(sites []*crawl, pages int, any bool) []int {
	counts, known, done := make([]seen, len(sites)), make([][]int, len(sites)), make([][]bool, len(sites))
	order := 0
	for i, s := range sites {
		counts[i], known[i], done[i] = newSeen(s), make([]int, s.pages()), make([]bool, s.pages())
		for p := range s.pages() {
			if any || p == 0 {
				order++
				known[i][p] = order
			}
		}
	}
	found := []int{0}
	for len(found) <= pages {
		at, gain := spot{-1, 0}, -1
		for i, s := range sites {
			for p := range s.pages() {
				g := counts[i].gain(s, uint32(p))
				if known[i][p] > 0 && !done[i][p] && (g > gain || g == gain && known[i][p] < known[at.site][at.url]) {
					at, gain = spot{i, uint32(p)}, g
				}
			}
		}
		if at.site < 0 {
			break
		}
		done[at.site][at.url] = true
		counts[at.site].scan(sites[at.site], at.url)
		found = append(found, found[len(found)-1]+gain)
		for _, p := range sites[at.site].out[at.url] {
			if known[at.site][p] == 0 {
				order++
				known[at.site][p] = order
			}
		}
	}
	return found
}

func TestCoverage(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		sites := smallSites(r, 1+r.IntN(3), 12)
		if got, want := greedy(sites, 20), plainCoverage(sites, 20, false); !slices.Equal(got, want) {
			t.Fatalf("seed %d: greedy %v, want %v", seed, got, want)
		}
		got, _ := coverage(sites, []int{7, 20})
		if want := plainCoverage(sites, 20, true); !slices.Equal(got, want) {
			t.Fatalf("seed %d: coverage %v, want %v", seed, got, want)
		}
	}
}

// The bound is not below the best of all sets of pages.
func TestBound(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := smallSites(r, 1, 11)
		marks := []int{1, 2, 3, 5, 11, 40}
		_, bounds := coverage(s, marks)
		for k, n := range marks {
			most := 0
			for set := range 1 << s[0].pages() {
				counts, size, sum := newSeen(s[0]), 0, 0
				for p := range s[0].pages() {
					if set>>p&1 == 1 {
						size++
						found, _ := counts.scan(s[0], uint32(p))
						sum += found
					}
				}
				if size <= n {
					most = max(most, sum)
				}
			}
			if bounds[k] < most || bounds[k] > s[0].kinds {
				t.Fatalf("seed %d: bound %d for %d pages, possible %d of %d", seed, bounds[k], n, most, s[0].kinds)
			}
		}
	}
}

func TestScatteredKeepsPages(t *testing.T) {
	sites := smallSites(rand.New(rand.NewPCG(1, 4)), 3, 30)
	mixed := scattered(sites, 5)
	for i, s := range sites {
		sizes := func(s *crawl) (all []string) {
			for p := range s.pages() {
				all = append(all, fmt.Sprint(s.external[p]))
			}
			slices.Sort(all)
			return all
		}
		if !slices.Equal(sizes(s), sizes(mixed[i])) {
			t.Errorf("site %d has other pages than before", i)
		}
	}
	again := scattered(sites, 5)
	for i := range mixed {
		if !reflect.DeepEqual(mixed[i].external, again[i].external) {
			t.Errorf("site %d: another order the second time", i)
		}
	}
}
