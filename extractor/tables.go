package extractor

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
)

// coldOf reads what tables need of page i from the journal.
func (w *walk) coldOf(i int) (coldPart, error) {
	n := int(w.pages[i].answer.record)
	record, err := w.parts.Journal.Read(n)
	if err != nil {
		return coldPart{}, err
	}
	s, err := decodeAnswer(record, w.mem.book)
	if err != nil {
		return coldPart{}, fmt.Errorf("record %d of the state: %w", n, err)
	}
	c, err := decodeCold(s.cold, w.mem.book)
	if err != nil {
		return coldPart{}, fmt.Errorf("record %d of the state: %w", n, err)
	}
	return c, nil
}

// rows yields the rows that a function makes of each page, in page order, or
// the first error.
func rows[T any](w *walk, wanted func(linkCounts) bool, make func(source int, c coldPart) []T) func(func(T, error) bool) {
	return func(yield func(T, error) bool) {
		var zero T
		for i, p := range w.pages {
			if !wanted(p.answer.counts) {
				continue
			}
			c, err := w.coldOf(i)
			if err != nil {
				yield(zero, err)
				return
			}
			for _, row := range make(i+1, c) {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

func (w *walk) external(yield func(site.ExternalLink, error) bool) {
	book := w.mem.book
	rows(w, func(c linkCounts) bool { return c.external > 0 }, func(source int, c coldPart) []site.ExternalLink {
		links := make([]site.ExternalLink, len(c.outer))
		for i, o := range c.outer {
			links[i] = site.ExternalLink{Source: source, URL: book.String(o.address), Key: book.String(book.key(o.address)),
				Text: o.text, Rel: o.rel, Count: int(o.count)}
		}
		slices.SortStableFunc(links, func(a, b site.ExternalLink) int {
			return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Rel, b.Rel))
		})
		return links
	})(yield)
}

func (w *walk) bad(yield func(site.BadLink, error) bool) {
	rows(w, func(c linkCounts) bool { return c.bad > 0 }, func(source int, c coldPart) []site.BadLink {
		links := make([]site.BadLink, len(c.bad))
		for i, b := range c.bad {
			links[i] = site.BadLink{Source: source, Href: b.Href, Fault: b.Fault, Text: b.Text, Count: int(b.Count)}
		}
		slices.SortStableFunc(links, func(a, b site.BadLink) int {
			return cmp.Or(cmp.Compare(a.Href, b.Href), cmp.Compare(a.Text, b.Text))
		})
		return links
	})(yield)
}

func (w *walk) occurrences(yield func(site.Occurrence, error) bool) {
	book := w.mem.book
	rows(w, func(linkCounts) bool { return true }, func(source int, c coldPart) []site.Occurrence {
		all := make([]site.Occurrence, len(c.occurrences))
		for i, o := range c.occurrences {
			all[i] = site.Occurrence{Source: source, Ordinal: i + 1, Element: o.element, Href: o.href, Kind: "bad", Text: o.text, Rel: o.rel}
			if o.address == none {
				continue
			}
			all[i].URL, all[i].Kind = book.String(o.address), "external"
			if o.internal {
				all[i].Kind, all[i].Target = "internal", w.standsFor(o.address)+1
			}
		}
		return all
	})(yield)
}
