package extractor

import (
	"maps"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

// openDepth is a depth with missing URLs. All that is above it has come, so when
// these have come, too, the graph goes on from there, if nothing that was learnt since
// changes what is above.
type openDepth struct {
	b       *graph.Builder
	depth   int
	keys    []evidence.URLID
	first   int              // pages of the depths above
	found   []evidence.URLID // where those of this depth were found
	counted [2]int           // answers and refused of the depths above

	classes, stands []int32
	repeated        map[site.Digest]bool
	ruled           bool
}

func (w *walk) openAt(b *graph.Builder, depth int, keys []evidence.URLID, first int, found []evidence.URLID,
	counted [2]int) *openDepth {
	s := w.same
	return &openDepth{b, depth, keys, first, found, counted, s.Classes, s.Stands, s.Repeated, len(s.List) > 0}
}

// reopen returns where building begins: at the depth that was open, or from scratch.
func (w *walk) reopen(whole bool) *openDepth {
	o := w.opened
	w.opened = nil
	if o != nil && !whole && o.b == w.build && o.holds(w.same) {
		o.undo()
		return o
	}
	b := graph.NewBuilder(w.known, &w.limits)
	b.Same = w.same
	b.SetStart()
	return &openDepth{b: b, keys: b.Starts}
}

// holds reports whether the depths above are as they were. Links that were followed ahead,
// for a redirect, are those of an open depth, and rules can stand for URLs anywhere.
func (o *openDepth) holds(s *identity.Identity) bool {
	n := len(o.classes)
	return o.b.Ahead != nil && !o.ruled && len(s.List) == 0 && n <= len(s.Classes) &&
		slices.Equal(o.classes, s.Classes[:n]) && slices.Equal(o.stands, s.Stands[:n]) &&
		maps.Equal(o.repeated, s.Repeated)
}

// undo forgets the pages of the depth, which is taken again.
func (o *openDepth) undo() {
	b := o.b
	for _, p := range b.Pages[o.first:] {
		delete(b.ByDigest, b.Digest(p.Key))
		b.PageAt.Set(p.Key, 0, 0)
	}
	for _, k := range o.found {
		b.Duplicate.Set(k, 0, 0)
	}
	b.Pages = b.Pages[:o.first]
	for i := range b.Pages {
		b.Pages[i].Answer = b.Known.Answer(b.Pages[i].Key) // answers may have moved
	}
	b.Ahead, b.Answers, b.Refused = nil, o.counted[0], o.counted[1]
}
