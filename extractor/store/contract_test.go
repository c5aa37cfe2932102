package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"sitegraph/internal/console"
)

var must = console.Must

func open(t testing.TB, o Options) *Store {
	t.Helper()
	s, err := Open(o)
	must(t, err)
	t.Cleanup(func() {
		must(t, s.Close())
	})
	return s
}

func journal(t testing.TB, s *Store, site string) *Journal {
	t.Helper()
	j, err := s.Journal(site)
	must(t, err)
	return j
}

func all(t testing.TB, j *Journal) [][]byte {
	t.Helper()
	var records [][]byte
	for r, err := range j.Replay() {
		must(t, err)
		records = append(records, bytes.Clone(r))
	}
	return records
}

// record makes the nth record of a size: its number, then noise.
func record(n, size int) []byte {
	r := make([]byte, size)
	if size >= 8 {
		binary.BigEndian.PutUint64(r, uint64(n))
		noise := rand.NewChaCha8([32]byte{byte(n), byte(n >> 8), byte(size)})
		noise.Read(r[8:])
	}
	return r
}

func records(from int, sizes ...int) [][]byte {
	list := make([][]byte, len(sizes))
	for i, size := range sizes {
		list[i] = record(from+i, size)
	}
	return list
}

func mustAppend(t testing.TB, j *Journal, list [][]byte) {
	t.Helper()
	must(t, j.Append(list))
}

func check(t testing.TB, j *Journal, want [][]byte) {
	t.Helper()
	if got := all(t, j); !slices.EqualFunc(got, want, bytes.Equal) {
		t.Fatalf("%d records of %v bytes replayed, want %d of %v", len(got), sizes(got), len(want), sizes(want))
	}
	for n := range want {
		got, err := j.Read(n)
		if err != nil || !bytes.Equal(got, want[n]) {
			t.Fatalf("Read(%d) = %d bytes, %v, want %d", n, len(got), err, len(want[n]))
		}
	}
	if _, err := j.Read(len(want)); err == nil {
		t.Fatalf("Read(%d) behind the end: no error", len(want))
	}
}

func sizes(list [][]byte) []int {
	n := make([]int, len(list))
	for i, r := range list {
		n[i] = len(r)
	}
	return n
}

// stores tests both ways to keep a journal, which must behave alike.
func stores(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Run("memory", func(t *testing.T) { test(t, open(t, Options{Memory: true})) })
	t.Run("disk", func(t *testing.T) { test(t, open(t, Options{Dir: t.TempDir()})) })
}

func TestJournal(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		j := journal(t, s, "http://a")
		check(t, j, nil)
		mustAppend(t, j, nil)
		check(t, j, nil)
		var want [][]byte
		for _, sizes := range [][]int{
			{0}, {1, 0, 2}, {100}, {partSize - 1, partSize, partSize + 1},
			{5 << 20}, {0}, {3, txnSize, 0, txnSize + 1}, {9}, make([]int, 10_000),
		} {
			list := records(len(want), sizes...)
			mustAppend(t, j, list)
			want = append(want, list...)
		}
		check(t, j, want)
		check(t, journal(t, s, "http://a"), want) // measured again
	})
}

func TestReplayStopsEarly(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		j := journal(t, s, "http://a")
		mustAppend(t, j, records(0, 10, 20, 30))
		n := 0
		for r, err := range j.Replay() {
			if n++; err != nil || len(r) != 10*n {
				t.Fatalf("record of %d bytes, %v", len(r), err)
			}
			if n == 2 {
				break
			}
		}
		console.Equal(t, n, 2)
	})
}

// Records appended during a replay belong to the next one.
func TestAppendWhileReplaying(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		j := journal(t, s, "http://a")
		want := records(0, 10, 20)
		mustAppend(t, j, want)
		n := 0
		for _, err := range j.Replay() {
			must(t, err)
			if n++; n == 1 {
				mustAppend(t, j, records(2, 30))
			}
		}
		console.Equal(t, n, 2)
		check(t, j, append(want, record(2, 30)))
	})
}

// Sites that begin at the same moment have separate journals.
func TestSitesAtOnce(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		const sites, rounds = 16, 20
		done := make(chan error, sites)
		var want []string
		for n := range sites {
			site := fmt.Sprintf("http://site-%02d", n)
			want = append(want, site)
			go func() { done <- fill(s, site, n, rounds) }()
		}
		for range sites {
			must(t, <-done)
		}
		for n := range sites {
			check(t, journal(t, s, want[n]), filled(n, rounds))
		}
		if got, err := s.Sites(); err != nil || !slices.Equal(got, want) {
			t.Errorf("Sites() = %v, %v", got, err)
		}
	})
}

func filled(n, rounds int) [][]byte {
	var list [][]byte
	for i := range rounds {
		list = append(list, record(1000*n+i, 10+100*n+i))
	}
	return list
}

