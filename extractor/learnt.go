package extractor

import "sitegraph/site"

// describeSameness says what was learnt of which URLs show the same page.
func (w *walk) describeSameness(c *site.Crawl) {
	s := w.same
	out := &site.Sameness{Masks: s.masks.List(), Rules: s.list, Twins: s.masks.Twins()}
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
