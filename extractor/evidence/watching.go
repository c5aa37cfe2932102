package evidence

import (
	"time"

	"sitegraph/site"
)

// visits are what is known of a site that is watched.
type visits struct {
	Watching  *watching        // nil for a site that is not
	KeepWords bool             // the words of pages are needed
	Titles    map[URLID]string // of pages, by key; nil where they are not needed
	timing    Timing
}

// watching is what is known of a site that is watched: its iterations, which
// pages are on the list of those to check, and when each URL was seen.
type watching struct {
	Iterations []Iteration // the first is the crawl itself
	Histories  []history   // by the place of an answer
	Keys       []URLID     // the pages that are or were on the list, by number
	sizes      []TextSize  // of those pages, when they came onto it or were first counted
	number     Column      // number+1 of the keys on the list
	counted    Column      // 1 for the keys that were part of the graph when an iteration began
	lies, lied int         // changes that the validators of a page denied: by now, before the iteration
	noise      noise
	// words numbers the words of the pages; nil where they are not needed.
	words *wordTable
	Clock time.Time // the latest time of the journal
}

// Iteration is one round of checks.
type Iteration struct {
	Number  int       // 1 is the crawl itself
	At      time.Time // when it began
	Policy  string    // what chose the pages
	Record  int       // its place in the journal
	joined  int       // number of pages that came onto the list before it
	Left    []int32   // numbers of pages that left the list before it
	Hints   []Hint
	Plan    []URLID // what is checked; the first planned are pages of the list
	planned int
	visits  []Visit // of the pages of the list, but for the unchanged ones
	same    []int32 // numbers of the pages found unchanged
	suspect []suspect
	// Judged says that the plan is done and the suspects are judged; outage, that they were too many to be
	// believed; forbidden counts what robots.txt did not let be checked.
	Judged, outage, Complete bool
	forbidden                int
}

// history is when a URL was seen, and what its last checks came to.
type history struct {
	site.Seen
	Tried int32 // the last iteration that requested it
	gone  uint8 // checks in a row that did not find the page
}

// Watch makes the site a watched one; what is known by then is its first iteration.
func (n *Known) Watch() *watching {
	if n.Watching == nil {
		w := &watching{Clock: Later(n.Site.Started, n.End.At)}
		at := n.Site.Started.UTC().Truncate(time.Second)
		w.Iterations = []Iteration{{Number: 1, At: at, Complete: n.End.done()}}
		if n.KeepWords {
			w.words = newWordTable()
		}
		n.Watching = w
		for i := range n.Answers {
			w.add(n.Answers[i])
		}
	}
	return n.Watching
}

// Last is the iteration that goes on, or the last one.
func (w *watching) Last() *Iteration { return &w.Iterations[len(w.Iterations)-1] }

// add begins the history of an answer.
func (w *watching) add(a *Answer) {
	w.Histories = append(w.Histories, w.beginning(a))
}

// beginning is the history of an answer that came first in the last iteration.
func (w *watching) beginning(a *Answer) history {
	now := int32(w.Last().Number)
	h := history{Tried: now}
	if a.Outcome == OutPage {
		h.found(now, false)
	}
	return h
}

// waited reports whether the answer of a place waited for its decision since before the iteration, and never counted:
// whether it was ever requested depends on the budget and the time, so it has no history.
func (in replay) waited(place int) bool {
	w := in.n.Watching
	return in.n.isStale(int32(place)+1) && w.counted.Get(in.n.URLs.Key(in.n.Answers[place].URL)) == 0
}

// found notes that an iteration found the page there.
func (h *history) found(now int32, changed bool) {
	if h.First == 0 {
		h.First, h.Changed = now, now
	}
	h.Last, h.Checked, h.gone = now, now, 0
	h.Visits++
	if changed {
		h.Changed = now
		h.Changes++
	}
}

// On returns the number of a key on the list, -1 if it is not.
func (w *watching) On(key URLID) int32 { return w.number.Get(key) - 1 }

