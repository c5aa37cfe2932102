package site

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Lookup returns the part with a name. For an unknown name, the error lists the known ones; kind says what they name.
func Lookup[N ~string, T any](kind string, name N, known map[N]T) (T, error) {
	part, ok := known[name]
	if !ok {
		return part, fmt.Errorf("unknown %s %q; known are %s", kind, name, strings.Join(Names(known), ", "))
	}
	return part, nil
}

// Names returns the names in known, sorted.
func Names[N ~string, T any](known map[N]T) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(known)) {
		names = append(names, string(name))
	}
	return names
}

// FitsStars reports whether a text, or a prefix of it unless whole, matches a pattern in which "*" is any text. It
// takes each literal at its leftmost place, which is enough without other wildcards and takes linear time.
func FitsStars(pattern, text string, whole bool) bool {
	piece, rest, wild := strings.Cut(pattern, "*")
	text, found := strings.CutPrefix(text, piece)
	for found && wild {
		piece, rest, wild = strings.Cut(rest, "*")
		if whole && !wild {
			return strings.HasSuffix(text, piece)
		}
		_, text, found = strings.Cut(text, piece)
	}
	return found && (!whole || text == "")
}

// UpTo returns the numbers from 0 to n-1.
func UpTo[N int | int32 | uint32](n int) []N {
	all := make([]N, n)
	for i := range all {
		all[i] = N(i)
	}
	return all
}

// Ranked returns 0 to n-1 by falling value. Equal ones keep their order.
func Ranked(n int, value func(int) float64) []int {
	order := UpTo[int](n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}

// ByMost is like [Ranked] for a list. It sorts indices, so that the program has no sorting code for each list type.
func ByMost[T any](list []T, value func(*T) float64) []T {
	sorted := make([]T, 0, len(list))
	for _, i := range Ranked(len(list), func(i int) float64 { return value(&list[i]) }) {
		sorted = append(sorted, list[i])
	}
	return sorted
}

// WithoutErrors is like [Unfailing] for a list.
func WithoutErrors[T any](all []T) iter.Seq2[T, error] { return Unfailing(slices.Values(all)) }

// Unfailing yields values without errors.
func Unfailing[T any](all iter.Seq[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { all(func(v T) bool { return yield(v, nil) }) }
}

// Sought yields the results for the values that judge accepts. values may be nil. An error ends the sequence.
func Sought[T, R any](values iter.Seq2[T, error], judge func(*T) (R, bool)) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		if values == nil {
			return
		}
		for v, err := range values {
			if err != nil {
				yield(*new(R), err)
				return
			}
			if r, found := judge(&v); found && !yield(r, nil) {
				return
			}
		}
	}
}

// Each returns the value of each member of a list, in order; nil if the list is empty.
func Each[T, R any](list []T, value func(T) R) (all []R) {
	for _, member := range list {
		all = append(all, value(member))
	}
	return all
}

// Sum adds up the values of the members of a list.
func Sum[T any](list []T, value func(T) int) (sum int) {
	for _, member := range list {
		sum += value(member)
	}
	return sum
}

// Sort sorts a list and keeps the order of equal members. It sorts indices, so that the program has no sorting code for
// each list type.
func Sort[T any](list []T, compare func(a, b T) int) {
	if len(list) < 2 {
		return
	}
	order, sorted := UpTo[int](len(list)), make([]T, 0, len(list))
	slices.SortStableFunc(order, func(i, j int) int { return compare(list[i], list[j]) })
	for _, i := range order {
		sorted = append(sorted, list[i])
	}
	copy(list, sorted)
}
