// Package store keeps the journals of crawls in badger, on disk or in memory, and a short summary of each site beside
// them. Only this package imports badger.
//
// Layout (big-endian): "M" names the format. "S"+site holds the site's number. "N"+site+0+name holds a note.
// "J"+number+sequence+part holds one part of one record. A record is cut into parts of at most 128 KiB, so no value is
// too large for a transaction, even in memory. The first byte of a part is 1 in the last one. Records are only
// appended. All values are too small for badger's value log (.vlog), which stays empty.
//
// After a crash: one transaction holds up to 256 KiB of records in order, so a journal is always a prefix of the
// appended records. A record without its last part does not exist, and the next one overwrites it. Without Sync a
// killed process loses no acknowledged transaction, since badger's log is a shared memory map. A power cut may lose the
// last ones, and some without their successors, since the system writes maps in any order. So Replay cuts a journal at
// its first gap. With Sync each transaction is synced to the disk.
//
// While a crawl writes, a reader sees a copy of the files, in which each journal is a prefix of the appended records.
// The reader locks, changes and holds nothing of the crawl.
//
// When a disk fills up: before each transaction the store checks the free space, and stops with ErrFull while there is
// still enough to close properly.
//
// badger v4.9.6 refuses to open a folder with an empty .mem file (badger issue 2207) or an empty .vlog file, which a
// kill between two system calls leaves behind; Open removes such files first, under a lock of its own.
package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/dgraph-io/badger/v4"
)

// Errors for a folder that another process has open, and for a full disk.
var (
	ErrInUse = errors.New("in use by another sitegraph")
	ErrFull  = errors.New("the disk is full")
)

// reserve is the free space below which the store refuses to write. badger writes through memory maps of sparse files,
// and the system kills the process if the disk is full then. The reserve covers the holes (two logs of 32 MiB) and the
// data that closing flushes.
const reserve = 96 << 20

// Options choose where a store lives.
type Options struct {
	Dir    string // the folder, which Open creates; unused in memory
	Memory bool   // keeps everything in memory and nothing on disk
	Sync   bool   // makes every transaction wait for the disk
}

// Store holds the journals of all sites of one state folder.
type Store struct {
	mu    sync.Mutex   // held while a site gets its number
	next  uint32       // the next free number; 0 if unknown
	drop  sync.RWMutex // badger refuses writes while it drops a journal
	db    *badger.DB
	lock  *os.File
	dir   string                           // the state folder; "" in memory
	files string                           // folder of badger's files: dir or a copy
	free  func(dir string) (uint64, error) // nil in memory
}

// Open opens a store for a crawl, or creates it. Errors name the folder and are ErrInUse, ErrFull, ErrFormat,
// ErrDamaged or the system's.
func Open(o Options) (*Store, error) { return openAs("crawl", o) }

// openAs opens a store. The lock file names the user.
func openAs(user string, o Options) (*Store, error) {
	s := &Store{dir: o.Dir, files: o.Dir}
	if o.Memory {
		s = &Store{}
	} else if err := s.prepare(user); err != nil {
		return nil, errors.Join(s.wrap(err), s.Close())
	}
	return s.load(options(s.files).WithInMemory(o.Memory).WithSyncWrites(o.Sync))
}

// load opens badger and checks the files. It closes the store on error.
func (s *Store) load(o badger.Options) (*Store, error) {
	openBadger := func() (err error) {
		if s.db, err = badger.Open(o); err != nil {
			s.db = nil // badger returns one even on failure
		}
		return asDamage(err)
	}
	checkTables := func() error { return checkTables(s.files, o) }
	for _, step := range []func() error{checkTables, openBadger, s.checkFormat} {
		if err := step(); err != nil {
			return nil, errors.Join(s.wrap(err), s.Close())
		}
	}
	return s, nil
}

// options configures badger for one writer of small records. There is no conflict detection and no value log to
// collect. Tables of level zero are small and many, since writing a table takes four times its size in memory.
func options(dir string) badger.Options {
	return badger.DefaultOptions(dir).
		WithLogger(nil).WithMetricsEnabled(false).WithDetectConflicts(false).
		WithMemTableSize(4 << 20).WithNumMemtables(2).WithNumCompactors(2).WithValueThreshold(txnSize).
		WithNumLevelZeroTables(20).WithNumLevelZeroTablesStall(40).
		WithBlockCacheSize(4 << 20).WithIndexCacheSize(16 << 20).WithValueLogFileSize(64 << 20)
}

