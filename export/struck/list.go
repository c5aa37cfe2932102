// Package struck keeps a list of the rows that people struck out of the tables of crawls, and leaves them out of
// crawls. It knows rows by their content, so that it finds them again in rebuilt tables.
package struck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"sitegraph/site"
)

// Name is the file's name in the output folder of a run.
const Name = "struck.txt"

// Most is the maximum number of rows that people can strike out.
const Most = 100_000

// cells is the number of cells that identify a row of each table:
//
//	pages     the URL
//	links     the URLs of the page with the link and of its target
//	external  the URL of the page, the URL, anchor and rel
//	bad       the URL of the page, href and anchor
//	problems  kind, URL and detail
//	ledger    the normalized URL
var cells = map[string]int{"pages": 1, "links": 2, "external": 4, "bad": 3, "problems": 3, "ledger": 1}

// ErrTooMany is the error for more than Most rows.
var ErrTooMany = fmt.Errorf("more than %d rows struck out: exclude their URLs instead", Most)

// ErrIdentity is wrapped by errors about a text that does not identify a row.
var ErrIdentity = errors.New("not the identity of a row")

// List is the list of rows struck out. Its file has one identity per line. Goroutines may share it; nil is empty.
type List struct {
	path string

	mu      sync.Mutex
	all     map[string]bool // identities; replaced on change, never modified
	changes int
}

// Open reads the file, which need not exist yet. Errors name the line.
func Open(path string) (*List, error) {
	l := &List{path: path, all: map[string]bool{}, changes: 1}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
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
		identity, err := canonical(lines.Text())
		if err == nil && len(l.all) >= Most && !l.all[identity] {
			err = ErrTooMany
		}
		if err != nil {
			return nil, fmt.Errorf("struck rows: %s:%d: %w: correct or remove the line", path, n, err)
		}
		l.all[identity] = true
	}
	return l, lines.Err()
}

// Identity identifies a row by a JSON array of its table and the cells that identify it.
func Identity(table string, cells ...string) string {
	text, _ := json.Marshal(append([]string{table}, cells...)) // strings cannot fail
	return string(text)
}

// Parse returns the table and the cells of an identity.
func Parse(identity string) (table string, row []string, err error) {
	if err := json.Unmarshal([]byte(identity), &row); err == nil && len(row) > 0 {
		if n, ok := cells[row[0]]; ok && len(row) == n+1 {
			return row[0], row[1:], nil
		}
	}
	return "", nil, fmt.Errorf("%.200q is %w", identity, ErrIdentity)
}

func canonical(identity string) (string, error) {
	table, row, err := Parse(identity)
	if err != nil {
		return "", err
	}
	return Identity(table, row...), nil
}

// Strike strikes out the rows with these identities, or restores them if out is false. It does all or none.
func (l *List) Strike(identities []string, out bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	after := maps.Clone(l.all)
	for _, identity := range identities {
		identity, err := canonical(identity)
		if err != nil {
			return err
		}
		if delete(after, identity); out {
			after[identity] = true
		}
	}
	if len(after) > Most {
		return ErrTooMany
	}
	if err := l.write(after); err != nil {
		return fmt.Errorf("struck rows: %w", err)
	}
	l.all = after
	l.changes++
	return nil
}

func (l *List) write(all map[string]bool) error {
	var text []byte
	for _, identity := range slices.Sorted(maps.Keys(all)) {
		text = append(append(text, identity...), '\n')
	}
	return site.ReplaceFile(l.path, 0o600, func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
}

// Len returns the number of rows struck out.
func (l *List) Len() int { return len(l.All()) }

// Version changes whenever the rows do.
func (l *List) Version() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes
}

// All returns the identities. Callers must not change the map.
func (l *List) All() map[string]bool {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all
}
