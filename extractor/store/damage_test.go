package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// damages spoil the bytes of a file; nil stands for a file that is removed.
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

// TestDamage: whatever happens to a file of a state, the journal is read as far as it is whole, or the error names
// the folder and says what to do. Nothing panics, and after an error the folder is not locked.
func TestDamage(t *testing.T) {
	states := map[string]map[string][]byte{"closed": stateFiles(t, true), "killed": stateFiles(t, false)}
	for name, state := range states {
		for file, whole := range state {
			if name == "killed" && !strings.HasSuffix(file, ".mem") { // the others are those of the closed one
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

// stateFiles returns the files of a state with a journal, by name, as they are after it was closed, or as a kill
// leaves them.
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
			files[e.Name()] = bytes.TrimRight(text, "\x00") // logs are long, and empty behind what was written
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
