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
	"strings"
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
	console.Equal(t, len(copies(t, dir)), 1, copies(t, dir))
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
	console.Equal(t, copies(t, dir), left, "copies, one of which is being read")
	c.kill(t)
	mustClose(t, forReading(t, dir))
	if now := copies(t, dir); len(now) > 0 {
		t.Errorf("left behind: %q", now)
	}
}

// TestTake checks that sites from another store replace those with the same name entirely, and other sites stay.
func TestTake(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		mustAppend(t, journal(t, s, "http://a"), records(90, 7, 8, 9))
		mustAppend(t, journal(t, s, "http://other"), records(40, 10))
		must(t, s.SetNote("http://a", "old", "gone"))
		from := open(t, Options{Dir: t.TempDir()})
		want := records(0, 10, partSize*3, 0, takenAtOnce, 30)
		mustAppend(t, journal(t, from, "http://b"), records(60, 5))
		mustAppend(t, journal(t, from, "http://a"), want)
		must(t, from.SetNote("http://a", "hosts of x", "127.0.0.1"))
		must(t, from.SetSummary("http://a", []byte("done")))
		for range 2 { // the second time replaces equal data
			must(t, s.Take(from))
			check(t, journal(t, s, "http://a"), want)
			check(t, journal(t, s, "http://b"), records(60, 5))
			check(t, journal(t, s, "http://other"), records(40, 10))
		}
		sites, err := s.Sites()
		if err != nil || !slices.Equal(sites, []string{"http://a", "http://b", "http://other"}) {
			t.Errorf("%q, %v", sites, err)
		}
		if text, ok, err := s.Note("http://a", "hosts of x"); err != nil || !ok || text != "127.0.0.1" {
			t.Errorf("note %q, %v, %v", text, ok, err)
		}
		if text, ok, err := s.Note("http://a", "old"); err != nil || ok {
			t.Errorf("note %q, %v", text, err)
		}
		summary, err := s.Summary("http://a")
		if want := map[bool]string{true: "", false: "done"}[s.dir == ""]; err != nil || string(summary) != want {
			t.Errorf("summary %q, %v, want %q", summary, err, want)
		}
		if !slices.EqualFunc(all(t, journal(t, from, "http://a")), want, slices.Equal) {
			t.Error("the other store has changed")
		}
	})
}

// TestCopyHasSummaries checks that a copy has the same summaries.
func TestCopyHasSummaries(t *testing.T) {
	dir, to := t.TempDir(), t.TempDir()
	s := open(t, Options{Dir: dir})
	mustAppend(t, journal(t, s, "http://a"), records(0, 10))
	must(t, s.SetSummary("http://a", []byte("half")))
	if copied, err := Copy(dir, to); !copied || err != nil {
		t.Fatal(copied, err)
	}
	all, err := Summaries(to)
	if err != nil || len(all) != 1 || string(all["http://a"]) != "half" {
		t.Errorf("%q, %v", all, err)
	}
}

func TestSummary(t *testing.T) {
	const a, b = "http://a.example:8080", "https://[::1]"
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	wantSummaries := func(want map[string]string) {
		t.Helper()
		got, err := Summaries(dir)
		if err != nil || len(got) != len(want) {
			t.Errorf("summaries %q, %v", got, err)
		}
		for site, text := range want {
			one, err := s.Summary(site)
			if string(got[site]) != text || string(one) != text || err != nil {
				t.Errorf("%s: %q and %q, want %q, %v", site, got[site], one, text, err)
			}
		}
	}
	set := func(site, text string) {
		t.Helper()
		must(t, s.SetSummary(site, []byte(text)))
	}
	wantSummaries(nil)
	set(a, "first")
	set(b, "of b")
	set(a, "second")
	wantSummaries(map[string]string{a: "second", b: "of b"})
	must(t, s.Forget(a, "http://unknown"))
	wantSummaries(map[string]string{b: "of b"})
	if none, err := s.Summary(a); none != nil || err != nil {
		t.Errorf("%q, %v after it was forgotten", none, err)
	}
	set("http://"+strings.Repeat("long.", 50), "no file name is so long")
	wantSummaries(map[string]string{b: "of b"})
}

// TestNotes checks that notes outlast the process, belong to one site, and are forgotten with it.
func TestNotes(t *testing.T) {
	dir := t.TempDir()
	const a, ab = "http://a.example", "http://a.example:80"
	want := func(s *Store, site, name, text string, ok bool) {
		t.Helper()
		if got, found, err := s.Note(site, name); err != nil || got != text || found != ok {
			t.Errorf("note %s of %s: %q, %v, %v", name, site, got, found, err)
		}
	}
	s, err := Open(Options{Dir: dir})
	must(t, err)
	want(s, a, "x", "", false)
	for _, n := range [][3]string{{a, "x", "1"}, {a, "x", "2"}, {a, "y", ""}, {ab, "x", "3"}} {
		must(t, s.SetNote(n[0], n[1], n[2]))
	}
	must(t, s.Close())
	if s, err = Open(Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want(s, a, "x", "2", true)
	want(s, a, "y", "", true)
	want(s, ab, "x", "3", true)
	must(t, s.Forget(a))
	want(s, a, "x", "", false)
	want(s, a, "y", "", false)
	want(s, ab, "x", "3", true)
	if sites, err := s.Sites(); err != nil || len(sites) != 0 {
		t.Errorf("notes make a site: %q, %v", sites, err)
	}
}
