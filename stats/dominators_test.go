package stats

import (
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Removing a page loses the pages that it cuts off.
func TestCutOffByRemoval(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		before := searchFrom(g, 0)
		_, cutOff := describeDominators(g, newDigraph(g))
		for v := range before {
			after, lost := searchFrom(withoutPage(g, v), 0), 0
			for j := range before {
				if j != v && before[v] >= 0 && before[j] >= 0 && (v == 0 || after[j] < 0) {
					lost++
				}
			}
			console.Equal(t, int(cutOff[v]), lost, v, cutOff[v])
		}
	})
}
