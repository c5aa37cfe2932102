package graph

import (
	"iter"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Sequence builds the crawl of one site from its commits, one by one, in the order of decisions. It does not know how
// these were made. Depths are based on the graph so far and can only fall.
type Sequence struct {
	*Builder
	rewards rewards
	// standsFor has, for an alias, 1 + the key that represents it.
	standsFor evidence.Column
	ways      map[evidence.URLID][]way // ways to a key, from links along redirects
	// ByDepth makes links count once all pages of a depth have come. Of equal pages in a depth, the first one by key
	// then represents the others.
	ByDepth  bool
	followed int // number of pages whose links count
	// Beside is 1 for a key that was requested only because a sitemap lists it. No link or redirect leads to it.
	Beside evidence.Column
	// Keys that links made known in the current commit, targets of redirects, and keys that came nearer to the start
	// page or to a link.
	fresh, targets, fallen []evidence.URLID
	History                []past
}

// past is a commit with the depth of its URL at that time and the number of external URLs that it brought.
type past struct {
	evidence.Commit
	depth, found int
}

// Committed is the result of a commit.
type Committed struct {
	Kind         site.OutcomeKind // outcome for the URL
	Into         evidence.URLID   // key that represents an alias
	Fresh        []evidence.URLID
	Found, Again int // numbers of external URLs, as in site.Outcome
}

// NewSequence returns a sequence without commits.
func NewSequence(b *Builder) *Sequence {
	return &Sequence{Builder: b, rewards: rewards{urls: b.Known.URLs, forms: site.NewInterner()},
		ways: map[evidence.URLID][]way{}}
}

// Apply makes the answer of a key count.
func (s *Sequence) Apply(c evidence.Commit) Committed {
	depth := s.DepthOf(c.Key)
	if s.limits.MaxLevel >= 0 && depth > s.limits.MaxLevel { // in checks, if the page that led there has changed
		return Committed{Kind: site.OutcomeGone}
	}
	s.Known.Commit(c)
	if c.Kind == evidence.OfTwin || c.Kind == evidence.OfNothing || c.Kind == evidence.OfVisit {
		return Committed{Kind: site.OutcomeGone}
	}
	if depth < 0 && !s.Known.Site.Search { // in a search, the order alone decides what to visit
		s.Beside.Set(c.Key, 1, s.Known.URLs.Len())
		return Committed{Kind: site.OutcomeGone}
	}
	s.Beside.Set(c.Key, 0, s.Known.URLs.Len())
	a := s.Known.Answer(c.Key)
	s.Refusals.look(a, s.refuses(a))
	s.fresh, s.targets = nil, nil
	var out Committed
	switch {
	case c.Kind == evidence.OfRule:
		out = s.applyRule(c)
	case a.Outcome == evidence.OutRedirect:
		out = s.applyRedirect(c.Key, a)
	case a.Outcome == evidence.OutPage:
		out = s.applyPage(c.Key, a)
	default:
		out.Kind = site.OutcomeGone
	}
	s.spread()
	out.Fresh = s.take()
	s.History = append(s.History, past{c, depth, out.Found})
	for _, k := range s.targets {
		if !slices.Contains(out.Fresh, k) {
			out.Fresh = append(out.Fresh, k)
		}
	}
	return out
}

// Rekey rebuilds the index of pages by digest.
func (s *Sequence) Rekey() {
	clear(s.ByDigest)
	for i, p := range s.Pages {
		s.ByDigest[s.Digest(p.Key)] = int32(i)
	}
}

// Regained reports whether a key's answer did not count when it was committed, because no link led to it, but would
// count now.
func (s *Sequence) Regained(key evidence.URLID) bool {
	return s.Beside.Get(key) != 0 && s.DepthOf(key) >= 0 && !s.tooDeep(key)
}

// Regain makes all such answers count once there are no more decisions.
func (s *Sequence) Regain() {
	for full := false; !full; {
		s.CloseDepth()
		var keys []evidence.URLID
		for key := range s.Beside {
			if s.Known.Of.Get(evidence.URLID(key)) != 0 && s.Regained(evidence.URLID(key)) {
				keys = append(keys, evidence.URLID(key))
			}
		}
		full = len(keys) == 0
		s.Known.URLs.Sort(keys)
		for _, key := range keys {
			if full = full || s.limits.MaxPages > 0 && len(s.Pages) >= s.limits.MaxPages; !full {
				s.Apply(evidence.Commit{Key: key, Place: s.Known.Of.Get(key)})
			}
		}
	}
}

// Replay applies commits, as far as the page limit allows, and arranges the pages.
func (s *Sequence) Replay(commits []evidence.Commit) {
	for _, c := range commits {
		s.Repeat(c)
		if s.limits.MaxPages > 0 && len(s.Pages) >= s.limits.MaxPages {
			break
		}
	}
	s.Arrange()
}

// Repeat applies a commit of this or an earlier run again.
func (s *Sequence) Repeat(c evidence.Commit) (out Committed) {
	switch {
	case c.Key == evidence.NoURL:
		s.Known.Commit(c)
		s.Refusals.Forgive()
	case c.Kind == evidence.OfDepth:
		out.Fresh = s.CloseDepth()
	case c.Place != 0 && (c.Kind != evidence.OfAnswer || s.Known.Answer(c.Key) == nil || s.Beside.Get(c.Key) != 0):
		return s.Apply(c)
	}
	return out
}

// Decisions yields the decisions of the sequence with their outcomes.
func (s *Sequence) Decisions(l *Ledger) iter.Seq[site.Decision] {
	return func(yield func(site.Decision) bool) {
		for _, p := range s.History {
			if p.Number == 0 {
				continue // part of the decision about the home page
			}
			a := s.Known.Answers[p.Place-1]
			d := site.Decision{Number: p.Number, Depth: p.depth, URL: s.Known.URLs.String(a.URL), Spent: p.Spent,
				Free: s.Known.Free(p.Commit), Found: p.found}
			if p.Kind == evidence.OfRule {
				d.URL, d.State = s.Known.URLs.String(s.Found.FetchURL(p.Key)), site.StateRule
			} else if s.Known.Answer(p.Key) == a {
				d.State = l.entry(p.Key).State
			} else {
				d.State, _ = l.OutcomeOf(a) // it was requested again later
			}
			if !yield(d) {
				return
			}
		}
	}
}

// take returns the new keys in reach, sorted.
func (s *Sequence) take() (keys []evidence.URLID) {
	s.Known.URLs.Sort(s.fresh)
	for _, k := range slices.Compact(s.fresh) {
		if !s.tooDeep(k) {
			keys = append(keys, k)
		}
	}
	taken, tooMany := s.Scope.LimitPerDirectory(keys)
	for _, k := range tooMany {
		s.Found.LeaveOut(k, scope.TooManyHere)
	}
	return taken
}

func (s *Sequence) applyPage(key evidence.URLID, a *evidence.Answer) Committed {
	if s.Same.Join(key); s.refuses(a) {
		return Committed{Kind: site.OutcomeGone}
	}
	depth, size := s.DepthOf(key), s.Known.URLs.Len()
	digest := s.Digest(key)
	if p, known := s.ByDigest[digest]; known {
		s.fallen = append(s.fallen, key)
		out := s.alias(key, s.Pages[p].Key)
		if out.Kind == site.OutcomeMerged {
			s.Duplicate.Set(key, p+1, size)
			s.takePlace(p, key, a)
		}
		return out
	}
	at := int32(len(s.Pages))
	s.ByDigest[digest] = at
	if shown := s.canonical(key); shown != key {
		s.Duplicate.Set(key, at+1, size)
		key, a = shown, s.Known.Newest(shown)
	}
	s.Pages = append(s.Pages, page{Key: key, Answer: a, depth: depth})
	s.PageAt.Set(key, at+1, size)
	if !s.ByDepth {
		s.followLinks()
	}
	found, again := s.rewards.add(a)
	return Committed{Found: found, Again: again}
}

// CloseDepth makes the links of all pages count and returns the new keys.
func (s *Sequence) CloseDepth() []evidence.URLID {
	s.fresh, s.targets = nil, nil
	s.followLinks()
	s.spread()
	return append(s.take(), s.targets...)
}

func (s *Sequence) applyRedirect(key evidence.URLID, a *evidence.Answer) Committed {
	gone := Committed{Kind: site.OutcomeGone}
	if !a.Redirects() || !s.redirectFrom(key, a) {
		return gone
	}
	e := s.Follow(key)
	switch {
	case e.state != "":
		return gone
	case e.Missing:
		return s.alias(key, e.Key)
	}
	if p := s.pageOf(e.Key); p >= 0 {
		return s.alias(key, s.Pages[p].Key)
	}
	return gone
}

// Arrange settles depths and sorts the pages after the last commit.
func (s *Sequence) Arrange() {
	s.CloseDepth()
	if s.Refusals.judge(); s.ByDepth {
		s.settlePages()
	}
	s.representSeen()
	for p, steps := range s.stepsFrom(s.Starts) {
		if steps > 0 {
			s.Pages[p].depth = int(steps) - 1
		}
	}
	s.Builder.Arrange()
}

// Target returns the key that a link leads to, as far as known. ok is false for a link that is not followed.
func (s *Sequence) Target(url evidence.URLID) (key evidence.URLID, ok bool) {
	key = s.Known.URLs.Key(url)
	if !s.inScope(key) || s.Scope.Excludes(url) {
		return key, false
	}
	return s.stands(key), true
}
