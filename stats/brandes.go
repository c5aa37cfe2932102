package stats

import (
	"math"
	"slices"
)

// The number of shortest paths may be beyond a float64: a row of 1,100 squares, linked at the corners, has
// 2^1100. A large one is kept as a number below 2^scaleBits and an exponent.
const (
	scaleBits = 500
	scale     = 1 << scaleBits
)

const unreached = -1

// brandes computes the dependencies of one source after the other. Its arrays are apart, since the inner
// loops look at the level of every target and at the rest of few.
type brandes struct {
	out   adjacency
	level []int32 // the distance of each page from the source
	// paths is the number of shortest paths to each page, over 2^(scaleBits*exponent); once the page's
	// dependency is known, (1 + dependency) / paths.
	paths    []float64
	exponent []int32
	large    bool     // reports whether an exponent is not 0
	order    []uint32 // the pages reached, by level
}

func newBrandes(dg digraph) *brandes {
	return &brandes{out: dg.out, level: slices.Repeat([]int32{unreached}, dg.pages),
		paths: make([]float64, dg.pages), exponent: make([]int32, dg.pages), order: make([]uint32, 0, dg.pages)}
}

// add adds, for each page, how many pages it lies between the source and.
func (b *brandes) add(source int32, sum []float64) {
	b.search(source)
	last := b.level[b.order[len(b.order)-1]]
	for k := len(b.order) - 1; k > 0; k-- {
		v := b.order[k]
		dependency := 0.0
		if b.level[v] < last {
			dependency = float64(b.paths[v] * b.sumSuccessors(v))
		}
		sum[v] += dependency
		b.paths[v] = (1 + dependency) / b.paths[v]
	}
	for _, v := range b.order {
		b.level[v] = unreached
	}
	if b.large {
		clear(b.exponent)
		b.large = false
	}
}

func (b *brandes) search(source int32) {
	b.level[source], b.paths[source] = 0, 1
	b.order = append(b.order[:0], uint32(source))
	ahead := 0 // where the next level begins
	for k := 0; k < len(b.order); k++ {
		if k == ahead {
			ahead = len(b.order)
			b.sortLevel(b.order[k:])
			if len(b.order) == len(b.level) {
				return // this is the last level
			}
		}
		b.follow(b.order[k])
	}
}

// follow hands the paths to a page on to those of the next level.
func (b *brandes) follow(v uint32) {
	if b.paths[v] >= scale {
		b.paths[v] /= scale
		b.exponent[v]++
		b.large = true
	}
	next, paths := b.level[v]+1, b.paths[v]
	for _, t := range b.out.of(int(v)) {
		switch b.level[t] {
		case unreached:
			b.level[t], b.paths[t] = next, paths
			b.order = append(b.order, t)
			if b.large {
				b.exponent[t] = b.exponent[v]
			}
		case next:
			if b.large {
				b.join(t, v)
			} else {
				b.paths[t] += paths
			}
		}
	}
}

// join adds v's paths to t's. What gets lost is below the last bit.
func (b *brandes) join(t, v uint32) {
	shift := scaleBits * int(b.exponent[t]-b.exponent[v])
	if shift >= 0 {
		b.paths[t] += math.Ldexp(b.paths[v], -shift)
		return
	}
	b.paths[t] = math.Ldexp(b.paths[t], shift) + b.paths[v]
	b.exponent[t] = b.exponent[v]
}

func (b *brandes) sumSuccessors(v uint32) (sum float64) {
	next := b.level[v] + 1
	for _, t := range b.out.of(int(v)) {
		switch {
		case b.level[t] != next:
		case b.large:
			sum += math.Ldexp(b.paths[t], scaleBits*int(b.exponent[v]-b.exponent[t]))
		default:
			sum += b.paths[t]
		}
	}
	return sum
}

// sortLevel orders a large level, so that its arcs are read as they lie in memory: this halves the time.
func (b *brandes) sortLevel(pages []uint32) {
	if len(pages) < len(b.level)/64 {
		return
	}
	level, k := b.level[pages[0]], 0
	for i, l := range b.level {
		if l == level {
			pages[k] = uint32(i)
			k++
		}
	}
}
