package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/internal/console"
)

func forReading(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := OpenForReading(dir)
	must(t, err)
	return s
}

func mustClose(t *testing.T, s *Store) {
	t.Helper()
	must(t, s.Close())
}

func copies(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.sitegraph-copy"))
	must(t, err)
	return names
}

// TestReadWhileWriting makes several copies while two journals grow in turn, enough to turn logs into tables. Each copy
// has a prefix of both, with all records acknowledged before it was made.
func TestReadWhileWriting(t *testing.T) {
	const rounds, each, size = 4, 150, 40_000 // 8 MB a copy; a log holds 16
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	a, b := journal(t, s, "http://a"), journal(t, s, "http://b")
	var acknowledged atomic.Int64
	begin, done := make(chan bool, rounds), make(chan error, 1)
	go func() {
		for range begin {
			for range each {
				n := int(acknowledged.Load())
				r := [][]byte{record(n, size)}
				if err := errors.Join(a.Append(r), b.Append(r)); err != nil {
					done <- err
					return
				}
				acknowledged.Add(1)
			}
		}
		done <- nil
	}()
	for range rounds {
		begin <- true
		known := int(acknowledged.Load())
		r := forReading(t, dir)
		inA, inB := countRecords(t, r, "http://a", size), countRecords(t, r, "http://b", size)
		if inB < known || inA != inB && inA != inB+1 {
			t.Errorf("%d and %d records in a copy, %d were acknowledged", inA, inB, known)
		}
		mustClose(t, r)
	}
	close(begin)
	must(t, <-done)
	if left := copies(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	const total = rounds * each
	console.Equal(t, countRecords(t, s, "http://a", size), total, "the crawl lost records")
	console.Equal(t, countRecords(t, s, "http://b", size), total, "the crawl lost records")
}

func countRecords(t *testing.T, s *Store, site string, size int) (n int) {
	t.Helper()
	for r, err := range journal(t, s, site).Replay() {
		must(t, err)
		console.Equal(t, len(r), size, site, n)
		console.Equal(t, binary.BigEndian.Uint64(r), uint64(n), site, n)
		n++
	}
	return n
}

// TestReadWhileAnotherWrites reads the state of another process, which is then killed, and finds it intact.
func TestReadWhileAnotherWrites(t *testing.T) {
	dir := t.TempDir()
	c := startChild(t, "append", dir)
	for range 2 {
		known, err := strconv.Atoi(c.line(t))
		must(t, err)
		if used, err := InUse(dir); err != nil || !used {
			t.Errorf("in use: %v, %v", used, err)
		}
		r := forReading(t, dir)
		got := all(t, journal(t, r, "http://a"))
		if len(got) < known {
			t.Errorf("%d records, %d were acknowledged", len(got), known)
		}
		for n, r := range got {
			if !slices.Equal(r, record(n, killSize(n))) {
				t.Fatalf("record %d is another one", n)
			}
		}
		mustClose(t, r)
	}
	c.kill(t)
	if used, err := InUse(dir); err != nil || used {
		t.Errorf("after the kill in use: %v, %v", used, err)
	}
	checkPrefix(t, dir, 5)
}

// TestReadAlone checks that without a crawl the folder itself is read, and that reading does not count as a crawl.
func TestReadAlone(t *testing.T) {
	t.Parallel() // it waits for the lock
	dir := filled1(t)
	r := forReading(t, dir)
	check(t, journal(t, r, "http://a"), tenRecords())
	if used, err := InUse(dir); err != nil || used || len(copies(t, dir)) > 0 {
		t.Errorf("in use %v, %v; copies %q", used, err, copies(t, dir))
	}
	second := forReading(t, dir)
	check(t, journal(t, second, "http://a"), tenRecords())
	if len(copies(t, dir)) != 1 {
		t.Errorf("copies %q, want that of the second reader", copies(t, dir))
	}
	mustClose(t, second)
	mustClose(t, r)
	if left := copies(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	if _, err := OpenForReading(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if _, err := InUse(filepath.Join(dir, "none")); err != nil {
		t.Error(err)
	}
}

// TestReadElsewhere puts the copy outside the state folder.
func TestReadElsewhere(t *testing.T) {
	dir, parent := filled1(t), t.TempDir()
	s := open(t, Options{Dir: dir})
	mustAppend(t, journal(t, s, "http://b"), records(0, 7))
	r, err := openCopy(dir, parent)
	must(t, err)
	check(t, journal(t, r, "http://a"), tenRecords())
	check(t, journal(t, r, "http://b"), records(0, 7))
	console.Equal(t, len(copies(t, parent)), 1, "copies", copies(t, parent), copies(t, dir))
	console.Equal(t, len(copies(t, dir)), 0, "copies", copies(t, parent), copies(t, dir))
	mustClose(t, r)
	if left := copies(t, parent); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestReadDamaged checks that a damaged state is not taken for an empty one.
func TestReadDamaged(t *testing.T) {
	t.Parallel() // it waits for the lock
	dir := filled1(t)
	s := open(t, Options{Dir: dir})
	mustAppend(t, journal(t, s, "http://b"), records(0, 7))
	must(t, os.Rename(filepath.Join(dir, "MANIFEST"), filepath.Join(dir, "away")))
	if _, err := OpenForReading(dir); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
	if left := copies(t, dir); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func holdCopy(dir string) error {
	s, err := openCopy(dir, dir)
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return s.Close()
}

// TestKilledReader checks that a reader removes the copy of a killed one, but not a copy that is still read.
func TestKilledReader(t *testing.T) {
	dir := filled1(t)
	c := startChild(t, "read", dir)
	c.line(t)
	left := copies(t, dir)
	if len(left) != 1 {
		t.Fatalf("copies %q, want one", left)
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	must(t, os.Chtimes(left[0], yesterday, yesterday))
	mustClose(t, forReading(t, dir))
	if now := copies(t, dir); !slices.Equal(now, left) {
		t.Errorf("copies %q, want %q, which is being read", now, left)
	}
	c.kill(t)
	mustClose(t, forReading(t, dir))
	if now := copies(t, dir); len(now) > 0 {
		t.Errorf("left behind: %q", now)
	}
}
