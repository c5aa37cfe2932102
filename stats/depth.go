package stats

import (
	"slices"

	"sitegraph/site"
)

// Depth describes what lies within k clicks of the start page.
type Depth struct {
	// Continue are the chances q of the random surfers of the columns Visits
	// to follow one more link.
	Continue []float64 `json:"continue"`
	// Levels has one row a level that has pages, ascending.
	Levels []DepthLevel `json:"levels"`
}

// DepthLevel is what lies on a level or nearer to the start page, as shares of
// the whole site, 0 to 1.
type DepthLevel struct {
	// Level is the level, from 0.
	Level int `json:"level"`
	// Pages is the share of the pages, Arcs that of the arcs whose both ends
	// lie within, self-loops included, and PageRank that of its sum.
	Pages    float64 `json:"pages"`
	Arcs     float64 `json:"arcs"`
	PageRank float64 `json:"pagerank"`
	// Visits is, for each surfer of [Depth], the share of the pages he sees
	// within, on average, of all he sees, repetitions counted. He begins on
	// the start page. On every page he goes on with the chance q, along one of
	// its arcs, all alike and self-loops among them, or else leaves the site;
	// from a page without arcs he always leaves. The expected numbers are
	// exact but for 1e-12 (after Baeza-Yates and Castillo, "Crawling the
	// infinite Web: five levels are enough", WAW 2004, with the site's graph
	// in place of their tree).
	Visits []float64 `json:"visits"`
}

// describeDepth sums up, level by level, what lies within it; rank is the
// PageRank of every page.
func describeDepth(g *site.Graph, dg digraph, rank []float64) Depth {
	rows := levels(g)
	visits := expectedVisits(dg, rows)
	within := make([]extent, len(rows))
	var so extent
	for k, l := range rows {
		for end := so.pages + l.Pages; so.pages < end; so.pages++ {
			so.arcs += arcsUpTo(dg, so.pages)
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

// arcsUpTo counts the arcs between page i and the pages before it, and its
// self-loop.
func arcsUpTo(dg digraph, i int) int {
	to, _ := slices.BinarySearch(dg.out.of(i), uint32(i)+1)
	from, _ := slices.BinarySearch(dg.in.of(i), uint32(i))
	return to + from
}
