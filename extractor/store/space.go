package store

import (
	"errors"
	"fmt"
)

// reserve is the free space without which nothing is written. badger writes
// through memory maps of files that have holes; when the disk is full at such
// a write the system kills the process. The reserve covers the holes (two logs
// of 32 MiB) and what closing flushes.
const reserve = 96 << 20

// ErrFull says that the disk has too little space left.
var ErrFull = errors.New("the disk is full")

// room refuses to go on when the disk is all but full.
func (s *Store) room() error {
	if s.free == nil {
		return nil
	}
	free, err := s.free(s.dir)
	if err != nil {
		return fmt.Errorf("state folder %s: %w", s.dir, err)
	}
	if free < reserve {
		return fmt.Errorf("state folder %s: %w: %d MiB are left, %d are needed: make space and run again to go on", s.dir, ErrFull, free>>20, reserve>>20)
	}
	return nil
}
