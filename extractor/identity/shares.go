package identity

import (
	"maps"
	"slices"

	"sitegraph/extractor/evidence"
)

// While others wait, a kind of URL gets at most one shapeShare-th of a portion, and with a budget of all requests.
const shapeShare = 4

// minRest is how many URLs of a portion a kind gets at least after it has had its share, if others do not fill it. They
// may be few for long: the months of a calendar come one after the other.
const minRest = 16

// Choose returns the next portion of the waiting keys, at most size, in their order. No shape and no directory takes
// more than its share while others wait. Deferred shapes come when nothing else waits. With a budget, kinds that have
// had their share of all requests wait for the others.
func (y *Yields) Choose(waiting []evidence.URLID, size int, budget bool) []evidence.URLID {
	first := slices.DeleteFunc(slices.Clone(waiting), y.Deferred)
	if len(first) == 0 {
		first = waiting
	}
	if !budget && len(first) <= size {
		return slices.Clone(first)
	}
	most := len(first)
	if budget {
		most = y.most(size)
	}
	chosen := y.divide(first, size, most, 0)
	return slices.DeleteFunc(first, func(k evidence.URLID) bool { return !chosen[k] })
}

// most returns the total number of requests that a kind may have had after further ones.
func (y *Yields) most(more int) int { return max(yieldRequests, (y.requests()+more)/shapeShare) }

// Crowd finds the branches and shapes that have used up their share of all requests while others wait. If all have, it
// finds the one that has used three fifths.
func (y *Yields) Crowd(waiting []evidence.URLID) {
	y.crowding = map[part]bool{}
	y.crowd(waiting, 0)
}

func (y *Yields) crowd(waiting []evidence.URLID, depth int) {
	parts, over := map[part][]evidence.URLID{}, map[part]bool{}
	greatest := 0
	for _, k := range waiting {
		p := y.part(k, depth)
		if n := y.gained(p).requests; parts[p] == nil && n >= y.most(0) {
			over[p], greatest = true, max(greatest, n)
		}
		parts[p] = append(parts[p], k)
	}
	if len(parts) == len(over) {
		maps.DeleteFunc(over, func(p part, _ bool) bool {
			return len(parts) == 1 || y.gained(p).requests < greatest || 5*greatest <= 3*y.requests()
		})
	}
	maps.Copy(y.crowding, over)
	for p, keys := range parts {
		if p.branch >= 0 && !over[p] {
			y.crowd(keys, depth+1)
		}
	}
}

// Crowds reports whether a URL belongs to a part that Crowd found.
func (y *Yields) Crowds(key evidence.URLID) bool {
	if len(y.crowding) == 0 {
		return false
	}
	s := y.shape(key)
	return y.crowding[part{-1, s}] || slices.ContainsFunc(y.shapes[s].under, func(b int32) bool {
		return y.crowding[part{b, -1}]
	})
}

func (y *Yields) requests() int {
	if len(y.branches) == 0 {
		return 0
	}
	return y.branches[0].all.requests
}

// divide chooses size of a branch's keys, by its parts at a depth. Parts that had the most requests wait for others.
func (y *Yields) divide(keys []evidence.URLID, size, most, depth int) map[evidence.URLID]bool {
	counts := map[part]int{}
	for _, k := range keys {
		counts[y.part(k, depth)]++
	}
	if len(counts) == 1 {
		if y.part(keys[0], depth).branch < 0 {
			return y.byValue(keys, size)
		}
		return y.divide(keys, size, most, depth+1)
	}
	room, rooms := map[part]int{}, 0
	for p, n := range counts {
		room[p] = min(n, max(0, most-y.gained(p).requests))
		rooms += room[p]
	}
	if rooms == 0 {
		room = counts
	}
	for p, n := range counts {
		if room[p] == 0 && rooms < size {
			room[p] = min(n, max(rooms, minRest))
		}
	}
	greatest := max(size/shapeShare, 1, fairShare(slices.Sorted(maps.Values(room)), size))
	for p := range room {
		room[p] = min(greatest, room[p])
	}
	parts, shares := y.shares(keys, size, room, depth)
	chosen := map[evidence.URLID]bool{}
	for p, share := range shares {
		maps.Copy(chosen, y.divide(parts[p], share, most, depth+1))
	}
	return chosen
}

// shares returns the keys of each part and how many to choose from it, size in total. A part gets no more than its
// room. It first chooses in proportion to the pages that each part has yielded, then any.
func (y *Yields) shares(keys []evidence.URLID, size int, room map[part]int, depth int) (map[part][]evidence.URLID,
	map[part]int) {
	parts, shares, taken := map[part][]evidence.URLID{}, map[part]int{}, 0
	take := func(p part, most int) {
		if taken < size && shares[p] < min(most, room[p]) {
			shares[p]++
			taken++
		}
	}
	for _, k := range keys {
		p := y.part(k, depth)
		parts[p] = append(parts[p], k)
		g := y.gained(p)
		take(p, (len(parts[p])*(g.fresh+1)+g.requests)/(g.requests+1))
	}
	for _, k := range keys {
		take(y.part(k, depth), len(keys))
	}
	return parts, shares
}

// part is a branch or a shape within a branch. The other number is -1.
type part struct{ branch, shape int32 }

// part returns the part to which a key belongs at a depth.
func (y *Yields) part(key evidence.URLID, depth int) part {
	shape := y.shape(key)
	if under := y.shapes[shape].under; depth < len(under) {
		return part{under[depth], -1}
	}
	return part{-1, shape}
}

func (y *Yields) gained(p part) gain {
	if p.branch >= 0 {
		return y.branches[p.branch].all
	}
	return y.shapes[p.shape].total
}

// fairShare returns the smallest bound with which groups of these sizes, ascending, still fill a portion.
func fairShare(groups []int, size int) int {
	for i, n := range groups {
		left := len(groups) - i
		if n*left > size {
			return (size + left - 1) / left
		}
		size -= n
	}
	return 0
}

func setOf(keys []evidence.URLID) map[evidence.URLID]bool {
	set := make(map[evidence.URLID]bool, len(keys))
	for _, k := range keys {
		set[k] = true
	}
	return set
}
