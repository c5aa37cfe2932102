package compare

import (
	"iter"
	"strings"

	"sitegraph/site"
)

// Unreached returns the pages of A to which nothing leads in B, in the order of their ids: they are no pages of B, and
// the ledger of B does not have their URLs. The error is that of the ledger.
func (d *Difference) Unreached(ledger iter.Seq2[site.Entry, error]) ([]State, error) {
	gone := map[string]bool{}
	for i, partner := range d.a.partner {
		if partner == none {
			gone[d.a.key(uint32(i))] = true
		}
	}
	for e, err := range ledger {
		if err != nil {
			return nil, err
		}
		delete(gone, strings.TrimPrefix(e.Key, d.b.origin))
	}
	var pages []State
	for i, partner := range d.a.partner {
		if partner == none && gone[d.a.key(uint32(i))] {
			pages = append(pages, d.a.state(uint32(i)))
		}
	}
	return pages, nil
}
