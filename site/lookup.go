package site

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Lookup returns the part with a name. The error for an unknown name lists the known ones, and kind is what they name.
func Lookup[N ~string, T any](kind string, name N, known map[N]T) (T, error) {
	part, ok := known[name]
	if !ok {
		return part, fmt.Errorf("unknown %s %q; known are %s", kind, name, strings.Join(Names(known), ", "))
	}
	return part, nil
}

// Names returns the names of the parts known, sorted.
func Names[N ~string, T any](known map[N]T) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(known)) {
		names = append(names, string(name))
	}
	return names
}

// FitsStars reports whether a text fits a pattern in which "*" is any text, or begins with such a text unless whole. It
// takes each literal at its leftmost place, which suffices without other wildcards and takes linear time.
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

// Ranked returns 0 to n-1, those with the greatest value first. Equal ones keep their order.
func Ranked(n int, value func(int) float64) []int {
	order := UpTo[int](n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return order
}

// ByMost is [Ranked] for a list. It sorts places, so that no list has sorting code of its own in the program.
func ByMost[T any](list []T, value func(*T) float64) []T {
	sorted := make([]T, 0, len(list))
	for _, i := range Ranked(len(list), func(i int) float64 { return value(&list[i]) }) {
		sorted = append(sorted, list[i])
	}
	return sorted
}

// WithoutErrors is [Unfailing] for a list.
func WithoutErrors[T any](all []T) iter.Seq2[T, error] { return Unfailing(slices.Values(all)) }

// Unfailing yields values without errors.
func Unfailing[T any](all iter.Seq[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { all(func(v T) bool { return yield(v, nil) }) }
}

// Sought yields what judge finds in values, if there are any. An error ends it.
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
