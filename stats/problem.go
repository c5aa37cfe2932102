package stats

import (
	"iter"

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

// kind is a kind of problem with what finds it; one of entry, page and list is
// set.
type kind struct {
	name, severity, says string
	// entry judges a line of the ledger, page a page.
	entry func(f *finder, e *site.Entry) (o Occurrence, found bool)
	page  func(f *finder, i int) (o Occurrence, found bool)
	// list yields occurrences in their order.
	list func(f *finder) iter.Seq2[Occurrence, error]
}

// findProblems returns the kinds of problems that occur, in the order of the
// documentation, and the occurrences: kind by kind, then in the order of pages,
// or of the ledger. The occurrences are sought anew whenever they are read, so
// that memory does not grow with them. The errors are those of the crawl's
// sequences.
func findProblems(c *site.Crawl, w web) ([]Problem, iter.Seq2[Occurrence, error], error) {
	f := newFinder(c, w)
	kinds := problemKinds()
	counts, err := f.count(kinds)
	if err != nil {
		return []Problem{}, f.occurrences(nil), err
	}
	problems := []Problem{}
	var occurring []kind
	for i, k := range kinds {
		if counts[i] > 0 {
			problems = append(problems, Problem{Kind: k.name, Severity: k.severity, Says: k.says, Count: counts[i]})
			occurring = append(occurring, k)
		}
	}
	return problems, f.occurrences(occurring), nil
}

// count looks at the ledger and at the pages once for all kinds.
func (f *finder) count(kinds []kind) ([]int, error) {
	counts := make([]int, len(kinds))
	for e := range f.ledger() {
		for i, k := range kinds {
			if k.entry != nil {
				if _, found := k.entry(f, &e); found {
					counts[i]++
				}
			}
		}
	}
	for page := range f.web.pages {
		for i, k := range kinds {
			if k.page != nil {
				if _, found := k.page(f, page); found {
					counts[i]++
				}
			}
		}
	}
	for i, k := range kinds {
		if k.list == nil {
			continue
		}
		for _, err := range k.list(f) {
			if err != nil {
				return nil, err
			}
			counts[i]++
		}
	}
	return counts, nil
}

// occurrences yields those of some kinds, with the pages that link there.
func (f *finder) occurrences(kinds []kind) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for _, k := range kinds {
			for o, err := range f.of(k) {
				o.Kind = k.name
				if !yield(o, err) || err != nil {
					return
				}
			}
		}
	}
}

// of yields the occurrences of a kind.
func (f *finder) of(k kind) iter.Seq2[Occurrence, error] {
	switch {
	case k.list != nil:
		return k.list(f)
	case k.page != nil:
		return f.ofPages(k)
	}
	return func(yield func(Occurrence, error) bool) {
		for e := range f.ledger() {
			o, found := k.entry(f, &e)
			if !found {
				continue
			}
			o.URL = e.URL
			if o.SourceCount == 0 {
				o.Sources, o.SourceCount = f.linkers(&e)
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

func (f *finder) ofPages(k kind) iter.Seq2[Occurrence, error] {
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
