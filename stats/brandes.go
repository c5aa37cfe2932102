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

// pathCount is n * 2^(scaleBits*exponent).
type pathCount struct {
	n        float64
	exponent int
}

// plus adds counts. What gets lost is below the last bit.
func (c pathCount) plus(d pathCount) pathCount {
	if c.exponent < d.exponent {
		c, d = d, c
	}
	if c.n += math.Ldexp(d.n, scaleBits*(d.exponent-c.exponent)); c.n >= scale {
		c.n, c.exponent = c.n/scale, c.exponent+1
	}
	return c
}

func (c pathCount) over(d pathCount) float64 {
	return math.Ldexp(c.n/d.n, scaleBits*(c.exponent-d.exponent))
}

// brandes computes the dependencies of one source after the other, for what is too much for laneBrandes.
type brandes struct {
	out        adjacency
	level      []int32     // the distance of each page from the source
	paths      []pathCount // the number of shortest paths to each page
	dependency []float64   // how many pages each page lies between the source and
}

func newBrandes(dg digraph) *brandes {
	return &brandes{dg.out, make([]int32, dg.pages), make([]pathCount, dg.pages), make([]float64, dg.pages)}
}

// add adds, for each page, how many pages it lies between the source and.
func (b *brandes) add(source int32, sum []float64) {
	for i := range b.level {
		b.level[i] = unreached
	}
	b.level[source], b.paths[source] = 0, pathCount{1, 0}
	order := []uint32{uint32(source)}
	for k := 0; k < len(order); k++ {
		v := order[k]
		for _, t := range b.out.of(int(v)) {
			if b.level[t] == unreached {
				b.level[t], b.paths[t] = b.level[v]+1, pathCount{}
				order = append(order, t)
			}
			if b.level[t] > b.level[v] {
				b.paths[t] = b.paths[t].plus(b.paths[v])
			}
		}
	}
	for _, v := range slices.Backward(order[1:]) {
		b.dependency[v] = 0
		for _, t := range b.out.of(int(v)) {
			if b.level[t] > b.level[v] {
				b.dependency[v] += b.paths[v].over(b.paths[t]) * (1 + b.dependency[t])
			}
		}
		sum[v] += b.dependency[v]
	}
}
