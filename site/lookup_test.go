package site

import (
	"slices"
	"testing"
)

func TestLookup(t *testing.T) {
	known := map[string]int{"b": 2, "a": 1}
	if got, err := Lookup("letter", "b", known); got != 2 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
	if got, err := Lookup("letter", "c", known); got != 0 || err == nil ||
		err.Error() != `unknown letter "c"; known are a, b` {
		t.Errorf("got %d, %v", got, err)
	}
	if got := Names(known); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}
