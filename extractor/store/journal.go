package store

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"github.com/dgraph-io/badger/v4"
)

// partSize bounds one value, txnSize the values of one transaction.
const (
	partSize = 512 << 10
	txnSize  = 1 << 20
)

// The first byte of a part.
const (
	partMore = 0
	partLast = 1
)

// Journal is the journal of one site; one goroutine at a time may append.
type Journal struct {
	store  *Store
	prefix []byte
	length uint64 // records
}

// measure finds the length: behind the last record that is whole. One that is
// not is removed, or its parts would join the record that takes its place.
func (j *Journal) measure() error {
	torn := uint32(0) // parts of the last record
	err := j.store.db.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{Reverse: true, PrefetchValues: false})
		defer it.Close()
		it.Seek(append(append([]byte{}, j.prefix...), 0xff))
		if !it.ValidForPrefix(j.prefix) {
			return nil
		}
		place := it.Item().Key()[len(j.prefix):]
		return it.Item().Value(func(v []byte) error {
			j.length = binary.BigEndian.Uint64(place)
			if len(v) > 0 && v[0] == partLast {
				j.length++
			} else {
				torn = binary.BigEndian.Uint32(place[8:]) + 1
			}
			return nil
		})
	})
	if err != nil || torn == 0 {
		return err
	}
	return j.store.update(func(txn *badger.Txn) error {
		for part := range torn {
			if err := txn.Delete(j.key(j.length, part)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (j *Journal) key(seq uint64, part uint32) []byte {
	k := make([]byte, 0, len(j.prefix)+12)
	k = append(k, j.prefix...)
	k = binary.BigEndian.AppendUint64(k, seq)
	return binary.BigEndian.AppendUint32(k, part)
}

// Append adds records in order. When it returns nil they are kept (see the
// package comment); after an error a prefix of them may be.
func (j *Journal) Append(records [][]byte) error {
	var entries []*badger.Entry
	size := 0
	for i, r := range records {
		for part := uint32(0); ; part++ {
			cut := min(len(r), partSize)
			mark := byte(partMore)
			if cut == len(r) {
				mark = partLast
			}
			value := append(make([]byte, 0, cut+1), mark)
			entries = append(entries, badger.NewEntry(j.key(j.length+uint64(i), part), append(value, r[:cut]...)))
			if size += cut; size > txnSize-partSize {
				if err := j.write(entries); err != nil {
					return err
				}
				entries, size = nil, 0
			}
			if r = r[cut:]; mark == partLast {
				break
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
	if len(entries) == 0 {
		return nil
	}
	if err := j.store.room(); err != nil {
		return err
	}
	return j.store.wrap(j.store.update(func(txn *badger.Txn) error {
		for _, e := range entries {
			if err := txn.SetEntry(e); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Replay yields every record in order; the bytes are valid until the next.
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

// replay ends at a gap, and then takes it for the end of the journal.
func (j *Journal) replay(it *badger.Iterator, yield func([]byte, error) bool) (gap bool, err error) {
	var record []byte
	more := true
	seq, part := uint64(0), uint32(0) // of the next key
	for it.Rewind(); it.Valid() && more; it.Next() {
		place := it.Item().Key()[len(j.prefix):]
		at := binary.BigEndian.Uint64(place)
		if at >= j.length {
			return false, nil
		}
		if at != seq || binary.BigEndian.Uint32(place[8:]) != part {
			j.length = seq
			return true, nil
		}
		err := it.Item().Value(func(v []byte) error {
			if len(v) == 0 {
				return fmt.Errorf("empty part at %x", it.Item().Key())
			}
			record = append(record, v[1:]...)
			if part++; v[0] == partLast {
				more = yield(record, nil)
				record, part = record[:0], 0
				seq++
			}
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// cut deletes what lies behind the end, the last first: if it is interrupted,
// the gap is still there.
func (j *Journal) cut() error {
	const atOnce = 1000
	for {
		var keys [][]byte
		err := j.store.db.View(func(txn *badger.Txn) error {
			it := txn.NewIterator(badger.IteratorOptions{Reverse: true})
			defer it.Close()
			for it.Seek(append(slices.Clone(j.prefix), 0xff)); it.ValidForPrefix(j.prefix) && len(keys) < atOnce; it.Next() {
				key := it.Item().KeyCopy(nil)
				if binary.BigEndian.Uint64(key[len(j.prefix):]) < j.length {
					break
				}
				keys = append(keys, key)
			}
			return nil
		})
		if err != nil || len(keys) == 0 {
			return err
		}
		err = j.store.update(func(txn *badger.Txn) error {
			for _, key := range keys {
				if err := txn.Delete(key); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// Read returns a copy of record n, counted from 0.
func (j *Journal) Read(n int) ([]byte, error) {
	var record []byte
	err := j.store.db.View(func(txn *badger.Txn) error {
		for part := uint32(0); ; part++ {
			item, err := txn.Get(j.key(uint64(n), part))
			if err != nil {
				return fmt.Errorf("record %d: %w", n, err)
			}
			last := false
			err = item.Value(func(v []byte) error {
				if len(v) == 0 {
					return fmt.Errorf("record %d: empty part", n)
				}
				record, last = append(record, v[1:]...), v[0] == partLast
				return nil
			})
			if err != nil || last {
				return err
			}
		}
	})
	return record, j.store.wrap(err)
}
