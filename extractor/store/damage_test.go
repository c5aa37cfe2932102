package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// damages returns damaged versions of a file; nil means that the file is removed.
func damages(whole []byte) map[string][]byte {
	all := map[string][]byte{"removed": nil, "empty": {}, "one byte": whole[:min(1, len(whole))], "zeros": make([]byte,
		len(whole)), "half": whole[:len(whole)/2], "without its end": whole[:max(0, len(whole)-3)],
		"half zeros": append(slices.Clone(whole[:len(whole)/2]), make([]byte, len(whole)-len(whole)/2)...),
		"text":       []byte(strings.Repeat("this is no state\n", 10)),
		"longer":     append(slices.Clone(whole), "and more"...)}
	for _, at := range []int{0, 4, 7, 20, len(whole) / 3, len(whole) - 9} {
		if at >= 0 && at < len(whole) {
			flipped := bytes.Clone(whole)
			flipped[at] ^= 0xff
			all[fmt.Sprintf("byte %d flipped", at)] = flipped
		}
	}
	return all
}

// TestDamage damages each file of a state. The journal is read up to the damage, or the error names the folder and a
// remedy. Nothing panics, and an error leaves the folder unlocked.
func TestDamage(t *testing.T) {
	states := map[string]map[string][]byte{"closed": stateFiles(t, true), "killed": stateFiles(t, false)}
	for name, state := range states {
		for file, whole := range state {
			if name == "killed" && !strings.HasSuffix(file, ".mem") { // the other files are as in the closed state
				continue
			}
			for how, bytes := range damages(whole) {
				t.Run(name+"/"+file+"/"+how, func(t *testing.T) {
					t.Parallel()
					testDamage(t, state, file, bytes)
				})
			}
		}
	}
}

// stateFiles returns the files of a state with a journal, by name, after it was closed or after a kill.
func stateFiles(t *testing.T, closed bool) map[string][]byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "state")
	s, err := Open(Options{Dir: dir})
	must(t, err)
	mustAppend(t, journal(t, s, "http://a"), tenRecords())
	if closed {
		err = s.Close()
	} else {
		t.Cleanup(func() { s.Close() })
	}
	entries, readErr := os.ReadDir(dir)
	files := map[string][]byte{}
	for _, e := range entries {
		if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
			files[e.Name()] = bytes.TrimRight(text, "\x00") // logs are long, and empty after the data
			if e.Name() == "DISCARD" || !strings.HasSuffix(e.Name(), "log") && !strings.HasSuffix(e.Name(), ".mem") {
				files[e.Name()] = text
			}
		}
	}
	must(t, errors.Join(err, readErr))
	return files
}

func testDamage(t *testing.T, state map[string][]byte, file string, spoilt []byte) {
	dir := t.TempDir()
	for name, text := range state {
		if name == file {
			text = spoilt
		}
		if text == nil {
			continue
		}
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	err := readSpoilt(t, dir)
	if err == nil {
		if strings.HasSuffix(file, ".sst") {
			t.Error("the journal is read as if it were whole")
		}
		return
	}
	if said := err.Error(); !strings.HasPrefix(said, "state folder "+dir+": ") ||
		!strings.HasSuffix(said, advice(err)) ||
		!errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	if again := readSpoilt(t, dir); errors.Is(again, ErrInUse) {
		t.Error(again)
	}
}

func readSpoilt(t *testing.T, dir string) error {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		return err
	}
	defer s.Close()
	j, err := s.Journal("http://a")
	if err != nil {
		return err
	}
	n, want := 0, tenRecords()
	for r, err := range j.Replay() {
		if err != nil {
			return err
		}
		if n == len(want) || string(r) != string(want[n]) {
			t.Fatalf("record %d is another one", n)
		}
		n++
	}
	return nil
}

// killSize returns the size of the nth record in the kill test.
func killSize(n int) int {
	return []int{0, 100, 5000, 8, partSize + 1, 30, 3*partSize + 5, 64, 1, 2, 3, 4, 5, 6, 7, 8}[n%16]
}

// appendForever appends numbered records, one to three at a time, and prints the number of the last acknowledged one.
// Its pauses leave the processor to the test, which reads all records.
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

// A process killed at any moment leaves a prefix of its records, with all that were acknowledged.
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
			said = rest[len(rest)-2] // the last one may be cut off
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

// TestFull checks that a full disk stops writing with ErrFull. With space writing goes on, and all acknowledged records
// are there.
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
	must(t, j.Append([][]byte{[]byte("three")}))
	var got []string
	for r, err := range j.Replay() {
		must(t, err)
		got = append(got, string(r))
	}
	if len(got) != 2 || got[0] != "one" || got[1] != "three" {
		t.Errorf("got %q", got)
	}
	must(t, s.Close())
}

// TestFullByTheSystem recognizes a full disk in badger's errors, which have the text of the system's error only.
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
