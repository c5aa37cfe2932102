package site

// Sets are disjoint sets of the numbers 0, 1, 2 ..., as trees that point to the
// first number of each set (Galler and Fischer, Comm. ACM 7(5), 1964).
type Sets []int32

// NewSets returns n sets of one number each.
func NewSets(n int) Sets {
	s := make(Sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

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
