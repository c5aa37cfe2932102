package extractor

import (
	"time"

	"sitegraph/site"
)

// watching is what is known of a site that is watched: its iterations, which
// pages are on the list of those to check, and when each URL was seen.
type watching struct {
	iterations []iteration // the first is the crawl itself
	histories  []history   // by the place of an answer
	keys       []urlID     // the pages that are or were on the list, by number
	sizes      []textSize  // of those pages, when they came onto it or were first counted
	number     column      // number+1 of the keys on the list
	lies, lied int         // changes that the validators of a page denied: by now, before the iteration
	noise      noise
	// words numbers the words of the pages; nil where they are not needed.
	words *wordTable
	clock time.Time // the latest time of the journal
}

// iteration is one round of checks.
type iteration struct {
	number  int
	at      time.Time
	policy  string
	record  int     // its place in the journal
	joined  int     // number of pages that came onto the list before it
	left    []int32 // numbers of pages that left the list before it
	hints   []Hint
	plan    []urlID // what is checked, of which planned are pages of the list
	planned int
	visits  []Visit // of the pages of the list, but for the unchanged ones
	same    []int32 // numbers of the pages found unchanged
	suspect []suspect
	// judged says that the plan is done and the suspects are judged; outage,
	// that they were too many to be believed; forbidden counts what robots.txt
	// did not let be checked.
	judged, outage, complete bool
	forbidden                int
}

// history is when a URL was seen, and what its last checks came to.
type history struct {
	site.Seen
	tried int32 // the last iteration that requested it
	gone  uint8 // checks in a row that did not find the page
}

// watch makes the site a watched one; what is known by then is its first
// iteration.
func (n *known) watch() *watching {
	if n.watching == nil {
		w := &watching{clock: later(n.site.Started, n.end.At)}
		at := n.site.Started.UTC().Truncate(time.Second)
		w.iterations = []iteration{{number: 1, at: at, complete: n.end.done()}}
		if n.keepWords {
			w.words = newWordTable()
		}
		n.watching = w
		for i := range n.answers {
			w.add(&n.answers[i])
		}
	}
	return n.watching
}

// last is the iteration that goes on, or the last one.
func (w *watching) last() *iteration { return &w.iterations[len(w.iterations)-1] }

// add begins the history of an answer.
func (w *watching) add(a *answer) {
	now := int32(w.last().number)
	h := history{tried: now}
	if a.outcome == outPage {
		h.found(now, false)
	}
	w.histories = append(w.histories, h)
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

// on returns the number of a key on the list, -1 if it is not.
func (w *watching) on(key urlID) int32 { return w.number.get(key) - 1 }

// begun takes an iteration: from here on answers are of its checks.
func (n *known) begun(it iteration, joined []urlID) {
	w := n.watch()
	it.record = n.records - 1
	for _, page := range it.left {
		w.number.set(w.keys[page], 0, n.urls.Len())
	}
	for _, key := range joined {
		w.sizes = append(w.sizes, n.newest(key).textSize())
		w.keys = append(w.keys, key)
		w.number.set(key, int32(len(w.keys)), n.urls.Len())
	}
	it.joined = len(joined)
	for _, key := range it.plan {
		if w.on(key) >= 0 {
			it.planned++
		}
	}
	w.last().suspect = nil // they are judged
	w.iterations = append(w.iterations, it)
	w.noise.settle()
	w.lied = w.lies
	w.clock = later(w.clock, it.at)
	n.end = endRecord{}
}

// later is the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// visited takes the answer to a URL that has one already.
func (n *known) visited(place int, a answer) {
	w := n.watching
	it, h := w.last(), &w.histories[place]
	now := int32(it.number)
	if h.tried == now {
		return
	}
	h.tried = now
	page := w.on(n.urls.key(a.url))
	switch {
	case a.outcome == outPage:
		n.foundPage(place, page, a)
	case page < 0:
		if it.judged || !a.undecided() {
			n.replace(place, a)
		}
	case a.undecided():
		if a.outcome == outForbidden {
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
func (a *answer) undecided() bool { return a.outcome == outForbidden || a.retriable() }

// foundPage takes a page, which is a version of the one before, or new there.
func (n *known) foundPage(place int, page int32, a answer) {
	w, old := n.watching, &n.answers[place]
	h, it := &w.histories[place], w.last()
	alike := a.version != nil && a.version.alike
	differs := old.outcome != outPage || !alike && !sameVersion(old, &a)
	if differs && old.outcome == outPage && a.sameValidators(old) {
		a.version.validators = site.Validators{}
		w.lies++
	}
	v := Visit{Page: page, Outcome: CheckSame}
	changed := differs && old.outcome == outPage
	if changed {
		v.Outcome, v.Difference = CheckChanged, 1
		if a.version != nil && a.version.compared {
			v.Difference = a.version.added + a.version.removed
		}
		changed = v.Difference > w.noise.floor
		if !old.sameLinks(&a) {
			changed, v.Difference = true, max(v.Difference, w.noise.floor+1)
		}
	}
	if page >= 0 && !w.sizes[page].counted {
		w.sizes[page] = a.textSize()
	}
	if a.version != nil {
		v.Size = a.version.size
		w.noise.add(place, v.Difference, a.version.compared || !differs)
	}
	h.found(int32(it.number), changed)
	n.replace(place, a)
	switch {
	case page < 0 || it.judged:
	case !differs:
		it.same = append(it.same, page)
	default:
		v.Difference = max(0, v.Difference-w.noise.floor)
		it.visits = append(it.visits, v)
	}
}

// confirmed takes the news that a URL answers as before; matched says that the
// server compared validators.
func (n *known) confirmed(key urlID, matched bool) {
	w := n.watching
	place := int(n.place(key)) - 1
	if w == nil || place < 0 || w.histories[place].tried == int32(w.last().number) {
		return
	}
	it, h := w.last(), &w.histories[place]
	h.tried = int32(it.number)
	if n.answers[place].outcome != outPage {
		return
	}
	h.found(h.tried, false)
	if !matched {
		w.noise.add(place, 0, true)
	}
	if page := w.on(key); page >= 0 && !it.judged {
		it.same = append(it.same, page)
	}
}

// replace puts an answer in the place of an older one of the same URL.
func (n *known) replace(place int, a answer) {
	old := &n.answers[place]
	n.bytes += a.bytes - old.bytes
	n.failed += number01(a.why().failure.Failed()) - number01(old.why().failure.Failed())
	n.fetched += number01(a.outcome != outForbidden) - number01(old.outcome != outForbidden)
	*old = a
}

func number01(b bool) int {
	if b {
		return 1
	}
	return 0
}
