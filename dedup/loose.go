package dedup

import (
	"slices"

	"sitegraph/site"
)

// Some sites vary more than a random box. They vary the layout, the order of a list, or a notice that some answers have
// without a fixed text around it. Their pages are compared loosely, and only within one path.

// loose has the differences that do not count on such a site.
type loose struct {
	boxes  bool            // only some answers have certain regions
	texts  map[uint64]bool // texts that only some answers have
	markup bool            // between texts and links
	order  bool            // of texts and links
}

// The evidence for looseness: pages whose answers differ only in this way.
const (
	minLoose   = 2 // minimum number of such pages
	looseShare = 8 // at least one page in this many
)

// Loosely reports whether pages are compared loosely, and whether the order of their pieces counts.
func (m *Masks) Loosely() (loosely, ordered bool) {
	return m.loose.markup || m.loose.order, !m.loose.order
}

// ByChance reports whether answers for one URL may lack parts of other answers. Equality then proves little.
func (m *Masks) ByChance() bool {
	return m != nil && (m.loose.boxes || m.loose.markup || len(m.loose.texts) > 0)
}

// learnComing learns the texts that only one of two answers has, on several pages. It ignores the texts of links,
// because a box of random links can show the title of any page.
func (l *learner) learnComing() {
	candidates := map[uint64]*evidence{}
	for _, t := range l.twins {
		for n := range t.pages {
			t.pages[n].coming(&t.pages[1-n], func(p *Piece) {
				if candidates[p.Text] == nil {
					example := site.Mask{Kind: site.MaskText, Second: cut(p.Shown), URL: t.url}
					candidates[p.Text] = &evidence{example: example}
				}
				candidates[p.Text].sawPage(t.url, true)
			})
		}
	}
	for text, e := range candidates {
		if l.enough(e.example.Differed) {
			l.masks.loose.texts[text] = true
			l.masks.list = append(l.masks.list, e.example)
		}
	}
	if len(candidates) > 0 {
		l.compare()
	}
}

func (l *learner) enough(pages int) bool {
	return pages >= minLoose && looseShare*pages >= len(l.twins)
}

// coming calls found once for each text that the other answer lacks, except texts of links.
func (s *side) coming(other *side, found func(*Piece)) {
	if slices.Equal(s.keys, other.keys) {
		return
	}
	seen := map[uint64]bool{}
	for _, i := range other.at {
		seen[other.pieces[i].Text] = true
	}
	for _, i := range s.at {
		p := &s.pieces[i]
		if p.isText() && !seen[p.Text] && (i == 0 || s.pieces[i-1].URL == "") {
			found(p)
		}
		seen[p.Text] = true
	}
}

// learnOrder learns whether the order differs between two answers with the same texts and links. It is called before
// masks can hide pieces that only moved, and again after them.
func (l *learner) learnOrder() {
	if !l.masks.loose.order && l.learnOf(site.MaskOrder, (*twin).isReordered) {
		l.masks.loose.order = true
		l.compare()
	}
}

func (l *learner) learnOf(kind site.MaskKind, differs func(*twin) bool) bool {
	e := evidence{example: site.Mask{Kind: kind}}
	for _, t := range l.twins {
		e.sawPage(t.url, !t.visits && differs(t))
		if e.example.Differed == 1 && e.example.URL == "" {
			e.example.URL = t.url
		}
	}
	if !l.enough(e.example.Differed) {
		return false
	}
	l.masks.list = append(l.masks.list, e.example)
	return true
}

// isReordered reports whether the answers differ only in the order of their pieces.
func (t *twin) isReordered() bool {
	sorted := func(s side) []uint64 { return slices.Sorted(slices.Values(s.keys)) }
	return len(t.runs) > 0 && slices.Equal(sorted(t.pages[0]), sorted(t.pages[1]))
}

// gaps returns, for each piece that no mask hides, the hash of the markup before it, or 0 if a mask hides the markup.
func (s *side) gaps(m *Masks) (all []uint32) {
	keys := m.AppendKeys(nil, s.plain)
	for _, i := range s.at {
		gap := s.plain[i].Gap
		if m.HidesGap(s.plain, keys, i) {
			gap = 0
		}
		all = append(all, gap)
	}
	return all
}

