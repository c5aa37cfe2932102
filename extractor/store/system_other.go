//go:build !linux && !darwin && !freebsd

package store

import (
	"errors"
	"math"
	"os"
)

// tryLock is not supported on this system.
func tryLock(*os.File) error { return errors.ErrUnsupported }

// freeBytes cannot tell on this system. Only a failing write shows that the disk is full.
func freeBytes(string) (uint64, error) { return math.MaxUint64, nil }
