package store

import (
	"errors"
	"maps"
	"slices"

	"github.com/dgraph-io/badger/v4"
)

// takenAtOnce is how many bytes of records are kept in memory while a journal is copied.
const takenAtOnce = 1 << 20

// Take puts all sites of another store into this one, with their journals, notes and summaries; what this one had of
// them is forgotten. If it is interrupted, a site is missing or its journal is a prefix of the other's.
func (s *Store) Take(from *Store) error {
	sites, err := from.Sites()
	if err != nil {
		return err
	}
	if from.dir != "" {
		known, err := Summarised(from.dir) // also of sites that gave nothing
		if err != nil {
			return err
		}
		sites = append(sites, slices.Collect(maps.Keys(known))...)
	}
	slices.Sort(sites)
	sites = slices.Compact(sites)
	if err := s.Forget(sites...); err != nil {
		return err
	}
	for _, site := range sites {
		if err := s.takeSite(from, site); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) takeSite(from *Store, site string) error {
	if err := s.takeNotes(from, site); err != nil {
		return err
	}
	old, oldErr := from.Journal(site)
	j, err := s.Journal(site)
	if err := errors.Join(oldErr, err); err != nil {
		return err
	}
	var some [][]byte
	size := 0
	for record, err := range old.Replay() {
		if err != nil {
			return err
		}
		some = append(some, append([]byte(nil), record...))
		if size += len(record); size >= takenAtOnce {
			if err := j.Append(some); err != nil {
				return err
			}
			some, size = nil, 0
		}
	}
	if err := j.Append(some); err != nil {
		return err
	}
	summary, err := from.Summary(site)
	if err != nil || summary == nil {
		return err
	}
	return s.SetSummary(site, summary)
}

func (s *Store) takeNotes(from *Store, site string) error {
	var all map[string]string
	err := from.db.View(func(txn *badger.Txn) (err error) {
		all, err = notes(txn, site)
		return err
	})
	if err != nil {
		return from.wrap(err)
	}
	for name, text := range all {
		if err := s.SetNote(site, name, text); err != nil {
			return err
		}
	}
	return nil
}
