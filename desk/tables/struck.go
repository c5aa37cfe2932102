package tables

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// mostStruck bounds the rows that are struck out one by one.
const mostStruck = 100_000

// ErrTooMany is the error of striking out more rows than can be kept.
var ErrTooMany = fmt.Errorf("more than %d rows struck out: exclude their URLs instead", mostStruck)

// Struck is the rows of a project that were struck out, in a file: an identity a
// line. It is for several goroutines at once; nil has none.
type Struck struct {
	path string

	mu      sync.Mutex
	all     map[string]bool // by identity
	changes int
	sets    map[*Table]struckRows
}

// struckRows are the rows of a table that were struck out, as of some change.
type struckRows struct {
	rows    set
	changes int
}

// OpenStruck reads the file, which need not be there yet. Errors name the line.
func OpenStruck(path string) (*Struck, error) {
	s := &Struck{path: path, all: map[string]bool{}, changes: 1, sets: map[*Table]struckRows{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("struck rows: %w", err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := s.check(lines.Text()); err != nil {
			return nil, fmt.Errorf("struck rows: %s:%d: %w: mend or remove the line", path, n, err)
		}
		s.all[lines.Text()] = true
	}
	return s, lines.Err()
}

// check reports what is wrong with an identity.
func (s *Struck) check(identity string) error {
	if _, _, err := parseIdentity(identity); err != nil {
		return err
	}
	if len(s.all) >= mostStruck && !s.all[identity] {
		return ErrTooMany
	}
	return nil
}

// parseIdentity returns the table and the cells of an identity.
func parseIdentity(identity string) (s *schema, cells []string, err error) {
	if err := json.Unmarshal([]byte(identity), &cells); err == nil && len(cells) > 0 {
		for i := range schemas {
			if s := &schemas[i]; s.name == cells[0] && len(s.identity()) == len(cells)-1 {
				return s, cells[1:], nil
			}
		}
	}
	return nil, nil, fmt.Errorf("%.200q is not the identity of a row", identity)
}

// identity are the places of the columns that a row is known by.
func (s *schema) identity() (places []int) {
	for i, c := range s.columns {
		if c.Identity {
			places = append(places, i)
		}
	}
	return places
}

// Strike strikes rows out, or restores them, by their identities: all or none.
func (s *Struck) Strike(identities []string, out bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := map[string]bool{}
	for identity := range s.all {
		after[identity] = true
	}
	for _, identity := range identities {
		if _, _, err := parseIdentity(identity); err != nil {
			return err
		}
		if delete(after, identity); out {
			after[identity] = true
		}
	}
	if len(after) > mostStruck {
		return ErrTooMany
	}
	if err := s.write(after); err != nil {
		return fmt.Errorf("struck rows: %w", err)
	}
	s.all = after
	s.changes++
	return nil
}

// write replaces the file.
func (s *Struck) write(all map[string]bool) error {
	var text []byte
	for _, identity := range sortedKeys(all) {
		text = append(append(text, identity...), '\n')
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), ".struck-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), s.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func sortedKeys(all map[string]bool) []string {
	keys := make([]string, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Len returns how many rows are struck out.
func (s *Struck) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// version changes whenever the rows do.
func (s *Struck) version() int {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changes
}

// rows returns the rows of a table that are struck out.
func (s *Struck) rows(t *Table) set {
	if s == nil {
		return newSet(t.rows)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.sets[t]; ok && known.changes == s.changes {
		return known.rows
	}
	for other := range s.sets {
		if other.index.isClosed() {
			delete(s.sets, other)
		}
	}
	rows := t.withIdentities(s.all)
	s.sets[t] = struckRows{rows, s.changes}
	return rows
}

// withIdentities returns the rows that have one of the identities.
func (t *Table) withIdentities(all map[string]bool) set {
	rows, places := newSet(t.rows), t.schema.identity()
	first := newSet(t.dictionary(t.schema.columns[places[0]].Kind).texts.len()) // codes of the first cells
	wanted := 0
	for identity := range all {
		s, cells, err := parseIdentity(identity)
		if err != nil || s != t.schema {
			continue
		}
		if code, ok := t.dictionary(t.schema.columns[places[0]].Kind).find(cells[0]); ok {
			first.add(code)
			wanted++
		}
	}
	if wanted == 0 {
		return rows
	}
	for row, code := range t.columns[places[0]].data {
		if first.has(code) && all[t.identity(uint32(row))] {
			rows.add(uint32(row))
		}
	}
	return rows
}
