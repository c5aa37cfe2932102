package stats

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// communitiesListed is how many communities are described; the rest is only counted.
const communitiesListed = 100

// Communities are groups of pages with more arcs inside than a random graph of the same degrees would have.
type Communities struct {
	// Method names the algorithm. It draws no random numbers.
	Method string `json:"method"`
	Count  int    `json:"count"`
	// Modularity is that of the graph without directions, -0.5 to 1 (Newman and Girvan, Phys. Rev. E 69, 026113,
	// 2004).
	Modularity float64 `json:"modularity"`
	// List holds the at most 100 greatest, descending by pages, equal ones by first page. [Values] numbers all
	// communities in this order.
	List []Community `json:"list"`
}

// Borders counts the arcs of a group of pages.
type Borders struct {
	// Inside counts the arcs between its pages, self-loops included, Out those that leave it, In those that enter it.
	Inside int `json:"inside"`
	Out    int `json:"out"`
	In     int `json:"in"`
}

// Community is one community.
type Community struct {
	// Pages counts its members.
	Pages int `json:"pages"`
	Borders
	// Prefix is the deepest folder that more than half of its pages lie in, Words are up to three words that set its
	// titles apart, the most distinctive first.
	Prefix string   `json:"prefix"`
	Words  []string `json:"words"`
	// First is the id of its first page.
	First int `json:"first"`
}

// describeCommunities describes the communities and returns, for every page, the number of its own, from 0, the one
// with the most pages first, of equal ones that with the first page. On a million pages and 20 million arcs it takes
// about 64 bytes a page and at most 16 an arc. t may be nil.
func describeCommunities(g *site.Graph, dg digraph, t tick) (Communities, []int32) {
	community := leiden(dg, t)
	sizes := bySize(community)
	c := Communities{Method: "Leiden", Count: len(sizes), Modularity: Round(modularity(dg, community, len(sizes))),
		List: make([]Community, min(len(sizes), communitiesListed))}
	listed := make([]int32, len(community)) // all that are not listed are one more group
	for i, number := range community {
		listed[i] = min(number, int32(len(c.List)))
	}
	borders, _ := arcsBetween(dg, listed, len(c.List)+1)
	for i := range c.List {
		c.List[i].Pages, c.List[i].Borders = sizes[i], borders[i]
	}
	labelCommunities(g, listed, c.List)
	return c, community
}

// bySize numbers groups, which have the numbers from 0 on in the order of their first pages, by falling size, and
// returns the sizes.
func bySize(group []int32) []int {
	sizes := []int{}
	for _, c := range group {
		if int(c) == len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[c]++
	}
	order := countUp(len(sizes))
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(sizes[b], sizes[a]) })
	number, sorted := make([]int32, len(sizes)), make([]int, len(sizes))
	for i, c := range order {
		number[c], sorted[i] = int32(i), sizes[c]
	}
	for i, c := range group {
		group[i] = number[c]
	}
	return sorted
}

// modularity is the share of the arcs that lie inside of groups, less the share expected if arcs were dealt at random
// and pages kept their degrees: the sum over the groups of inside/m - (degrees/2m)², with m arcs. Self-loops do not
// count, directions neither.
func modularity(dg digraph, group []int32, groups int) float64 {
	inside, degrees := make([]int64, groups), make([]int64, groups)
	arcs := int64(0)
	for i, c := range group {
		for _, t := range dg.out.of(i) {
			if int(t) == i {
				continue
			}
			arcs++
			degrees[c]++
			degrees[group[t]]++
			if group[t] == c {
				inside[c]++
			}
		}
	}
	if arcs == 0 {
		return 0
	}
	q := 0.0
	for c := range groups {
		expected := float64(degrees[c]) / float64(2*arcs)
		q += float64(inside[c])/float64(arcs) - float64(expected*expected)
	}
	return q
}

// arcsBetween counts the arcs of groups with numbers from 0, and returns [from, to, arcs] for each two different groups
// with arcs from one to the other, ascending.
func arcsBetween(dg digraph, group []int32, groups int) (borders []Borders, arcs [][3]int) {
	between := make([]int, groups*groups)
	for i, from := range group {
		for _, t := range dg.out.of(i) {
			between[int(from)*groups+int(group[t])]++
		}
	}
	borders, arcs = make([]Borders, groups), [][3]int{}
	for k, count := range between {
		switch from, to := k/groups, k%groups; {
		case from == to:
			borders[from].Inside = count
		case count > 0:
			borders[from].Out += count
			borders[to].In += count
			arcs = append(arcs, [3]int{from, to, count})
		}
	}
	return borders, arcs
}
