package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dgraph-io/badger/v4"

	"sitegraph/site"
)

// Sites lists the sites with nonempty journals, in alphabetical order.
func (s *Store) Sites() (names []string, err error) {
	err = s.db.View(func(txn *badger.Txn) error {
		sites, journals, err := numbers(txn)
		for _, n := range journals {
			if site, ok := sites[n]; ok {
				names = append(names, site)
			}
		}
		return err
	})
	slices.Sort(names)
	return names, s.wrap(err)
}

// Journal returns the journal of a site. It creates a missing one.
func (s *Store) Journal(site string) (*Journal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := &Journal{store: s}
	err := s.update(func(txn *badger.Txn) error {
		n, err := s.number(txn, []byte("S"+site))
		j.prefix = journalPrefix(n)
		return err
	})
	if err == nil {
		err = j.measure()
	}
	return j, s.wrap(err)
}

// Forget empties the journals of sites and drops their notes. If interrupted, it has done so for all of them or for
// none. badger removes a journal in several steps, and a kill could leave a part. So one transaction first takes the
// sites' numbers away, which hides their journals. The next Forget removes any rest. Do not use journals opened before.
func (s *Store) Forget(sites ...string) error {
	s.drop.Lock()
	defer s.drop.Unlock()
	for _, site := range sites {
		if err := os.RemoveAll(s.summaryPath(site)); err != nil {
			return s.wrap(err)
		}
	}
	var abandoned [][]byte
	err := s.write(func(txn *badger.Txn) error {
		for _, site := range sites {
			if err := errors.Join(txn.Delete([]byte("S"+site)), forgetNotes(txn, site)); err != nil {
				return err
			}
		}
		var err error
		abandoned, err = abandonedJournals(txn)
		return err
	})
	if err != nil || len(abandoned) == 0 {
		return s.wrap(err)
	}
	return s.wrap(s.db.DropPrefix(abandoned...))
}

// abandonedJournals returns the key prefixes of journals without a site.
func abandonedJournals(txn *badger.Txn) (prefixes [][]byte, err error) {
	sites, journals, err := numbers(txn)
	for _, n := range journals {
		if _, owned := sites[n]; !owned {
			prefixes = append(prefixes, journalPrefix(n))
		}
	}
	return prefixes, err
}

// numbers returns all sites by number, and the numbers of nonempty journals.
func numbers(txn *badger.Txn) (sites map[uint32]string, journals []uint32, err error) {
	sites = map[uint32]string{}
	it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("S")})
	for it.Rewind(); it.Valid() && err == nil; it.Next() {
		var n uint32
		n, err = numberOf(it.Item())
		sites[n] = string(it.Item().Key()[1:])
	}
	it.Close() // a writing transaction allows only one at a time

	it = txn.NewIterator(badger.IteratorOptions{Prefix: []byte("J")})
	defer it.Close()
	for it.Rewind(); it.Valid(); {
		n := binary.BigEndian.Uint32(it.Item().Key()[1:])
		journals = append(journals, n)
		it.Seek(append(journalPrefix(n), 0xff))
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

// number returns a site's number. A new site gets one above all numbers in use, including those of journals that Forget
// still has to drop.
func (s *Store) number(txn *badger.Txn, key []byte) (uint32, error) {
	item, err := txn.Get(key)
	if err == nil {
		return numberOf(item)
	}
	if !errors.Is(err, badger.ErrKeyNotFound) {
		return 0, err
	}
	if s.next == 0 { // or the store is empty
		sites, journals, err := numbers(txn)
		if err != nil {
			return 0, err
		}
		for _, n := range slices.AppendSeq(journals, maps.Keys(sites)) {
			s.next = max(s.next, n+1)
		}
	}
	s.next++
	return s.next - 1, txn.Set(key, binary.BigEndian.AppendUint32(nil, s.next-1))
}

func journalPrefix(number uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte("J"), number)
}

// summaries is the folder of the summaries in a state folder. Each site has one file, which is always replaced as a
// whole. So readers can read it without opening badger.
const summaries = "summaries"

// longestName is the longest file name that all file systems allow.
const longestName = 255

// SetSummary replaces the summary of a site. It keeps none in memory, or if the site's name is too long for a file.
func (s *Store) SetSummary(of string, summary []byte) error {
	path := s.summaryPath(of)
	if path == "" {
		return nil
	}
	if err := s.checkSpace(); err != nil {
		return s.wrap(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return s.wrap(err)
	}
	return s.wrap(site.ReplaceFile(path, 0o600, func(f *os.File) error {
		_, err := f.Write(summary)
		return err
	}))
}

// Summary returns the summary of a site, nil if there is none.
func (s *Store) Summary(site string) ([]byte, error) {
	summary, err := os.ReadFile(s.summaryPath(site))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return summary, s.wrap(err)
}

// Summarised returns the sites with a summary in a state folder. It does not open the store.
func Summarised(dir string) (map[string]bool, error) {
	names, err := filesEnding(filepath.Join(dir, summaries), ".summary")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	sites := map[string]bool{}
	for _, name := range names {
		if site, err := url.QueryUnescape(strings.TrimSuffix(name, ".summary")); err == nil {
			sites[site] = true
		}
	}
	return sites, (&Store{dir: dir}).wrap(err)
}

// Summaries returns the existing summaries in a state folder by site, of these sites or of all. It does not open the
// store, so it works during a crawl.
func Summaries(dir string, sites ...string) (map[string][]byte, error) {
	if len(sites) == 0 {
		known, err := Summarised(dir)
		if err != nil {
			return nil, err
		}
		sites = slices.Collect(maps.Keys(known))
	}
	s := &Store{dir: dir}
	all := map[string][]byte{}
	for _, site := range sites {
		if text, err := s.Summary(site); err != nil {
			return nil, err
		} else if text != nil { // a site may have just been forgotten
			all[site] = text
		}
	}
	return all, nil
}

// summaryPath returns the file of a summary, "" if none is kept.
func (s *Store) summaryPath(site string) string {
	name := url.QueryEscape(site) + ".summary"
	if s.dir == "" || len(name) > longestName {
		return ""
	}
	return filepath.Join(s.dir, summaries, name)
}

// Note returns a site's text with this name. ok is false if there is none.
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

// SetNote keeps a text for a site under a name until Forget.
func (s *Store) SetNote(site, name, text string) error {
	return s.wrap(s.update(func(txn *badger.Txn) error { return txn.Set(noteKey(site, name), []byte(text)) }))
}

func notes(txn *badger.Txn, site string) (map[string]string, error) {
	all := map[string]string{}
	prefix := noteKey(site, "")
	it := txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
	defer it.Close()
	for it.Rewind(); it.Valid(); it.Next() {
		text, err := it.Item().ValueCopy(nil)
		if err != nil {
			return nil, err
		}
		all[string(it.Item().Key()[len(prefix):])] = string(text)
	}
	return all, nil
}

func forgetNotes(txn *badger.Txn, site string) error {
	all, err := notes(txn, site)
	for name := range all {
		err = errors.Join(err, txn.Delete(noteKey(site, name)))
	}
	return err
}

func noteKey(site, name string) []byte { return []byte("N" + site + "\x00" + name) }
