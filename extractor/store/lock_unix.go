//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// lockFile opens a file and locks it until the process ends or closes it.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
