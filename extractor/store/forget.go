package store

import (
	"encoding/binary"
	"math"

	"github.com/dgraph-io/badger/v4"
)

// Forget empties the journals of sites, all of them or, when it is interrupted,
// none: badger removes what a journal holds in several steps, between which a
// kill would leave some of it, so one transaction takes the sites their numbers
// first. What is then left of a journal nobody finds; the next Forget removes
// it. Journals opened before must not be used any more.
func (s *Store) Forget(sites ...string) error {
	s.drop.Lock()
	defer s.drop.Unlock()
	err := s.db.Update(func(txn *badger.Txn) error {
		for _, site := range sites {
			if err := txn.Delete([]byte("S" + site)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.wrap(err)
	}
	abandoned, err := s.abandoned()
	if err != nil || len(abandoned) == 0 {
		return s.wrap(err)
	}
	return s.wrap(s.db.DropPrefix(abandoned...))
}

// abandoned returns how the keys of journals begin that are no site's.
func (s *Store) abandoned() (prefixes [][]byte, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		numbers, err := siteNumbers(txn)
		if err != nil {
			return err
		}
		owned := map[uint32]bool{}
		for _, n := range numbers {
			owned[n] = true
		}
		for _, n := range journalNumbers(txn) {
			if !owned[n] {
				prefixes = append(prefixes, journalPrefix(n))
			}
		}
		return nil
	})
	return prefixes, err
}

// journalNumbers lists the numbers of the journals that hold something.
func journalNumbers(txn *badger.Txn) (numbers []uint32) {
	it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("J")})
	defer it.Close()
	for it.Rewind(); it.Valid(); {
		n := binary.BigEndian.Uint32(it.Item().Key()[1:])
		numbers = append(numbers, n)
		if n == math.MaxUint32 {
			break
		}
		it.Seek(journalPrefix(n + 1))
	}
	return numbers
}
