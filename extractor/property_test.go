package extractor_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

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

// anyNumber bounds no number of seeds.
const anyNumber = 1 << 20

// perSeed runs a test with the first few seeds, or as many as SITEGRAPH_ROUNDS says up to a number, and with those that
// showed a fault once.
func perSeed(t *testing.T, few, most int, test func(t *testing.T, seed uint64), always ...uint64) {
	for seed := range min(rounds(t, few), uint64(most)) {
		always = append(always, seed)
	}
	slices.Sort(always)
	for _, seed := range slices.Compact(always) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			test(t, seed)
		})
	}
}

func sites(t *testing.T, few int, test func(t *testing.T, s *testSite)) {
	perSeed(t, few, anyNumber, func(t *testing.T, seed uint64) { test(t, newSite(seed)) })
}

// A walk gives back exactly the planned graph, whatever the number of workers, the store and the parser, and with key
// stable, since nothing varies. Exclude is matched against the URL as the link has it, so one spelling of a page may be
// left out and another one not.
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
		sameAsModel(t, makeStable(t, newWalker(t, d, 8)).run(t), s.expect(-1))
		w := newWalker(t, d, 16)
		w.limits.Exclude = regexp.MustCompile(`/excluded/|[^:]//|%c3|&$`)
		sameAsModel(t, w.run(t), s.expectWithout(-1, func(form string) bool {
			return w.limits.Exclude.MatchString(origin + form)
		}))
	})
}
