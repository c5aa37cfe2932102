package extractor

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// markVolatile marks the arcs of which no link was there at both requests for a
// page.
func (b *builder) markVolatile(g *site.Graph) {
	g.Volatile = make([]bool, g.Arcs())
	for i, p := range b.pages {
		volatile := b.same.masks.Volatile(b.known.urls.String(p.key))
		if len(volatile) == 0 {
			continue
		}
		stays := map[uint32]bool{}
		each(p.answer.internal, func(url urlID, _ uint32) {
			_, varies := slices.BinarySearch(volatile, b.known.urls.String(b.known.urls.key(url)))
			if to := b.linkedPage(url); to >= 0 && !varies {
				stays[uint32(to)] = true
			}
		})
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			g.Volatile[at] = !stays[g.Targets[at]]
		}
	}
}

// lasting returns masks with as much of them as is the same at every crawl. On
// which pages they were seen is not: what shows the second of the request differs
// only if the two requests were not in the same one.
func lasting(masks []site.Mask) []site.Mask {
	for i := range masks {
		m := &masks[i]
		words := strings.Fields(m.Second)
		m.First, m.Second, m.URL, m.Differed = "", "", "", 0
		if m.Kind != site.MaskDigits {
			continue
		}
		for j, w := range words {
			if strings.ContainsAny(w, "0123456789") {
				words[j] = "…"
			}
		}
		m.First = strings.Join(words, " ")
	}
	slices.SortFunc(masks, func(a, b site.Mask) int {
		return cmp.Or(cmp.Compare(b.Seen, a.Seen), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Shape, b.Shape),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.First, b.First))
	})
	return masks
}

// describeSameness says what was learnt of which URLs show the same page.
func (w *walk) describeSameness(c *site.Crawl) {
	s := w.same
	out := &site.Sameness{Masks: lasting(s.masks.List()), Rules: s.list, Twins: s.masks.Twins()}
	for e := range c.Ledger {
		if e.Reason.Rule != nil {
			e.Reason.Rule.URLs++
		}
	}
	w.build.markVolatile(c.Graph)
	var waiting []urlID
	for key := range urlID(w.known.urls.Len()) {
		if w.build.taken(key) && w.build.follow(key).missing {
			waiting = append(waiting, key)
		}
	}
	out.Shapes = w.yields.report(waiting)
	c.Sameness = out
}
