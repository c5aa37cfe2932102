package stats

import (
	"iter"
	"slices"

	"sitegraph/site"
)

// The severities of problems.
const (
	// SeverityError is what a visitor stumbles over.
	SeverityError = "error"
	// SeverityWarning is what is probably not meant.
	SeverityWarning = "warning"
	// SeverityNotice is what may well be meant, and is good to know.
	SeverityNotice = "notice"
)

// kind is a kind of problem and how it is found; one of entry, page and list is
// set.
type kind struct {
	name, severity, explanation string
	// entry judges a row of the ledger, page a page.
	entry func(f *finder, e *site.Entry) (o Occurrence, found bool)
	page  func(f *finder, i int) (o Occurrence, found bool)
	// list yields occurrences in their order.
	list func(f *finder) iter.Seq2[Occurrence, error]
	// slow is set where list reads a table of the crawl.
	slow bool
}

// occurrencesKept is how many occurrences of a kind are kept, where they are
// found in the tables of the crawl, so that to read problems again costs no
// pass over these. A kind that has more is read again, but for its first ones.
const occurrencesKept = 4096

// kept holds what was found of a kind: how many occurrences there are, and the
// first of them; of kinds found in the ledger its rows.
type kept struct {
	count       int
	entries     []site.Entry
	occurrences []Occurrence
}

// findProblems finds the problems of a crawl. It reads the ledger once. The
// errors are those of the crawl's sequences.
func findProblems(c *site.Crawl, w web) (*finder, error) {
	f := newFinder(c, w)
	kinds := problemKinds()
	if err := f.readLedger(kinds); err != nil {
		return nil, err
	}
	for i := range kinds {
		if err := f.count(&kinds[i]); err != nil {
			return nil, err
		}
	}
	f.kinds = slices.DeleteFunc(kinds, func(k kind) bool { return f.kept[k.name].count == 0 })
	return f, nil
}

// readLedger takes from the ledger what the kinds of problems need.
func (f *finder) readLedger(kinds []kind) error {
	f.canonicals = f.unknownCanonicals()
	for _, k := range kinds {
		f.kept[k.name] = &kept{}
	}
	for e, err := range f.ledger() {
		if err != nil {
			return err
		}
		f.redirects.note(f, &e)
		f.canonicals.note(&e)
		for _, k := range kinds {
			if k.entry == nil {
				continue
			}
			if _, found := k.entry(f, &e); found {
				f.kept[k.name].noteEntry(e)
			}
		}
	}
	f.redirects.sort()
	return nil
}

func (k *kept) noteEntry(e site.Entry) {
	if k.count++; k.count <= occurrencesKept {
		k.entries = append(k.entries, e)
	}
}

// count counts the occurrences that are not found in the ledger.
func (f *finder) count(k *kind) error {
	all := f.kept[k.name]
	switch {
	case k.page != nil:
		for i := range f.web.pages {
			if _, found := k.page(f, i); found {
				all.count++
			}
		}
	case k.list != nil:
		for o, err := range k.list(f) {
			if err != nil {
				return err
			}
			if all.count++; k.slow && all.count <= occurrencesKept {
				all.occurrences = append(all.occurrences, o)
			}
		}
	}
	return nil
}

// problems returns the kinds that occur, in the order of the documentation.
func (f *finder) problems() []Problem {
	problems := []Problem{}
	for _, k := range f.kinds {
		problems = append(problems,
			Problem{Kind: k.name, Severity: k.severity, Says: k.explanation, Count: f.kept[k.name].count})
	}
	return problems
}

// occurrences yields at most so many of each kind, kind by kind.
func (f *finder) occurrences(each int) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for i := range f.kinds {
			left := each
			for o, err := range f.of(&f.kinds[i]) {
				o.Kind = f.kinds[i].name
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

// of yields the occurrences of a kind: those that are kept, then those that are
// not.
func (f *finder) of(k *kind) iter.Seq2[Occurrence, error] {
	all := f.kept[k.name]
	switch {
	case k.page != nil:
		return f.ofPages(k)
	case k.entry != nil:
		return joined(all.count, len(all.entries), f.ofEntries(k, withoutError(all.entries)), f.ofEntries(k, f.ledger()))
	case k.slow:
		return joined(all.count, len(all.occurrences), withoutError(all.occurrences), k.list(f))
	}
	return k.list(f)
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

func (f *finder) ofEntries(k *kind, entries iter.Seq2[site.Entry, error]) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for e, err := range entries {
			if err != nil {
				yield(Occurrence{}, err)
				return
			}
			o, found := k.entry(f, &e)
			if !found {
				continue
			}
			o.URL = e.URL
			if o.SourceCount == 0 && e.From != "" {
				o.Sources, o.SourceCount = f.linkers(e.Key, f.pageID(e.From))
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

func (f *finder) ofPages(k *kind) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for i := range f.web.pages {
			o, found := k.page(f, i)
			if !found {
				continue
			}
			o.Page, o.URL = i+1, f.crawl.Graph.Pages[i].URL
			if o.SourceCount == 0 {
				o.Sources, o.SourceCount = f.linking(i)
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}
