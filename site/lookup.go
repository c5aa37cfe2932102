package site

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Lookup returns the part of that name from those known. An unknown name is an error that lists the known ones;
// kind says what they name, for instance "exporter".
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

// FitsStars reports whether a text begins as a pattern says, or is, if it must be whole; "*" represents anything. Every
// literal piece is taken at its leftmost place, which is right where "*" is the only wildcard, and costs no more than
// the pattern and the text are long.
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

// UpTo returns the numbers from 0 on that are below n.
func UpTo[N int | int32 | uint32](n int) []N {
	all := make([]N, n)
	for i := range all {
		all[i] = N(i)
	}
	return all
}

// WithoutErrors yields the values of a list as if they were read, each without an error.
func WithoutErrors[T any](all []T) iter.Seq2[T, error] { return Unfailing(slices.Values(all)) }

// Unfailing yields values as if they were read, each without an error.
func Unfailing[T any](all iter.Seq[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { all(func(v T) bool { return yield(v, nil) }) }
}

// Sought yields what judge finds in values, which may be nil. An error ends it.
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
