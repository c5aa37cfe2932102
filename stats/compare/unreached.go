package compare

import (
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// Unreached returns the pages of A to which nothing leads in B, in the order of their ids: they are no pages of B, and
// the ledger of B does not have their URLs. The error is that of the ledger.
func (d *Difference) Unreached(ledger iter.Seq2[site.Entry, error]) ([]State, error) {
	all, err := d.unreached(ledger)
	if err != nil {
		return nil, err
	}
	var pages []State
	for _, i := range all {
		pages = append(pages, d.a.state(i))
	}
	return pages, nil
}

// unreached are the ids of these pages.
func (d *Difference) unreached(ledger iter.Seq2[site.Entry, error]) (pages []uint32, err error) {
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
	for i, partner := range d.a.partner {
		if partner == none && gone[d.a.key(uint32(i))] {
			pages = append(pages, uint32(i))
		}
	}
	return pages, nil
}

// Loss is a page of A to which nothing leads in B.
type Loss struct {
	State
	// Changes are the numbers of those that took away what led there, sorted; none if that is not known.
	Changes []int
}

// Losses returns the pages that [Difference.Unreached] does. Took says which changes take away the arc between two
// pages of A, by their normalized URLs. Where an arc comes from a page that is not reached either, the changes are
// those of that page, too.
func (d *Difference) Losses(ledger iter.Seq2[site.Entry, error], took func(source, target string) []int) ([]Loss,
	error) {
	lost, err := d.unreached(ledger)
	if err != nil {
		return nil, err
	}
	at := map[uint32]int{}
	all := make([]Loss, len(lost))
	for n, i := range lost {
		at[i], all[n].State = n, d.a.state(i)
	}
	leads := make([][]int, len(lost)) // from one that is lost to others
	for i := range d.a.graph.Pages {
		targets, _ := d.a.graph.Out(i)
		for _, j := range targets {
			n, is := at[j]
			if !is {
				continue
			}
			all[n].add(took(d.a.graph.Pages[i].Key, d.a.graph.Pages[j].Key))
			if m, is := at[uint32(i)]; is {
				leads[m] = append(leads[m], n)
			}
		}
	}
	spread(all, leads)
	return all, nil
}

// spread has what is lost with a page have its changes, too.
func spread(all []Loss, leads [][]int) {
	var waiting []int
	for n := range all {
		waiting = append(waiting, n)
	}
	for len(waiting) > 0 {
		n := waiting[0]
		waiting = waiting[1:]
		for _, m := range leads[n] {
			if all[m].add(all[n].Changes) {
				waiting = append(waiting, m)
			}
		}
	}
}

// add adds changes, and reports whether some are new.
func (l *Loss) add(changes []int) (added bool) {
	for _, c := range changes {
		if i, has := slices.BinarySearch(l.Changes, c); !has {
			l.Changes, added = slices.Insert(l.Changes, i, c), true
		}
	}
	return added
}
