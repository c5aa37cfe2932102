package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// describeSameness says what was learnt of which URLs show the same page.
func (w *walk) describeSameness(c *site.Crawl) {
	s := w.same
	out := &site.Sameness{Masks: graph.Lasting(s.Masks.List()), Rules: s.List, Twins: s.Masks.Twins()}
	for e := range c.Ledger {
		if e.Reason.Rule != nil {
			e.Reason.Rule.URLs++
		}
	}
	w.build.MarkVolatile(c.Graph)
	var waiting []evidence.URLID
	for key := range evidence.URLID(w.known.URLs.Len()) {
		if w.build.Taken(key) && w.build.Follow(key).Missing {
			waiting = append(waiting, key)
		}
	}
	out.Shapes = w.yields.Report(waiting)
	c.Sameness = out
}
