package evidence

import (
	"time"

	"sitegraph/site"
)

// visits holds the facts about a watched site.
type visits struct {
	Watching  *watching        // nil unless the site is watched
	KeepWords bool             // whether the words of pages are needed
	Titles    map[URLID]string // titles of pages, by key; nil if they are not needed
	timing    Timing
}

// watching holds the iterations of a watched site, the list of pages to check, and when each URL was seen.
type watching struct {
	Iterations []Iteration // the first is the crawl itself
	Histories  []history   // by the place of an answer
	Keys       []URLID     // the pages that are or were on the list, by number
	sizes      []TextSize  // sizes of these pages when they joined it or were first counted
	number     Column      // 1 + the number of each key on the list
	counted    Column      // 1 for the keys in the graph when an iteration began
	lies, lied int         // changes that validators denied, so far and before the iteration
	noise      noise
	// words numbers the words of the pages. It is nil if they are not needed.
	words *wordTable
	Clock time.Time // the latest time of the journal
}

// Iteration is one round of checks.
type Iteration struct {
	Number  int       // 1 is the crawl itself
	At      time.Time // its beginning
	Policy  string    // the policy that chose the pages
	Record  int       // its place in the journal
	joined  int       // number of pages that joined the list before it
	Left    []int32   // numbers of pages that left the list before it
	Hints   []Hint
	Plan    []URLID // the keys to check; the first planned ones are pages of the list
	planned int
	visits  []Visit          // of pages on the list, except unchanged ones
	same    []int32          // numbers of the pages found unchanged
	suspect map[int32]Answer // the answers of checks that missed their page, by its place
	// judged says that the plan is done and the suspects are judged; outage says that there were too many suspects.
	// forbidden counts the checks that robots.txt forbids.
	judged, outage, Complete bool
	forbidden                int
}

// history records when a URL was seen and the results of its latest checks.
type history struct {
	site.Seen
	Tried int32 // the last iteration that requested it
	gone  uint8 // number of checks in a row that missed the page
}

// Watch makes the site a watched one. Everything known so far is its first iteration.
func (n *Known) Watch() *watching {
	if n.Watching == nil {
		w := &watching{Clock: Later(n.Site.Started, n.End.At)}
		at := n.Site.Started.UTC().Truncate(time.Second)
		w.Iterations = []Iteration{{Number: 1, At: at, Complete: n.End.done()}}
		if n.KeepWords {
			w.words = &wordTable{texts: site.NewInterner()}
		}
		n.Watching = w
		for i := range n.Answers {
			w.add(n.Answers[i])
		}
	}
	return n.Watching
}

// Last returns the current or latest iteration. For a site that is not watched it is the crawl.
func (w *watching) Last() *Iteration {
	if w == nil {
		return &Iteration{Number: 1}
	}
	return &w.Iterations[len(w.Iterations)-1]
}

func (w *watching) add(a *Answer) {
	if w != nil {
		w.Histories = append(w.Histories, w.beginning(a))
	}
}

// beginning returns the history of an answer that first came in the current iteration.
func (w *watching) beginning(a *Answer) history {
	now := int32(w.Last().Number)
	h := history{Tried: now}
	if a.Outcome == OutPage {
		h.found(now, false)
	}
	return h
}

// waited reports whether the answer at a place has been waiting for its decision since before the iteration and never
// counted. Whether it was requested at all depends on budget and time, so it has no history.
func (in replay) waited(place int) bool {
	w := in.n.Watching
	return in.n.isStale(int32(place)+1) && w.counted.Get(in.n.URLs.Key(in.n.Answers[place].URL)) == 0
}

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

// On returns the number of a key on the list, or -1.
func (w *watching) On(key URLID) int32 { return w.number.Get(key) - 1 }

// begun begins an iteration. Later answers are its checks.
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
	w.Last().suspect, it.suspect = nil, map[int32]Answer{} // the last ones are judged
	w.Iterations = append(w.Iterations, it)
	if w.noise.checks >= noiseChecks && w.noise.other != 0 {
		w.noise.floor = w.noise.least
	}
	w.lied = w.lies
	w.Clock = Later(w.Clock, it.At)
	in.n.End = EndRecord{}
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// noteSettled records which keys count before a watched site is decided again.
func (in replay) noteSettled() {
	in.n.settled = nil
	in.eachSettled(func(key URLID) { in.n.settled.Set(key, 1, in.n.URLs.Len()) })
}

// eachSettled calls f for the keys that count so far.
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

// Stale reports whether the waiting answer of a key is older than the iteration and did not count. Such a key is
// requested again.
func (n *Known) Stale(key URLID) bool {
	place := n.Held.Get(key)
	return place > 0 && n.settled.Get(key) == 0 && n.isStale(place)
}

// isStale reports whether an answer, given as 1 + its place, is older than the iteration of a watched site.
func (n *Known) isStale(place int32) bool {
	return n.Watching != nil && n.Anew && n.Watching.Histories[place-1].Tried < int32(n.LastIteration())
}

// Phase is the progress of a site's crawl, or of the last iteration of a watched site.
type Phase int

// The phases in order.
const (
	Crawling Phase = iota // the crawl itself is not done
	Checking              // pages are being checked
	Checked               // all pages are checked, and the crawl must be decided again
	Deciding              // the crawl is being decided again
	Done
)

// Phase returns the phase of the last iteration, or of the crawl itself.
func (n *Known) Phase() Phase {
	if n.LastIteration() == 1 {
		if !n.End.done() {
			return Crawling
		}
		return Done
	}
	switch it := n.Watching.Last(); {
	case it.Complete:
		return Done
	case n.AnewFrom > it.Record:
		return Deciding
	case it.judged:
		return Checked
	}
	return Checking
}

// LastIteration returns the number of the last iteration; 1 is the crawl itself.
func (n *Known) LastIteration() int { return n.Watching.Last().Number }

// NextTime returns the time for an iteration that begins now, in whole seconds. It is later than all earlier times even
// if the clock was set back.
func (w *watching) NextTime(now time.Time) time.Time {
	now = now.UTC().Truncate(time.Second)
	if last := w.Clock; !now.After(last) {
		return last.Truncate(time.Second).Add(time.Second)
	}
	return now
}

// NoEarlier returns a time, or the latest time in the journal if the clock was set back since.
func (w *watching) NoEarlier(now time.Time) time.Time {
	if w == nil {
		return now
	}
	return Later(now, w.Clock)
}

// Unless returns the validators for a conditional request. Every fifth check of a page is unconditional, at a different
// turn for each page, so that a few checks reveal a site whose validators never change. If the site's validators were
// wrong three times before the iteration, all checks are unconditional.
func (n *Known) Unless(a *Answer) site.Validators {
	if a == nil || a.Version == nil || !n.Watching.trusts() {
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
	maxLies   = 3
	fullEvery = 5
)

// trusts reports whether the site's validators are trusted.
func (w *watching) trusts() bool { return w != nil && w.lied < maxLies }
