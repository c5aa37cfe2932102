package page

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
	q.up(len(q.heap) - 1)
}

func (q *queue) remove(page uint32) {
	if !q.has(page) {
		return
	}
	i, end := int(q.place[page])-1, len(q.heap)-1
	other := q.heap[end]
	q.heap, q.place[page] = q.heap[:end], 0
	if i < end {
		q.put(other, i)
		q.moved(other)
	}
}

func (q *queue) moved(page uint32) {
	if q.has(page) && !q.up(int(q.place[page])-1) {
		q.down(int(q.place[page]) - 1)
	}
}

func (q *queue) put(page uint32, i int) {
	q.heap[i] = page
	q.place[page] = uint32(i + 1)
}

func (q *queue) up(i int) (moved bool) {
	page := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !q.before(page, q.heap[parent]) {
			break
		}
		q.put(q.heap[parent], i)
		i, moved = parent, true
	}
	q.put(page, i)
	return moved
}

func (q *queue) down(i int) {
	page := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if child+1 < len(q.heap) && q.before(q.heap[child+1], q.heap[child]) {
			child++
		}
		if !q.before(q.heap[child], page) {
			break
		}
		q.put(q.heap[child], i)
		i = child
	}
	q.put(page, i)
}

// order makes a heap of pages whose keys have all changed, in O(n). It leaves a heap as it is.
func (q *queue) order() {
	for i := len(q.heap)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}