func fill(s *Store, site string, n, rounds int) error {
	j, err := s.Journal(site)
	if err != nil {
		return err
	}
	for _, r := range filled(n, rounds) {
		if err := j.Append([][]byte{r}); err != nil {
			return fmt.Errorf("%s: %w", site, err)
		}
	}
	return nil
}

// Forget removes one site while writes to others continue.
func TestForget(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		a := journal(t, s, "http://a")
		mustAppend(t, a, records(0, 10, 20, partSize*2))
		done := make(chan error, 1)
		go func() { done <- fill(s, "http://b", 1, 300) }()
		for range 5 {
			must(t, s.Forget("http://a", "http://unknown"))
			if sites, err := s.Sites(); err != nil || slices.Contains(sites, "http://a") {
				t.Errorf("sites %q, %v", sites, err)
			}
			a = journal(t, s, "http://a")
			check(t, a, nil)
			mustAppend(t, a, records(5, 50, 60))
			check(t, a, records(5, 50, 60))
		}
		must(t, <-done)
		check(t, journal(t, s, "http://a"), records(5, 50, 60))
		check(t, journal(t, s, "http://b"), filled(1, 300))
	})
}

// A kill between the two steps of Forget leaves a journal that no one finds or inherits, and that the next Forget
// removes.
func TestForgetKilled(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		mustAppend(t, journal(t, s, "http://a"), records(0, 10, 20))
		mustAppend(t, journal(t, s, "http://b"), records(3, 30))
		err := s.update(func(txn *badger.Txn) error {
			return errors.Join(txn.Delete([]byte("Shttp://a")), txn.Delete([]byte("Shttp://b")))
		})
		must(t, err)
		for _, site := range []string{"http://b", "http://a", "http://c"} {
			check(t, journal(t, s, site), nil)
		}
		mustAppend(t, journal(t, s, "http://a"), records(5, 50))
		must(t, s.Forget())
		check(t, journal(t, s, "http://a"), records(5, 50))
		err = s.db.View(func(txn *badger.Txn) error {
			left, err := abandonedJournals(txn)
			if len(left) > 0 {
				t.Errorf("left %q", left)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A record without its last part does not exist, and leaves nothing behind once others take its place.
func TestTruncatedRecord(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		for lost := 1; lost <= 3; lost++ {
			j := journal(t, s, fmt.Sprintf("http://site-%d", lost))
			whole := records(0, 10, partSize*3, 30)
			mustAppend(t, j, whole[:2])
			tear(t, j, 2, lost)
			for _, next := range [][][]byte{nil, records(2, 5), records(2, 5, partSize+7, 8), records(2, partSize*4)} {
				again := journal(t, s, fmt.Sprintf("http://site-%d", lost))
				check(t, again, whole[:2])
				mustAppend(t, again, next)
				check(t, again, append(whole[:2:2], next...))
				check(t, journal(t, s, fmt.Sprintf("http://site-%d", lost)), append(whole[:2:2], next...))
				must(t, s.Forget(fmt.Sprintf("http://site-%d", lost)))
				again = journal(t, s, fmt.Sprintf("http://site-%d", lost))
				mustAppend(t, again, whole[:2])
				tear(t, again, 2, lost)
			}
		}
	})
}

// A journal ends at its first gap for good. Records that a power cut left behind the gap never come back.
func TestGap(t *testing.T) {
	stores(t, func(t *testing.T, s *Store) {
		whole := records(0, 10, partSize*2+1, 20, 30, partSize*2, 40)
		for n, lost := range []struct {
			record uint64
			part   uint32
		}{{0, 0}, {1, 0}, {1, 1}, {1, 2}, {3, 0}, {4, 1}} {
			site := fmt.Sprintf("http://site-%d", n)
			j := journal(t, s, site)
			mustAppend(t, j, whole)
			if err := s.update(func(txn *badger.Txn) error {
				return txn.Delete(j.key(lost.record, lost.part))
			}); err != nil {
				t.Fatal(err)
			}
			left := whole[:lost.record]
			j = journal(t, s, site)
			check(t, j, left)
			check(t, journal(t, s, site), left)
			mustAppend(t, j, records(7, 70))
			check(t, journal(t, s, site), append(left[:len(left):len(left)], records(7, 70)...))
		}
	})
}

// tear writes the first parts of a record but not the last, like a crash between two transactions.
func tear(t *testing.T, j *Journal, seq uint64, parts int) {
	t.Helper()
	txn := j.store.db.NewTransaction(true)
	defer txn.Discard()
	for part := range parts {
		value := append([]byte{partMore}, record(99, 1000)...)
		must(t, txn.Set(j.key(seq, uint32(part)), value))
	}
	must(t, txn.Commit())
}
