package graph

import (
	"bytes"
	"cmp"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// canonical returns the page that represents a page by rel=canonical, or the page itself.
func (s *Sequence) canonical(key evidence.URLID) evidence.URLID {
	return s.Told.canonical(s.Same.Canonical(key))
}

// takePlace makes a page represent an equal one that came earlier in the same depth, if its key is smaller and no page
// represents it by rel=canonical.
func (s *Sequence) takePlace(p int32, key evidence.URLID, a *evidence.Answer) {
	urls, old := s.Known.URLs, s.Pages[p].Key
	if int(p) < s.followed || bytes.Compare(urls.Bytes(key), urls.Bytes(old)) > 0 || s.canonical(key) != key {
		return
	}
	s.represent(p, key, a)
}

// represent makes an equal page represent page p.
func (s *Sequence) represent(p int32, key evidence.URLID, a *evidence.Answer) {
	size, old := s.Known.URLs.Len(), s.Pages[p].Key
	s.PageAt.Set(old, 0, size)
	s.Duplicate.Set(old, p+1, size)
	s.Duplicate.Set(key, 0, size)
	s.PageAt.Set(key, p+1, size)
	s.Pages[p].Key, s.Pages[p].Answer = key, a
}

// settlePages makes the first page, by depth and key, represent equal pages with the same links. It may have come late
// because it was put off.
func (s *Sequence) settlePages() {
	urls := s.Known.URLs
	for k, at := range s.Duplicate {
		key := evidence.URLID(k)
		a := s.Known.Answer(key)
		if at == 0 || a == nil || s.DepthOf(key) < 0 || s.canonical(key) != key {
			continue
		}
		old := &s.Pages[at-1]
		first := cmp.Or(s.DepthOf(key)-s.DepthOf(old.Key), bytes.Compare(urls.Bytes(key), urls.Bytes(old.Key)))
		if first < 0 && bytes.Equal(a.Links, old.Answer.Links) {
			s.represent(at-1, key, a)
		}
	}
}

// representSeen replaces a page that no link leads to any more with its first duplicate that a link leads to. The links
// to its own URL turned out to vary with each request.
func (s *Sequence) representSeen() {
	var seen []evidence.URLID
	for k, at := range s.Duplicate {
		key := evidence.URLID(k)
		if at != 0 && !s.Found.Seen(s.Pages[at-1].Key) && s.Found.Seen(key) && s.Known.Answer(key) != nil {
			seen = append(seen, key)
		}
	}
	s.Known.URLs.Sort(seen)
	for _, key := range seen {
		if at := s.Duplicate.Get(key); !s.Found.Seen(s.Pages[at-1].Key) {
			s.represent(at-1, key, s.Known.Answer(key))
		}
	}
}

// applyRule makes a URL an alias of a page by a rule. If the page has not come yet, the rule acts like a redirect.
func (s *Sequence) applyRule(c evidence.Commit) Committed {
	a := s.Known.Answers[c.Place-1]
	if p := s.pageOf(s.Known.URLs.Key(a.URL)); p >= 0 {
		return s.alias(c.Key, s.Pages[p].Key)
	}
	if s.Told.Pages == nil || !s.redirectFrom(c.Key, &evidence.Answer{Location: a.URL}) {
		return Committed{Kind: site.OutcomeGone}
	}
	return s.alias(c.Key, s.Known.URLs.Key(a.URL))
}

// alias makes into represent key, unless that would make a circle.
func (s *Sequence) alias(key, into evidence.URLID) Committed {
	for by := into; by != key; by = evidence.URLID(s.standsFor.Get(by) - 1) {
		if s.standsFor.Get(by) == 0 {
			s.standsFor.Set(key, int32(into)+1, s.Known.URLs.Len())
			return Committed{Kind: site.OutcomeMerged, Into: into}
		}
	}
	s.fallen = append(s.fallen, key)
	return Committed{Kind: site.OutcomeGone}
}

func (s *Sequence) stands(key evidence.URLID) evidence.URLID {
	for s.standsFor.Get(key) != 0 {
		key = evidence.URLID(s.standsFor.Get(key) - 1)
	}
	return key
}

// Told knows which URLs are one page, if that is known in advance.
type Told struct {
	Pages evidence.Told // nil if unknown
	known *evidence.Known
}

// of returns what is known in advance about a key, if anything.
func (t *Told) of(key evidence.URLID) (p evidence.ToldPage, ok bool) {
	if t.Pages != nil {
		p, ok = t.Pages[t.known.URLs.String(key)]
	}
	return p, ok
}

// canonical returns the page that represents a page, if it was fetched, or the page itself.
func (t *Told) canonical(key evidence.URLID) evidence.URLID {
	p, _ := t.of(key)
	if p.Canonical == "" {
		return key
	}
	to := t.known.URLs.Find(p.Canonical)
	if to == evidence.NoURL {
		return key
	}
	if a := t.known.Newest(to); a == nil || a.Outcome != evidence.OutPage {
		return key
	}
	return to
}

// ruled returns the page that has an unfetched URL as an alias, or NoURL.
func (t *Told) ruled(key evidence.URLID) evidence.URLID {
	p, _ := t.of(key)
	if p.Page == "" {
		return evidence.NoURL
	}
	return t.known.URLs.Find(p.Page)
}

// toldState returns the state of a page that another page represents.
func (l *Ledger) toldState(key evidence.URLID) site.State {
	p, known := l.Told.of(key)
	if other, _ := l.Told.of(l.Pages[l.pageOf(key)].Key); known && p.Class == other.Class && p.Shown != other.Shown {
		return site.StateCanonical
	}
	return site.StateDuplicate
}

type chainEnd struct {
	Key     evidence.URLID // last key reached
	url     evidence.URLID // URL that led to it
	hops    int
	Missing bool       // the last key has no answer yet
	state   site.State // why the chain is broken, or ""
	reason  site.Reason
}

// Follow follows redirects from a key to the first answer that is not a redirect.
func (b *Builder) Follow(key evidence.URLID) chainEnd {
	e := chainEnd{Key: key, url: evidence.NoURL}
	var path [64]evidence.URLID
	for {
		a := b.Known.Answer(e.Key)
		if page := b.Ruled(e.Key, a); page != evidence.NoURL {
			e.Key, e.url = page, evidence.NoURL
			e.hops++
			return e
		}
		if a == nil {
			e.Missing = true
			return e
		}
		if a.Outcome != evidence.OutRedirect {
			return e
		}
		if e.hops >= b.limits.MaxRedirects || e.hops >= len(path) {
			e.state, e.reason = site.StateRedirectBad, site.Reason{Limit: site.LimitRedirects, Bound: e.hops}
			return e
		}
		path[e.hops] = e.Key
		if e.state, e.reason = b.judgeHop(a, path[:e.hops+1]); e.state != "" {
			return e
		}
		e.Key, e.url = b.Known.URLs.Key(a.Location), a.Location
		e.hops++
	}
}

// Ruled returns the page that has a key without an answer as an alias by a rule, or NoURL. A page is not in the graph
// and represents nothing if the links that led to it turned out to vary with each request.
func (b *Builder) Ruled(key evidence.URLID, a *evidence.Answer) evidence.URLID {
	if a != nil {
		return evidence.NoURL
	}
	page := b.Same.StandsFor(key)
	if page == evidence.NoURL {
		return b.Told.ruled(key)
	}
	if !b.Known.Site.Search && b.DepthOf(page) < 0 {
		return evidence.NoURL
	}
	return page
}

// judgeHop returns why a redirect cannot be followed. The state is "" if it can.
func (b *Builder) judgeHop(a *evidence.Answer, path []evidence.URLID) (site.State, site.Reason) {
	if a.Location == evidence.NoURL {
		return site.StateRedirectBad, site.Reason{Location: a.Why().Location}
	}
	if !a.Inside {
		return site.StateRedirectOut, site.Reason{Target: b.Known.URLs.String(a.Location)}
	}
	next := b.Known.URLs.Key(a.Location)
	if at := slices.Index(path, next); at >= 0 {
		loop := site.LinkFault{Kind: site.FaultLoop}
		if slices.ContainsFunc(path[at:], func(by evidence.URLID) bool { return b.Known.Answer(by).Why().Cookie }) {
			loop.Kind = site.FaultCookieLoop
		}
		return site.StateRedirectBad, site.Reason{Location: loop}
	}
	if b.Scope.Excludes(a.Location) {
		return site.StateRedirectLost, site.Reason{Target: b.Known.URLs.String(next), TargetState: site.StateExcluded}
	}
	return "", site.Reason{}
}

// ignored reports whether a key is left out, since it is too deep or beyond the page limit. An answer from an earlier
// run with wider limits does not count, unless redirects of this walk led there and on to their end.
func (b *Builder) ignored(key evidence.URLID) bool {
	if b.Taken(key) {
		return false
	}
	if _, ok := b.Found.Depth(key); !ok {
		_, redirected := b.Found.RedirectDepth(key)
		return !redirected
	}
	for range b.limits.MaxRedirects + 1 {
		if _, redirected := b.Found.RedirectDepth(key); !redirected && !b.Taken(key) {
			return true
		}
		a := b.Known.Answer(key)
		if !a.Redirects() || b.Scope.Excludes(a.Location) {
			break
		}
		key = b.Known.URLs.Key(a.Location)
	}
	return false
}
