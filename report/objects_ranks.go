package report

import (
	"cmp"
	"slices"

	"sitegraph/stats"
	"sitegraph/wording"
)

// measured is a measure of all pages with the rank of each: 1 is the greatest, equal values share one.
type measured struct {
	name  string
	value func(i int) string
	rank  []int
}

func (rep *siteReport) ranks() (all []measured) {
	g := rep.graph
	in, out := g.InDegrees(), make([]int, len(g.Pages))
	for i := range out {
		out[i] = g.OutDegree(i)
	}
	whole := func(name string, of []int) measured {
		return measured{name, func(i int) string { return wording.Grouped(of[i]) }, ranksOf(of)}
	}
	for _, m := range []struct {
		name string
		of   []float64
	}{{"PageRank", rep.values.PageRank}, {"Betweenness", rep.values.Betweenness}, {"Closeness", rep.values.Harmonic}} {
		if len(m.of) == len(g.Pages) {
			round := make([]float64, len(m.of))
			for i, v := range m.of {
				round[i] = stats.Round(v)
			}
			all = append(all, measured{m.name, func(i int) string { return wording.Number(round[i]) }, ranksOf(round)})
		}
	}
	return append(all, whole("Pages that link here", in), whole("Pages linked from here", out))
}

func ranksOf[T int | float64](values []T) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	rank := make([]int, len(values))
	for at, i := range order {
		if rank[i] = at + 1; at > 0 && values[order[at-1]] == values[i] {
			rank[i] = rank[order[at-1]]
		}
	}
	return rank
}
