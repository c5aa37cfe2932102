package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/dgraph-io/badger/v4"
)

const (
	partSize  = 128 << 10 // limits one value
	txnSize   = 256 << 10 // limits the values of one transaction
	entrySize = 64        // added per entry, since badger also limits their number

	partMore, partLast = 0, 1 // the first byte of a part
)

// Journal is the journal of one site. Only one goroutine at a time may append.
type Journal struct {
	store  *Store
	prefix []byte
	length uint64 // records
}

// measure finds the length, up to the last complete record. It removes an incomplete one, whose parts would otherwise
// join the next record.
func (j *Journal) measure() (err error) {
	whole := true
	backErr := j.backwards(func(seq uint64, item *badger.Item) bool {
		j.length = seq
		if _, whole, err = appendPart(nil, item); whole {
			j.length++
		}
		return false
	})
	if err = errors.Join(err, backErr); err != nil || whole {
		return err
	}
	return j.cut()
}

// backwards yields the parts of all records, the last one first.
func (j *Journal) backwards(yield func(seq uint64, item *badger.Item) bool) error {
	return j.store.db.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{Reverse: true})
		defer it.Close()
		it.Seek(append(slices.Clone(j.prefix), 0xff))
		for ; it.ValidForPrefix(j.prefix); it.Next() {
			if !yield(binary.BigEndian.Uint64(it.Item().Key()[len(j.prefix):]), it.Item()) {
				break
			}
		}
		return nil
	})
}

func (j *Journal) key(seq uint64, part uint32) []byte {
	k := binary.BigEndian.AppendUint64(slices.Clone(j.prefix), seq)
	return binary.BigEndian.AppendUint32(k, part)
}

// Append adds records in order. It keeps all of them if it returns nil (see the package comment), and may keep the
// first ones after an error.
func (j *Journal) Append(records [][]byte) error {
	var entries []*badger.Entry
	size := 0
	for i, rest := range records {
		for part, mark := uint32(0), byte(partMore); mark == partMore; part++ {
			n := min(len(rest), partSize)
			if n == len(rest) {
				mark = partLast
			}
			value := append(append(make([]byte, 0, n+1), mark), rest[:n]...)
			entries = append(entries, badger.NewEntry(j.key(j.length+uint64(i), part), value))
			rest = rest[n:]
			if size += n + entrySize; size > txnSize-partSize {
				if err := j.write(entries); err != nil {
					return err
				}
				entries, size = nil, 0
			}
		}
	}
	if err := j.write(entries); err != nil {
		return err
	}
	j.length += uint64(len(records))
	return nil
}

func (j *Journal) write(entries []*badger.Entry) error {
	return j.store.wrap(updateAll(j.store, entries, (*badger.Txn).SetEntry))
}

// Replay yields every record in order. The bytes are valid until the next one.
func (j *Journal) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		gap := false
		err := j.store.db.View(func(txn *badger.Txn) (err error) {
			o := badger.DefaultIteratorOptions
			o.Prefix = j.prefix
			it := txn.NewIterator(o)
			defer it.Close()
			gap, err = j.replay(it, yield)
			return err
		})
		if err == nil && gap {
			err = j.cut()
		}
		if err != nil {
			yield(nil, j.store.wrap(err))
		}
	}
}

// replay stops at a gap, which becomes the end of the journal.
func (j *Journal) replay(it *badger.Iterator, yield func([]byte, error) bool) (gap bool, err error) {
	var record []byte
	seq, part := uint64(0), uint32(0) // of the next key
	for it.Rewind(); it.Valid(); it.Next() {
		place := it.Item().Key()[len(j.prefix):]
		at := binary.BigEndian.Uint64(place)
		if at >= j.length {
			break
		}
		if at != seq || binary.BigEndian.Uint32(place[8:]) != part {
			j.length = seq
			return true, nil
		}
		last := false
		if record, last, err = appendPart(record, it.Item()); err != nil {
			return false, err
		}
		if part++; !last {
			continue
		}
		if !yield(record, nil) {
			break
		}
		record, part = record[:0], 0
		seq++
	}
	return false, nil
}

// appendPart adds a part to its record, and reports whether it is the last.
func appendPart(record []byte, item *badger.Item) (longer []byte, last bool, err error) {
	err = item.Value(func(v []byte) error {
		if len(v) == 0 {
			return damaged("empty part at %x", item.Key())
		}
		longer, last = append(record, v[1:]...), v[0] == partLast
		return nil
	})
	return longer, last, err
}

// cut deletes everything after the end, the last part first. If interrupted, it leaves the gap.
func (j *Journal) cut() error {
	for {
		var keys [][]byte
		err := j.backwards(func(seq uint64, item *badger.Item) bool {
			if seq >= j.length {
				keys = append(keys, item.KeyCopy(nil))
			}
			return seq >= j.length && len(keys) < 1000
		})
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := updateAll(j.store, keys, (*badger.Txn).Delete); err != nil {
			return err
		}
	}
}

// Read returns a copy of record n, counting from 0.
func (j *Journal) Read(n int) (record []byte, err error) {
	err = j.store.db.View(func(txn *badger.Txn) error {
		last := false
		for part := uint32(0); !last; part++ {
			item, err := txn.Get(j.key(uint64(n), part))
			if err == nil {
				record, last, err = appendPart(record, item)
			}
			if err != nil {
				return fmt.Errorf("record %d: %w", n, err)
			}
		}
		return nil
	})
	return record, j.store.wrap(err)
}

// takenAtOnce limits the bytes of records in memory while a journal is copied.
const takenAtOnce = 1 << 20

// Take copies all sites of another store with their journals, notes and summaries. They replace the sites' data in this
// store. If interrupted, it leaves a site missing, or with a prefix of its journal.
func (s *Store) Take(from *Store) error {
	sites, err := from.Sites()
	if err != nil {
		return err
	}
	if from.dir != "" {
		known, err := Summarised(from.dir) // also sites without records
		if err != nil {
			return err
		}
		sites = append(sites, slices.Collect(maps.Keys(known))...)
	}
	slices.Sort(sites)
	sites = slices.Compact(sites)
	for _, site := range sites {
		if s.has(site) { // since Forget reads all sites
			err = s.Forget(site)
		}
		if err == nil {
			err = s.takeSite(from, site)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// has reports whether a site may have a journal in this store.
func (s *Store) has(site string) (has bool) {
	_ = s.db.View(func(txn *badger.Txn) error {
		_, err := txn.Get([]byte("S" + site))
		has = !errors.Is(err, badger.ErrKeyNotFound)
		return nil
	})
	return has
}

func (s *Store) takeSite(from *Store, site string) error {
	var texts map[string]string
	err := from.db.View(func(txn *badger.Txn) (err error) {
		texts, err = notes(txn, site)
		return err
	})
	if err != nil {
		return from.wrap(err)
	}
	for name, text := range texts {
		if err := s.SetNote(site, name, text); err != nil {
			return err
		}
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
