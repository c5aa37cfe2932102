package stats

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// innerLooks limits how many arcs the search for inner arcs may look at, which takes a few seconds.
const innerLooks = 3e9

// inner returns the graph without self-loops and without the arcs that can only begin a shortest path. If all pages
// that link to v also link to w, a path u→v→w is never shortest, so v→w matters only to paths from v. Most menu arcs
// are like this. If finding out takes too long, inner keeps the arcs.
func (dg digraph) inner() adjacency {
	left := dg.shortcuts(innerLooks)
	r := adjacency{offsets: make([]int, dg.pages+1)}
	for v := range dg.pages {
		drop := left[v]
		for _, w := range dg.out.of(v) {
			if len(drop) > 0 && drop[0] == w {
				drop = drop[1:]
			} else if int(w) != v {
				r.pages = append(r.pages, w)
			}
		}
		r.offsets[v+1] = len(r.pages)
	}
	r.pages = slices.Clip(r.pages)
	return r
}

// shortcuts lists for each page v the targets w to which all pages linking to v also link, or none after looks looks.
func (dg digraph) shortcuts(looks float64) [][]uint32 {
	left := make([][]uint32, dg.pages) // slices of one copy of the arcs, which shrink
	all := slices.Clone(dg.out.pages)
	for v := range left {
		left[v] = all[dg.out.offsets[v]:dg.out.offsets[v+1]]
	}
	isTarget := make([]int32, dg.pages) // u+1 marks a target of u
	done := 0
	for u := range dg.pages {
		targets := dg.out.of(u)
		isTarget[u] = int32(u) + 1 // a path u→v→u is never shortest
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

// root starts one search for several pages, its members. They have the same targets, or link to each other and
// otherwise have the same targets. Paths from an imagined page outside the graph with these targets equal the paths
// from each member, except those to the member itself.
type root struct {
	targets []uint32
	members []uint32 // ascending
}

func (dg digraph) rootOfEach(sources []int32) []root {
	roots := make([]root, len(sources))
	for i, s := range sources {
		roots[i] = root{targets: without(dg.out.of(int(s)), uint32(s)), members: []uint32{uint32(s)}}
	}
	return roots
}

// rootsOf returns the roots of the searches from some pages, ordered by their first members.
func (dg digraph) rootsOf(sources []int32) (roots []root) {
	var alone []root
	for _, r := range sameTargets(dg.rootOfEach(sources)) {
		if len(r.members) > 1 {
			roots = append(roots, r)
			continue
		}
		alone = append(alone, root{targets: with(r.targets, r.members[0]), members: r.members})
	}
	for _, r := range sameTargets(alone) {
		if len(r.members) == 1 {
			r.targets = without(r.targets, r.members[0])
		}
		roots = append(roots, r)
	}
	site.Sort(roots, func(a, b root) int { return cmp.Compare(a.members[0], b.members[0]) })
	return roots
}

func sameTargets(all []root) (groups []root) {
	site.Sort(all, func(a, b root) int {
		return cmp.Or(slices.Compare(a.targets, b.targets), cmp.Compare(a.members[0], b.members[0]))
	})
	for from, to := range runs(all, func(a, b *root) bool { return slices.Equal(a.targets, b.targets) }) {
		r := root{targets: all[from].targets}
		for _, one := range all[from:to] {
			r.members = append(r.members, one.members...)
		}
		groups = append(groups, r)
	}
	return groups
}

// without returns an ascending list without x; with returns it with x added.
func without(list []uint32, x uint32) []uint32 {
	at, found := slices.BinarySearch(list, x)
	if !found {
		return list
	}
	return slices.Concat(list[:at], list[at+1:])
}

func with(list []uint32, x uint32) []uint32 {
	at, _ := slices.BinarySearch(list, x)
	return slices.Concat(list[:at], []uint32{x}, list[at:])
}
