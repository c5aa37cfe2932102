package page

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

type world struct {
	random *rand.Rand
	graph  [][]uint32
	// number is the policy's number plus one for a page of the graph, and page is the reverse.
	number, page []uint32
}

func newWorld(seed uint64, pages, degree int) *world {
	w := &world{random: rand.New(rand.NewPCG(seed, 1)), number: make([]uint32, pages)}
	for range pages {
		w.graph = append(w.graph, w.list(pages, degree))
	}
	return w
}

func (w *world) list(pages, degree int) []uint32 {
	list := []uint32{}
	for range w.random.IntN(2*degree + 1) {
		list = append(list, uint32(w.random.IntN(pages)))
	}
	return list
}

func (w *world) meet(p Policy, page uint32) uint32 {
	if w.number[page] == 0 {
		w.page = append(w.page, page)
		w.number[page] = uint32(len(w.page))
		p.Discovered(w.number[page] - 1)
	}
	return w.number[page] - 1
}

func (w *world) answer(p Policy, number uint32, steady bool) {
	page := w.page[number]
	switch what := w.random.IntN(20); {
	case steady || what > 2:
		var list []uint32
		for _, target := range w.graph[page] {
			list = append(list, w.meet(p, target))
		}
		p.Read(number, list)
	case what < 2:
		p.Gone(number)
	default:
		w.graph[page] = w.list(len(w.graph), 4)
		w.answer(p, number, true)
	}
}

func each(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range Known() {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

// A requested page is known, not gone, and not requested again before its report. Policies that read once request each
// page once, importances sum to 1, and OPIC keeps its cash.
func TestContract(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		once := !strings.HasPrefix(name, "opic")
		for seed := range uint64(10) {
			w := newWorld(seed, 40, 4)
			p := made(name, 5, 0)
			w.meet(p, 0)
			read, pending := map[uint32]int{}, []uint32{}
			for range 400 {
				page, ok := p.Next()
				if ok {
					if int(page) >= len(w.page) || slices.Contains(pending, page) || once && read[page] > 0 {
						t.Fatalf("seed %d: page %d asked for", seed, page)
					}
					pending = append(pending, page)
				} else if len(pending) == 0 {
					break
				}
				if !ok || w.random.IntN(4) == 0 || len(pending) > 5 {
					for _, q := range w.random.Perm(len(pending)) { // late and in any order
						read[pending[q]]++
						w.answer(p, pending[q], false)
					}
					pending = pending[:0]
				}
				sound(t, p)
			}
			if once && len(read) != len(w.page) {
				t.Errorf("seed %d: %d of %d pages asked for", seed, len(read), len(w.page))
			}
		}
	})
}

func sound(t testing.TB, p Policy) {
	t.Helper()
	if x := p.Importance(); x != nil {
		var total compensated
		for _, v := range x {
			if !(v >= 0) {
				t.Fatalf("importance %v", v)
			}
			total.add(v)
		}
		if v := total.value(); math.Abs(v-1) > 1e-9 && v != 0 {
			t.Fatalf("importances sum to %v", v)
		}
	}
	if lost := missing(p); !(lost <= 1e-9) {
		t.Fatalf("%v of the cash is lost", lost)
	}
}

// missing returns the share of all cash that is lost or misplaced.
func missing(p Policy) float64 {
	var total compensated
	switch p := p.(type) {
	case *opic:
		if !p.started {
			return 0
		}
		total.add(p.purse.value())
		for i, s := range p.state {
			if s != gone {
				total.add(p.cash(uint32(i)))
			}
		}
		return math.Abs(total.value() - credit)
	case Stored:
		s := p.rule.(*stored)
		total.add(s.virtual.value())
		for _, c := range s.cash {
			total.add(c)
		}
		return math.Abs(total.value()) / float64(max(1, len(s.cash)))
	}
	return 0
}

// Two runs decide the same.
func TestDetermined(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		for seed := range uint64(4) {
			a, b := made(name, 5, 0), made(name, 5, 0)
			v, w := newWorld(seed, 60, 5), newWorld(seed, 60, 5)
			v.meet(a, 0)
			w.meet(b, 0)
			for step := range 150 {
				p, ok := a.Next()
				q, found := b.Next()
				console.Equal(t, p, q, "seed", seed, step)
				console.Equal(t, ok, found, "seed", seed, step)
				if !ok {
					break
				}
				if step%7 == 3 {
					continue // is not reported yet
				}
				v.answer(a, p, false)
				w.answer(b, q, false)
			}
			console.Equal(t, a.Importance(), b.Importance(), "seed", seed)
		}
	})
}

// Without pages there is nothing to request, and there are no values.
func TestNothing(t *testing.T) {
	for _, name := range Known() {
		p := made(name, 0, 0)
		if _, ok := p.Next(); ok {
			t.Errorf("%s asks for a page", name)
		}
		console.Equal(t, len(p.Importance()), 0, name)
	}
}
