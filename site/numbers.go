package site

import (
	"maps"
	"slices"
)

// Numbers is a long list of numbers, nearly all of them small, such as those of the links behind arcs: one below
// 255 takes a byte. The zero value is the empty list.
type Numbers struct {
	small []uint8
	large map[int]uint32 // by index in the whole list, where small has isLarge
	first int            // the index in the whole list of the first
}

const isLarge = 255

// NewNumbers is a list of n zeros.
func NewNumbers(n int) Numbers { return Numbers{small: make([]uint8, n)} }

// NumbersOf is a list of these numbers.
func NumbersOf(all ...uint32) (n Numbers) {
	for _, number := range all {
		n.Append(number)
	}
	return n
}

// Len returns the number of numbers.
func (n *Numbers) Len() int { return len(n.small) }

// At returns the number with index i.
func (n *Numbers) At(i int) uint32 {
	if small := n.small[i]; small != isLarge {
		return uint32(small)
	}
	return n.large[n.first+i]
}

// Grow makes room for more, so that they are appended without copying.
func (n *Numbers) Grow(room int) { n.small = slices.Grow(n.small, room) }

// Append adds a number at the end of a whole list.
func (n *Numbers) Append(number uint32) {
	n.small = append(n.small, 0)
	n.Set(len(n.small)-1, number)
}

// Set replaces the number with index i.
func (n *Numbers) Set(i int, number uint32) {
	if number < isLarge {
		n.small[i] = uint8(number)
		delete(n.large, n.first+i)
		return
	}
	if n.large == nil {
		n.large = map[int]uint32{}
	}
	n.small[i], n.large[n.first+i] = isLarge, number
}

// Sum adds the numbers up.
func (n *Numbers) Sum() (sum int) {
	for i := range n.small {
		sum += int(n.At(i))
	}
	return sum
}

// Equal reports whether two lists have the same numbers.
func (n *Numbers) Equal(o Numbers) bool {
	return slices.Equal(n.small, o.small) && maps.Equal(n.large, o.large)
}

// part returns the numbers from one index to before another; they belong to the list.
func (n *Numbers) part(from, to int) Numbers {
	return Numbers{small: n.small[from:to], large: n.large, first: n.first + from}
}

// Sets are disjoint sets of the numbers 0, 1, 2 ..., as trees that point to the
// first number of each set (Galler and Fischer, Comm. ACM 7(5), 1964).
type Sets []int32

// NewSets returns n sets of one number each.
func NewSets(n int) Sets { return UpTo[int32](n) }

// First returns the first number of i's set, and halves the path to it.
func (s Sets) First(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// Join makes the sets of two numbers one.
func (s Sets) Join(i, j int32) {
	a, b := s.First(i), s.First(j)
	s[max(a, b)] = min(a, b)
}

// All returns the first number of the set of each number.
func (s Sets) All() []int32 {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = s.First(int32(i))
	}
	return all
}
