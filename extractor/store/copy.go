package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/dgraph-io/badger/v4"
)

// A crawl does not share its state, since badger holds a lock and keeps parts of the data in logs that it changes. So a
// reader copies the files and opens the copy. Links would not do: badger empties a table before it removes it, and the
// reader would see an empty table.

// copyEnding is the extension of folders with copies.
const copyEnding = ".sitegraph-copy"

// OpenForReading opens a store for a command that only reads. While a crawl has the folder open, or if the folder is
// read-only, it opens a copy. The copy is in the folder or, if that fails, in the system's temporary folder; Close
// removes it. If the folder is missing, it creates nothing.
func OpenForReading(dir string) (*Store, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	s, err := openAs("reader", Options{Dir: dir})
	if errors.Is(err, ErrInUse) || unwritable(err) {
		return OpenCopy(dir)
	}
	return s, err
}

// OpenCopy always opens a copy of a state, so a crawl can begin at the same time without finding the folder in use.
func OpenCopy(dir string) (*Store, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	s, err := openCopy(dir, dir)
	if unwritable(err) {
		s, err = openCopy(dir, os.TempDir())
	}
	return s, err
}

// Copy copies a state into an empty folder, as a crawl that ends now would leave it. A crawl may have it open. It
// reports whether there is a state.
func Copy(dir, to string) (copied bool, err error) {
	if _, err := os.Stat(filepath.Join(dir, badger.ManifestFilename)); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	s := &Store{dir: dir, files: to, free: freeBytes}
	if err := errors.Join(s.copyState(), removeEmptyLogs(to), copySummaries(dir, to)); err != nil {
		return false, s.wrap(err)
	}
	return true, nil
}

// copySummaries copies the summaries of all sites. Each was complete at some time.
func copySummaries(dir, to string) error {
	all, err := Summaries(dir)
	if err != nil {
		return err
	}
	copied := &Store{dir: to, files: to, free: freeBytes}
	for site, text := range all {
		err = errors.Join(err, copied.SetSummary(site, text))
	}
	return err
}

// unwritable reports whether an error means that we cannot write to a folder.
func unwritable(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// openCopy copies a state into a new folder in parent and opens it.
func openCopy(dir, parent string) (*Store, error) {
	s := &Store{dir: dir, files: dir}
	if err := s.copyInto(parent); err != nil {
		return nil, errors.Join(s.wrap(err), s.Close())
	}
	return s.load(options(s.files).WithBypassLockGuard(true).
		WithNumCompactors(0).WithNumLevelZeroTables(1 << 20).WithNumLevelZeroTablesStall(1 << 21).
		WithValueLogFileSize(1 << 20))
}

// copyInto creates and fills the folder. It locks the folder to show that it is in use.
func (s *Store) copyInto(parent string) (err error) {
	removeCopies(parent)
	if s.files, err = os.MkdirTemp(parent, "*"+copyEnding); err != nil {
		s.files = s.dir
		return err
	}
	if s.lock, err = os.Open(s.files); err != nil {
		return err
	}
	_ = tryLock(s.lock) // no other process can have it
	// A crawl stops at the reserve, so the copy leaves twice as much.
	s.free = func(dir string) (uint64, error) {
		free, err := freeBytes(dir)
		return free - min(free, reserve), err
	}
	if err := s.copyState(); err != nil {
		return err
	}
	return removeEmptyLogs(s.files)
}

// removeCopies removes copies of killed readers. It spares recent ones, which may not be locked yet.
func removeCopies(parent string) {
	names, _ := filesEnding(parent, copyEnding)
	for _, name := range names {
		path := filepath.Join(parent, name)
		dir, err := os.Open(path)
		if err != nil {
			continue
		}
		info, err := dir.Stat()
		if err == nil && time.Since(info.ModTime()) > time.Minute && tryLock(dir) == nil {
			os.RemoveAll(path)
		}
		dir.Close()
	}
}

// copyState copies files that fit together. badger lists a table before it removes the table's log (.mem), and removes
// a table from the list before it empties it. So if the list did not change meanwhile, all tables in it are complete,
// and the copied logs have all the rest: the last log up to some transaction, the others completely.
func (s *Store) copyState() error {
	const attempts = 1000
	copied := map[string]fs.FileInfo{} // in the crawl's folder, when copied
	list := filepath.Join(s.dir, badger.ManifestFilename)
	for range attempts {
		before, err := os.ReadFile(list)
		if errors.Is(err, fs.ErrNotExist) {
			return checkTables(s.dir, options("")) // a crawl that just begins, or damage
		}
		if err == nil {
			err = s.copyOnce(before, copied)
		}
		after, afterErr := os.ReadFile(list)
		if afterErr == nil && !bytes.Equal(before, after) {
			continue // ignore all errors
		}
		return errors.Join(err, afterErr)
	}
	return errors.New("the crawl changes it faster than it can be copied: try again")
}

// copyOnce copies the tables of a list unless copied has them, and replaces the logs of the last attempt by current
// ones.
func (s *Store) copyOnce(manifest []byte, copied map[string]fs.FileInfo) error {
	old, err := filesEnding(s.files, ".mem")
	for _, name := range old {
		delete(copied, name)
		err = errors.Join(err, os.Remove(filepath.Join(s.files, name)))
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.files, badger.ManifestFilename), manifest, 0o600); err != nil {
		return err
	}
	tables, err := tablesOf(s.files, options(""))
	if err != nil {
		return err
	}
	var files []string
	for number := range tables {
		files = append(files, tableName(number))
	}
	logs, err := filesEnding(s.dir, ".mem")
	for _, name := range append(files, logs...) {
		if err == nil {
			err = s.copyFile(name, copied)
		}
	}
	return err
}

// copySparse copies a file without its blocks of zeros, since a log has 32 MiB of them. A copied log ends with its last
// other block.
func copySparse(to *os.File, from io.Reader, isLog bool) error {
	buffer, empty := make([]byte, 64<<10), make([]byte, 64<<10)
	for size := int64(0); ; {
		n, err := io.ReadFull(from, buffer)
		if !bytes.Equal(buffer[:n], empty[:n]) {
			if _, err := to.WriteAt(buffer[:n], size); err != nil {
				return err
			}
		}
		size += int64(n)
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			if isLog {
				return nil
			}
			return to.Truncate(size)
		case err != nil:
			return err
		}
	}
}

// copyFile copies a file unless copied has it. If a log is gone, it became a table in the list, or else the list will
// differ. load notices a missing table.
func (s *Store) copyFile(name string, copied map[string]fs.FileInfo) error {
	from, err := os.Open(filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	known := copied[name]
	if err != nil || known != nil && os.SameFile(known, info) && known.ModTime().Equal(info.ModTime()) {
		return err
	}
	if err := s.checkSpace(); err != nil {
		return err
	}
	to, err := os.Create(filepath.Join(s.files, name))
	if err != nil {
		return err
	}
	err = copySparse(to, from, filepath.Ext(name) == ".mem")
	if err = errors.Join(err, to.Close()); err == nil {
		copied[name] = info
	}
	return err
}
