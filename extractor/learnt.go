package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// describeSameness says which URLs show the same page, as far as that was learnt.
func (w *walk) describeSameness(c *site.Crawl, l *graph.Ledger) {
	s := w.same
	out := &site.Sameness{Masks: graph.Lasting(s.Masks.List()), Rules: s.Rules.List, Twins: s.Masks.Twins()}
	for e := range c.Ledger {
		if e.Reason.Rule != nil {
			e.Reason.Rule.URLs++
		}
	}
	w.build.MarkVolatile(c.Graph)
	out.Shapes = w.yields.Report(w.waiting())
	l.PutOff = w.yields.PutOff()
	c.Sameness = out
}

func (w *walk) waiting() (keys []evidence.URLID) {
	for key := range evidence.URLID(w.known.URLs.Len()) {
		if w.build.Taken(key) && w.build.Follow(key).Missing {
			keys = append(keys, key)
		}
	}
	return keys
}
