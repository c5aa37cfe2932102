package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
)

// format names the layout. We refuse folders with another one.
const format = "sitegraph state 6"

// ErrFormat means that another version made the folder.
var ErrFormat = errors.New("not a state of this version of sitegraph")

// ErrDamaged means that files are missing, cut short or changed. Reading again will not help, unlike after a system
// error (too many open files, no permission, a failing disk).
var ErrDamaged = errors.New("damaged")

func damaged(format string, values ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, values...)...)
}

// asDamage returns ErrDamaged for badger's errors about changed bytes. badger identifies them only by their text.
func asDamage(err error) error {
	if err == nil {
		return nil
	}
	for _, words := range []string{y.ErrChecksumMismatch.Error(), "corrupted", "failed to decode compressed data",
		badger.ErrInvalidDataKeyID.Error(), badger.ErrEncryptionKeyMismatch.Error(), "IV for key registry",
		"sanity text"} {
		if strings.Contains(err.Error(), words) {
			return damaged("%w", err)
		}
	}
	return err
}

// checkTables reads all tables before badger does. At a rotted block badger panics where we cannot recover, or its
// iterators end silently and a journal would seem shorter than it is. If its list of tables is missing, badger takes
// the folder for a new one and removes them.
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
	if err != nil {
		return err
	}
	var text bytes.Buffer // reused for each table
	for _, number := range slices.Sorted(maps.Keys(tables)) {
		if err := checkTable(filepath.Join(dir, tableName(number)), tables[number], &text); err != nil {
			return err
		}
	}
	return nil
}

func tableName(number uint64) string { return fmt.Sprintf("%06d.sst", number) }

// tablesOf returns the tables in badger's list, by number.
func tablesOf(dir string, o badger.Options) (map[uint64]badger.TableManifest, error) {
	path := filepath.Join(dir, badger.ManifestFilename)
	if _, err := os.ReadFile(path); err != nil { // badger would hide this error
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
	return manifest.Tables, nil
}

func checkTable(path string, t badger.TableManifest, text *bytes.Buffer) (err error) {
	name := filepath.Base(path)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return damaged("the table %s is missing", name)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	text.Reset()
	if _, err := text.ReadFrom(f); err != nil {
		return err
	}
	defer func() {
		if recover() != nil { // badger panics at data that it cannot unpack
			err = damaged("the table %s was changed or cut short", name)
		}
	}()
	opened, err := table.OpenInMemoryTable(text.Bytes(), 0, &table.Options{Compression: t.Compression})
	if err == nil {
		err = opened.VerifyChecksum()
	}
	if err != nil {
		return damaged("the table %s: %w", name, err)
	}
	return nil
}

// checkFormat compares the format, and records it in a new store.
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
		err = fmt.Errorf("%w: found %q, want %q", ErrFormat, have, format)
	}
	return err
}

// Remove removes all journals and summaries of a state folder that Open finds damaged. It leaves other files.
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
