package compare

import (
	"iter"

	"sitegraph/site"
)

// ArcChange is the change of one arc.
type ArcChange struct {
	Change  Change `json:"change"`       // Added, Removed or Reweighted
	Source  string `json:"source"`       // the key of a page, from A if the arc was removed, otherwise from B
	Target  string `json:"target"`       // as Source
	WeightA uint32 `json:"links_before"` // number of links behind the arc in A, 0 without the arc
	WeightB uint32 `json:"links_after"`  // the same in B
}

// Arcs yields the arcs that differ, by source in the order of Pages. It sorts targets as in A, then added ones as in B.
func (d *Difference) Arcs() iter.Seq[ArcChange] {
	return func(yield func(ArcChange) bool) {
		for m := range d.merged() {
			if m.a.weight != m.b.weight && !yield(d.arcChange(m)) {
				return
			}
		}
	}
}

// end is an arc in one of the crawls. If that crawl lacks the arc, weight is 0; if it lacks a page, its number is none.
type end struct{ source, target, weight uint32 }

type merged struct{ a, b end }

// merged yields every arc of both crawls once, in the order of Arcs.
func (d *Difference) merged() iter.Seq[merged] {
	return func(yield func(merged) bool) {
		weight := make([]uint32, len(d.b.partner))
		for i, j := range d.a.partner {
			if !d.row(uint32(i), j, weight, yield) {
				return
			}
		}
		for j, partner := range d.b.partner {
			if partner == none && !d.row(none, uint32(j), weight, yield) {
				return
			}
		}
	}
}

// row yields the arcs of a page that is i in A and j in B; either may be none. It spreads B's weights over weight,
// which has an entry for every page of B and is all 0 before and after. So nothing needs sorting.
func (d *Difference) row(i, j uint32, weight []uint32, yield func(merged) bool) bool {
	earlier, weightsA := d.a.out(i)
	later, weightsB := d.b.out(j)
	for k, t := range later {
		weight[t] = weightsB.At(k)
	}
	for k, t := range earlier {
		m := merged{a: end{i, t, weightsA.At(k)}, b: end{j, d.a.partner[t], 0}}
		if m.b.target != none {
			m.b.weight, weight[m.b.target] = weight[m.b.target], 0
		}
		if !yield(m) {
			return false
		}
	}
	for _, t := range later {
		m := merged{a: end{i, d.b.partner[t], 0}, b: end{j, t, weight[t]}}
		weight[t] = 0
		if m.b.weight != 0 && !yield(m) {
			return false
		}
	}
	return true
}

func (v *version) out(i uint32) (targets []uint32, weights site.Numbers) {
	if i == none {
		return nil, site.Numbers{}
	}
	return v.graph.Out(int(i))
}

func (d *Difference) arcChange(m merged) ArcChange {
	c := ArcChange{WeightA: m.a.weight, WeightB: m.b.weight, Change: m.change()}
	pages, at := d.b.graph.Pages, m.b
	if c.Change == Removed {
		pages, at = d.a.graph.Pages, m.a
	}
	c.Source, c.Target = pages[at.source].Key, pages[at.target].Key
	return c
}

func (m merged) change() Change {
	switch {
	case m.b.weight == 0:
		return Removed
	case m.a.weight == 0:
		return Added
	case m.a.weight != m.b.weight:
		return Reweighted
	}
	return Kept
}

// UnionArc is an arc of either crawl. Pages are numbered from 1 as in [Difference.Union]; a missing arc has weight 0.
type UnionArc struct {
	Change           Change // its change
	Source, Target   int    // page numbers in Union
	WeightA, WeightB uint32 // number of links behind the arc in A and in B
}

// UnionArcs yields every arc of both crawls once.
func (d *Difference) UnionArcs() iter.Seq[UnionArc] {
	return func(yield func(UnionArc) bool) {
		inA, inB := d.places()
		place := func(a, b uint32) int {
			if b != none {
				return int(inB[b])
			}
			return int(inA[a])
		}
		for m := range d.merged() {
			arc := UnionArc{Change: m.change(), WeightA: m.a.weight, WeightB: m.b.weight,
				Source: place(m.a.source, m.b.source), Target: place(m.a.target, m.b.target)}
			if !yield(arc) {
				return
			}
		}
	}
}
