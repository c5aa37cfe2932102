package page

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/internal/console"
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
	console.Equal(t, choices(p, document[:3], 8), []int{0, 1, 2, 3, 0, 1, 2, 3}, "order")
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

// The first in the queue is always the greatest, compared with a scan.
func TestQueue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		q := queue{last: make([]uint64, 40), key: make([]float64, 40)}
		in := map[uint32]bool{}
		for range 40 {
			q.grow()
		}
		for range 300 {
			page := uint32(random.IntN(40))
			switch random.IntN(4) {
			case 0:
				q.push(page)
				in[page] = true
			case 1:
				q.remove(page)
				delete(in, page)
			case 2:
				if !in[page] {
					q.last[page] = uint64(random.IntN(3))
				}
			default:
				q.key[page] = float64(random.IntN(4))
				q.moved(page)
			}
			if q.Len() != len(in) {
				t.Fatalf("%d pages, not %d", q.Len(), len(in))
			}
			for other := range in {
				if first := q.heap[0]; other != first && q.before(other, first) {
					t.Fatalf("page %d stands before page %d", first, other)
				}
			}
		}
	}
}

// Lists are kept when others are added or replaced.
func TestLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	l, want := links{}, make([][]uint32, 50)
	for range want {
		l.grow()
	}
	for range 400 {
		page := random.IntN(len(want))
		list := make([]uint32, random.IntN(20_000))
		for i := range list {
			list[i] = random.Uint32()
		}
		want[page] = list
		l.set(uint32(page), list)
	}
	for i, list := range want {
		console.Equal(t, list, l.lists[i], "page", i)
	}
}

func TestSum(t *testing.T) {
	var s compensated
	for _, x := range []float64{1, 1e100, 1, -1e100} {
		s.add(x)
	}
	console.Equal(t, s.value(), 2)
}

// document is the graph of the test vector, 0→1, 0→2, 1→2 and 2→0. Page 3 has no links in or out.
var document = [][]uint32{{1, 2}, {2}, {0}, {}}

func made(name string, seed uint64, pages int) Policy {
	p := New(name, seed)
	for i := range pages {
		p.Discovered(uint32(i))
	}
	return p
}

// choices lets OPIC choose a number of times and lists the pages. The virtual page has the number after the last page.
func choices(o *opic, graph [][]uint32, times int) (order []int) {
	o.start()
	for range times {
		page, virtual := o.choice(o)
		if virtual {
			o.spread()
			order = append(order, len(graph))
			continue
		}
		o.Read(page, graph[page])
		order = append(order, int(page))
	}
	return order
}

func TestVectorOfDocument(t *testing.T) {
	p := made("opic-greedy", 0, 4).(*opic)
	console.Equal(t, choices(p, document, 6), []int{0, 1, 2, 0, 4, 3}, "chosen")
	near(t, p.Importance(), []float64{0.30602, 0.23583, 0.33429, 0.12387}, 5e-6)
	choices(p, document, 20000)
	near(t, p.Importance(), []float64{0.369, 0.204, 0.378, 0.048}, 6e-4)
}

func near(t *testing.T, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("entry %d is %v, not %v", i, got[i], want[i])
			return
		}
	}
}

func powerIteration(graph [][]uint32) []float64 {
	n := float64(len(graph))
	x := slices.Repeat([]float64{1 / n}, len(graph))
	for range 400 {
		y, lost := make([]float64, len(graph)), 0.0
		for i, list := range graph {
			for _, t := range list {
				y[t] += (1 - delta) * x[i] / float64(len(list))
			}
			if len(list) == 0 {
				lost += x[i]
			}
		}
		for i := range y {
			y[i] += (delta + (1-delta)*lost) / n
		}
		x = y
	}
	return x
}
