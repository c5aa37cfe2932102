package page

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// asked reads a graph from page 0 and returns its pages in the order of the requests.
func asked(p Policy, graph [][]uint32) (order []uint32) {
	w := &world{random: rand.New(rand.NewPCG(1, 1)), graph: graph, number: make([]uint32, len(graph))}
	w.meet(p, 0)
	for number, ok := p.Next(); ok; number, ok = p.Next() {
		order = append(order, w.page[number])
		w.answer(p, number, true)
	}
	return order
}

// In tree, 0 links to 1, 2 and 3; 1 to 4; 2 to 5; 3 to 5; and 5 to 6.
var tree = [][]uint32{{1, 2, 3}, {4}, {5}, {5}, {}, {6}, {}}

// When both 2 and 3 link to 5, 5 comes next and then 4 and 6, because all others have one link.
func TestBacklinks(t *testing.T) {
	got := asked(made("backlinks", 0, 0), tree)
	if want := []uint32{0, 1, 2, 3, 5, 4, 6}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// A page that is read again gives nothing to links that it had. By hand, each page has a third; 0 gives 0.85 of it to
// 1, and half of that to 2.
func TestReadAgain(t *testing.T) {
	for _, name := range []string{"pagerank-of-known", "auto"} {
		p := made(name, 0, 3).(*readOnce)
		key := func() []float64 { return p.front.key[1:] }
		part := func(links []uint32, want ...float64) {
			t.Helper()
			before := slices.Clone(key())
			p.Read(0, links)
			for i, x := range key() {
				near(t, []float64{x - before[i]}, []float64{want[i]}, 1e-12)
			}
		}
		if page, ok := p.Next(); page != 0 || !ok {
			t.Fatalf("%s: page %d, %t", name, page, ok)
		}
		const x = 1.0 / 3
		part([]uint32{1}, 0.85*x, 0)
		part([]uint32{1}, 0, 0)
		part([]uint32{2, 1}, 0, 0.425*x)
	}
}

// With three pages to choose from, each comes first for a third of the seeds, within 5 sigma.
func TestLottery(t *testing.T) {
	count := make([]int, 7)
	for seed := range uint64(3000) {
		count[asked(made("random", seed, 0), tree)[1]]++
	}
	for _, c := range count[1:4] {
		if c < 870 || c > 1130 {
			t.Errorf("pages 1, 2 and 3 are first %v times of 3000", count[1:4])
		}
	}
}

// The values of stored are always the PageRank of the known pages, even if links change and pages are lost or come
// back.
func TestStoredIsPageRank(t *testing.T) {
	for seed := range uint64(5) {
		for _, name := range []string{"stored", "pagerank-of-known", "auto"} {
			random := rand.New(rand.NewPCG(seed, 4))
			p := made(name, 0, 30)
			known := make([][]uint32, 30)
			dead := make([]bool, 30)
			for step := range 60 {
				page := uint32(random.IntN(30))
				if step%9 == 5 {
					p.Gone(page)
					dead[page] = true
					known[page] = nil
				} else {
					dead[page] = false
					known[page] = newWorld(uint64(step), 1, 0).list(30, 3)
					p.Read(page, known[page])
				}
				if step%4 == 0 {
					p.Next()
				}
				if s, ok := p.(Stored); ok {
					s.Settle(1e-13)
				}
				near(t, p.Importance(), liveRank(distinctLists(known), dead), 2e-7)
			}
		}
	}
}

// A page that comes back has what others gave it. When they take it back, the page keeps its unit, settled or not.
func TestStoredAgain(t *testing.T) {
	p := made("stored", 0, 3).(Stored)
	s := p.rule.(*stored)
	p.Read(0, []uint32{1, 2})
	p.Settle(1e-13)
	given := s.cash[1]
	p.Gone(1)
	p.Read(1, []uint32{2})
	near(t, []float64{s.cash[1]}, []float64{given}, 1e-12)
	p.Read(0, []uint32{2})
	near(t, []float64{s.cash[1]}, []float64{1}, 1e-12)
}

// liveRank computes PageRank for surfers that jump when a link leads to a dead page.
func liveRank(graph [][]uint32, dead []bool) []float64 {
	x := make([]float64, len(graph))
	for range 400 {
		y, out, live := make([]float64, len(x)), 0.0, 0.0
		for i, list := range graph {
			for _, t := range list {
				if !dead[t] {
					y[t] += 0.85 * x[i] / float64(len(list))
				}
			}
		}
		for i := range y {
			if !dead[i] {
				live++
				out += y[i]
			}
		}
		for i := range y {
			if !dead[i] {
				y[i] += (1 - out) / live
			}
		}
		x = y
	}
	return x
}

// stored requests the unread page with the most cash, after moving cash until no read page has more than the rest
// allows.
func TestMostCash(t *testing.T) {
	w := newWorld(7, 80, 4)
	p := made("stored", 0, 0).(Stored)
	s := p.rule.(*stored)
	w.meet(p, 0)
	for {
		page, ok := p.Next()
		if !ok {
			return
		}
		for i, c := range s.cash {
			if p.state[i] == read && c > 1e-5*float64(p.len()) {
				t.Fatalf("%v rests on page %d", c, i)
			}
			if p.state[i] == unread && c > s.cash[page] {
				t.Fatalf("page %d with %v asked for, page %d has %v", page, s.cash[page], i, c)
			}
		}
		w.answer(p, page, true)
	}
}

// The values of auto agree with a dense matrix built from their definition, with an extra page for the unseen targets
// of each page.
func TestExpected(t *testing.T) {
	for seed := range uint64(5) {
		w := newWorld(seed, 25, 4)
		p := made("auto", 0, 0).(*readOnce)
		w.meet(p, 0)
		for range 6 {
			if page, ok := p.Next(); ok {
				w.answer(p, page, true)
			}
		}
		e := p.rule.(*auto)
		s := newIteration(e, p, linkModel{0.1, 0.15, 0.05, 0.02, 0.3, 0.18, 0.2})
		for range 300 {
			s.round()
		}
		n := p.len()
		want := stationary(expectedMatrix(p, s), 2*n)
		for i := range n {
			near(t, []float64{s.x[i], s.unseenX[i]}, []float64{want[i], want[n+i]}, 1e-12)
		}
	}
}

// expectedMatrix returns the chances of going from page to page, including jumps.
func expectedMatrix(p *readOnce, s *iteration) [][]float64 {
	n, h := p.len(), s.model
	chance := make([][]float64, 2*n)
	for i := range chance {
		chance[i] = make([]float64, 2*n)
	}
	for i := range n {
		walk := func(list []uint32, share float64) {
			for _, t := range list {
				chance[i][t] += share / float64(len(list))
			}
		}
		linkers, inverse := []uint32{}, 0.0
		for j := range uint32(n) {
			if list := s.links.lists[j]; slices.Contains(list, uint32(i)) {
				linkers = append(linkers, j)
				inverse += 1 / float64(len(list))
			}
		}
		if p.state[i] == read {
			walk(s.links.lists[i], 1)
			continue
		}
		walk([]uint32{0}, h[toStart])
		walk([]uint32{uint32(i)}, h[toItself])
		walk([]uint32{s.finder[i]}, h[toFinder])
		walk(linkers, h[toParent])
		for _, j := range linkers {
			list := s.links.lists[j]
			walk(list, h[toList]/float64(len(linkers)))
			walk(list, h[toShortList]/float64(len(list))/inverse)
		}
		chance[i][n+i] = h[toNew]
		chance[n+i][i] = h[toParent] + h[toFinder]
		chance[n+i][0] += h[toStart]
		chance[n+i][n+i] = h[toItself] + h[toList] + h[toShortList] + h[toNew]
	}
	for i := range chance {
		total := 0.0
		for j := range chance[i] {
			chance[i][j] *= 0.85
			total += chance[i][j]
		}
		for j := range n {
			chance[i][j] += (1 - total) / s.all
			chance[i][n+j] += (1 - total) * s.unseen[j] / s.all
		}
	}
	return chance
}

// Sites whose pages link to their whole list are distinguished from sites whose pages only link back. The learned
// shares sum to 1.
func TestFit(t *testing.T) {
	clique, star := make([][]uint32, 30), make([][]uint32, 30)
	for i := range clique {
		star[i] = []uint32{1}
		for j := range uint32(30) {
			clique[i] = append(clique[i], j)
		}
	}
	star[0], star[1] = clique[0], clique[0]
	for name, v := range map[string]struct {
		graph [][]uint32
		ways  []int
	}{"clique": {clique, []int{toList, toShortList}}, "star": {star, []int{toParent, toFinder}}} {
		p := made("auto", 0, 0).(*readOnce)
		w := &world{random: rand.New(rand.NewPCG(1, 1)), graph: v.graph, number: make([]uint32, 30)}
		w.meet(p, 0)
		for range 20 {
			page, _ := p.Next()
			w.answer(p, page, true)
		}
		h := fit(p.rule.(*auto).samples(p))
		total, share := 0.0, 0.0
		for _, s := range h {
			total += s
		}
		for _, k := range v.ways {
			share += h[k]
		}
		if total < 1-1e-12 || total > 1+1e-12 || share < 0.5 {
			t.Errorf("%s: %v", name, h)
		}
	}
}

func stationary(chance [][]float64, n int) []float64 {
	x := slices.Repeat([]float64{1 / float64(n)}, n)
	for range 800 {
		y := make([]float64, n)
		for i := range n {
			for j := range n {
				y[j] += x[i] * chance[i][j]
			}
		}
		x = y
	}
	return x
}
