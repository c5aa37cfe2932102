package extractor

import (
	"bytes"
	"cmp"
	"iter"
	"slices"

	"sitegraph/site"
)

// sequence builds the crawl of one site from its commits, one after the other,
// in the order of decisions. It knows nothing of what decided. Depths are those
// of the graph known by then and can only fall.
type sequence struct {
	*builder
	rewards *rewards
	// standsFor is the key+1 that stands for an alias.
	standsFor column
	// hops is 1 + the least number of redirects from a link to a key.
	hops column
	// beside is 1 for a key that was requested since a sitemap lists it, and that nothing leads to.
	beside column
	// Of the commit under way: keys that links made known, targets of redirects,
	// and keys that came nearer to the start page or to a link.
	fresh, targets, fallen []urlID
	history                []past
	fault                  error // of reading a page, of key stable
}

// past is a commit of the sequence: the depth of its URL then, and how many
// external URLs it brought.
type past struct {
	commit
	depth, found int
}

// committed is what a commit came to.
type committed struct {
	kind         site.OutcomeKind
	into         urlID // the key that stands for an alias
	fresh        []urlID
	found, again int // external URLs, see site.Outcome
}

func newSequence(b *builder) *sequence {
	return &sequence{builder: b, rewards: newRewards(b.known.urls)}
}

// apply has the answer of a key count.
func (s *sequence) apply(c commit) committed {
	depth := s.depthOf(c.key)
	s.known.commit(c)
	if c.kind == ofTwin || c.kind == ofNothing || c.kind == ofVisit {
		return committed{kind: site.OutcomeGone}
	}
	if depth < 0 {
		s.beside.set(c.key, 1, s.known.urls.Len())
		return committed{kind: site.OutcomeGone}
	}
	s.beside.set(c.key, 0, s.known.urls.Len())
	s.look(s.known.answer(c.key))
	s.fresh, s.targets = nil, nil
	var out committed
	switch a := s.known.answer(c.key); {
	case c.kind == ofRule:
		out = s.applyRule(c)
	case a.outcome == outRedirect:
		out = s.applyRedirect(c.key, a)
	case a.outcome == outPage && s.joined(c.key) && !s.refuses(a):
		out = s.applyPage(c.key, a)
	default:
		out.kind = site.OutcomeGone
	}
	s.spread()
	out.fresh = s.take()
	s.history = append(s.history, past{c, depth, out.found})
	for _, k := range s.targets {
		if !slices.Contains(out.fresh, k) {
			out.fresh = append(out.fresh, k)
		}
	}
	return out
}

// replay applies commits, as far as the page limit allows, and arranges the
// pages.
func (s *sequence) replay(commits []commit) {
	for _, c := range commits {
		s.repeat(c)
		if s.limits.MaxPages > 0 && len(s.pages) >= s.limits.MaxPages {
			break
		}
	}
	s.arrange()
}

// repeat applies a commit of an earlier run, or of this one, again.
func (s *sequence) repeat(c commit) (out committed) {
	switch {
	case c.key == noURL:
		s.known.withdraw(s.known.failures())
		s.forgive()
	case c.place != 0 && (c.kind != ofAnswer || s.known.answer(c.key) == nil || s.beside.get(c.key) != 0):
		return s.apply(c)
	}
	return out
}

// decisions yields the decisions of the sequence, with what became of them.
func (s *sequence) decisions(l *ledger) iter.Seq[site.Decision] {
	return func(yield func(site.Decision) bool) {
		for _, p := range s.history {
			if p.number == 0 {
				continue // part of the decision about the home page
			}
			a := &s.known.answers[p.place-1]
			d := site.Decision{Number: p.number, Depth: p.depth, URL: s.known.urls.String(a.url), Spent: p.spent,
				Free: s.known.free(p.commit), Found: p.found}
			if p.kind == ofRule {
				d.URL, d.State = s.known.urls.String(s.found.fetchURL(p.key)), site.StateRule
			} else if s.known.answer(p.key) == a {
				d.State = l.entry(p.key).State
			} else {
				d.State, _ = l.outcomeOf(a) // requested again
			}
			if !yield(d) {
				return
			}
		}
	}
}

