package stats

import (
	"math/bits"
)

// lanes is how many searches laneBrandes does at once: their numbers of paths to a page fill a line of the cache.
const lanes = 8

// lane has a number for each search.
type lane [lanes]float64

// arrival is a page that some searches reach at one level.
type arrival struct {
	page uint32
	by   uint8 // the searches, a bit each
}

// laneBrandes computes the dependencies of several sources at once. It searches the inner arcs alone, see
// [digraph.inner]: a search begins at the targets of its sources.
type laneBrandes struct {
	inner adjacency
	roots []root
	class []int32 // the root of each page in roots, from 1; 0 is none
	// seen are the searches that reached a page at a level before, next those that reach it now; on the way back next
	// has those that reached it one level further.
	seen, next []uint8
	// paths is the number of shortest paths from each source; on the way back, from when the dependency is known,
	// (1 + dependency) / paths.
	paths  []lane
	order  []arrival // by level
	levels []int     // where in order they begin
}

func newLaneBrandes(inner adjacency) *laneBrandes {
	n := len(inner.offsets) - 1
	return &laneBrandes{inner: inner, class: make([]int32, n), seen: make([]uint8, n), next: make([]uint8, n),
		paths: make([]lane, n)}
}

// add adds, for each page, how many pages it lies between the members of the roots and, at most [lanes]. Squares are
// those of single members. It returns false, and adds nothing, if there are more paths than a float64 can count.
func (b *laneBrandes) add(roots []root, d *dependencies) bool {
	b.roots = roots
	for i, r := range roots {
		for _, m := range r.members {
			b.class[m] = int32(i) + 1
		}
	}
	b.search()
	few := b.few()
	if few {
		b.back(d)
	}
	for _, r := range roots {
		for _, m := range r.members {
			b.class[m] = 0
		}
	}
	clear(b.seen)
	return few
}

// search counts the shortest paths, level by level.
func (b *laneBrandes) search() {
	b.order, b.levels = b.order[:0], append(b.levels[:0], 0)
	for i, r := range b.roots {
		for _, t := range r.targets {
			b.reach(t, 1<<i)
			b.paths[t][i] = 1
		}
	}
	for from := 0; from < len(b.order); from = b.levels[len(b.levels)-1] {
		b.settle(from)
		to := len(b.order)
		b.levels = append(b.levels, to)
		for _, r := range b.order[from:to] {
			b.follow(r)
		}
	}
}

// reach notes that some searches reach a page.
func (b *laneBrandes) reach(page uint32, by uint8) {
	if b.next[page] == 0 {
		b.order = append(b.order, arrival{page: page})
		if b.seen[page] == 0 {
			b.paths[page] = lane{}
		}
	}
	b.next[page] |= by
}

// settle ends a level: what was reached has been seen. Many pages are put in order, so that their arcs are read as
// they lie in memory.
func (b *laneBrandes) settle(from int) {
	level := b.order[from:]
	if len(level) > len(b.next)/64 {
		k := 0
		for i, by := range b.next {
			if by != 0 {
				level[k].page = uint32(i)
				k++
			}
		}
	}
	for i := range level {
		r := &level[i]
		r.by, b.next[r.page] = b.next[r.page], 0
		b.seen[r.page] |= r.by
	}
}

// follow hands the paths to a page on to the next level.
func (b *laneBrandes) follow(r arrival) {
	from := &b.paths[r.page]
	for _, t := range b.inner.of(int(r.page)) {
		fresh := r.by &^ b.seen[t]
		if fresh == 0 {
			continue
		}
		b.reach(t, fresh)
		b.paths[t].add(from, fresh)
	}
}

// add adds some numbers of another lane.
func (l *lane) add(other *lane, which uint8) {
	if which == 1<<lanes-1 {
		l[0] += other[0]
		l[1] += other[1]
		l[2] += other[2]
		l[3] += other[3]
		l[4] += other[4]
		l[5] += other[5]
		l[6] += other[6]
		l[7] += other[7]
		return
	}
	for ; which != 0; which &= which - 1 {
		i := bits.TrailingZeros8(which)
		l[i] += other[i]
	}
}

// few reports whether all numbers of paths could be counted.
func (b *laneBrandes) few() bool {
	for _, r := range b.order {
		for _, x := range b.paths[r.page] {
			if x > scale {
				return false
			}
		}
	}
	return true
}

// back sums the dependencies, from the last level to the first.
func (b *laneBrandes) back(d *dependencies) {
	for l := len(b.levels) - 2; l >= 0; l-- {
		level := b.order[b.levels[l]:b.levels[l+1]]
		for _, r := range level {
			b.depend(r, d)
		}
		if l+2 < len(b.levels) {
			for _, r := range b.order[b.levels[l+1]:b.levels[l+2]] {
				b.next[r.page] = 0
			}
		}
		for _, r := range level {
			b.next[r.page] = r.by
		}
	}
	for _, r := range b.order[:b.levels[min(1, len(b.levels)-1)]] {
		b.next[r.page] = 0
	}
}

// depend adds the dependencies on a page, of the searches that reach it at one level.
func (b *laneBrandes) depend(r arrival, d *dependencies) {
	var behind lane
	for _, t := range b.inner.of(int(r.page)) {
		if by := r.by & b.next[t]; by != 0 {
			behind.add(&b.paths[t], by)
		}
	}
	paths, class, sum, squares := &b.paths[r.page], int(b.class[r.page])-1, 0.0, 0.0
	for by := r.by; by != 0; by &= by - 1 {
		i := bits.TrailingZeros8(by)
		pairs := float64(len(b.roots[i].members)) // that end here
		if class == i {
			pairs--
		}
		dependency := float64(paths[i] * behind[i])
		sum += dependency
		squares += float64(dependency * dependency)
		paths[i] = (pairs + dependency) / paths[i]
	}
	d.sum[r.page] += sum
	if d.squares != nil {
		d.squares[r.page] += squares
	}
}
