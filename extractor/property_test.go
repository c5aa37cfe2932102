package extractor_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"sitegraph/extractor/download"
	"sitegraph/extractor/store"
)

// rounds is how many sites a property test makes: a few, or as many as SITEGRAPH_ROUNDS says.
func rounds(t testing.TB, few int) uint64 {
	text := os.Getenv("SITEGRAPH_ROUNDS")
	if text == "" {
		return uint64(few)
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("SITEGRAPH_ROUNDS: %v", err)
	}
	return n
}

// seeds are the first few, or as many as SITEGRAPH_ROUNDS says, and those that always count.
func seeds(t testing.TB, few, most int, always ...uint64) []uint64 {
	for seed := range min(rounds(t, few), uint64(most)) {
		always = append(always, seed)
	}
	slices.Sort(always)
	return slices.Compact(always)
}

// sites runs a test on generated sites; every other one is one that a folder can express.
func sites(t *testing.T, few int, test func(t *testing.T, s *testSite)) {
	for seed := range rounds(t, few) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			test(t, newSite(seed, seed%2 == 0))
		})
	}
}

// A walk gives back exactly the planned graph, whatever the number of workers,
// the store, the parser and the way the pages come.
func TestPlannedGraph(t *testing.T) {
	sites(t, 10, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		var first map[string]string
		for i, downloads := range []int{64, 4, 1} {
			w := newWalker(t, d, downloads)
			if i == 1 || i == 2 && s.seed%3 == 0 {
				w.parts.Journal = journal(t, store.Options{Dir: t.TempDir()})
			}
			if i == 1 || i == 2 && s.seed%3 == 1 {
				w.parts.Parser = parser(t, "goquery")
			}
			c := w.run(t)
			if first == nil {
				sameAsModel(t, c, s.expect(-1))
				first = files(t, c)
				continue
			}
			sameFiles(t, fmt.Sprintf("%d downloads", downloads), files(t, c), first)
		}
		if s.folder {
			f, err := download.NewFolder(s.write(t), 32<<20, nil)
			must(t, err)
			defer f.Close()
			sameFiles(t, "folder", files(t, newWalker(t, f, 3).run(t)), first)
		}
	})
}