// rank gives a crawl the importance of its URLs, if the order estimated it.
func (s *sequence) rank(c *site.Crawl) {
	if len(s.known.importance) == 0 {
		return
	}
	for i, p := range s.pages {
		c.Graph.Pages[i].Importance = s.known.importance[p.key]
	}
	c.Ranked, c.Frontier = true, slices.Values(s.frontier())
}

// frontier returns the URLs that are known and were not fetched, the most
// important first.
func (s *sequence) frontier() []site.Candidate {
	var keys []urlID
	for k := range s.known.importance {
		if s.known.answer(k) == nil && s.found.fetchURL(k) != noURL {
			keys = append(keys, k)
		}
	}
	urls := s.known.urls
	slices.SortFunc(keys, func(a, b urlID) int {
		return cmp.Or(cmp.Compare(s.known.importance[b], s.known.importance[a]),
			bytes.Compare(urls.bytes(a), urls.bytes(b)))
	})
	all := make([]site.Candidate, len(keys))
	for i, k := range keys {
		all[i] = site.Candidate{Key: urls.String(k), URL: urls.String(s.found.fetchURL(k)), Depth: s.depthOf(k),
			Importance: s.known.importance[k]}
	}
	return all
}

// take returns the keys that became known and are in reach, sorted.
func (s *sequence) take() (keys []urlID) {
	s.known.urls.sort(s.fresh)
	for _, k := range slices.Compact(s.fresh) {
		if !s.tooDeep(k) {
			keys = append(keys, k)
		}
	}
	taken, tooMany := s.scope.limitPerDirectory(keys)
	for _, k := range tooMany {
		s.found.leaveOut(k, tooManyHere)
	}
	return taken
}

// depthOf is the least depth at which links or redirects led to a key.
func (s *sequence) depthOf(key urlID) int {
	depth, linked := s.found.depth(key)
	redirected, allowed := s.found.redirectDepth(key)
	if linked && (!allowed || depth <= redirected) {
		return depth
	}
	return redirected
}

func (s *sequence) applyPage(key urlID, a *answer) committed {
	depth, size := s.depthOf(key), s.known.urls.Len()
	digest := s.digest(key)
	if p, known := s.byDigest[digest]; known {
		s.duplicate.set(key, p+1, size)
		s.fallen = append(s.fallen, key)
		return s.alias(key, s.pages[p].key)
	}
	s.byDigest[digest] = int32(len(s.pages))
	s.pages = append(s.pages, page{key: key, answer: a, depth: depth})
	s.pageAt.set(key, int32(len(s.pages)), size)
	each(a.internal, func(url urlID, count uint32) {
		s.arcs++
		s.links += int(count)
		s.relax(url, depth+1)
	})
	found, again := s.rewards.add(a)
	return committed{found: found, again: again}
}

// joined gives a page its class by key stable.
func (s *sequence) joined(key urlID) bool {
	if s.same != nil && s.fault == nil {
		s.fault = s.same.join(key)
	}
	return s.fault == nil
}

// applyRule has a page stand for a URL that a rule makes one with it.
func (s *sequence) applyRule(c commit) committed {
	if p := s.pageOf(s.known.urls.key(s.known.answers[c.place-1].url)); p >= 0 {
		return s.alias(c.key, s.pages[p].key)
	}
	return committed{kind: site.OutcomeGone}
}

// alias has another key stand for a key.
func (s *sequence) alias(key, into urlID) committed {
	s.standsFor.set(key, int32(into)+1, s.known.urls.Len())
	return committed{kind: site.OutcomeMerged, into: into}
}

// stands returns the key that stands for a key.
func (s *sequence) stands(key urlID) urlID {
	for s.standsFor.get(key) != 0 {
		key = urlID(s.standsFor.get(key) - 1)
	}
	return key
}

func (s *sequence) applyRedirect(key urlID, a *answer) committed {
	gone := committed{kind: site.OutcomeGone}
	if !a.redirects() {
		return gone
	}
	if s.scope.excludes(a.location) {
		s.found.redirect(s.known.urls.key(a.location), s.depthOf(key), true)
		return gone
	}
	if !s.redirectFrom(key, a) {
		return gone
	}
	e := s.follow(key)
	switch {
	case e.state != "":
		return gone
	case e.missing:
		return s.alias(key, e.key)
	}
	if p := s.pageOf(e.key); p >= 0 {
		return s.alias(key, s.pages[p].key)
	}
	return gone
}

