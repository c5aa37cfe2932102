package evidence

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// A site begins again when its home page leads to another origin, or when the user wants another scope or other start
// pages. Its answers stay known, because they do not depend on the scope. But they depend on SiteRecord.Rewrite, which
// says whether links to another scheme count as internal. The answers under one such rule are an era with its own table
// of URLs. An era continues when the site begins again under its rule.
type eras struct {
	others map[string]*Known // the other eras, by SiteRecord.Rewrite
	spans  [][2]int          // the ranges of this era's records
}

// Has reports whether a record belongs to this era.
func (e *eras) Has(record int) bool {
	return slices.ContainsFunc(e.spans, func(s [2]int) bool { return s[0] <= record && record < s[1] })
}

// begin takes a site record. Earlier decisions become void. If other settings began the site again, all answers wait to
// be recalled. If a home page led to another origin, earlier answers stop counting.
func (in replay) begin(record []byte) error {
	var r SiteRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	scope, members, err := r.scope()
	if err != nil {
		return err
	}
	again := in.n.Site.Origin != "" && len(r.Passed) == 0
	if in.n.spans == nil || r.Rewrite != in.n.Site.Rewrite {
		again = in.turnTo(r.Rewrite)
	}
	if again {
		in.n.Anew, in.n.AnewFrom = true, in.n.Records
		in.noteSettled()
	} else if !in.n.Anew {
		// The origin of the answers so far led to another one.
		in.n.drop(func(int32) bool { return true })
		in.n.Twins, in.n.heldTwins, in.n.totals = nil, nil, totals{}
	}
	in.n.Site, in.n.Members = r, members
	in.reorder()
	in.n.URLs.SetScope(scope, in.n.Site.Longest)
	for a := range in.n.each {
		if err := in.n.URLs.judge(a); err != nil {
			return err
		}
	}
	if in.n.drop(in.lacks); again { // an answer that lacks data is requested again
		in.n.recallPassed(in.lacks)
	}
	refused := in.n.End.Reason == site.EndedRefused
	if in.n.End = (EndRecord{}); refused {
		in.n.End.Reason = site.EndedRefused // refused URLs are requested again
	}
	in.n.Starts = []URLID{in.n.URLs.Add(r.Start, r.Key)}
	if r.Watched {
		in.n.Watch()
	}
	in.list()
	return nil
}

func (r *SiteRecord) scope() (*site.Scope, *site.Members, error) {
	members, err := site.ReadMembers(r.Members)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if slices.ContainsFunc(r.Sections, func(s string) bool { return !strings.Contains(s, "/") }) {
		return nil, nil, fmt.Errorf("%w: sections", ErrRecord)
	}
	start, err := site.Parse(r.Start)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: start page: %w", ErrRecord, err)
	}
	return site.NewScope(start, members, r.Sections), members, nil
}

// turnTo continues the era of a rule or begins it. It reports whether the era was known.
func (in replay) turnTo(rewrite string) (known bool) {
	at := in.n.Records - 1
	others := in.n.others
	if in.n.spans != nil {
		before := *in.n
		before.spans[len(before.spans)-1][1] = at
		if others == nil {
			others = map[string]*Known{}
		}
		others[in.n.Site.Rewrite] = &before
	}
	next, known := others[rewrite]
	if !known {
		next = NewKnown()
		if in.n.Titles != nil {
			next.Titles = map[URLID]string{}
		}
	}
	delete(others, rewrite)
	next.Records, next.KeepWords, next.loading = in.n.Records, in.n.KeepWords, in.n.loading
	next.others, next.spans = others, append(next.spans, [2]int{at, math.MaxInt})
	*in.n = *next
	return known
}

// lacks reports whether an answer, given as 1 + its place, is a page that lacks data for the key.
func (in replay) lacks(place int32) bool {
	a := in.n.Answers[place-1]
	return a.Outcome == OutPage && (in.n.Site.Stable && a.Pieced == nil || in.n.Site.Texts && a.Open == nil)
}

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
