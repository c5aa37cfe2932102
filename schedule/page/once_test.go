package page

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// asked reads a graph from page 0 and returns the pages of the graph in the
// order in which they were asked for.
func asked(t testing.TB, p Policy, graph [][]uint32) (order []uint32) {
	w := &world{random: rand.New(rand.NewPCG(1, 1)), graph: graph, number: make([]uint32, len(graph))}
	w.meet(t, p, 0)
	for number, ok := p.Next(); ok; number, ok = p.Next() {
		order = append(order, w.page[number])
		w.answer(t, p, number, true)
	}
	return order
}

// tree: 0 links to 1, 2 and 3; 1 to 4, 2 to 5, 3 to 5, 5 to 6.
var tree = [][]uint32{{1, 2, 3}, {4}, {5}, {5}, {}, {6}, {}}

func TestOrders(t *testing.T) {
	for name, want := range map[string][]uint32{
		"bfs": {0, 1, 2, 3, 4, 5, 6},
		// 5 and 6 follow when both 2 and 3 link to 5: all others have one link.
		"backlinks": {0, 1, 2, 3, 5, 4, 6},
	} {
		if got := asked(t, made(t, name, Options{}, 0), tree); !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

// TestLottery: with three pages to choose from, each is first in a third of the
// seeds; 5 sigma.
func TestLottery(t *testing.T) {
	count := make([]int, 7)
	for seed := range uint64(3000) {
		count[asked(t, made(t, "random", Options{Seed: seed}, 0), tree)[1]]++
	}
	for _, c := range count[1:4] {
		if c < 870 || c > 1130 {
			t.Errorf("pages 1, 2 and 3 are first %v times of 3000", count[1:4])
		}
	}
}

// TestStoredIsPageRank: at any time, through changed links and lost pages, the
// values of stored are the PageRank of what is known.
func TestStoredIsPageRank(t *testing.T) {
	for seed := range uint64(10) {
		for _, name := range []string{"stored", "pagerank", "auto"} {
			random := rand.New(rand.NewPCG(seed, 4))
			p := made(t, name, Options{Rest: 1e-4}, 30)
			known := make([][]uint32, 30)
			dead := make([]bool, 30)
			for step := range 60 {
				page := uint32(random.IntN(30))
				if step%9 == 5 {
					must(t, p.Forbidden(page, 0))
					dead[page] = true
					known[page] = nil
				} else if !dead[page] {
					known[page] = newWorld(uint64(step), 1, 0).list(30, 3)
					must(t, p.Read(page, known[page], 0))
				}
				if step%4 == 0 {
					p.Next()
				}
				if s, ok := p.(Settler); ok {
					s.Settle(1e-13)
				}
				near(t, p.(Estimator).Importance(), liveRank(distinctLists(known), dead), 2e-7)
			}
		}
	}
}

// liveRank is the PageRank where surfers on a link to a dead page jump.
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

// TestMostCash: stored asks for the unread page with most cash, after cash has
// moved until none of more than the rest is on pages read.
func TestMostCash(t *testing.T) {
	w := newWorld(7, 80, 4)
	p := made(t, "stored", Options{}, 0).(settler)
	s := p.rule.(*stored)
	w.meet(t, p, 0)
	for {
		page, ok := p.Next()
		if !ok {
			return
		}
		for i, c := range s.cash {
			if p.standing[i] == read && c > 1e-5*float64(p.len()) {
				t.Fatalf("%v rests on page %d", c, i)
			}
			if p.standing[i] == unread && c > s.cash[page] {
				t.Fatalf("page %d with %v asked for, page %d has %v", page, s.cash[page], i, c)
			}
		}
		w.answer(t, p, page, true)
	}
}

// TestSiblings: the second estimate against a dense matrix made of its
// definition.
func TestSiblings(t *testing.T) {
	for seed := range uint64(5) {
		w := newWorld(seed, 25, 4)
		p := made(t, "auto", Options{}, 0).(estimator)
		w.meet(t, p, 0)
		for range 6 {
			if page, ok := p.Next(); ok {
				w.answer(t, p, page, true)
			}
		}
		k := p.rule.(*rank)
		got, _ := k.iterate(p.once, k.x, 300)
		n := p.len()
		want := stationary(siblingMatrix(p, k), n)
		for i := range n {
			if d := got[i].beside - want[i]; d > 1e-12 || d < -1e-12 {
				t.Fatalf("seed %d: page %d has %v, not %v", seed, i, got[i].beside, want[i])
			}
		}
	}
}

// siblingMatrix holds the chances to go from page to page, jumps included.
func siblingMatrix(p estimator, k *rank) [][]float64 {
	n := p.len()
	chance := make([][]float64, n)
	walk := func(from int, list []uint32, share float64) {
		for _, t := range list {
			chance[from][t] += 0.85 * share / float64(len(list))
		}
	}
	for i := range n {
		chance[i] = make([]float64, n)
		var linkers []int
		for j := range n {
			if slices.Contains(k.links.of(uint32(j)), uint32(i)) {
				linkers = append(linkers, j)
			}
		}
		if p.standing[i] == read {
			walk(i, k.links.of(uint32(i)), 1)
		} else {
			for _, j := range linkers {
				walk(i, k.links.of(uint32(j)), k.plan.siblings/float64(len(linkers)))
			}
		}
		total := 0.0
		for _, c := range chance[i] {
			total += c
		}
		for j := range n {
			chance[i][j] += (1 - total) / float64(n)
		}
	}
	return chance
}

func stationary(chance [][]float64, n int) []float64 {
	x := slices.Repeat([]float64{1 / float64(n)}, n)
	for range 400 {
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
