package graph

import (
	"fmt"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// linkedURLs gathers the URLs of some kinds that pages link to or use.
type linkedURLs struct {
	*Tables
	kinds []site.LinkedKind
	byKey map[string]*site.Linked
}

// Linked returns the URLs of the wanted kinds that are no pages of the site, sorted by
// key, with what came of checking them.
func (t *Tables) Linked(c *site.Crawl) ([]*site.Linked, error) {
	l := &linkedURLs{Tables: t, kinds: t.limits.Linked, byKey: map[string]*site.Linked{}}
	if len(l.kinds) == 0 {
		return nil, nil
	}
	if err := l.fromLedger(c); err != nil {
		return nil, err
	}
	if err := l.fromUses(); err != nil {
		return nil, err
	}
	all := []*site.Linked{}
	for _, key := range site.Names(l.byKey) {
		u := l.byKey[key]
		u.Check = t.Known.Checked[key]
		u.Outdated = t.Known.Looked[key] < t.Known.LastIteration()
		slices.Sort(u.Kinds)
		slices.Sort(u.Pages)
		u.Pages = slices.Compact(u.Pages)
		all = append(all, u)
	}
	return all, nil
}

// add adds a URL of a kind, if it is wanted.
func (l *linkedURLs) add(kind site.LinkedKind, key, url string, pages ...int) {
	if !slices.Contains(l.kinds, kind) {
		return
	}
	u := l.byKey[key]
	if u == nil {
		u = &site.Linked{Key: key, URL: url}
		l.byKey[key] = u
	}
	if !slices.Contains(u.Kinds, kind) {
		u.Kinds = append(u.Kinds, kind)
	}
	for _, p := range pages {
		u.Pages = append(u.Pages, int32(p))
	}
}

// fromLedger adds links to other sites and to documents.
func (l *linkedURLs) fromLedger(c *site.Crawl) error {
	for e, err := range c.Ledger {
		if err != nil {
			return err
		}
		switch e.State {
		case site.StateExternal:
			l.add(site.LinkedExternal, e.Key, e.URL, c.Mentions(e.Key)...)
		case site.StateExtension:
			l.add(site.LinkedDocument, e.Key, e.URL, c.Mentions(e.Key)...)
		}
	}
	return nil
}

// fromUses adds what the pages use.
func (l *linkedURLs) fromUses() error {
	for i, p := range l.Pages {
		place, ok := l.Known.Uses[p.Key]
		if !ok {
			continue
		}
		record, err := l.Journal.Read(int(place))
		var r evidence.UsesRecord
		if err == nil {
			err = evidence.ReadEvent(record, &r)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", place, err)
		}
		for _, u := range r.Uses {
			key := u.Key
			if key == "" {
				key = u.URL
			}
			l.add(u.Kind, key, u.URL, i+1)
		}
	}
	return nil
}
