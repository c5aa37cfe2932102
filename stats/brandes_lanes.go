package stats

import "math/bits"

// lanes is the number of searches that laneBrandes runs at once. Their path counts for one page fill a cache line.
const lanes = 8

// mostPaths is the greatest path count that laneBrandes accepts.
const mostPaths = 1 << 500

type lane [lanes]float64

// arrival is a page that some of the searches reach at one level.
type arrival struct {
	page uint32
	by   uint8 // one bit per search
}

// laneBrandes computes the dependencies of several sources at once. It follows inner arcs only (see [digraph.inner]),
// since a search begins at the targets of its sources. It advances along the arcs out of a level or along the arcs into
// pages not yet reached, whichever are fewer (Beamer et al., "Direction-optimizing breadth-first search", SC 2012), and
// chooses likewise on the way back.
type laneBrandes struct {
	out, in       adjacency // the inner arcs
	roots         []root
	all           uint8   // one bit per root
	class         []int32 // the root that each page is a member of, from 1; 0 for none
	seen, now, at []uint8 // bits of the searches that reached a page before, reach it next, or just did
	// paths counts the shortest paths from each source and later becomes (1 + dependency) / paths. behind adds that up
	// over the next pages on the paths.
	paths, behind []lane
	order         []arrival // by level
	levels        []int     // where each level begins in order
}

func newLaneBrandes(inner, reverse adjacency) *laneBrandes {
	n := len(inner.offsets) - 1
	return &laneBrandes{out: inner, in: reverse, class: make([]int32, n), seen: make([]uint8, n),
		now: make([]uint8, n), at: make([]uint8, n), paths: make([]lane, n), behind: make([]lane, n)}
}

// add adds to d the dependencies of the members of at most [lanes] roots. It adds nothing and returns false if some
// path count exceeds mostPaths.
func (b *laneBrandes) add(roots []root, d *dependencies) bool {
	b.roots, b.all = roots, uint8(1<<len(roots)-1)
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
	clear(b.class)
	clear(b.seen)
	return few
}

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
		b.levels = append(b.levels, len(b.order))
		if level := b.order[from:]; looks(b.out, level) <= b.missing() {
			b.push(level)
		} else {
			b.pull(level)
		}
	}
}

func looks(arcs adjacency, level []arrival) (count int) {
	for _, r := range level {
		count += arcs.degree(int(r.page))
	}
	return count
}

// missing counts the arcs into pages that some searches have not reached.
func (b *laneBrandes) missing() (count int) {
	for i, seen := range b.seen {
		if seen != b.all {
			count += 1 + b.in.degree(i)
		}
	}
	return count
}

func (b *laneBrandes) reach(page uint32, by uint8) {
	if b.now[page] == 0 {
		b.order = append(b.order, arrival{page: page})
		if b.seen[page] == 0 {
			b.paths[page] = lane{}
		}
	}
	b.now[page] |= by
}

// settle ends a level. It sorts large levels by page so that their arcs are read in memory order.
func (b *laneBrandes) settle(from int) {
	level := b.order[from:]
	if len(level) > len(b.now)/64 {
		k := 0
		for i, by := range b.now {
			if by != 0 {
				level[k].page = uint32(i)
				k++
			}
		}
	}
	for i := range level {
		r := &level[i]
		r.by, b.now[r.page] = b.now[r.page], 0
		b.seen[r.page] |= r.by
	}
}

// push adds the path counts of a level to the pages of the next one.
func (b *laneBrandes) push(level []arrival) {
	for _, r := range level {
		from := &b.paths[r.page]
		for _, t := range b.out.of(int(r.page)) {
			if fresh := r.by &^ b.seen[t]; fresh != 0 {
				b.reach(t, fresh)
				b.paths[t].add(from, fresh)
			}
		}
	}
}

// pull does the same as push, starting from the pages not yet reached.
func (b *laneBrandes) pull(level []arrival) {
	defer b.mark(level)()
	for t, seen := range b.seen {
		missing := b.all &^ seen
		if missing == 0 {
			continue
		}
		for _, s := range b.in.of(t) {
			if fresh := b.at[s] & missing; fresh != 0 {
				b.reach(uint32(t), fresh)
				b.paths[t].add(&b.paths[s], fresh)
			}
		}
	}
}

// mark sets at for the pages of a level; unmark resets it.
func (b *laneBrandes) mark(level []arrival) (unmark func()) {
	for _, r := range level {
		b.at[r.page] = r.by
	}
	return func() {
		for _, r := range level {
			b.at[r.page] = 0
		}
	}
}

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

func (b *laneBrandes) few() bool {
	for _, r := range b.order {
		for _, x := range b.paths[r.page] {
			if x > mostPaths {
				return false
			}
		}
	}
	return true
}

func (b *laneBrandes) back(d *dependencies) {
	var after []arrival // the next level
	for l := len(b.levels) - 2; l >= 0; l-- {
		level := b.order[b.levels[l]:b.levels[l+1]]
		for _, r := range level {
			b.behind[r.page] = lane{}
		}
		if looks(b.out, level) <= looks(b.in, after) {
			b.askBehind(level, after)
		} else {
			b.tellBefore(level, after)
		}
		for _, r := range level {
			b.depend(r, d)
		}
		after = level
	}
}

func (b *laneBrandes) askBehind(level, after []arrival) {
	defer b.mark(after)()
	for _, r := range level {
		behind := &b.behind[r.page]
		for _, t := range b.out.of(int(r.page)) {
			if by := r.by & b.at[t]; by != 0 {
				behind.add(&b.paths[t], by)
			}
		}
	}
}

func (b *laneBrandes) tellBefore(level, after []arrival) {
	defer b.mark(level)()
	for _, r := range after {
		paths := &b.paths[r.page]
		for _, s := range b.in.of(int(r.page)) {
			if by := r.by & b.at[s]; by != 0 {
				b.behind[s].add(paths, by)
			}
		}
	}
}

// depend adds the dependencies on a page of the searches that reached it at one level.
func (b *laneBrandes) depend(r arrival, d *dependencies) {
	paths, behind, class := &b.paths[r.page], &b.behind[r.page], int(b.class[r.page])-1
	sum, squares := 0.0, 0.0
	for by := r.by; by != 0; by &= by - 1 {
		i := bits.TrailingZeros8(by)
		pairs := float64(len(b.roots[i].members)) // number of pairs that end here
		if class == i {
			pairs--
		}
		dependency := float64(paths[i] * behind[i])
		sum += dependency
		squares += float64(dependency * dependency)
		paths[i] = (pairs + dependency) / paths[i]
	}
	d.sum[r.page] += sum
	d.squares[r.page] += squares
}