// hopsTo is the least number of redirects between a link and a key.
func (s *sequence) hopsTo(key urlID) int {
	if s.inScope(key) {
		return 0
	}
	return int(s.hops.get(key)) - 1
}

// redirectFrom notes where the redirect of a key leads; it is false if that is
// too far from any link.
func (s *sequence) redirectFrom(key urlID, a *answer) bool {
	next, hops, size := s.known.urls.key(a.location), s.hopsTo(key)+1, s.known.urls.Len()
	if hops > s.limits.MaxRedirects {
		return false
	}
	fell := s.found.redirectNearer(next, s.depthOf(key))
	if was := s.hopsTo(next); was < 0 || hops < was {
		s.hops.set(next, int32(hops)+1, size)
		fell = true
	}
	if fell {
		s.fallen = append(s.fallen, next)
	}
	if s.known.answer(next) == nil {
		s.targets = append(s.targets, next)
		switch {
		case s.inScope(next): // links choose the URL
		case s.found.fetchURL(next) == noURL:
			s.found.setFetchAs(next, a.location)
		default:
			s.found.prefer(next, a.location)
		}
	}
	return true
}

// relax notes a link of a page, which leads to a depth.
func (s *sequence) relax(url urlID, depth int) {
	key := s.known.urls.key(url)
	if !s.follows(key, url) {
		return
	}
	deep := s.tooDeep(key)
	isNew, fell := s.found.nearer(key, url, depth)
	if fell || isNew {
		s.fallen = append(s.fallen, key)
	}
	if isNew || deep && !s.tooDeep(key) {
		s.fresh = append(s.fresh, key)
	}
}

// spread passes on what came nearer to the start page.
func (s *sequence) spread() {
	for i := 0; i < len(s.fallen); i++ { // first in, first out: else pages fall many times
		key := s.fallen[i]
		depth := s.depthOf(key)
		if p := s.pageOf(key); p >= 0 && depth < s.pages[p].depth {
			s.pages[p].depth = depth
			each(s.pages[p].answer.internal, func(url urlID, _ uint32) { s.relax(url, depth+1) })
		}
		if a := s.known.answer(key); a.redirects() && !s.scope.excludes(a.location) {
			s.redirectFrom(key, a)
		}
	}
	s.fallen = s.fallen[:0]
}

// settleDepths gives the pages their depths in the finished graph.
func (s *sequence) settleDepths() {
	depth := make([]int32, len(s.pages)) // + 1
	var queue []int
	visit := func(p int, d int32) {
		if p >= 0 && depth[p] == 0 {
			depth[p] = d + 1
			s.pages[p].depth = int(d)
			queue = append(queue, p)
		}
	}
	for _, key := range s.starts {
		visit(s.canonicalPage(key), 0)
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		each(s.pages[p].answer.internal, func(url urlID, _ uint32) { visit(s.linkedPage(url), depth[p]) })
	}
}

// arrange sorts the pages by depth and key, after the last commit.
func (s *sequence) arrange() {
	s.paused = s.paused || s.refusesTooMuch()
	s.settleDepths()
	order := make([]int32, len(s.pages))
	for i := range order {
		order[i] = int32(i)
	}
	urls := s.known.urls
	slices.SortFunc(order, func(i, j int32) int {
		a, b := s.pages[i], s.pages[j]
		return cmp.Or(cmp.Compare(a.depth, b.depth), bytes.Compare(urls.bytes(a.key), urls.bytes(b.key)))
	})
	pages, place := make([]page, len(order)), make([]int32, len(order))
	for to, from := range order {
		pages[to], place[from] = s.pages[from], int32(to)
		s.pageAt.set(pages[to].key, int32(to)+1, 0)
	}
	for k, p := range s.duplicate {
		if p != 0 {
			s.duplicate[k] = place[p-1] + 1
		}
	}
	s.pages = pages
}

// target returns the key to which a link of a page leads, as far as is known;
// ok is false for a link that is not followed.
func (s *sequence) target(url urlID) (key urlID, ok bool) {
	key = s.known.urls.key(url)
	if !s.inScope(key) || s.scope.excludes(url) {
		return key, false
	}
	return s.stands(key), true
}
