package stats

import (
	"math/big"
	"slices"
)

const unreached = -1

// brandes computes the dependencies of one source at a time. It is for graphs with too many shortest paths for
// [laneBrandes]: a row of 1,100 squares joined at their corners has 2^1100, which overflows a float64.
type brandes struct {
	out        adjacency
	level      []int32      // the distance of each page from the source
	paths      []*big.Float // the number of shortest paths to each page
	dependency []float64    // the dependency of the source on each page
}

func newBrandes(dg digraph) *brandes {
	return &brandes{dg.out, make([]int32, dg.pages), make([]*big.Float, dg.pages), make([]float64, dg.pages)}
}

// add adds to sum, for each page, the dependency of the source on it.
func (b *brandes) add(source int32, sum []float64) {
	for i := range b.level {
		b.level[i] = unreached
	}
	b.level[source], b.paths[source] = 0, big.NewFloat(1)
	order := []uint32{uint32(source)}
	for k := 0; k < len(order); k++ {
		v := order[k]
		for _, t := range b.out.of(int(v)) {
			if b.level[t] == unreached {
				b.level[t], b.paths[t] = b.level[v]+1, new(big.Float)
				order = append(order, t)
			}
			if b.level[t] > b.level[v] {
				b.paths[t].Add(b.paths[t], b.paths[v])
			}
		}
	}
	for _, v := range slices.Backward(order[1:]) {
		b.dependency[v] = 0
		for _, t := range b.out.of(int(v)) {
			if b.level[t] > b.level[v] {
				share, _ := new(big.Float).Quo(b.paths[v], b.paths[t]).Float64()
				b.dependency[v] += share * (1 + b.dependency[t])
			}
		}
		sum[v] += b.dependency[v]
	}
}
