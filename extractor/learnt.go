package extractor

import (
	"strings"

	"sitegraph/site"
)

// lasting returns masks with as much of their examples as is the same at every
// crawl.
func lasting(masks []site.Mask) []site.Mask {
	for i := range masks {
		m := &masks[i]
		words := strings.Fields(m.Second)
		m.First, m.Second = "", ""
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
	var waiting []urlID
	for key := range urlID(w.known.urls.Len()) {
		if w.build.taken(key) && w.build.follow(key).missing {
			waiting = append(waiting, key)
		}
	}
	out.Shapes = w.yields.report(waiting)
	c.Sameness = out
}
