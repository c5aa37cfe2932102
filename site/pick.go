package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Pick returns the part of that name from those known. An unknown name is an
// error that lists the known ones; kind says what they name, for instance
// "exporter".
func Pick[T any](kind, name string, known map[string]T) (T, error) {
	part, ok := known[name]
	if !ok {
		return part, fmt.Errorf("unknown %s %q; known are %s", kind, name, strings.Join(Names(known), ", "))
	}
	return part, nil
}

// Names returns the names of the parts known, sorted.
func Names[T any](known map[string]T) []string { return slices.Sorted(maps.Keys(known)) }
