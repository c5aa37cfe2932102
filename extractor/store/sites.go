package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dgraph-io/badger/v4"
)

// Sites lists the sites whose journals hold something, in alphabetical order.
func (s *Store) Sites() (names []string, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		sites, journals, err := numbers(txn)
		for site, n := range sites {
			if _, found := slices.BinarySearch(journals, n); found {
				names = append(names, site)
			}
		}
		return err
	})
	slices.Sort(names)
	return names, s.wrap(err)
}

// Journal returns the journal of a site, and makes it when it is new.
func (s *Store) Journal(site string) (*Journal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := &Journal{store: s}
	err := s.update(func(txn *badger.Txn) error {
		n, err := siteNumber(txn, []byte("S"+site))
		j.prefix = journalPrefix(n)
		return err
	})
	if err == nil {
		err = j.measure()
	}
	if err != nil {
		return nil, s.wrap(err)
	}
	return j, nil
}

// Forget empties the journals of sites, all of them or, when it is interrupted,
// none: badger removes what a journal holds in several steps, between which a
// kill would leave some of it, so one transaction takes the sites their numbers
// first. What is then left of a journal nobody finds; the next Forget removes
// it. Journals opened before must not be used any more.
func (s *Store) Forget(sites ...string) error {
	s.drop.Lock()
	defer s.drop.Unlock()
	if err := s.removeSummaries(sites); err != nil {
		return s.wrap(err)
	}
	var abandoned [][]byte
	err := s.write(func(txn *badger.Txn) (err error) {
		for _, site := range sites {
			if err := txn.Delete([]byte("S" + site)); err != nil {
				return err
			}
		}
		abandoned, err = abandonedJournals(txn)
		return err
	})
	if err != nil || len(abandoned) == 0 {
		return s.wrap(err)
	}
	return s.wrap(s.db.DropPrefix(abandoned...))
}

// abandonedJournals returns how the keys of journals begin that are no site's.
func abandonedJournals(txn *badger.Txn) (prefixes [][]byte, err error) {
	sites, journals, err := numbers(txn)
	owned := map[uint32]bool{}
	for _, n := range sites {
		owned[n] = true
	}
	for _, n := range journals {
		if !owned[n] {
			prefixes = append(prefixes, journalPrefix(n))
		}
	}
	return prefixes, err
}

// numbers reads the numbers of all sites, and those of the journals that hold
// something, in ascending order.
func numbers(txn *badger.Txn) (sites map[string]uint32, journals []uint32, err error) {
	sites = map[string]uint32{}
	it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("S")})
	for it.Rewind(); it.Valid() && err == nil; it.Next() {
		sites[string(it.Item().Key()[1:])], err = numberOf(it.Item())
	}
	it.Close() // a transaction that writes may have one at a time

	it = txn.NewIterator(badger.IteratorOptions{Prefix: []byte("J")})
	defer it.Close()
	for it.Rewind(); it.Valid(); {
		n := binary.BigEndian.Uint32(it.Item().Key()[1:])
		journals = append(journals, n)
		if n == math.MaxUint32 {
			break
		}
		it.Seek(journalPrefix(n + 1))
	}
	return sites, journals, err
}

func numberOf(item *badger.Item) (uint32, error) {
	v, err := item.ValueCopy(nil)
	if err == nil && len(v) != 4 {
		err = fmt.Errorf("%d bytes, want 4", len(v))
	}
	if err != nil {
		return 0, fmt.Errorf("number of site %q: %w", item.Key()[1:], err)
	}
	return binary.BigEndian.Uint32(v), nil
}

// siteNumber reads a site's number, or gives it a new one, greater than all
// that are in use, be it by a journal that Forget has not dropped yet.
func siteNumber(txn *badger.Txn, key []byte) (uint32, error) {
	item, err := txn.Get(key)
	if err == nil {
		return numberOf(item)
	}
	if !errors.Is(err, badger.ErrKeyNotFound) {
		return 0, err
	}
	sites, journals, err := numbers(txn)
	if err != nil {
		return 0, err
	}
	next := uint32(0)
	for _, n := range sites {
		next = max(next, n+1)
	}
	for _, n := range journals {
		next = max(next, n+1)
	}
	return next, txn.Set(key, binary.BigEndian.AppendUint32(nil, next))
}

// journalPrefix begins the keys of the journal with a number.
func journalPrefix(number uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte("J"), number)
}
