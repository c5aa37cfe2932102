package evidence

import (
	"maps"
	"slices"

	"sitegraph/site"
)

func (in replay) visited(place int, a Answer) {
	w := in.n.Watching
	if w == nil {
		return
	}
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
	case page < 0 || it.judged: // another spelling of a page was requested
		if page < 0 && it.judged || !a.undecided() {
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
		it.suspect[int32(place)] = a
	}
}

// undecided reports whether an answer tells nothing about the URL, because it is unusable or robots.txt forbids it.
func (a *Answer) undecided() bool { return a.Outcome == OutForbidden || a.retriable() }

// foundPage takes a page that is a new version or a new page.
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
	case page < 0 || it.judged:
	case !differs:
		it.same = append(it.same, page)
	default:
		v.Difference = max(0, v.Difference-w.noise.floor)
		it.visits = append(it.visits, v)
	}
}

// confirmed records that a URL answers as before. matched means that the server compared validators.
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
	if page := w.On(key); page >= 0 && !it.judged {
		it.same = append(it.same, page)
	}
}

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

// goneFor is the number of checks in a row that must miss a page before it leaves the graph.
const goneFor = 3

// verdict decides about gone pages at the end of an iteration's checks.
type verdict byte

const (
	VerdictUsual    verdict = iota // they leave after goneFor checks in a row have missed them
	VerdictOutage                  // they stay, because too many are gone at once
	VerdictAccepted                // they leave at once, because the user says that they are gone
)

// judge ends the checks of an iteration. An answer replaces a missing page at once if it is a permanent redirect within
// the site, otherwise after goneFor checks in a row have missed the page. Only a redirect within the site replaces the
// start page.
func (in replay) judge(v verdict) {
	w := in.n.Watching
	it := w.Last()
	it.outage = v == VerdictOutage
	defer func() { it.judged = true }()
	home := in.n.Home(in.n.Newest)
	for _, place := range slices.Sorted(maps.Keys(it.suspect)) {
		h, found := &w.Histories[place], it.suspect[place]
		if it.outage {
			continue
		}
		if h.gone = min(h.gone+1, goneFor); v == VerdictAccepted {
			h.gone = goneFor
		}
		moved := found.Redirects() && (found.Status == 301 || found.Status == 308)
		stays := in.n.URLs.Key(found.URL) == home && !found.Redirects()
		if !stays && (moved || h.gone == goneFor) {
			in.replace(int(place), found)
		}
	}
}

// Home returns the key of the start page, or of the page it redirects to. It returns NoURL for a search. answer is
// Answer or Newest.
func (n *Known) Home(answer func(URLID) *Answer) URLID {
	if n.Site.Search {
		return NoURL
	}
	return n.Follow(n.URLs.Find(n.Site.Key), answer)
}

// Follow returns the key at the end of a key's redirects, which may form a loop. answer is Answer or Newest.
func (n *Known) Follow(key URLID, answer func(URLID) *Answer) URLID {
	for range maxHops {
		a := answer(key)
		if !a.Redirects() {
			break
		}
		key = n.URLs.Key(a.Location)
	}
	return key
}

const maxHops = 64

// An iteration is an outage if at least outageLeast pages are gone, and more than half of the pages that answered.
const outageLeast = 10

// IsOutage reports whether so many pages are gone at once that it must be an outage.
func (it *Iteration) IsOutage() bool {
	gone, answered := len(it.suspect), len(it.same)
	for _, v := range it.visits {
		if v.Outcome != CheckFailed {
			answered++
		}
	}
	return gone >= outageLeast && 2*gone > answered
}

// noise is the difference between any two fetches of the site's pages, for instance because all have a clock. It is the
// least difference ever found by a full check. It takes effect in the next iteration.
type noise struct {
	floor        int64 // in characters
	least        int64
	checks       int
	first, other int // 1 + the places of two pages
}

// noiseChecks is the number of full checks before noise counts.
const noiseChecks = 20

func (o *noise) add(place int, difference int64, known bool) {
	if !known {
		return
	}
	if o.checks == 0 || difference < o.least {
		o.least = difference
	}
	o.checks++
	switch {
	case o.first == 0:
		o.first = place + 1
	case o.first != place+1:
		o.other = place + 1
	}
}
