package compare

import (
	"cmp"
	"iter"
	"strings"
)

// UnionArc is an arc that one of the crawls has, or both. Source and Target
// are places in the sequence of [Difference.Union], from 1; a weight is 0 where
// the arc is not.
type UnionArc struct {
	Source, Target   int    // places in Union
	WeightA, WeightB uint32 // links behind the arc in A and in B
}

// Union yields every page of both crawls once, the ones that were kept too, in
// the order of levels and keys: B's for the pages that B has, A's for others.
func (d *Difference) Union() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		for a, b := range d.union() {
			var c PageChange
			switch {
			case a == none:
				c = d.addition(b)
			default:
				c = d.fate(a)
			}
			if !yield(c) {
				return
			}
		}
	}
}

// union yields the pages of both crawls as pairs of page numbers.
func (d *Difference) union() iter.Seq2[uint32, uint32] {
	return func(yield func(a, b uint32) bool) {
		next := uint32(0) // the next page of A
		removed := func(before func(i uint32) bool) bool {
			for ; int(next) < len(d.a.partner) && (d.a.partner[next] != none || before(next)); next++ {
				if d.a.partner[next] == none && !yield(next, none) {
					return false
				}
			}
			return true
		}
		for j, partner := range d.b.partner {
			if !removed(func(i uint32) bool { return d.before(i, uint32(j)) }) || !yield(partner, uint32(j)) {
				return
			}
		}
		removed(func(uint32) bool { return true })
	}
}

// before reports whether page i of A comes before page j of B.
func (d *Difference) before(i, j uint32) bool {
	return cmp.Or(cmp.Compare(d.a.page(i).Level, d.b.page(j).Level), strings.Compare(d.a.key(i), d.b.key(j))) < 0
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
			arc := UnionArc{
				Source: place(m.a.source, m.b.source), Target: place(m.a.target, m.b.target),
				WeightA: m.a.weight, WeightB: m.b.weight,
			}
			if !yield(arc) {
				return
			}
		}
	}
}

// places returns the place of every page of A and of B in Union, from 1.
func (d *Difference) places() (inA, inB []uint32) {
	inA, inB = make([]uint32, len(d.a.partner)), make([]uint32, len(d.b.partner))
	n := uint32(0)
	for a, b := range d.union() {
		n++
		if a != none {
			inA[a] = n
		}
		if b != none {
			inB[b] = n
		}
	}
	return inA, inB
}