// begun takes an iteration: from here on answers are of its checks.
func (in replay) begun(it Iteration, joined []URLID) {
	w := in.n.Watch()
	in.eachSettled(func(key URLID) { w.counted.Set(key, 1, in.n.URLs.Len()) })
	it.Record = in.n.Records - 1
	for _, page := range it.Left {
		w.number.Set(w.Keys[page], 0, in.n.URLs.Len())
	}
	for _, key := range joined {
		w.sizes = append(w.sizes, in.n.Newest(key).textSize())
		w.Keys = append(w.Keys, key)
		w.number.Set(key, int32(len(w.Keys)), in.n.URLs.Len())
	}
	it.joined = len(joined)
	for _, key := range it.Plan {
		if w.On(key) >= 0 {
			it.planned++
		}
	}
	w.Last().suspect = nil // they are judged
	w.Iterations = append(w.Iterations, it)
	w.noise.settle()
	w.lied = w.lies
	w.Clock = Later(w.Clock, it.At)
	in.n.End = EndRecord{}
}

// Later is the later of two times.
func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// visited takes the answer to a URL that has one already.
func (in replay) visited(place int, a Answer) {
	w := in.n.Watching
	it, h := w.Last(), &w.Histories[place]
	now := int32(it.Number)
	if h.Tried == now {
		return
	}
	if in.waited(place) {
		in.replace(place, a)
		*h = in.n.Watching.beginning(&a)
		return
	}
	h.Tried = now
	page := w.On(in.n.URLs.Key(a.URL))
	switch {
	case a.Outcome == OutPage:
		in.foundPage(place, page, a)
	case page < 0 || it.Judged: // of a page that is, another URL was asked for
		if page < 0 && it.Judged || !a.undecided() {
			in.replace(place, a)
		}
	case a.undecided():
		if a.Outcome == OutForbidden {
			it.forbidden++
		}
		it.visits = append(it.visits, Visit{Page: page, Outcome: CheckFailed})
	default:
		h.Checked = now
		h.Visits++
		it.visits = append(it.visits, Visit{Page: page, Outcome: CheckGone})
		it.suspect = append(it.suspect, suspect{int32(place), a})
	}
}

// undecided reports whether an answer says nothing of what the URL is: nothing
// usable came, or robots.txt forbids to ask.
func (a *Answer) undecided() bool { return a.Outcome == OutForbidden || a.retriable() }

// foundPage takes a page, which is a version of the one before, or new there.
func (in replay) foundPage(place int, page int32, a Answer) {
	w, old := in.n.Watching, in.n.Answers[place]
	h, it := &w.Histories[place], w.Last()
	alike := a.Version != nil && a.Version.Alike
	differs := old.Outcome != OutPage || !alike && !sameVersion(old, &a)
	if differs && old.Outcome == OutPage && a.sameValidators(old) {
		a.Version.validators = site.Validators{}
		w.lies++
	}
	v := Visit{Page: page, Outcome: CheckSame}
	changed := differs && old.Outcome == OutPage
	if changed {
		v.Outcome, v.Difference = CheckChanged, 1
		if a.Version != nil && a.Version.compared {
			v.Difference = a.Version.Added + a.Version.removed
		}
		changed = v.Difference > w.noise.floor
		if !in.n.URLs.sameLinks(old, &a) {
			changed, v.Difference = true, max(v.Difference, w.noise.floor+1)
		}
	}
	if page >= 0 && !w.sizes[page].Counted {
		w.sizes[page] = a.textSize()
	}
	if a.Version != nil {
		v.Size = a.Version.Size
		w.noise.add(place, v.Difference, a.Version.compared || !differs)
	}
	h.found(int32(it.Number), changed)
	in.replace(place, a)
	switch {
	case page < 0 || it.Judged:
	case !differs:
		it.same = append(it.same, page)
	default:
		v.Difference = max(0, v.Difference-w.noise.floor)
		it.visits = append(it.visits, v)
	}
}

// confirmed takes the news that a URL answers as before; matched says that the server compared validators.
func (in replay) confirmed(key URLID, matched bool) {
	w := in.n.Watching
	place := int(in.n.Place(key)) - 1
	if w == nil || place < 0 || w.Histories[place].Tried == int32(w.Last().Number) {
		return
	}
	it, h := w.Last(), &w.Histories[place]
	if in.waited(place) {
		*h = w.beginning(in.n.Answers[place])
		return
	}
	h.Tried = int32(it.Number)
	if in.n.Answers[place].Outcome != OutPage {
		return
	}
	h.found(h.Tried, false)
	if !matched {
		w.noise.add(place, 0, true)
	}
	if page := w.On(key); page >= 0 && !it.Judged {
		it.same = append(it.same, page)
	}
}

