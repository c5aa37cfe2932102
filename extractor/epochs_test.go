package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
)

// A site with each page under many URLs, crawled by a policy with key stable: every page is there once, and the files
// are the same for any number of connections, whatever differs between requests, and after kills. A budget bounds the
// requests.
func TestOrderedStable(t *testing.T) {
	perSeed(t, 0, 120, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.steady = seed%2 == 1
		pages := order.Pages()
		w := &world{walkers: []*walker{stableWalker(t, v, 64)}, delays: []time.Duration{0}, ahead: 8, maxDepth: -1,
			options: order.Options{Rule: order.All, Sites: 1, Seed: seed, Pages: pages[int(seed)%len(pages)]}}
		crawl := func(journals []evidence.Journal, connections int) map[string]string {
			v.asks = map[string]int{}
			c := w.onlyCrawl(t, w.walk(t, context.Background(), journals, connections))
			if w.budget == 0 && !v.steady {
				checkIdentities(t, v, c)
			}
			return v.lasting(files(t, c))
		}
		for _, w.budget = range []int{0, 60} {
			whole := w.journals()
			want := crawl(whole, 64)
			requests := 0
			for url, times := range v.asks {
				if !strings.HasSuffix(url, "/robots.txt") {
					requests += times
				}
			}
			if w.budget > 0 && requests > w.budget {
				t.Errorf("%d requests for a budget of %d", requests, w.budget)
			}
			random := rand.New(rand.NewPCG(seed, 17))
			for _, connections := range []int{1, 8} {
				sameFiles(t, fmt.Sprint(connections, " connections"), crawl(w.journals(), connections), want)
				if v.steady {
					sameFiles(t, "killed", crawl(killed(whole, random), connections), want)
				}
			}
		}
	}, 1, 18)
}
