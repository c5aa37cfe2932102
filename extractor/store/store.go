package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/dgraph-io/badger/v4"
)

// ErrInUse reports that another process has the folder open.
var ErrInUse = errors.New("in use by another sitegraph")

// Options choose where a store lives.
type Options struct {
	// Dir is the folder; Open makes it when it is missing. Unused in memory.
	Dir string
	// Memory keeps everything in memory: nothing survives the process.
	Memory bool
	// Sync makes every transaction wait for the disk.
	Sync bool
}

// Store holds the journals of all sites of one state folder.
type Store struct {
	mu    sync.Mutex   // one site at a time gets its number
	drop  sync.RWMutex // badger refuses writes while it drops a journal
	db    *badger.DB
	lock  *os.File
	dir   string                           // the state folder; "" in memory
	files string                           // where badger's files are: dir, or a copy
	free  func(dir string) (uint64, error) // nil in memory
}

// Open opens a store for a crawl, and makes it when it is new. Errors name the
// folder: ErrInUse, ErrFull, ErrFormat, ErrDamaged, or what the system reports.
func Open(o Options) (*Store, error) { return openAs("crawl", o) }

// openAs opens a store; the lock file shows for what.
func openAs(user string, o Options) (*Store, error) {
	s := &Store{dir: o.Dir, files: o.Dir}
	if o.Memory {
		s = &Store{}
	} else if err := s.prepare(user); err != nil {
		return nil, errors.Join(s.wrap(err), s.Close())
	}
	return s.load(options(s.files).WithInMemory(o.Memory).WithSyncWrites(o.Sync))
}

// load opens badger, and checks all that is there. After an error the store is
// closed.
func (s *Store) load(o badger.Options) (*Store, error) {
	var err error
	if s.files != "" {
		err = checkTables(s.files, o)
	}
	if err == nil {
		var db *badger.DB
		if db, err = badger.Open(o); err == nil {
			s.db = db // of a failure, too, badger returns one
		}
		err = asDamage(err)
	}
	if err == nil {
		err = s.verifyTables()
	}
	if err == nil {
		err = s.checkFormat()
	}
	if err != nil {
		return nil, errors.Join(s.wrap(err), s.Close())
	}
	return s, nil
}

// options are badger's, for one writer that appends small records: little
// memory, no conflict detection, no value log to collect.
func options(dir string) badger.Options {
	return badger.DefaultOptions(dir).
		WithLogger(nil).WithMetricsEnabled(false).WithDetectConflicts(false).
		WithMemTableSize(16 << 20).WithNumMemtables(2).WithNumCompactors(2).
		WithBlockCacheSize(16 << 20).WithIndexCacheSize(16 << 20).
		WithValueLogFileSize(64 << 20)
}

// prepare makes the folder, locks it and mends what a kill left.
func (s *Store) prepare(user string) error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	s.free = freeBytes
	if err := s.checkSpace(); err != nil {
		return err
	}
	lock, err := lockFile(filepath.Join(s.dir, lockName))
	if err != nil {
		return err
	}
	s.lock = lock
	if err := lock.Truncate(0); err != nil {
		return err
	}
	if _, err := lock.WriteString(user); err != nil {
		return err
	}
	removeCopies(s.dir)
	return removeEmptyLogs(s.dir)
}

// lockName is the file that the process which writes to a folder has locked.
const lockName = "lock"

// InUse reports whether a crawl has the state folder open at this moment.
func InUse(dir string) (bool, error) {
	lock, err := os.Open(filepath.Join(dir, lockName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer lock.Close()
	user, err := os.ReadFile(lock.Name())
	return err == nil && string(user) == "crawl" && errors.Is(tryLock(lock), ErrInUse), err
}

// removeEmptyLogs removes logs that a kill caught between two system calls, as
// they were made (.vlog) or removed (.mem): badger would not open the folder.
func removeEmptyLogs(dir string) error {
	names, err := filesEnding(dir, ".mem", ".vlog")
	for _, name := range names {
		path := filepath.Join(dir, name)
		if info, statErr := os.Stat(path); err == nil && statErr == nil && info.Size() == 0 {
			err = os.Remove(path)
		}
	}
	return err
}

// filesEnding returns the names of the files in a folder that end so, sorted.
func filesEnding(dir string, endings ...string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if slices.Contains(endings, filepath.Ext(e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// update runs a transaction that writes, when no journal is being dropped.
func (s *Store) update(f func(*badger.Txn) error) error {
	s.drop.RLock()
	defer s.drop.RUnlock()
	return s.write(f)
}

// write runs a transaction that writes, when the disk has room for it.
func (s *Store) write(f func(*badger.Txn) error) error {
	if err := s.checkSpace(); err != nil {
		return err
	}
	return s.db.Update(f)
}

// Close ends the use of the store; what was appended stays.
func (s *Store) Close() (err error) {
	if s.db != nil {
		err = s.wrap(s.db.Close())
	}
	if s.files != s.dir {
		err = errors.Join(err, os.RemoveAll(s.files))
	}
	if s.lock != nil {
		s.lock.Close()
	}
	return err
}
