package page

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainOPIC computes OPIC in loops over all pages, for comparison with the counters.
type plainOPIC struct {
	cash, history []float64 // the virtual page comes last
	dead          []bool
}

func (n *plainOPIC) give(page int, list []uint32) {
	c, v := n.cash[page], len(n.cash)-1
	n.history[page] += c
	n.cash[page] = 0
	list = slices.Compact(slices.Sorted(slices.Values(list)))
	if len(list) == 0 {
		n.cash[v] += c
		return
	}
	n.cash[v] += c * delta
	for _, t := range list {
		if n.dead[t] {
			n.cash[v] += c * (1 - delta) / float64(len(list))
		} else {
			n.cash[t] += c * (1 - delta) / float64(len(list))
		}
	}
}

func (n *plainOPIC) spread() {
	v := len(n.cash) - 1
	c, live := n.cash[v], 0.0
	n.cash[v] = 0
	for i := range n.cash[:v] {
		if !n.dead[i] {
			live++
		}
	}
	for i := range n.cash[:v] {
		if !n.dead[i] {
			n.cash[i] += c / live
		}
	}
}

func (n *plainOPIC) discover() {
	v := len(n.cash) - 1
	n.cash = append(n.cash, n.cash[v])
	n.cash[v] = 0
	n.history, n.dead = append(n.history, 0), append(n.dead, false)
}

// Cash given lazily equals that of the plain rule, through discoveries and losses, and greedy takes the most.
func TestCountersAgainstLoops(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := made("opic-greedy", 0, 3).(*opic)
		p.start()
		n := &plainOPIC{cash: []float64{0.25, 0.25, 0.25, 0.25}, history: make([]float64, 3), dead: make([]bool, 3)}
		for range 600 {
			pages := p.len()
			switch what := random.IntN(20); {
			case what == 0:
				p.Discovered(uint32(pages))
				n.discover()
				continue
			case what == 1 && p.live() > 2:
				page := random.IntN(pages)
				p.Gone(uint32(page))
				n.cash[pages] += n.cash[page]
				n.cash[page], n.dead[page] = 0, true
				continue
			}
			page, virtual := p.choice(p)
			chosen := int(page)
			if virtual {
				chosen = pages
			}
			for i, c := range n.cash {
				if c > n.cash[chosen]+1e-12 {
					t.Fatalf("seed %d: page %d with %v chosen, page %d has %v", seed, chosen, n.cash[chosen], i, c)
				}
			}
			if virtual {
				p.spread()
				n.spread()
			} else {
				var list []uint32
				for range random.IntN(6) {
					list = append(list, uint32(random.IntN(pages)))
				}
				p.Read(page, list)
				n.give(chosen, list)
			}
			for i, c := range n.cash[:pages] {
				if !n.dead[i] && math.Abs(c-p.cash(uint32(i))) > 1e-12 {
					t.Fatalf("seed %d: page %d has %v, not %v", seed, i, p.cash(uint32(i)), c)
				}
			}
		}
		near(t, p.history, n.history, 1e-10)
	}
}

// Every way to choose pages approaches PageRank.
func TestConverges(t *testing.T) {
	w := newWorld(2, 50, 5)
	want := powerIteration(distinctLists(w.graph))
	for _, name := range []string{"opic-greedy", "opic-cycle", "opic-random"} {
		p := made(name, 0, 50)
		for range 50 * 400 {
			page, _ := p.Next()
			p.Read(page, w.graph[page])
		}
		near(t, p.Importance(), want, 5e-4)
	}
}

func distinctLists(graph [][]uint32) (lists [][]uint32) {
	for _, list := range graph {
		lists = append(lists, slices.Compact(slices.Sorted(slices.Values(list))))
	}
	return lists
}

// The cycle takes the pages in turn and ends each round with the virtual page.
func TestCycle(t *testing.T) {
	p := made("opic-cycle", 0, 3).(*opic)
	if order := choices(p, document[:3], 8); !slices.Equal(order, []int{0, 1, 2, 3, 0, 1, 2, 3}) {
		t.Errorf("%v", order)
	}
}

// Each page and the virtual one are drawn with equal chance, within 5 sigma.
func TestDraw(t *testing.T) {
	p := made("opic-random", 1, 4).(*opic)
	count := make([]float64, 5)
	for _, i := range choices(p, document, 20000) {
		count[i]++
	}
	for i, c := range count {
		if math.Abs(c-4000) > 5*math.Sqrt(20000*0.2*0.8) {
			t.Errorf("page %d chosen %v times of 20000", i, c)
		}
	}
}
