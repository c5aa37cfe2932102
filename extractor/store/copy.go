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

// A crawl keeps its state to itself: badger holds a lock, and parts of the data are in logs that it changes.
// So a reader takes a copy of the files and opens that. Links instead of copies would not do: badger empties
// a table before it removes it, and the reader would find its own empty.

// copyEnding ends the names of the folders that hold copies.
const copyEnding = ".sitegraph-copy"

// OpenForReading opens a store for a command that only reads it. While a crawl has the folder open, or if it
// cannot be written to, this is a copy, made in the folder or, where that is not possible, in the system's
// folder for temporary files; Close removes it. Nothing is made when the folder is missing.
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

// OpenCopy opens a copy of a state, as OpenForReading does beside a crawl, but always: so no crawl that begins
// meanwhile finds the folder in use.
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

// Copy copies a state into an empty folder, also while a crawl has it open: as a crawl that ends now would leave it. It
// reports whether there is one.
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

// copySummaries copies the summaries of all sites; each is one that was whole at some time.
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

// unwritable reports whether an error says that a folder cannot be written to.
func unwritable(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// openCopy copies a state into a new folder in parent, and opens the copy.
func openCopy(dir, parent string) (*Store, error) {
	s := &Store{dir: dir, files: dir}
	if err := s.copyInto(parent); err != nil {
		return nil, errors.Join(s.wrap(err), s.Close())
	}
	return s.load(options(s.files).WithBypassLockGuard(true).
		WithNumCompactors(0).WithNumLevelZeroTables(1 << 20).WithNumLevelZeroTablesStall(1 << 21).
		WithValueLogFileSize(1 << 20))
}

// copyInto makes the folder and fills it. The folder is locked, so that others see that it is in use.
func (s *Store) copyInto(parent string) (err error) {
	removeCopies(parent)
	if s.files, err = os.MkdirTemp(parent, "*"+copyEnding); err != nil {
		s.files = s.dir
		return err
	}
	if s.lock, err = os.Open(s.files); err != nil {
		return err
	}
	_ = tryLock(s.lock) // no other process has it
	// A crawl stops when the reserve is reached: as much again stays free for it.
	s.free = func(dir string) (uint64, error) {
		free, err := freeBytes(dir)
		return free - min(free, reserve), err
	}
	if err := s.copyState(); err != nil {
		return err
	}
	return removeEmptyLogs(s.files)
}

// removeCopies removes the copies whose readers were killed. One that was just made may not be locked yet.
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

// copyState copies the files so that they fit together: badger lists a table before it removes the log (.mem)
// that the table was made of, and strikes a table off the list before it empties it. So when the list is the
// same before and after, all tables in it are whole, and all that is not in them is in the logs that were
// copied: the last log up to some transaction, the others whole.
func (s *Store) copyState() error {
	const attempts = 1000
	copied := map[string]fs.FileInfo{} // as they were in the crawl's folder
	list := filepath.Join(s.dir, badger.ManifestFilename)
	for range attempts {
		before, err := os.ReadFile(list)
		if errors.Is(err, fs.ErrNotExist) {
			return checkTables(s.dir, options("")) // a crawl that is just beginning, or damage
		}
		if err == nil {
			err = s.copyOnce(before, copied)
		}
		after, afterErr := os.ReadFile(list)
		if afterErr == nil && !bytes.Equal(before, after) {
			continue // whatever went wrong
		}
		return errors.Join(err, afterErr)
	}
	return errors.New("the crawl changes it faster than it can be copied: try again")
}

// copyOnce copies the tables of a list that were not copied before, and all
// logs in place of those of the last attempt.
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

// copySparse copies a file without its blocks of zeros; a log has 32 MiB of them; the end of a log
// is where the last other block ends.
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

// copyFile copies a file unless copied has it. A log that is gone by now became
// a table of the list, or else the list will differ; of a table, load will see it.
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
