package page

import "container/heap"

// queue holds pages by a key, the greatest first; of equal ones the page that
// was not read for the longest time, then the one discovered first. It is a
// binary heap in flat arrays that knows the place of each page, so that a key
// can be changed in O(log n).
type queue struct {
	// key has an entry for every page, in the queue or not. Whoever changes it
	// calls moved.
	key []float64
	// last is the number of the last reading of a page, counting all readings;
	// nil if that does not matter.
	last []uint64
	heap []uint32
	// place is one more than the page's index in the heap, 0 if it is not there.
	place []uint32
}

// grow makes room for one more page.
func (q *queue) grow() { q.place = append(q.place, 0) }

func (q *queue) len() int { return len(q.heap) }

func (q *queue) has(page uint32) bool { return q.place[page] != 0 }

func (q *queue) before(a, b uint32) bool {
	if q.key[a] != q.key[b] {
		return q.key[a] > q.key[b]
	}
	if q.last != nil && q.last[a] != q.last[b] {
		return q.last[a] < q.last[b]
	}
	return a < b
}

func (q *queue) push(page uint32) {
	if q.has(page) {
		return
	}
	q.heap = append(q.heap, page)
	q.place[page] = uint32(len(q.heap))
	q.moved(page)
}

func (q *queue) remove(page uint32) {
	if q.has(page) {
		heap.Remove(q, int(q.place[page])-1)
	}
}

// moved puts a page whose key has changed into its place.
func (q *queue) moved(page uint32) {
	if q.has(page) {
		heap.Fix(q, int(q.place[page])-1)
	}
}

// order makes a heap of pages whose keys have all changed, in O(n). It leaves a
// heap as it is.
func (q *queue) order() { heap.Init(q) }

// The methods of heap.Interface.

func (q *queue) Len() int           { return len(q.heap) }
func (q *queue) Less(i, j int) bool { return q.before(q.heap[i], q.heap[j]) }
func (q *queue) Swap(i, j int) {
	a, b := q.heap[i], q.heap[j]
	q.heap[i], q.heap[j] = b, a
	q.place[a], q.place[b] = uint32(j+1), uint32(i+1)
}

// Push is not needed: push knows where the page goes.
func (q *queue) Push(any) {}

// Pop takes the last page out.
func (q *queue) Pop() any {
	end := len(q.heap) - 1
	q.place[q.heap[end]] = 0
	q.heap = q.heap[:end]
	return nil
}
