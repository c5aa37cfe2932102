package lab

// Heap is a heap for container/heap.
type Heap[T any] struct {
	// Items are in the order of a heap, the first one first.
	Items []T
	// Before reports whether one item comes before another.
	Before func(a, b T) bool
}

// Len, Less and Swap implement sort.Interface.
func (h *Heap[T]) Len() int           { return len(h.Items) }
func (h *Heap[T]) Less(i, j int) bool { return h.Before(h.Items[i], h.Items[j]) }
func (h *Heap[T]) Swap(i, j int)      { h.Items[i], h.Items[j] = h.Items[j], h.Items[i] }

// Push and Pop are for container/heap alone.
func (h *Heap[T]) Push(x any) { h.Items = append(h.Items, x.(T)) }
func (h *Heap[T]) Pop() any {
	last := len(h.Items) - 1
	item := h.Items[last]
	h.Items = h.Items[:last]
	return item
}