// prepare creates and locks the folder, and repairs the effects of a kill.
func (s *Store) prepare(user string) (err error) {
	s.free = freeBytes
	if err = os.MkdirAll(s.dir, 0o755); err == nil {
		err = s.checkSpace()
	}
	if err == nil {
		s.lock, err = lockFile(s.dir)
	}
	if err == nil {
		err = os.WriteFile(s.lock.Name(), []byte(user), 0o644)
	}
	if err != nil {
		return err
	}
	removeCopies(s.dir)
	return removeEmptyLogs(s.dir)
}

// lockName is the file that the writing process locks.
const lockName = "lock"

// lockFile locks a folder until the process ends or closes the file. It tries for half a second, since InUse takes the
// lock for a moment, and so does a child process between fork and exec. If the system has no such locks, badger's own
// lock keeps a second process out.
func lockFile(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for range 25 {
		if err = tryLock(f); !errors.Is(err, ErrInUse) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err == nil || errors.Is(err, errors.ErrUnsupported) {
		return f, nil
	}
	return nil, errors.Join(err, f.Close())
}

// Lock locks a folder for this process, until release is called or the process ends. It returns ErrInUse if another
// process has the lock.
func Lock(dir string) (release func() error, err error) {
	f, err := lockFile(dir)
	if err != nil {
		return nil, err
	}
	return f.Close, nil
}

// InUse reports whether a crawl has the state folder open now.
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

// removeEmptyLogs removes logs that a kill left empty, just created (.vlog) or half removed (.mem). badger would refuse
// to open the folder.
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

// filesEnding returns the names of a folder's files with these extensions, sorted.
func filesEnding(dir string, endings ...string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if slices.Contains(endings, filepath.Ext(e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// update runs a writing transaction while no journal is being dropped.
func (s *Store) update(f func(*badger.Txn) error) error {
	s.drop.RLock()
	defer s.drop.RUnlock()
	return s.write(f)
}

func updateAll[T any](s *Store, list []T, change func(*badger.Txn, T) error) error {
	if len(list) == 0 {
		return nil
	}
	return s.update(func(txn *badger.Txn) error {
		for _, item := range list {
			if err := change(txn, item); err != nil {
				return err
			}
		}
		return nil
	})
}

// write runs a writing transaction if the disk has room for it.
func (s *Store) write(f func(*badger.Txn) error) error {
	if err := s.checkSpace(); err != nil {
		return err
	}
	return s.db.Update(f)
}

// Close closes the store, and keeps everything appended.
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

// checkSpace fails if the disk is almost full.
func (s *Store) checkSpace() error {
	if s.free == nil {
		return nil
	}
	free, err := s.free(s.files)
	if err == nil && free < reserve {
		err = fmt.Errorf("%w: %d MiB are left, %d are needed", ErrFull, free>>20, reserve>>20)
	}
	return err
}

// wrap adds the folder and some advice to an error.
func (s *Store) wrap(err error) error {
	if err == nil {
		return nil
	}
	if s.dir == "" {
		return fmt.Errorf("state in memory: %w", err)
	}
	if strings.Contains(err.Error(), syscall.ENOSPC.Error()) { // badger keeps only the text of errors
		err = fmt.Errorf("%w (%w)", ErrFull, err)
	}
	return fmt.Errorf("state folder %s: %w: %s", s.dir, err, advice(err))
}

func advice(err error) string {
	switch {
	case errors.Is(err, ErrFull):
		return "make space and run again to resume"
	case errors.Is(err, ErrInUse):
		return "wait until it ends, or choose another folder with -O"
	case errors.Is(err, ErrDamaged):
		return "restore a copy of it, or crawl from scratch with --fresh, which removes the state of all sites"
	case errors.Is(err, ErrFormat):
		return "delete it to crawl again, or use another folder with -O, or the version of sitegraph that made it"
	}
	return "repair this and run again to resume, or choose another folder with -O"
}
