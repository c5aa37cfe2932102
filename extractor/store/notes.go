package store

import (
	"errors"

	"github.com/dgraph-io/badger/v4"
)

// Note returns a text that is kept of a site beside its journal, by its name; ok says that there is one.
func (s *Store) Note(site, name string) (text string, ok bool, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(noteKey(site, name))
		if errors.Is(err, badger.ErrKeyNotFound) {
			return nil
		}
		if err == nil {
			ok = true
			err = item.Value(func(v []byte) error { text = string(v); return nil })
		}
		return err
	})
	return text, ok, s.wrap(err)
}

// SetNote keeps a text of a site under a name until Forget.
func (s *Store) SetNote(site, name, text string) error {
	return s.wrap(s.update(func(txn *badger.Txn) error { return txn.Set(noteKey(site, name), []byte(text)) }))
}

func forgetNotes(txn *badger.Txn, site string) error {
	it := txn.NewIterator(badger.IteratorOptions{Prefix: noteKey(site, "")})
	var keys [][]byte
	for it.Rewind(); it.Valid(); it.Next() {
		keys = append(keys, it.Item().KeyCopy(nil))
	}
	it.Close() // a transaction that writes may have one at a time
	for _, key := range keys {
		if err := txn.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

func noteKey(site, name string) []byte { return []byte("N" + site + "\x00" + name) }