const (
	maxDepth = 12      // limits how deep align looks for texts that occur once between two others
	maxCells = 1 << 14 // limits the table that it fills without such texts
)

// run is a difference between two pages: from a0 to a1 in one, from b0 to b1 in the other.
type run struct{ a0, a1, b0, b1 int }

func (r run) size() int { return r.a1 - r.a0 + r.b1 - r.b0 }

// align returns the runs in which two lists differ, in order. maxDepth and maxCells keep its time linear. If the lists
// share too little, runs become longer than necessary.
func align(a, b []uint64) []run {
	x := aligner{a: a, b: b}
	x.between(run{0, len(a), 0, len(b)}, maxDepth)
	return x.runs
}

type aligner struct {
	a, b []uint64
	runs []run
}

func (x *aligner) between(r run, depth int) {
	for r.a0 < r.a1 && r.b0 < r.b1 && x.a[r.a0] == x.b[r.b0] {
		r.a0, r.b0 = r.a0+1, r.b0+1
	}
	for r.a0 < r.a1 && r.b0 < r.b1 && x.a[r.a1-1] == x.b[r.b1-1] {
		r.a1, r.b1 = r.a1-1, r.b1-1
	}
	if r.a0 == r.a1 || r.b0 == r.b1 || depth == 0 {
		x.differ(r)
		return
	}
	anchors := x.once(r)
	if len(anchors) == 0 && (r.a1-r.a0)*(r.b1-r.b0) <= maxCells {
		anchors = x.longest(r)
		depth = 1
	}
	if len(anchors) == 0 {
		x.differ(r)
		return
	}
	for _, at := range anchors {
		x.between(run{r.a0, at[0], r.b0, at[1]}, depth-1)
		r.a0, r.b0 = at[0]+1, at[1]+1
	}
	x.between(r, depth-1)
}

func (x *aligner) differ(r run) {
	if r.size() > 0 {
		x.runs = append(x.runs, r)
	}
}

// once returns the positions of items that occur once in each list and in the same order in both (patience diff).
func (x *aligner) once(r run) [][2]int {
	type found struct{ inA, inB, b int }
	all := make(map[uint64]found, r.a1-r.a0)
	for i := r.a0; i < r.a1; i++ {
		f := all[x.a[i]]
		f.inA++
		all[x.a[i]] = f
	}
	var order [][2]int
	for i := r.b0; i < r.b1; i++ {
		f := all[x.b[i]]
		f.inB, f.b = f.inB+1, i
		all[x.b[i]] = f
	}
	for i := r.a0; i < r.a1; i++ {
		if f := all[x.a[i]]; f.inA == 1 && f.inB == 1 {
			order = append(order, [2]int{i, f.b})
		}
	}
	return rising(order)
}

// rising returns the longest subsequence whose second numbers rise.
func rising(list [][2]int) [][2]int {
	var piles []int // index of each pile's top
	below := make([]int, len(list))
	for i, at := range list {
		n, _ := slices.BinarySearchFunc(piles, at[1], func(p, b int) int { return list[p][1] - b })
		below[i] = -1
		if n > 0 {
			below[i] = piles[n-1]
		}
		if n == len(piles) {
			piles = append(piles, i)
		}
		piles[n] = i
	}
	if len(piles) == 0 {
		return nil
	}
	var found [][2]int
	for i := piles[len(piles)-1]; i >= 0; i = below[i] {
		found = append(found, list[i])
	}
	slices.Reverse(found)
	return found
}

func (x *aligner) longest(r run) [][2]int {
	rows, columns := r.a1-r.a0, r.b1-r.b0
	length := make([]int32, (rows+1)*(columns+1)) // length of the common subsequence from there on
	at := func(i, j int) *int32 { return &length[i*(columns+1)+j] }
	for i := rows - 1; i >= 0; i-- {
		for j := columns - 1; j >= 0; j-- {
			if x.a[r.a0+i] == x.b[r.b0+j] {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	var found [][2]int
	for i, j := 0, 0; i < rows && j < columns; {
		switch {
		case x.a[r.a0+i] == x.b[r.b0+j]:
			found = append(found, [2]int{r.a0 + i, r.b0 + j})
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
	return found
}
