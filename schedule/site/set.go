package site

import "math/bits"

// set is a set of small numbers that finds its next member in a few steps: a
// bit for each number, above it a bit for each word that is not zero, and so
// on up to one word.
type set [][]uint64

// newSet returns the empty set of numbers below n.
func newSet(n int) set {
	var s set
	for {
		n = (n + 63) / 64
		s = append(s, make([]uint64, max(n, 1)))
		if n <= 1 {
			return s
		}
	}
}

func (s set) has(i int) bool { return s[0][i/64]>>(i%64)&1 == 1 }

func (s set) empty() bool { return s[len(s)-1][0] == 0 }

func (s set) add(i int) {
	for _, level := range s {
		level[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (s set) remove(i int) {
	for _, level := range s {
		level[i/64] &^= 1 << (i % 64)
		if level[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// put adds i or removes it.
func (s set) put(i int, in bool) {
	if in {
		s.add(i)
	} else {
		s.remove(i)
	}
}

// next returns the least member that is at least i, or -1.
func (s set) next(i int) int {
	for up := range s {
		if i/64 >= len(s[up]) {
			return -1
		}
		if rest := s[up][i/64] >> (i % 64); rest != 0 {
			return s.least(up, i+bits.TrailingZeros64(rest))
		}
		i = i/64 + 1
	}
	return -1
}

// least returns the least member below bit i of a level.
func (s set) least(level, i int) int {
	for level--; level >= 0; level-- {
		i = i*64 + bits.TrailingZeros64(s[level][i])
	}
	return i
}

// around returns the least member that is at least i, else the least of all,
// or -1 of the empty set.
func (s set) around(i int) int {
	if found := s.next(i); found >= 0 {
		return found
	}
	return s.next(0)
}
