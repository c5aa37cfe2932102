package evidence

import (
	"fmt"
	"slices"

	"sitegraph/site"
)

// Answers store links without judging them. The scope judges each URL of the table once, and again when the scope
// changes.

type side uint8

const (
	outside side = iota // another site's
	inside              // the site's own
	tooLong             // the site's own, but longer than allowed
)

func (t *URLTable) sideOf(url, key string) side {
	switch {
	case t.scope == nil || !t.scope.Has(url, key):
		return outside
	case t.longest > 0 && len(url) > t.longest:
		return tooLong
	}
	return inside
}

// SetScope sets the scope of the site and the maximum length of its URLs in bytes; 0 means no limit.
func (t *URLTable) SetScope(s *site.Scope, longest int) {
	t.scope, t.longest = s, longest
	for id := range t.sides {
		t.sides[id] = t.sideOf(t.String(URLID(id)), t.String(t.Keys[id]))
	}
}

// Inside reports whether a URL is the site's own.
func (t *URLTable) Inside(url URLID) bool { return t.sides[url] == inside }

// Outside reports whether a URL is another site's.
func (t *URLTable) Outside(url URLID) bool { return t.sides[url] == outside }

// EachInside calls f for every packed link to a URL of the site. Links to URLs that are too long do not count.
func (t *URLTable) EachInside(links []byte, f func(url URLID, count uint32)) {
	t.each(links, inside, f)
}

// EachOutside calls f for every packed link to a URL of another site.
func (t *URLTable) EachOutside(links []byte, f func(url URLID, count uint32)) {
	t.each(links, outside, f)
}

func (t *URLTable) each(links []byte, which side, f func(url URLID, count uint32)) {
	Each(links, func(url URLID, count uint32) {
		if t.sides[url] == which {
			f(url, count)
		}
	})
}

func (t *URLTable) packed(links []byte, which side) []byte {
	some := linkPacker{packed: make([]byte, 0, len(links))}
	t.each(links, which, some.add)
	return some.packed
}

// PackedInside returns the packed links to URLs of the site among others.
func (t *URLTable) PackedInside(links []byte) []byte { return t.packed(links, inside) }

func (t *URLTable) judge(a *Answer) error {
	var n [tooLong + 1]uint32
	Each(a.Links, func(url URLID, count uint32) { n[t.sides[url]] += count })
	a.Counts.Internal, a.Counts.External, a.Counts.Long = n[inside], n[outside], n[tooLong]
	t.judgeLocation(a)
	return t.closeDigest(a)
}

// judgeLocation records whether a redirect leads to a URL of the site. A URL that is too long leads nowhere.
func (t *URLTable) judgeLocation(a *Answer) {
	y := a.Why()
	if y.long != 0 {
		a.Location, y.long, y.Location = y.long-1, 0, site.LinkFault{}
	}
	if a.Location == NoURL {
		return
	}
	if a.Inside = t.Inside(a.Location); t.sides[a.Location] == tooLong {
		y.long, y.Location = a.Location+1, site.LinkFault{Kind: site.FaultTooLong, Bound: t.longest}
		a.Location = NoURL
	}
	a.trouble = nil
	a.setTrouble(y)
}

// Settle adapts the details of an answer with these links to the scope, which determines the bad ones among links that
// are too long.
func (t *URLTable) Settle(d *Details, links []URLID) error {
	if !d.fit(len(links)) {
		return fmt.Errorf("%w: a link that its page does not have", ErrRecord)
	}
	long := func(link int) bool { return link > 0 && t.sides[links[link-1]] == tooLong }
	bad := d.Bad[:0]
	for _, b := range d.Bad {
		if b.Link == 0 || long(b.Link) {
			bad = joinBad(bad, b)
		}
	}
	d.Bad = bad
	for i := range d.Occurrences {
		if o := &d.Occurrences[i]; long(o.Link) {
			o.Link, o.Href = 0, Clip(o.Href, t.longest)
		}
	}
	return nil
}

// fit reports whether the details refer only to the given number of links.
func (d *Details) fit(links int) bool {
	return !slices.ContainsFunc(d.Said, func(l SaidLink) bool { return l.Link < 0 || l.Link >= links }) &&
		!slices.ContainsFunc(d.Bad, func(b BadLink) bool { return b.Link < 0 || b.Link > links }) &&
		!slices.ContainsFunc(d.Occurrences, func(o Occurrence) bool { return o.Link < 0 || o.Link > links })
}

// joinBad adds a bad link to a list, merging it with an equal one.
func joinBad(all []BadLink, b BadLink) []BadLink {
	if b.Link > 0 {
		b.Link = 0
		for i := range all {
			if o := &all[i]; o.Href == b.Href && o.Fault == b.Fault && o.Text == b.Text {
				o.Count += b.Count
				return all
			}
		}
	}
	return append(all, b)
}
