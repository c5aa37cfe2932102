package extractor

import (
	"cmp"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
)

// A crawl with key stable learns at epochs, which end after growing numbers of commits. Then it builds the graph again
// with the lessons, which from then on decide which URLs are one page. Earlier decisions stay. The order does not learn
// about second requests.

// epochs decides when a site learns.
type epochs struct {
	counted, next int              // number of committed answers; number that ends the epoch, 0 for never
	last          int              // number of answers at the end of the last epoch
	untold        []evidence.URLID // known keys that the order has not been given
	learnsAfter   bool             // it learns once the open second requests are answered
}

func (e *epochs) learns() bool { return e.next > 0 }

// count counts a commit and reports whether it ends an epoch.
func (e *epochs) count() bool {
	if e.counted++; !e.learns() || e.counted < e.next {
		return false
	}
	return e.end()
}

// shallow is the number of commits up to which the end of a depth also ends an epoch. Such crawls have few depths.
const shallow = 2048

// countDepth reports whether the end of a depth also ends an epoch.
func (e *epochs) countDepth() bool {
	return e.learns() && e.counted > e.last && e.counted < shallow && e.end()
}

func (e *epochs) end() bool {
	e.last, e.next = e.counted, e.counted+max(minPortion, portionOf(e.counted))
	return true
}

// firstEpoch returns the number of commits before the site first learns, or 0 if it never does.
func (w *walk) firstEpoch() int {
	if w.known.Site.Stable {
		return minPortion
	}
	return 0
}

func (w *walk) stabilise() error {
	if w.firstEpoch() == 0 {
		return nil
	}
	w.same, w.yields = identity.NewIdentity(w.known, w.parts.Journal), identity.NewYields(w.known.URLs)
	w.counted, w.build.Same = yieldsSoFar{}, w.same
	return w.same.Learn()
}

// relearn learns from the commits up to a number and builds the graph again. It returns the keys that became known on
// the way. If again is set, failures forgotten after the commit with that number count as forgotten. If all is set, the
// last portion counts although it is not full.
func (w *walk) relearn(number int, again, all bool) (fresh []evidence.URLID, err error) {
	before := w.same.Verdict()
	if err := w.same.Learn(); err != nil {
		return nil, err
	}
	w.lessons++
	if w.sequence != nil && !w.known.ForgetsAt(number) && w.same.Agrees(before) {
		w.sequence.Rekey()
		return nil, w.countPortions(number, again, all)
	}
	w.known.Hold()
	w.build = graph.NewBuilder(w.known, &w.limits)
	w.build.Same = w.same
	if err := w.setStart(); err != nil {
		return nil, err
	}
	w.sequence = w.newSequence()
	for _, c := range w.known.Commits {
		later := c.Key == evidence.NoURL || c.Kind == evidence.OfDepth
		if c.Number > number || c.Number == number && later && !again {
			break
		}
		fresh = append(fresh, w.sequence.Repeat(c).Fresh...)
	}
	return fresh, cmp.Or(w.same.Err(), w.countPortions(number, again, all))
}

func (w *walk) newSequence() *graph.Sequence {
	s := graph.NewSequence(w.build)
	s.ByDepth = !w.known.HasOrder()
	return s
}

// learner lets the sites of a crawl learn.
type learner struct{ crawl *Ordered }

func (s *orderedSite) endsEpoch(c evidence.Commit) bool {
	return c.Kind == evidence.OfAnswer && s.sequence.Beside.Get(c.Key) == 0 && s.epochs.count()
}

// inTurn lets a site learn after a commit that ends an epoch or reaches the page limit. If some pages turn out to be
// the same, the limit is not reached yet, and the crawl goes on.
func (l *learner) inTurn(i int, s *orderedSite, c evidence.Commit) error {
	ends := s.endsEpoch(c)
	if s.epochs.learns() && s.hasAll() {
		return l.learn(i, s, c.Number)
	}
	if s.learnsAfter || !ends {
		return l.afterTwins(i, s, c.Number)
	}
	_, err := l.endEpoch(i, s, c.Number)
	return err
}

// afterTwins lets a site learn that was waiting for second requests, once none is open.
func (l *learner) afterTwins(i int, s *orderedSite, number int) error {
	if !s.learnsAfter || l.crawl.asksTwins(i) {
		return nil
	}
	s.learnsAfter = false
	return l.learn(i, s, number)
}

// endEpoch lets a site learn from the commits up to a number. If second requests are due, a crawl by depth learns later
// and endEpoch reports that.
func (l *learner) endEpoch(i int, s *orderedSite, number int) (later bool, err error) {
	if l.crawl.Found != nil && l.askTwins(i, s, false) {
		s.learnsAfter = true
		return true, nil
	}
	if err := l.learn(i, s, number); err != nil || l.crawl.Found != nil {
		return false, err
	}
	l.askTwins(i, s, false)
	return false, nil
}

