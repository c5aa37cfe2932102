package stats

import (
	"cmp"
	"slices"
)

// root is the beginning of a search that does those from several pages, its members: pages with the same targets, or
// pages that link to each other and else to the same. From an imagined page that links to all of these targets,
// outside the graph, paths lead as from each member, but for those to the member itself.
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
		closed := root{targets: with(r.targets, r.members[0]), members: r.members}
		alone = append(alone, closed)
	}
	for _, r := range sameTargets(alone) {
		if len(r.members) == 1 {
			r.targets = without(r.targets, r.members[0])
		}
		roots = append(roots, r)
	}
	slices.SortFunc(roots, func(a, b root) int { return cmp.Compare(a.members[0], b.members[0]) })
	return roots
}

// sameTargets joins roots of the same targets.
func sameTargets(all []root) (groups []root) {
	slices.SortFunc(all, func(a, b root) int {
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

// without returns an ascending list without a number, with adds one.
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
