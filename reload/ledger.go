package reload

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"sitegraph/site"
)

// ledgerRows reads the ledger.
func (f *Folder) ledgerRows(check func(*table, site.Entry) error) iter.Seq2[site.Entry, error] {
	columns := []string{"normalized_url", "url", "state", "reason", "page", "from", "level", "status"}
	return rows(f, ledgerName, columns, func(t *table) (e site.Entry, err error) {
		level, err := t.known(6, -1, 0, math.MaxInt32)
		if err != nil {
			return e, err
		}
		status, err := t.known(7, 0, 1, 999)
		if err != nil {
			return e, err
		}
		e.Level, e.Status = int(level), int(status)
		var state string
		t.texts(0, &e.Key, &e.URL, &state, &e.Reason, &e.Page, &e.From)
		e.State = site.State(state)
		return e, check(t, e)
	})
}

// ledger is the sequence of the crawl. What goes wrong is kept for Err.
func (f *Folder) ledger() iter.Seq[site.Entry] {
	return func(yield func(site.Entry) bool) {
		for e, err := range f.ledgerRows(func(*table, site.Entry) error { return nil }) {
			if err != nil {
				f.fail(err)
				return
			}
			if !yield(e) {
				return
			}
		}
	}
}

// checkLedger reads the ledger once: its order, its pages, and whether the
// states are as many as the manifest counts.
func (f *Folder) checkLedger(keys *keyIndex) error {
	if _, ok := f.files[ledgerName]; !ok {
		return nil
	}
	counted := map[site.State]int{}
	var last site.Entry
	check := func(t *table, e site.Entry) error {
		outside := e.State == site.StateExternal
		switch was := last.State == site.StateExternal; {
		case was && !outside:
			return t.damage("an address of the site behind external ones")
		case was == outside && e.Key <= last.Key:
			return t.damage("normalized_url %s behind %s: the rows are sorted by it", shown(e.Key), shown(last.Key))
		case f.Manifest.Counts.States[e.State] <= counted[e.State]:
			return t.damage("state %s: the manifest counts %d of them", shown(e.State), f.Manifest.Counts.States[e.State])
		}
		counted[e.State]++
		last = e
		return pagesOf(t, e, keys)
	}
	for _, err := range f.ledgerRows(check) {
		if err != nil {
			return err
		}
	}
	return f.missingStates(counted)
}

// pagesOf checks that the pages of an entry are pages.
func pagesOf(t *table, e site.Entry, keys *keyIndex) error {
	for _, key := range []string{e.Page, e.From} {
		if _, ok := keys.find(key); key != "" && !ok {
			return t.damage("%s is no normalized_url of %s", shown(key), nodesName)
		}
	}
	return nil
}

// missingStates tells which state has fewer entries than the manifest counts.
func (f *Folder) missingStates(counted map[site.State]int) error {
	want := f.Manifest.Counts.States
	for _, state := range slices.Sorted(maps.Keys(want)) {
		if counted[state] != want[state] {
			path := filepath.Join(f.path, f.files[ledgerName].Name)
			return fmt.Errorf("%s has %d addresses of the state %s, the manifest counts %d; %s", path, counted[state], shown(state), want[state], remedy)
		}
	}
	return nil
}
