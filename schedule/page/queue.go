package page

import "container/heap"

// queue holds pages by key, the greatest first. Among equals, the page read longest ago comes first, then the first
// discovered. It is a binary heap in flat arrays. It knows the place of each page, so changing a key takes O(log n).
type queue struct {
	// key has an entry for every page, in the queue or not. After a change, call moved.
	key []float64
	// last is the number of each page's last reading, counting all readings; nil if irrelevant.
	last []uint64
	heap []uint32
	// place is 1 + a page's index in the heap, 0 if it is not there.
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

// Len implements container/heap, like the methods below.
func (q *queue) Len() int { return len(q.heap) }

// Less compares two pages by their order in the queue.
func (q *queue) Less(i, j int) bool { return q.before(q.heap[i], q.heap[j]) }

// Swap exchanges two pages.
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

// order restores the heap in O(n) after all keys changed. It does not change a valid heap.
func (q *queue) order() { heap.Init(q) }
