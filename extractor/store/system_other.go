//go:build !linux && !darwin && !freebsd

package store

import (
	"errors"
	"io/fs"
	"math"
	"os"
)

// lockFile opens a file; badger's own lock keeps a second process out.
func lockFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
}

// tryLock knows nothing here.
func tryLock(*os.File) error { return errors.ErrUnsupported }

// freeBytes knows nothing here: a full disk shows when it is written to.
func freeBytes(string) (uint64, error) { return math.MaxUint64, nil }

// readOnly reports whether an error says that a folder cannot be written to.
func readOnly(err error) bool { return errors.Is(err, fs.ErrPermission) }
