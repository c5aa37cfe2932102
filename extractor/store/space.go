package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// reserve is the free space without which nothing is written. badger writes
// through memory maps of files that have holes; when the disk is full at such
// a write the system kills the process. The reserve covers the holes (two logs
// of 32 MiB) and what closing flushes.
const reserve = 96 << 20

// ErrFull reports that the disk has too little space left.
var ErrFull = errors.New("the disk is full")

// checkSpace refuses to write when the disk is all but full.
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

// wrap adds the folder to an error and, to that of a full disk, what to do.
func (s *Store) wrap(err error) error {
	switch {
	case err == nil:
		return nil
	case s.dir == "":
		return fmt.Errorf("state in memory: %w", err)
	case isFull(err) && !errors.Is(err, ErrFull):
		err = fmt.Errorf("%w (%w)", ErrFull, err)
	}
	if errors.Is(err, ErrFull) {
		return fmt.Errorf("state folder %s: %w: make space and run again to resume", s.dir, err)
	}
	return fmt.Errorf("state folder %s: %w", s.dir, err)
}

// isFull reports whether the system refused a write for want of space. badger
// keeps only the text of the errors it wraps.
func isFull(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, syscall.ENOSPC) ||
		strings.Contains(err.Error(), syscall.ENOSPC.Error())
}
