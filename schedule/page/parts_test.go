package page

import (
	"math/rand/v2"
	"testing"

	"sitegraph/internal/console"
)

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
