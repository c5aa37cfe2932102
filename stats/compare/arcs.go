package compare

import (
	"iter"

	"sitegraph/site"
)

// ArcChange is what became of one arc.
type ArcChange struct {
	Change  Change `json:"change"`       // Added, Removed or Reweighted
	Source  string `json:"source"`       // the key of a page: in A if the arc was removed, else in B
	Target  string `json:"target"`       // likewise
	WeightA uint32 `json:"links_before"` // links behind the arc, 0 where it is not
	WeightB uint32 `json:"links_after"`  // likewise
}

// Arcs yields the arcs that differ, by source as Pages has them, by target in A, then the added ones as in B.
func (d *Difference) Arcs() iter.Seq[ArcChange] {
	return func(yield func(ArcChange) bool) {
		for m := range d.merged() {
			if m.a.weight != m.b.weight && !yield(d.arcChange(m)) {
				return
			}
		}
	}
}

// end is an arc in one of the crawls; the other crawl may lack it (weight 0), or even its pages (none).
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

// row yields the arcs of a page that is i in A and j in B, or none. B's are spread over weight, which has a
// place for every page of B and is all 0 before and after, so that nothing is sorted.
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

// UnionArc is an arc of either crawl, with places in [Difference.Union] from 1, and a weight of 0 for none.
type UnionArc struct {
	Change           Change // what became of it
	Source, Target   int    // places in Union
	WeightA, WeightB uint32 // links behind the arc in A and in B
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
