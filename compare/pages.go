package compare

import (
	"iter"

	"sitegraph/site"
)

// Change says what became of a page or an arc.
type Change string

// The changes. A page has the first of them that fits, in this order: what is
// Moved or Changed may have another level or other degrees too.
const (
	Removed    Change = "removed"    // in A only
	Added      Change = "added"      // in B only
	Moved      Change = "moved"      // the same content under another key
	Changed    Change = "changed"    // other content under the same key
	Shifted    Change = "shifted"    // another level or degree, nothing else
	Reweighted Change = "reweighted" // an arc with another number of links
	Kept       Change = "kept"       // none of these
)

// State is a page as one of the crawls has it. Degrees count arcs, self-loops
// included.
type State struct {
	// URL, Key, Hash, Title and Level are those of the page in its graph.
	URL, Key, Hash, Title string
	Level                 int
	// InDegree and OutDegree count its arcs.
	InDegree, OutDegree int
}

// PageChange is what became of one page.
type PageChange struct {
	Change Change // what became of it
	// A and B are the page in both crawls; A is zero if the page was added, B
	// if it was removed.
	A, B State
}

// all yields the changes of all pages in the order of Pages.
func (d *Difference) all() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		for i := range d.a.partner {
			if !yield(d.fate(uint32(i))) {
				return
			}
		}
		for i, partner := range d.b.partner {
			if partner == none && !yield(d.addition(uint32(i))) {
				return
			}
		}
	}
}

// addition is the change of a page of B that A has not.
func (d *Difference) addition(i uint32) PageChange {
	return PageChange{Change: Added, B: d.b.state(i)}
}

// fate is the change of a page of A.
func (d *Difference) fate(i uint32) PageChange {
	j := d.a.partner[i]
	if j == none {
		return PageChange{Change: Removed, A: d.a.state(i)}
	}
	c := PageChange{Change: Kept, A: d.a.state(i), B: d.b.state(j)}
	switch {
	case d.a.key(i) != d.b.key(j):
		c.Change = Moved
	case d.content && c.A.Hash != c.B.Hash && c.A.Hash != "" && c.B.Hash != "":
		c.Change = Changed
	case c.A.Level != c.B.Level || c.A.InDegree != c.B.InDegree || c.A.OutDegree != c.B.OutDegree:
		c.Change = Shifted
	}
	return c
}

func (v *version) state(i uint32) State {
	p := &v.graph.Pages[i]
	return State{
		URL: p.URL, Key: p.Key, Hash: p.Hash, Title: p.Title, Level: p.Level,
		InDegree: v.in[i], OutDegree: v.graph.OutDegree(int(i)),
	}
}

// page returns the page of the graph.
func (v *version) page(i uint32) *site.Page { return &v.graph.Pages[i] }
