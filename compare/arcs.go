package compare

import "iter"

// ArcChange is what became of one arc.
type ArcChange struct {
	// Change is Added, Removed or Reweighted.
	Change Change
	// Source and Target are the keys of the pages: those they have in A if
	// the arc was removed, else those they have in B.
	Source, Target string
	// WeightA and WeightB are the links behind the arc, 0 where it is not.
	WeightA, WeightB uint32
}

// end is an arc in one of the crawls; with weight 0 it is not there, and a
// page that is not there either is none.
type end struct{ source, target, weight uint32 }

// merged is an arc that one of the crawls has, or both.
type merged struct{ a, b end }

// merged yields every arc of both crawls once, in the order of Arcs. One row
// of B at a time lies spread over an array of weights, so that no row needs
// sorting.
func (d *Difference) merged() iter.Seq[merged] {
	return func(yield func(merged) bool) {
		weight := make([]uint32, len(d.b.partner)) // the row's weights in B; 0 beyond the row
		for i, j := range d.a.partner {
			if j == none {
				if !d.removed(uint32(i), yield) {
					return
				}
				continue
			}
			if !d.row(uint32(i), j, weight, yield) {
				return
			}
		}
		for j, partner := range d.b.partner {
			if partner == none && !d.added(uint32(j), yield) {
				return
			}
		}
	}
}

// removed yields the arcs of a page that only A has.
func (d *Difference) removed(i uint32, yield func(merged) bool) bool {
	targets, weights := d.a.graph.Out(int(i))
	for k, t := range targets {
		m := merged{a: end{i, t, weights[k]}, b: end{none, d.a.partner[t], 0}}
		if !yield(m) {
			return false
		}
	}
	return true
}

// added yields the arcs of a page that only B has.
func (d *Difference) added(j uint32, yield func(merged) bool) bool {
	targets, weights := d.b.graph.Out(int(j))
	for k, t := range targets {
		m := merged{a: end{none, d.b.partner[t], 0}, b: end{j, t, weights[k]}}
		if !yield(m) {
			return false
		}
	}
	return true
}

// row yields the arcs of a page that is i in A and j in B.
func (d *Difference) row(i, j uint32, weight []uint32, yield func(merged) bool) bool {
	later, weights := d.b.graph.Out(int(j))
	for k, t := range later {
		weight[t] = weights[k]
	}
	earlier, weights := d.a.graph.Out(int(i))
	for k, t := range earlier {
		m := merged{a: end{i, t, weights[k]}, b: end{j, d.a.partner[t], 0}}
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

// arcChange describes an arc by the keys of its pages.
func (d *Difference) arcChange(m merged) ArcChange {
	c := ArcChange{WeightA: m.a.weight, WeightB: m.b.weight, Change: m.change()}
	if c.Change == Removed {
		c.Source, c.Target = d.a.page(m.a.source).Key, d.a.page(m.a.target).Key
	} else {
		c.Source, c.Target = d.b.page(m.b.source).Key, d.b.page(m.b.target).Key
	}
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
