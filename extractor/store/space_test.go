package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// TestFull: a disk that fills up stops the writing with ErrFull; with space it
// goes on, and what was acknowledged is there.
func TestFull(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	must(t, err)
	left := uint64(1 << 40)
	s.free = func(string) (uint64, error) { return left, nil }
	j, err := s.Journal("http://a.example")
	must(t, err)
	must(t, j.Append([][]byte{[]byte("one")}))
	left = reserve - 1
	if err := j.Append([][]byte{[]byte("two")}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	if _, err := s.Journal("http://new.example"); !errors.Is(err, ErrFull) {
		t.Errorf("a new journal: %v, want ErrFull", err)
	}
	if err := s.Forget("http://a.example"); !errors.Is(err, ErrFull) {
		t.Errorf("forgetting: %v, want ErrFull", err)
	}
	if err := s.SetSummary("http://a.example", []byte("x")); !errors.Is(err, ErrFull) {
		t.Errorf("a summary: %v, want ErrFull", err)
	}
	left = reserve
	if err := j.Append([][]byte{[]byte("three")}); err != nil {
		t.Error(err)
	}
	var got []string
	for r, err := range j.Replay() {
		must(t, err)
		got = append(got, string(r))
	}
	if len(got) != 2 || got[0] != "one" || got[1] != "three" {
		t.Errorf("got %q", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestFullByTheSystem: badger passes on the text of what the system reports, and not the error.
func TestFullByTheSystem(t *testing.T) {
	s := &Store{dir: "state"}
	for _, err := range []error{
		&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC},
		fmt.Errorf("while creating table err: %+v", syscall.ENOSPC),
	} {
		if !errors.Is(s.wrap(err), ErrFull) {
			t.Errorf("%v is no ErrFull", err)
		}
	}
	if err := s.wrap(os.ErrClosed); errors.Is(err, ErrFull) {
		t.Error(err)
	}
}
