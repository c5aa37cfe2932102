package stats

import (
	"cmp"
	"iter"
	"slices"

	"sitegraph/site"
)

// occurrencesKept is how many occurrences of a kind are kept, where they are found in the tables of the crawl, so
// that to read problems again costs no pass over these. A kind that has more is read again, but for its first ones.
const occurrencesKept = 4096

// problemSearch holds the kinds of problems that a crawl has, and what was found of each.
type problemSearch struct {
	*finder
	kinds []kind
}

// findProblems finds the problems of a crawl. It reads the ledger once. The errors are those of the crawl's
// sequences.
func findProblems(c *site.Crawl, dg digraph) (*problemSearch, error) {
	s := &problemSearch{finder: newFinder(c, dg), kinds: problemKinds()}
	if err := s.readLedger(); err != nil {
		return nil, err
	}
	for i := range s.kinds {
		if err := s.count(&s.kinds[i]); err != nil {
			return nil, err
		}
	}
	s.kinds = slices.DeleteFunc(s.kinds, func(k kind) bool { return k.count == 0 })
	return s, nil
}

// readLedger takes from the ledger what the kinds of problems need.
func (s *problemSearch) readLedger() error {
	for e, err := range s.crawl.Ledger {
		if err != nil {
			return err
		}
		s.noteRedirect(&e)
		if _, wanted := s.canonicals[e.Key]; wanted {
			s.canonicals[e.Key] = e
		}
		for i := range s.kinds {
			k := &s.kinds[i]
			if k.entry == nil {
				continue
			}
			if _, found := k.entry(s.finder, &e); !found {
				continue
			}
			if k.count++; k.count <= occurrencesKept {
				k.entries = append(k.entries, e)
			}
		}
	}
	slices.SortStableFunc(s.redirects, func(a, b redirect) int { return cmp.Compare(a.key, b.key) })
	return nil
}

// count counts the occurrences that are not found in the ledger.
func (s *problemSearch) count(k *kind) error {
	if k.entry != nil {
		return nil
	}
	for o, err := range k.list(s.finder) {
		if err != nil {
			return err
		}
		if k.count++; k.slow && k.count <= occurrencesKept {
			k.first = append(k.first, o)
		}
	}
	return nil
}

// problems returns the kinds that occur, in the order of the documentation.
func (s *problemSearch) problems() []Problem {
	problems := []Problem{}
	for _, k := range s.kinds {
		problems = append(problems,
			Problem{Kind: k.name, Severity: k.severity, Explanation: k.explanation, Count: k.count})
	}
	return problems
}

// occurrences yields at most so many of each kind, kind by kind.
func (s *problemSearch) occurrences(each int) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for i := range s.kinds {
			left := each
			for o, err := range s.of(&s.kinds[i]) {
				o.Kind = s.kinds[i].name
				if !yield(o, err) || err != nil {
					return
				}
				if left--; left == 0 {
					break
				}
			}
		}
	}
}

// of yields the occurrences of a kind: those that are kept, then those that are not.
func (s *problemSearch) of(k *kind) iter.Seq2[Occurrence, error] {
	if k.entry != nil {
		return joined(k.count, len(k.entries), s.ofEntries(k, withoutError(k.entries)), s.ofEntries(k, s.crawl.Ledger))
	}
	return joined(k.count, len(k.first), withoutError(k.first), k.list(s.finder))
}

// joined yields the kept ones, and if there are more, all others after those.
func joined(count, kept int, first, all iter.Seq2[Occurrence, error]) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for o, err := range first {
			if !yield(o, err) {
				return
			}
		}
		if kept == count {
			return
		}
		skip := kept
		for o, err := range all {
			if skip--; skip >= 0 && err == nil {
				continue
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

func withoutError[T any](all []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range all {
			if !yield(v, nil) {
				return
			}
		}
	}
}

func (s *problemSearch) ofEntries(k *kind, entries iter.Seq2[site.Entry, error]) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for e, err := range entries {
			if err != nil {
				yield(Occurrence{}, err)
				return
			}
			o, found := k.entry(s.finder, &e)
			if !found {
				continue
			}
			o.URL = e.URL
			if o.SourceCount == 0 && e.From != "" {
				o.Sources, o.SourceCount = s.linkers(e.Key, s.pageID(e.From))
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}
