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
// the order of depths and normalized URLs: B's for the pages that B has, A's
// for others.
func (d *Difference) Union() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		for i, j := range d.union() {
			if !yield(d.pageChange(i, j)) {
				return
			}
		}
	}
}

// union yields the pages of both crawls as pairs of page numbers.
func (d *Difference) union() iter.Seq2[uint32, uint32] {
	return func(yield func(i, j uint32) bool) {
		next := 0 // the next page of A
		for j, partner := range d.b.partner {
			for ; next < len(d.a.partner) && (d.a.partner[next] != none || d.before(next, j)); next++ {
				if d.a.partner[next] == none && !yield(uint32(next), none) {
					return
				}
			}
			if !yield(partner, uint32(j)) {
				return
			}
		}
		for ; next < len(d.a.partner); next++ {
			if d.a.partner[next] == none && !yield(uint32(next), none) {
				return
			}
		}
	}
}

// before reports whether page i of A comes before page j of B.
func (d *Difference) before(i, j int) bool {
	a, b := &d.a.graph.Pages[i], &d.b.graph.Pages[j]
	return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(d.a.key(uint32(i)), d.b.key(uint32(j)))) < 0
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
			source, target := place(m.a.source, m.b.source), place(m.a.target, m.b.target)
			if !yield(UnionArc{Source: source, Target: target, WeightA: m.a.weight, WeightB: m.b.weight}) {
				return
			}
		}
	}
}

// places returns the place of every page of A and of B in Union, from 1.
func (d *Difference) places() (inA, inB []uint32) {
	inA, inB = make([]uint32, len(d.a.partner)), make([]uint32, len(d.b.partner))
	n := uint32(0)
	for i, j := range d.union() {
		n++
		if i != none {
			inA[i] = n
		}
		if j != none {
			inB[j] = n
		}
	}
	return inA, inB
}
