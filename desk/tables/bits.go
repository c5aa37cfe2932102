package tables

import "math/bits"

type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) has(i uint32) bool { return s[i>>6]>>(i&63)&1 != 0 }

func (s set) add(i uint32) { s[i>>6] |= 1 << (i & 63) }

func (s set) fill(size int) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	if rest := size % 64; rest > 0 {
		s[len(s)-1] = 1<<rest - 1
	}
}

func (s set) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// each calls f for every number of the words from..to, ascending, until it returns false.
func (s set) each(from, to int, f func(i uint32) bool) {
	for w := from; w < to; w++ {
		for word := s[w]; word != 0; word &= word - 1 {
			if !f(uint32(w)<<6 | uint32(bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

func (s set) some(from, n int) (found []uint32) {
	for w := range s {
		here := bits.OnesCount64(s[w])
		if from >= here {
			from -= here
			continue
		}
		s.each(w, len(s), func(i uint32) bool {
			if from > 0 {
				from--
				return true
			}
			if len(found) < n {
				found = append(found, i)
			}
			return len(found) < n
		})
		break
	}
	return found
}
