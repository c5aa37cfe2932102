package stats

import "math/bits"

// sourceWords is the size of a source set: half a cache line, which a look at a page loads anyway.
const sourceWords = 4

const bfsSources = 64 * sourceWords

type sourceSet [sourceWords]uint64

func (s *sourceSet) add(source int) { s[source/64] |= 1 << (source % 64) }

func (s *sourceSet) addAll(t *sourceSet) {
	s[0] |= t[0]
	s[1] |= t[1]
	s[2] |= t[2]
	s[3] |= t[3]
}

func (s *sourceSet) without(t *sourceSet) sourceSet {
	return sourceSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

func (s *sourceSet) subsetOf(t *sourceSet) bool {
	return s[0]&^t[0]|s[1]&^t[1]|s[2]&^t[2]|s[3]&^t[3] == 0
}

func (s *sourceSet) empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

func (s *sourceSet) size() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// multiBFS searches breadth-first from many pages at once. A page has a bit for each source that reached it, so one
// look at an arc serves all searches that cross it at the same distance (Then et al., "The more the merrier:
// efficient multi-source graph traversal", VLDB 2015).
type multiBFS struct {
	graph                  digraph
	all                    sourceSet   // the sources
	seen, at, next         []sourceSet // the sources that reached a page so far, in the last step, and in this one
	frontier, nextFrontier []uint32    // pages with sources in at and in next
	pairs                  []int       // number of pairs, by distance
	nearness               []float64   // sum of 1/distance from the sources, for every page
	looks                  int         // number of looks at pages and arcs, over all runs
}

// run searches from sources, which are at most bfsSources different pages.
func (v *multiBFS) run(sources []uint32) {
	v.start(sources)
	for distance := 1; len(v.frontier) > 0; distance++ {
		if v.bottomUpPays() {
			v.bottomUp()
		} else {
			v.topDown()
		}
		v.settle(distance)
		v.frontier, v.nextFrontier = v.nextFrontier, v.frontier[:0]
		v.at, v.next = v.next, v.at
	}
}

func (v *multiBFS) start(sources []uint32) {
	clear(v.seen)
	v.looks += len(v.seen)
	v.all = sourceSet{}
	v.frontier = v.frontier[:0]
	for k, s := range sources {
		v.all.add(k)
		v.seen[s].add(k)
		v.at[s] = v.seen[s]
		v.frontier = append(v.frontier, s)
	}
}

// bottomUpPays reports whether so many arcs leave the frontier that it is cheaper to let every page look at its
// sources. Most pages skip the rest of their arcs as soon as all sources have reached them (Beamer et al.,
// "Direction-optimizing breadth-first search", SC 2012).
func (v *multiBFS) bottomUpPays() bool {
	const part = 4
	arcs := 0
	for _, i := range v.frontier {
		arcs += v.graph.out.degree(int(i))
	}
	return arcs > (v.graph.pages+len(v.graph.out.pages))/part
}

// topDown passes the sources that arrived last on to the pages they have not reached.
func (v *multiBFS) topDown() {
	for _, i := range v.frontier {
		at := v.at[i]
		v.at[i] = sourceSet{}
		targets := v.graph.out.of(int(i))
		v.looks += 1 + len(targets)
		for _, j := range targets {
			fresh := at.without(&v.seen[j])
			if fresh.empty() {
				continue
			}
			next := &v.next[j]
			if next.empty() {
				v.nextFrontier = append(v.nextFrontier, j)
			}
			next.addAll(&fresh)
		}
	}
}

// bottomUp lets each page collect its missing sources from the pages that link to it.
func (v *multiBFS) bottomUp() {
	for j := range v.seen {
		missing := v.all.without(&v.seen[j])
		if missing.empty() {
			continue
		}
		var come sourceSet
		sources := v.graph.in.of(j)
		looks := len(sources)
		for k, i := range sources {
			come.addAll(&v.at[i])
			if missing.subsetOf(&come) {
				looks = k + 1
				break
			}
		}
		v.looks += looks
		if fresh := come.without(&v.seen[j]); !fresh.empty() {
			v.next[j] = fresh
			v.nextFrontier = append(v.nextFrontier, uint32(j))
		}
	}
	v.looks += len(v.seen)
	for _, i := range v.frontier {
		v.at[i] = sourceSet{}
	}
}

// settle counts the arrivals at a distance. The conversion prevents a fused multiply-add.
func (v *multiBFS) settle(distance int) {
	near, count := 1/float64(distance), 0
	for _, j := range v.nextFrontier {
		next := &v.next[j]
		v.seen[j].addAll(next)
		n := next.size()
		count += n
		v.nearness[j] += float64(float64(n) * near)
	}
	if count > 0 {
		v.pairs = append(v.pairs, make([]int, max(0, distance+1-len(v.pairs)))...)
		v.pairs[distance] += count
	}
}
