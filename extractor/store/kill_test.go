package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killSize is the size of the nth record of the kill test.
func killSize(n int) int {
	return []int{0, 100, 5000, 8, partSize + 1, 30, 3*partSize + 5, 64, 1, 2, 3, 4, 5, 6, 7, 8}[n%16]
}

// appendForever appends numbered records, one to three at a time, and says the number of the last one that was
// acknowledged. Its pauses leave the processor to the test, which reads all that was appended.
func appendForever(dir string) error {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		return err
	}
	j, err := s.Journal("http://a")
	if err != nil {
		return err
	}
	for n := int(j.length); ; {
		var list [][]byte
		for range 1 + n%3 {
			list = append(list, record(n, killSize(n)))
			n++
		}
		if err := j.Append(list); err != nil {
			return err
		}
		fmt.Println(n)
		time.Sleep(4 * time.Millisecond)
	}
}

// A process killed at any moment leaves a prefix of its records behind, and none that was acknowledged is missing.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	choose := rand.New(rand.NewPCG(1, 2))
	known := 0
	for round := range 4 {
		c := startChild(t, "append", dir)
		said := ""
		for range 1 + choose.IntN(25) {
			said = c.line(t)
		}
		if rest := strings.Fields(c.kill(t)); len(rest) > 1 {
			said = rest[len(rest)-2] // the last one may be cut short
		}
		acknowledged, err := strconv.Atoi(said)
		if err != nil {
			t.Fatalf("child said %q", said)
		}
		known = checkPrefix(t, dir, max(known, acknowledged))
		t.Logf("round %d: %d acknowledged, %d kept", round, acknowledged, known)
	}
}

func checkPrefix(t *testing.T, dir string, atLeast int) int {
	t.Helper()
	s, err := Open(Options{Dir: dir})
	must(t, err)
	defer s.Close()
	got := all(t, journal(t, s, "http://a"))
	if len(got) < atLeast {
		t.Fatalf("%d records, but %d were acknowledged", len(got), atLeast)
	}
	for n, r := range got {
		if !slices.Equal(r, record(n, killSize(n))) {
			t.Fatalf("record %d: %d bytes, want %d, or other bytes", n, len(r), killSize(n))
		}
	}
	return len(got)
}
