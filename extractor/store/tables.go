package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
)

// checkTables looks at the tables before badger does. Of a table that was cut
// short badger panics where nobody can recover, and without its list of tables
// it takes the folder for a new one and removes them.
func (s *Store) checkTables(o badger.Options) error {
	list, err := os.Open(filepath.Join(s.dir, badger.ManifestFilename))
	if errors.Is(err, fs.ErrNotExist) {
		return s.checkNew()
	}
	if err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	defer list.Close()
	manifest, _, err := badger.ReplayManifestFile(list, 0, o)
	if err != nil {
		return nil // badger says so itself
	}
	for number := range manifest.Tables {
		name := filepath.Join(s.dir, fmt.Sprintf("%06d.sst", number))
		if err := checkFooter(name); err != nil {
			return fmt.Errorf("state folder %s: %w", s.dir, err)
		}
	}
	return nil
}

// checkNew refuses a folder that has data but not the list of them.
func (s *Store) checkNew() error {
	for _, kind := range []string{"*.sst", "*.vlog", "*.mem"} {
		if names, err := filepath.Glob(filepath.Join(s.dir, kind)); err == nil && len(names) > 0 {
			return fmt.Errorf("state folder %s: the file %s is missing", s.dir, badger.ManifestFilename)
		}
	}
	return nil
}

// checkFooter checks that a table ends as badger's do: index, its length,
// checksum, its length.
func checkFooter(name string) error {
	f, err := os.Open(name)
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
		left -= 4
		if left < 0 {
			return cutShort(name)
		}
		if _, err := f.ReadAt(length[:], left); err != nil {
			return err
		}
		left -= int64(binary.BigEndian.Uint32(length[:]))
		if left < 0 {
			return cutShort(name)
		}
	}
	return nil
}

func cutShort(name string) error {
	return fmt.Errorf("the table %s was cut short", filepath.Base(name))
}
