package compare

import (
	"cmp"
	"math"
	"slices"
)

// RankChange is a page of both crawls with its PageRank in each, or with another measure that has a value for every
// page.
type RankChange struct {
	// A and B are the page, RankA and RankB its values.
	A, B         State
	RankA, RankB float64
}

// Gain is what the page has more in B, less if it is negative.
func (r RankChange) Gain() float64 { return r.RankB - r.RankA }

// Ranks returns the pages of both crawls with a measure of each, by page, with the values a and b: those first
// that lost or gained most, equal ones in the order of their ids in A. Pages without a change are left out.
func (d *Difference) Ranks(a, b []float64) (all []RankChange) {
	for i, j := range d.a.partner {
		if j != none && a[i] != b[j] {
			all = append(all, RankChange{d.a.state(uint32(i)), d.b.state(j), a[i], b[j]})
		}
	}
	slices.SortStableFunc(all, func(x, y RankChange) int {
		return cmp.Compare(math.Abs(y.Gain()), math.Abs(x.Gain()))
	})
	return all
}
