package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dgraph-io/badger/v4"
)

// format names the layout; a folder with another one is refused.
const format = "sitegraph state 1"

// ErrInUse says that another process has the folder open.
var ErrInUse = errors.New("in use by another sitegraph")

// ErrFormat says that the folder is not of this version.
var ErrFormat = errors.New("not a state of this version of sitegraph")

// Options choose where a store lives.
type Options struct {
	// Dir is the folder; it is made when missing. Unused in memory.
	Dir string
	// Memory keeps everything in memory: nothing survives the process.
	Memory bool
	// Sync makes every transaction wait for the disk.
	Sync bool
}

// Store holds the journals of all sites of one state folder.
type Store struct {
	mu   sync.Mutex   // one site at a time gets its number
	drop sync.RWMutex // badger refuses writes while it drops a journal
	db   *badger.DB
	lock *os.File
	dir  string
	free func(dir string) (uint64, error) // nil in memory
}

// Open opens or makes a store. Errors name the folder and say what to do.
func Open(o Options) (*Store, error) {
	s := &Store{dir: o.Dir}
	if !o.Memory {
		if err := s.prepare(); err != nil {
			return nil, err
		}
		if err := s.checkTables(options(o)); err != nil {
			s.unlock()
			return nil, err
		}
	}
	db, err := badger.Open(options(o))
	if err != nil {
		s.unlock()
		return nil, fmt.Errorf("state folder %s: %w", o.Dir, err)
	}
	s.db = db
	if err = s.sound(); err == nil {
		err = s.checkFormat()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// options are badger's, for one writer that appends small records: little
// memory, no conflict detection, no value log to collect.
func options(o Options) badger.Options {
	dir := o.Dir
	if o.Memory {
		dir = ""
	}
	return badger.DefaultOptions(dir).WithInMemory(o.Memory).WithSyncWrites(o.Sync).
		WithLogger(nil).WithMetricsEnabled(false).WithDetectConflicts(false).
		WithMemTableSize(16 << 20).WithNumMemtables(2).WithNumCompactors(2).
		WithBlockCacheSize(16 << 20).WithIndexCacheSize(16 << 20).
		WithValueLogFileSize(64 << 20)
}

// prepare makes the folder, locks it and mends what a kill left.
func (s *Store) prepare() error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	s.free = freeBytes
	if err := s.room(); err != nil {
		return err
	}
	lock, err := lockFile(filepath.Join(s.dir, "lock"))
	if err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	s.lock = lock
	return s.removeEmptyLogs()
}

// removeEmptyLogs removes logs that a kill caught between two system calls, as
// they were made (.vlog) or removed (.mem): badger would not open the folder.
func (s *Store) removeEmptyLogs() error {
	memory, err := filepath.Glob(filepath.Join(s.dir, "*.mem"))
	if err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	values, err := filepath.Glob(filepath.Join(s.dir, "*.vlog"))
	if err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	for _, name := range append(memory, values...) {
		if info, err := os.Stat(name); err == nil && info.Size() == 0 {
			if err := os.Remove(name); err != nil {
				return fmt.Errorf("state folder: %w", err)
			}
		}
	}
	return nil
}

// sound reads all tables once: badger's iterators end without a word at a part
// that has rotted, and a journal would seem to hold less than it does.
func (s *Store) sound() (err error) {
	defer func() {
		if recover() != nil { // badger's, at a block that cannot be unpacked
			err = fmt.Errorf("state folder %s: a table in it cannot be read", s.dir)
		}
	}()
	return s.wrap(s.db.VerifyChecksum())
}

func (s *Store) checkFormat() error {
	var have string
	err := s.db.Update(func(txn *badger.Txn) error {
		item, err := txn.Get([]byte("M"))
		if errors.Is(err, badger.ErrKeyNotFound) {
			have = format
			return txn.Set([]byte("M"), []byte(format))
		}
		if err != nil {
			return err
		}
		return item.Value(func(v []byte) error { have = string(v); return nil })
	})
	if err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	if have != format {
		return fmt.Errorf("state folder %s: %w: found %q, want %q: use another folder, or --fresh", s.dir, ErrFormat, have, format)
	}
	return nil
}

// Close ends the use of the store; what was appended stays.
func (s *Store) Close() error {
	defer s.unlock()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	return nil
}

func (s *Store) unlock() {
	if s.lock != nil {
		s.lock.Close()
	}
}

// Sites lists the sites whose journals hold something, in alphabetical order.
func (s *Store) Sites() ([]string, error) {
	var sites []string
	err := s.db.View(func(txn *badger.Txn) error {
		numbers, err := siteNumbers(txn)
		if err != nil {
			return err
		}
		it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("J")})
		defer it.Close()
		for site, n := range numbers {
			prefix := journalPrefix(n)
			if it.Seek(prefix); it.ValidForPrefix(prefix) {
				sites = append(sites, site)
			}
		}
		return nil
	})
	slices.Sort(sites)
	return sites, s.wrap(err)
}

// siteNumbers reads the numbers of all sites.
func siteNumbers(txn *badger.Txn) (map[string]uint32, error) {
	it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("S")})
	defer it.Close()
	numbers := map[string]uint32{}
	for it.Rewind(); it.Valid(); it.Next() {
		n, err := numberOf(it.Item())
		if err != nil {
			return nil, err
		}
		numbers[string(it.Item().Key()[1:])] = n
	}
	return numbers, nil
}

func numberOf(item *badger.Item) (uint32, error) {
	v, err := item.ValueCopy(nil)
	if err != nil || len(v) != 4 {
		return 0, fmt.Errorf("number of site %q: %d bytes: %w", item.Key()[1:], len(v), err)
	}
	return binary.BigEndian.Uint32(v), nil
}

// journalPrefix begins the keys of the journal with a number.
func journalPrefix(number uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte("J"), number)
}

// Journal returns the journal of a site, making it when it is new.
func (s *Store) Journal(site string) (*Journal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := &Journal{store: s}
	err := s.update(func(txn *badger.Txn) error {
		n, err := siteNumber(txn, []byte("S"+site))
		j.prefix = journalPrefix(n)
		return err
	})
	if err == nil {
		err = j.measure()
	}
	if err != nil {
		return nil, s.wrap(err)
	}
	return j, nil
}

// update runs a transaction that writes, when no journal is being dropped.
func (s *Store) update(f func(*badger.Txn) error) error {
	s.drop.RLock()
	defer s.drop.RUnlock()
	return s.db.Update(f)
}

// siteNumber reads a site's number, or gives it a new one, greater than all
// that are in use, be it by a journal that Forget has not dropped yet.
func siteNumber(txn *badger.Txn, key []byte) (uint32, error) {
	item, err := txn.Get(key)
	if err == nil {
		return numberOf(item)
	}
	if !errors.Is(err, badger.ErrKeyNotFound) {
		return 0, err
	}
	numbers, err := siteNumbers(txn)
	if err != nil {
		return 0, err
	}
	next := uint32(0)
	for _, n := range numbers {
		next = max(next, n+1)
	}
	for _, n := range journalNumbers(txn) {
		next = max(next, n+1)
	}
	return next, txn.Set(key, binary.BigEndian.AppendUint32(nil, next))
}

func (s *Store) wrap(err error) error {
	if err == nil {
		return nil
	}
	where := s.dir
	if where == "" {
		where = "in memory"
	}
	if strings.Contains(err.Error(), "no space left") {
		return fmt.Errorf("state folder %s: %w: make space and run again to go on", where, err)
	}
	return fmt.Errorf("state folder %s: %w", where, err)
}