func (l *learner) learn(i int, s *orderedSite, number int) error {
	if err := s.learnNow(number, false); err != nil {
		return err
	}
	l.askAgain(i, s)
	return nil
}

// due reports whether a crawl by depth must learn before any further decision.
func (l *learner) due() bool {
	s := l.crawl.sites[0]
	return l.crawl.Found != nil && s != nil && s.epochs.learns() &&
		(s.learnsAfter || l.crawl.reaches(s.epochs.next-s.counted))
}

func (s *orderedSite) learnNow(number int, again bool) error {
	if err := s.memory.save(); err != nil {
		return err
	}
	fresh, err := s.relearn(number, again, false)
	s.yields.Crowd(s.unanswered())
	if s.known.Site.Search { // its order follows links itself
		return err
	}
	waits := make(map[evidence.URLID]bool, len(s.untold))
	for _, k := range s.untold {
		waits[k] = true
	}
	for _, k := range fresh {
		if s.numbers.Get(k) == 0 && !waits[k] {
			waits[k], s.untold = true, append(s.untold, k)
		}
	}
	return err
}

// unanswered returns the order's URLs without an answer. It returns none without a budget, which they would share.
func (s *orderedSite) unanswered() (keys []evidence.URLID) {
	if s.limits.Budget == 0 {
		return nil
	}
	for _, key := range s.keys {
		if s.known.Of.Get(key) == 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// tell returns the keys that the order receives with a commit, including those that the commit made known.
func (s *orderedSite) tell(fresh []evidence.URLID) []evidence.URLID {
	fresh = slices.Concat(s.withStarts(fresh), s.untold)
	s.untold = nil
	return fresh
}

// arrange sorts the finished graph, after learning from all commits up to a number.
func (w *walk) arrange(number int) error {
	if w.same != nil {
		if _, err := w.relearn(number, true, true); err != nil {
			return err
		}
		w.sequence.Regain()
		w.same.FindSoft()
		w.same.Freeze()
	}
	w.sequence.Arrange()
	return nil
}

// learntAll reports whether a crawl with key stable has made its last second requests, after all others. With other
// keys there is nothing to learn.
func (w *walk) learntAll() bool {
	return w.firstEpoch() == 0 || w.known.Late && (w.limits.Budget == 0 || w.known.LateAt <= w.limits.Budget)
}

// askAgain decides again about URLs that had no answer of their own and now need one, and about those that count now
// because links lead to them. It reports whether there are any. The agents of a search decide this themselves.
func (l *learner) askAgain(i int, s *orderedSite) (asks bool) {
	if l.crawl.Agents != nil {
		return false
	}
	for _, c := range s.known.Commits {
		if c.Number > l.crawl.number || s.asksAgain[c.Key] || c.Kind == evidence.OfDepth {
			continue
		}
		wanted := s.sequence.Regained(c.Key) || c.Kind >= evidence.OfRule && s.build.Unanswered(c.Key)
		if n := s.numbers.Get(c.Key); n != 0 && wanted && s.build.Found.FetchURL(c.Key) != evidence.NoURL {
			asks, s.asksAgain[c.Key] = true, true
			l.crawl.Again(i, uint32(n-1))
		}
	}
	return asks
}

func (p *pending) asksTwins(i int) bool {
	pending := func(d *decision) bool { return d.site == i && d.kind == evidence.OfTwin }
	return slices.ContainsFunc(p.open, pending) || slices.ContainsFunc(p.beside, pending)
}

// askTwins decides about the second requests that are due and reports whether there are any.
func (l *learner) askTwins(i int, s *orderedSite, late bool) bool {
	if l.crawl.asksTwins(i) {
		return true
	}
	keys := s.twinsDue(late)
	for _, key := range keys {
		d := &decision{site: i, page: noPage, key: key, url: s.known.Answer(key).URL, kind: evidence.OfTwin}
		l.crawl.beside = append(l.crawl.beside, d)
	}
	return len(keys) > 0
}

// last lets every site with key stable learn from all pages once nothing else is left.
func (l *learner) last() error {
	changed := func(is *standing) bool { return is.stable && is.learnt <= is.last }
	return l.crawl.eachSite(changed, func(i int, s *orderedSite) error {
		if l.crawl.standings[i].learnt = l.crawl.number + 1; s.stop != "" || s.full() {
			return nil
		}
		if err := s.learnNow(l.crawl.number, true); err != nil {
			return err
		}
		before := len(l.crawl.beside)
		asks := l.askAgain(i, s)
		asks = l.askTwins(i, s, true) || asks
		for _, key := range s.untold {
			if s.build.Unanswered(key) || s.sequence.Regained(key) {
				listing{l.crawl}.decide(i, s, key)
			}
		}
		if s.untold = nil; asks || len(l.crawl.beside) > before || s.learntAll() || l.crawl.recalling {
			return nil
		}
		return s.memory.note(evidence.KindLate, evidence.LateRecord{Late: true, Spent: l.crawl.spent})
	})
}
