package compare

import (
	"iter"

	"sitegraph/site"
)

// Options say how two crawls may be compared; [SettingsDiff] derives
// them from the settings of the crawls.
type Options struct {
	// IgnoreContent is set when equal hashes do not mean equal content, or
	// different ones different content, as when the crawls were made with
	// different duplicate keys. Then no page counts as changed or moved.
	IgnoreContent bool
	// Notes are remarks for the summary.
	Notes []string
}

// Difference is what has changed from a crawl A to a crawl B. It refers to
// both, which must stay as they are. Its sequences may be read as often as
// wanted, by several goroutines at once.
type Difference struct {
	a, b    *version
	content bool // contents were compared
	summary Summary
}

// New compares two crawls.
func New(a, b *site.Crawl, o Options) *Difference {
	d := &Difference{a: newVersion(a), b: newVersion(b), content: !o.IgnoreContent}
	match(d.a, d.b, d.content)
	d.summary = d.summarise(a, b, o)
	return d
}

// Summary returns the counts.
func (d *Difference) Summary() Summary { return d.summary }

// Pages yields the pages that differ: those of A in the order of their ids,
// then the added ones in the order of their ids in B. A page that is Kept has
// no row.
func (d *Difference) Pages() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		for c := range d.all() {
			if c.Change != Kept && !yield(c) {
				return
			}
		}
	}
}

// Arcs yields the arcs that differ, by source as Pages has them. The arcs of a
// source come in the order of its targets in A, then those that were added in
// the order of the targets in B.
func (d *Difference) Arcs() iter.Seq[ArcChange] {
	return func(yield func(ArcChange) bool) {
		for m := range d.merged() {
			if m.a.weight != m.b.weight && !yield(d.arcChange(m)) {
				return
			}
		}
	}
}
