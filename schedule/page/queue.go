package page

import "container/heap"

// queue holds pages by a key, the greatest first; of equal ones the page that was not read for the longest time,
// then the one discovered first. It is a binary heap in flat arrays that knows the place of each page, so that a
// key can be changed in O(log n).
type queue struct {
	// key has an entry for every page, in the queue or not. Whoever changes it calls moved.
	key []float64
	// last is the number of the last reading of a page, counting all readings; nil if that does not matter.
	last []uint64
	heap []uint32
	// place is one more than the page's index in the heap, 0 if it is not there.
	place []uint32
}

func (q *queue) grow() { q.place = append(q.place, 0) }

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

// Len is, as the methods below, for container/heap.
func (q *queue) Len() int { return len(q.heap) }

// Less is the order of the queue.
func (q *queue) Less(i, j int) bool { return q.before(q.heap[i], q.heap[j]) }

// Swap changes places.
func (q *queue) Swap(i, j int) {
	q.heap[i], q.heap[j] = q.heap[j], q.heap[i]
	q.place[q.heap[i]], q.place[q.heap[j]] = uint32(i+1), uint32(j+1)
}

// Push adds a page at the end.
func (q *queue) Push(page any) {
	q.heap = append(q.heap, page.(uint32))
	q.place[page.(uint32)] = uint32(len(q.heap))
}

// Pop removes the last page.
func (q *queue) Pop() any {
	last := len(q.heap) - 1
	page := q.heap[last]
	q.heap, q.place[page] = q.heap[:last], 0
	return page
}

func (q *queue) push(page uint32) {
	if !q.has(page) {
		heap.Push(q, page)
	}
}

func (q *queue) remove(page uint32) {
	if q.has(page) {
		heap.Remove(q, int(q.place[page])-1)
	}
}

func (q *queue) moved(page uint32) {
	if q.has(page) {
		heap.Fix(q, int(q.place[page])-1)
	}
}

// order makes a heap of pages whose keys have all changed, in O(n). It leaves a heap as it is.
func (q *queue) order() { heap.Init(q) }
