package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

func sameness(s *identity.Identity) *site.Sameness {
	if s == nil {
		return nil
	}
	return &site.Sameness{Masks: graph.Lasting(s.Masks.List()), Rules: s.Rules.List, Twins: s.Masks.Twins()}
}

// describeSameness says which URLs show the same page, as far as that was learnt.
func (w *walk) describeSameness(c *site.Crawl, l *graph.Ledger) {
	for e := range c.Ledger {
		if e.Reason.Rule != nil {
			e.Reason.Rule.URLs++
		}
	}
	if note := c.Sameness.Twins.Note(); note != "" {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], note)
	}
	w.build.MarkVolatile(c.Graph)
	c.Sameness.Shapes = w.yields.Report(w.waiting())
	l.PutOff = w.yields.PutOff()
}

func (w *walk) waiting() (keys []evidence.URLID) {
	for key := range evidence.URLID(w.known.URLs.Len()) {
		if w.build.Taken(key) && w.build.Follow(key).Missing {
			keys = append(keys, key)
		}
	}
	return keys
}
