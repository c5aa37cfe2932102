package graph

import (
	"fmt"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type linkedURLs struct {
	*Tables
	*site.LinkedSet
}

// Linked returns the URLs of the wanted kinds that are not pages of the site, sorted by key, with the results of
// checking them.
func (t *Tables) Linked(c *site.Crawl) ([]*site.Linked, error) {
	if len(t.limits.Linked) == 0 {
		return nil, nil
	}
	l := &linkedURLs{Tables: t, LinkedSet: site.NewLinkedSet(t.limits.Linked)}
	if err := l.fromLedger(c); err != nil {
		return nil, err
	}
	if err := l.fromUses(); err != nil {
		return nil, err
	}
	all := l.All()
	for _, u := range all {
		u.Check = t.Known.Checked[u.Key]
		u.Outdated = t.Known.Looked[u.Key] < t.Known.LastIteration()
	}
	return all, nil
}

func (l *linkedURLs) fromLedger(c *site.Crawl) error {
	for e, err := range c.Ledger {
		if err != nil {
			return err
		}
		switch e.State {
		case site.StateExternal:
			l.Add(site.LinkedExternal, e.Key, e.URL, c.Mentions(e.Key)...)
		case site.StateExtension:
			l.Add(site.LinkedDocument, e.Key, e.URL, c.Mentions(e.Key)...)
		}
	}
	return nil
}

func (l *linkedURLs) fromUses() error {
	for i, p := range l.Pages {
		place, ok := l.Known.Uses[p.Key]
		if !ok {
			continue
		}
		record, err := l.Journal.Read(int(place))
		var uses []evidence.UsedURL
		if err == nil {
			uses, err = evidence.UsesIn(record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", place, err)
		}
		for _, u := range uses {
			l.Add(u.Kind, u.Key, u.URL, i+1)
		}
	}
	return nil
}