// replace puts an answer in the place of an older one of the same URL.
func (in replay) replace(place int, a Answer) {
	old := in.n.Answers[place]
	in.respell(place, old.URL, a.URL)
	in.n.Bytes += a.Bytes - old.Bytes
	in.n.Failed += number01(a.Why().Failure.Failed()) - number01(old.Why().Failure.Failed())
	in.n.Fetched += number01(a.Outcome != OutForbidden) - number01(old.Outcome != OutForbidden)
	*old = a
}

func number01(b bool) int {
	if b {
		return 1
	}
	return 0
}

// noteSettled notes which keys count by now, before a watched site is decided again.
func (in replay) noteSettled() {
	if in.n.settled = nil; in.n.Watching == nil {
		return
	}
	in.eachSettled(func(key URLID) { in.n.settled.Set(key, 1, in.n.URLs.Len()) })
}

// eachSettled calls f for the keys that count by now.
func (in replay) eachSettled(f func(key URLID)) {
	for key, place := range in.n.Of {
		if place > 0 {
			f(URLID(key))
		}
	}
	for _, place := range in.n.passed {
		f(in.n.URLs.Key(in.n.Answers[place-1].URL))
	}
	for _, c := range in.n.Commits {
		if c.Key != NoURL && c.Kind == OfAnswer {
			f(c.Key)
		}
	}
}

// Stale reports whether the answer of a key that waits for its decision is from before the iteration, in which it did
// not count: it is asked for again.
func (n *Known) Stale(key URLID) bool {
	place := n.Held.Get(key)
	return place > 0 && n.settled.Get(key) == 0 && n.isStale(place)
}

// isStale reports whether the answer of a place + 1 is from before the iteration of a watched site.
func (n *Known) isStale(place int32) bool {
	return n.Watching != nil && n.Anew && n.Watching.Histories[place-1].Tried < int32(n.LastIteration())
}

// Ended reports whether the last iteration, or the crawl itself, is done.
func (n *Known) Ended() bool {
	if n.Watching != nil {
		return n.Watching.Last().Complete
	}
	return n.End.done()
}

// LastIteration is the number of the last iteration; 1 is the crawl itself.
func (n *Known) LastIteration() int {
	if n.Watching == nil {
		return 1
	}
	return int(n.Watching.Last().Number)
}

// CheckedAgain reports whether there was an iteration of checks.
func (n *Known) CheckedAgain() bool { return n.Watching != nil && len(n.Watching.Iterations) > 1 }

// Iterating reports whether an iteration of checks was begun and not ended.
func (n *Known) Iterating() bool { return n.CheckedAgain() && !n.Watching.Last().Complete }

// NextTime is the time of an iteration that begins now: in whole seconds, and
// later than all before it, whatever the clock says.
func (w *watching) NextTime(now time.Time) time.Time {
	now = now.UTC().Truncate(time.Second)
	if last := w.Clock; !now.After(last) {
		return last.Truncate(time.Second).Add(time.Second)
	}
	return now
}

// Unless returns the validators with which a URL is asked for, if it is to be a conditional request. Every fifth
// check of a page is not, beginning with another one for each page, so that a site whose validators are always the
// same is found out when a few of its pages were checked; and none if the validators of the site had proved wrong
// three times before the iteration.
func (n *Known) Unless(a *Answer) site.Validators {
	if a == nil || a.Version == nil || n.Watching == nil || n.Watching.lied >= mostLies {
		return site.Validators{}
	}
	key := n.URLs.Key(a.URL)
	turn := uint32(n.Watching.Histories[n.Place(key)-1].Visits)
	for _, b := range n.URLs.Bytes(key) {
		turn += uint32(b)
	}
	if turn%fullEvery == 0 {
		return site.Validators{}
	}
	return a.Version.validators
}

const (
	mostLies  = 3
	fullEvery = 5
)

// Undecided reports whether a crawl that is decided again after its checks was not yet, in an iteration under way.
func (n *Known) Undecided() bool { return n.Iterating() && n.AnewFrom <= n.Watching.Last().Record }
