package stats

import (
	"slices"

	"sitegraph/site"
)

// describeDepth sums up, level by level, what lies within it; rank is the
// PageRank of every page.
func describeDepth(g *site.Graph, w web, rank []float64) Depth {
	rows := levels(g)
	visits := expectedVisits(w, rows)
	within := make([]extent, len(rows))
	var so extent
	for k, l := range rows {
		for end := so.pages + l.Pages; so.pages < end; so.pages++ {
			so.arcs += arcsUpTo(w, so.pages)
			so.rank += rank[so.pages]
		}
		for s, v := range visits[k] {
			so.visits[s] += v
		}
		within[k] = so
	}
	d := Depth{Continue: slices.Clone(surfers[:]), Levels: []DepthLevel{}}
	for k, l := range rows {
		d.Levels = append(d.Levels, within[k].shares(so, l.Level))
	}
	return d
}

// extent is what lies within a level.
type extent struct {
	pages, arcs int
	rank        float64
	visits      perSurfer
}

// shares compares with the whole site.
func (e extent) shares(all extent, level int) DepthLevel {
	d := DepthLevel{
		Level:    level,
		Pages:    share(e.pages, all.pages),
		Arcs:     share(e.arcs, all.arcs),
		PageRank: quotient(e.rank, all.rank),
	}
	for s := range surfers {
		d.Visits = append(d.Visits, quotient(e.visits[s], all.visits[s]))
	}
	return d
}

// quotient returns part/whole, rounded; 0 when there is no whole.
func quotient(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return round(part / whole)
}

// arcsUpTo counts the arcs between page i and the pages before it, and its
// self-loop.
func arcsUpTo(w web, i int) int {
	to, _ := slices.BinarySearch(w.out.of(i), uint32(i)+1)
	from, _ := slices.BinarySearch(w.in.of(i), uint32(i))
	return to + from
}
