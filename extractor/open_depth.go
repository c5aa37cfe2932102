package extractor

import (
	"maps"
	"slices"

	"sitegraph/site"
)

// openDepth is a depth of which URLs are missing. All that is above it has come, so when
// these have come, too, the graph goes on from there, if nothing that was learnt since
// changes what is above.
type openDepth struct {
	b       *builder
	depth   int
	keys    []urlID
	first   int     // pages of the depths above
	found   []urlID // where those of this depth were found
	counted [2]int  // answers and refused of the depths above

	classes, stands []int32
	repeated        map[site.Digest]bool
	ruled           bool
}

func (w *walk) openAt(b *builder, depth int, keys []urlID, first int, found []urlID, counted [2]int) *openDepth {
	s := w.same
	return &openDepth{b, depth, keys, first, found, counted, s.classes, s.stands, s.repeated, len(s.list) > 0}
}

// reopen returns where building begins: at the depth that was open, or from scratch.
func (w *walk) reopen(whole bool) *openDepth {
	o := w.opened
	w.opened = nil
	if o != nil && !whole && o.b == w.build && o.holds(w.same) {
		o.undo()
		return o
	}
	b := newBuilder(w.known, &w.limits)
	b.same = w.same
	b.setStart()
	return &openDepth{b: b, keys: b.starts}
}

// holds reports whether the depths above are as they were. Links that were followed ahead,
// for a redirect, are those of an open depth, and rules can stand for URLs anywhere.
func (o *openDepth) holds(s *sameness) bool {
	n := len(o.classes)
	return o.b.ahead != nil && !o.ruled && len(s.list) == 0 && n <= len(s.classes) &&
		slices.Equal(o.classes, s.classes[:n]) && slices.Equal(o.stands, s.stands[:n]) &&
		maps.Equal(o.repeated, s.repeated)
}

// undo forgets the pages of the depth, which is taken again.
func (o *openDepth) undo() {
	b := o.b
	for _, p := range b.pages[o.first:] {
		delete(b.byDigest, b.digest(p.key))
		b.pageAt.set(p.key, 0, 0)
	}
	for _, k := range o.found {
		b.duplicate.set(k, 0, 0)
	}
	b.pages = b.pages[:o.first]
	for i := range b.pages {
		b.pages[i].answer = b.known.answer(b.pages[i].key) // answers may have moved
	}
	b.ahead, b.answers, b.refused = nil, o.counted[0], o.counted[1]
}
