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

// Linked returns the URLs of the wanted kinds that are not pages of the site, sorted by
// key, with what came of checking them.
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

// earlierTexts finds the texts of links that are in the records of earlier pages: the links led into the site when
// they were written.
type earlierTexts struct {
	*Tables
	read map[uint32]textsOf // by record
}

type textsOf struct {
	urls []evidence.URLID
	said []evidence.SaidLink
}

// earlierRecords is the number of records that are kept for the next links.
const earlierRecords = 256

func (e *earlierTexts) find(said []evidence.SaidLink, url evidence.URLID) (evidence.SaidLink, error) {
	l := said[len(said)-1]
	of, err := e.of(l.Before - 1)
	if err != nil {
		return l, err
	}
	place := 0 // among those of the URL
	for _, other := range said[:len(said)-1] {
		if other.Link == l.Link {
			place++
		}
	}
	for _, other := range of.said {
		if other.Link >= len(of.urls) || of.urls[other.Link] != url || other.Before > 0 {
			continue
		}
		if place == 0 {
			l.Text, l.Rel = other.Text, other.Rel
			return l, nil
		}
		place--
	}
	return l, fmt.Errorf("record %d of the state: %w: texts of a link that it does not have", l.Before-1,
		evidence.ErrRecord)
}

func (e *earlierTexts) of(record uint32) (textsOf, error) {
	if known, ok := e.read[record]; ok {
		return known, nil
	}
	var d evidence.Details
	var a evidence.Answer
	b, err := e.Journal.Read(int(record))
	if err == nil {
		var cold []byte
		if a, cold, err = evidence.DecodeAnswer(b, e.Known.URLs); err == nil {
			d, err = evidence.DecodeCold(cold)
		}
	}
	if err != nil {
		return textsOf{}, fmt.Errorf("record %d of the state: %w", record, err)
	}
	if e.read == nil || len(e.read) == earlierRecords {
		e.read = map[uint32]textsOf{}
	}
	e.read[record] = textsOf{evidence.Unpack(nil, a.Links), d.Said}
	return e.read[record], nil
}
