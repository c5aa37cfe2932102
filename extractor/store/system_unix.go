//go:build linux || darwin || freebsd

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// lockFile opens a file and locks it until the process ends or closes it. It
// tries for a tenth of a second, since InUse holds the lock for a moment.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for range 5 {
		if err = tryLock(f); !errors.Is(err, ErrInUse) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// tryLock locks an open file or folder, or returns ErrInUse at once.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}

// freeBytes returns how many bytes a folder's file system can still take.
func freeBytes(dir string) (uint64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, err
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize), nil
}

// readOnly reports whether an error says that a folder cannot be written to.
func readOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
