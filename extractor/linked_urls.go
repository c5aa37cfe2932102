package extractor

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// usesRecord has what a page uses, beside its answer; a later one counts.
type usesRecord struct {
	Of   string    `json:"of"` // the page's key
	Uses []usedURL `json:"uses"`
}

// usedURL is a URL that a page uses, each kind and URL once.
type usedURL struct {
	Kind site.LinkedKind `json:"kind"`
	URL  string          `json:"url"`
	Key  string          `json:"key,omitempty"` // "" if it is the URL
}

// checkedRecord has what came of checking a URL; a later one counts.
type checkedRecord struct {
	Key   string         `json:"key"`
	Check site.LinkCheck `json:"check"`
}

// KeepCheck writes what came of checking a URL to a journal whose walk is over.
func KeepCheck(j Journal, key string, c site.LinkCheck) error {
	record, err := event(kindChecked, checkedRecord{Key: key, Check: c})
	if err != nil {
		return err
	}
	return j.Append([][]byte{record})
}

// uses resolves what a page uses.
func (v *visitor) uses(base site.URL, encode func(string) []byte, r site.Response) (found []usedURL) {
	seen := map[usedURL]bool{}
	for _, u := range v.parts.Uses(r) {
		href, _, _ := strings.Cut(u.Href, "#")
		t := v.resolve(base, href, encode)
		if t.Fault.Failed() || href == "" {
			continue
		}
		one := usedURL{Kind: u.Kind, URL: t.URL}
		if t.Key != t.URL {
			one.Key = t.Key
		}
		if !seen[one] {
			seen[one] = true
			found = append(found, one)
		}
	}
	return found
}

// recordsOf returns the records of an answer and of what it uses.
func recordsOf(a *Answer, urls *urlTable) ([][]byte, error) {
	records := [][]byte{encodeAnswer(a, urls)}
	if len(a.uses) == 0 || a.twin || a.Outcome != outPage {
		return records, nil
	}
	uses, err := event(kindUses, usesRecord{Of: a.Key, Uses: a.uses})
	return append(records, uses), err
}

// takeUses notes where the record is that has what a page uses.
func (n *known) takeUses(record []byte, place uint32) error {
	var r usesRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	if n.uses == nil {
		n.uses = map[urlID]uint32{}
	}
	if key := n.urls.find(r.Of); key != noURL {
		n.uses[key] = place
	}
	return nil
}

// takeChecked takes what came of checking a URL.
func (n *known) takeChecked(record []byte) error {
	var r checkedRecord
	err := readEvent(record, &r)
	if n.checked == nil {
		n.checked, n.looked = map[string]site.LinkCheck{}, map[string]int{}
	}
	n.checked[r.Key], n.looked[r.Key] = r.Check, n.lastIteration()
	return err
}

// linkedURLs gathers the URLs of some kinds that pages link to or use.
type linkedURLs struct {
	*tables
	kinds []site.LinkedKind
	byKey map[string]*site.Linked
}

// linked returns the URLs of the wanted kinds that are no pages of the site, sorted by
// key, with what came of checking them.
func (t *tables) linked(c *site.Crawl) ([]*site.Linked, error) {
	l := &linkedURLs{tables: t, kinds: t.limits.Linked, byKey: map[string]*site.Linked{}}
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
		u.Check = t.known.checked[key]
		u.Outdated = t.known.looked[key] < t.known.lastIteration()
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
	for i, p := range l.pages {
		place, ok := l.known.uses[p.key]
		if !ok {
			continue
		}
		record, err := l.journal.Read(int(place))
		var r usesRecord
		if err == nil {
			err = readEvent(record, &r)
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
