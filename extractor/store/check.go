package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/y"
)

// format names the layout; a folder with another one is refused.
const format = "sitegraph state 2"

// ErrFormat reports that the folder is not of this version.
var ErrFormat = errors.New("not a state of this version of sitegraph")

// ErrDamaged reports that files in the folder are missing, cut short or hold
// other bytes than were written. Reading them again will not help, unlike after
// an error of the system (too many open files, no permission, a failing disk).
var ErrDamaged = errors.New("damaged")

func damaged(format string, values ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, values...)...)
}

// asDamage makes ErrDamaged of badger's errors about bytes that are not what was
// written. badger has no errors for them, but writes these words.
func asDamage(err error) error {
	if err == nil {
		return nil
	}
	for _, words := range []string{y.ErrChecksumMismatch.Error(), "corrupted", "failed to decode compressed data"} {
		if strings.Contains(err.Error(), words) {
			return damaged("%w", err)
		}
	}
	return err
}

// checkTables looks at the tables before badger does. Of a table that was cut
// short badger panics where nobody can recover, and without its list of tables
// it takes the folder for a new one and removes them.
func checkTables(dir string, o badger.Options) error {
	if o.InMemory {
		return nil
	}
	tables, err := tablesOf(dir, o)
	if errors.Is(err, fs.ErrNotExist) {
		names, err := filesEnding(dir, ".sst", ".vlog", ".mem")
		if err == nil && len(names) > 0 {
			err = damaged("the file %s is missing", badger.ManifestFilename)
		}
		return err
	}
	for _, name := range tables {
		if err == nil {
			err = checkFooter(filepath.Join(dir, name))
		}
	}
	return err
}

// tablesOf returns the names of the tables that badger's list has.
func tablesOf(dir string, o badger.Options) (names []string, err error) {
	path := filepath.Join(dir, badger.ManifestFilename)
	if _, err := os.ReadFile(path); err != nil { // badger would not pass this on
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	manifest, _, err := badger.ReplayManifestFile(f, 0, o)
	if err != nil && strings.Contains(err.Error(), "unsupported version") {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if err != nil {
		return nil, damaged("%w", err)
	}
	for number := range manifest.Tables {
		names = append(names, fmt.Sprintf("%06d.sst", number))
	}
	return names, nil
}

// checkFooter checks that a table ends as badger's do: index, its length,
// checksum, its length.
func checkFooter(path string) error {
	name := filepath.Base(path)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return damaged("the table %s is missing", name)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	left := info.Size()
	for range 2 {
		var length [4]byte
		if left -= 4; left >= 0 {
			_, err = f.ReadAt(length[:], left)
			left -= int64(binary.BigEndian.Uint32(length[:]))
		}
		if err != nil {
			return err
		}
		if left < 0 {
			return damaged("the table %s was cut short", name)
		}
	}
	return nil
}

// verifyTables reads all tables once: badger's iterators end without a word at a part
// that has rotted, and a journal would seem to hold less than it does.
func (s *Store) verifyTables() (err error) {
	defer func() {
		if recover() != nil { // badger's, at a block that cannot be unpacked
			err = damaged("a table cannot be read")
		}
	}()
	if err := s.db.VerifyChecksum(); err != nil {
		return damaged("%w", err)
	}
	return nil
}

// checkFormat compares the format, and notes it in a new store.
func (s *Store) checkFormat() error {
	have := format
	err := s.update(func(txn *badger.Txn) error {
		item, err := txn.Get([]byte("M"))
		if errors.Is(err, badger.ErrKeyNotFound) {
			return txn.Set([]byte("M"), []byte(format))
		}
		if err != nil {
			return err
		}
		return item.Value(func(v []byte) error { have = string(v); return nil })
	})
	if err == nil && have != format {
		err = fmt.Errorf("%w: found %q, want %q: use another folder with -O", ErrFormat, have, format)
	}
	return err
}

// Remove removes all journals and summaries of a state folder that Open finds
// damaged, and nothing else that may be in it.
func Remove(dir string) error {
	s := &Store{dir: dir, files: dir}
	lock, err := lockFile(dir)
	if err != nil {
		return s.wrap(err)
	}
	defer lock.Close()
	names, err := filesEnding(dir, ".sst", ".mem", ".vlog")
	names = append(names, badger.ManifestFilename, "MANIFEST-REWRITE", "KEYREGISTRY", "DISCARD", summaries)
	for _, name := range names {
		if err == nil {
			err = os.RemoveAll(filepath.Join(dir, name))
		}
	}
	return s.wrap(err)
}
