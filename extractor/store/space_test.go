package store

import (
	"errors"
	"testing"
)

// TestFull: a disk that fills up stops the writing with ErrFull; with space it
// goes on, and what was acknowledged is there.
func TestFull(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	left := uint64(1 << 40)
	s.free = func(string) (uint64, error) { return left, nil }
	j, err := s.Journal("http://a.example")
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append([][]byte{[]byte("one")}); err != nil {
		t.Fatal(err)
	}
	left = reserve - 1
	if err := j.Append([][]byte{[]byte("two")}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	left = reserve
	if err := j.Append([][]byte{[]byte("three")}); err != nil {
		t.Error(err)
	}
	var got []string
	for r, err := range j.Replay() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(r))
	}
	if len(got) != 2 || got[0] != "one" || got[1] != "three" {
		t.Errorf("got %q", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
