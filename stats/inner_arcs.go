package stats

import "slices"

// innerLooks bounds the looks at arcs that the search for inner arcs may take: a few seconds.
const innerLooks = 3e9

// inner returns the graph without the arcs that no shortest path has but at its beginning, and without loops. Where
// every page that links to v links to w as well, a path u→v→w is never shortest, so v→w matters to paths from v alone:
// so it is with nearly all arcs of menus. Where telling takes too long the arcs are kept.
func (dg digraph) inner() adjacency {
	left := dg.shortcuts(innerLooks)
	r := adjacency{offsets: make([]int, dg.pages+1)}
	for v := range dg.pages {
		keep(dg.out.of(v), left[v], uint32(v), func(w uint32) { r.pages = append(r.pages, w) })
		r.offsets[v+1] = len(r.pages)
	}
	r.pages = slices.Clip(r.pages)
	return r
}

// keep calls kept with the targets that are not in drop, nor the page itself; both lists ascend.
func keep(targets, drop []uint32, page uint32, kept func(uint32)) {
	for _, w := range targets {
		if len(drop) > 0 && drop[0] == w {
			drop = drop[1:]
		} else if w != page {
			kept(w)
		}
	}
}

// shortcuts returns for each page v the targets w to which all pages that link to v link as well. It gives up, and
// returns none, when that takes more than that many looks.
func (dg digraph) shortcuts(looks float64) [][]uint32 {
	left := make([][]uint32, dg.pages) // parts of one copy of the arcs, which get shorter
	all := slices.Clone(dg.out.pages)
	for v := range left {
		left[v] = all[dg.out.offsets[v]:dg.out.offsets[v+1]]
	}
	isTarget := make([]int32, dg.pages) // of u, if it has the number of u, from 1
	done := 0
	for u := range dg.pages {
		targets := dg.out.of(u)
		isTarget[u] = int32(u) + 1 // a path u→v→u is no shortest one
		for _, w := range targets {
			isTarget[w] = int32(u) + 1
		}
		for _, v := range targets {
			if int(v) == u || len(left[v]) == 0 {
				continue
			}
			done += len(left[v])
			kept := 0
			for _, w := range left[v] {
				left[v][kept] = w
				if isTarget[w] == int32(u)+1 {
					kept++
				}
			}
			left[v] = left[v][:kept]
		}
		if float64(done) > looks {
			return make([][]uint32, dg.pages)
		}
	}
	return left
}
