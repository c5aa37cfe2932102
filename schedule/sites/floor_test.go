package sites

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// floorWorlds lists numbers of sites, and the pages per site in the uniform split.
var floorWorlds = []struct{ sites, share int }{
	{2, 100}, {3, 100}, {4, 30}, {10, 20}, {10, 50}, {50, 20},
}

// manyWorlds are added with SITEGRAPH_ROUNDS.
var manyWorlds = []struct{ sites, share int }{
	{3, 30}, {3, 500}, {4, 100}, {5, 60}, {5, 400}, {10, 100}, {10, 200}, {10, 600}, {50, 60},
	{200, 10}, {200, 25},
}

// auto may find less than half as much as the uniform split in one of this many worlds, because nobody can know what an
// unread page has.
const seldom = 500

// auto finds at least 0.95 of what the uniform split (one page of each site in turn) finds, averaged over each kind and
// size of worlds, and half of it in each world. SITEGRAPH_ROUNDS sets the number of worlds and adds sizes. With few
// worlds the averages may be lower:
//
//	SITEGRAPH_ROUNDS=60 go test ./schedule/sites -run TestFloor -v
func TestFloor(t *testing.T) {
	rounds, sizes := 8, floorWorlds
	if text := os.Getenv("SITEGRAPH_ROUNDS"); text != "" {
		n, err := strconv.Atoi(text)
		must(t, err)
		rounds, sizes = max(n, rounds), append(sizes, manyWorlds...)
	}
	for name, kinds := range map[string][]kind{"chosen on": chosenOn(), "held out": heldOut()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			worlds, missed := 0, 0
			for _, k := range kinds {
				all := shares{least: 1}
				for _, size := range sizes {
					s := k.shares(t, size.sites, size.share, rounds)
					worlds, missed = worlds+rounds, missed+s.missed
					if s.mean < k.floor(rounds) {
						t.Errorf("%s, %d sites, %d pages each: %.3f of the uniform split in the mean",
							k.name, size.sites, size.share, s.mean)
					}
					all.mean += s.mean / float64(len(sizes))
					all.least = min(all.least, s.least)
				}
				if all.mean < 0.95 {
					t.Errorf("%s: %.3f of the uniform split in the mean over all sizes", k.name, all.mean)
				}
				t.Logf("%-28s %.2f of the uniform split in the mean, at least %.2f", k.name, all.mean, all.least)
			}
			t.Logf("%d of %d worlds under a half", missed, worlds)
			if missed > worlds/seldom {
				t.Errorf("auto finds less than half of the uniform split in %d worlds of %d", missed, worlds)
			}
		})
	}
}

// floor returns the least mean share for a number of worlds. If nearly all links of a site are on one page within its
// share, only the uniform split finds them all.
func (k kind) floor(worlds int) float64 {
	switch {
	case worlds < 60:
		return 0.85
	case k.name == "every fortieth page":
		return 0.9
	}
	return 0.95
}

type shares struct {
	// mean is the lower of the mean share and the share of the sums.
	mean, least float64
	missed      int // worlds below a half
}

// shares measures auto on worlds of a kind, and skips those where nothing is found.
func (k kind) shares(t *testing.T, sites, share, worlds int) shares {
	o := Options{Sites: sites, Budget: sites * share}
	all := shares{least: 1}
	sum, found, split, n := 0.0, 0, 0, 0.0
	for seed := range worlds {
		w := k.world(uint64(seed), sites, share)
		_, links := w.walk(t, New("auto", o))
		_, uniform := w.walk(t, New("quantum", Options{Sites: sites, Budget: o.Budget, Quantum: 1}))
		found, split = found+links, split+uniform
		if uniform == 0 {
			continue
		}
		s := float64(links) / float64(uniform)
		sum, n = sum+s, n+1
		all.least = min(all.least, s)
		if s < 0.5 {
			all.missed++
		}
	}
	if n == 0 {
		all.mean = 1
		return all
	}
	all.mean = min(sum/n, float64(found)/float64(split))
	return all
}

// Each site gets at least a quarter of the pages that it gets when the sites are read in turn.
func TestShareOfEachSite(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 8))
		k := 2 + r.IntN(12)
		w := make(world, k)
		for i := range w {
			rich := r.IntN(30)
			for range 800 {
				w[i] = append(w[i], r.IntN(1+rich)*r.IntN(2))
			}
		}
		order, _ := w.walk(t, New("auto", Options{Sites: k, Budget: 800}))
		pages := make([]int, k)
		for n, i := range order {
			pages[i]++
			for j, has := range pages {
				if inTurn := (n + k - j) / k; has < inTurn/4 {
					t.Fatalf("seed %d: site %d of %d has %d pages, in turn it has %d", seed, j, k, has, inTurn)
				}
			}
		}
	}
}

// Until something is found, the sites are read in turn, because what comes first may be all there is.
func TestNothingFound(t *testing.T) {
	w := world{make([]int, 9), make([]int, 9), make([]int, 2), make([]int, 9)}
	order, _ := w.walk(t, New("auto", Options{Sites: 4, Budget: 14, Start: 1}))
	want := []int{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 3, 0, 1, 3}
	if !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}
