package evidence

import (
	"cmp"
	"slices"
)

// suspect is a page that a check did not find there.
type suspect struct {
	place int32
	found Answer
}

// goneFor is the number of checks in a row that must find a page gone before it leaves the graph.
const goneFor = 3

// verdict is what the record that ends the checks of an iteration says of the pages that are gone.
type verdict byte

const (
	VerdictUsual    verdict = iota // they leave when goneFor checks in a row do not find them
	VerdictOutage                  // too many at once: not believed
	VerdictAccepted                // the user says that it is so
)

// judge ends the checks of an iteration: it settles what becomes of the pages that were not found. One that its
// server says has moved for good within the site is believed at once, others when goneFor checks in a row did not
// find them, and the start page only if it leads to another page of the site.
func (in replay) judge(v verdict) {
	w := in.n.Watching
	it := w.Last()
	it.outage = v == VerdictOutage
	defer func() { it.judged = true }()
	slices.SortFunc(it.suspect, func(a, b suspect) int { return cmp.Compare(a.place, b.place) })
	home := in.n.Home(in.n.Newest)
	for _, s := range it.suspect {
		h := &w.Histories[s.place]
		if it.outage {
			continue
		}
		if h.gone = min(h.gone+1, goneFor); v == VerdictAccepted {
			h.gone = goneFor
		}
		moved := s.found.Redirects() && (s.found.Status == 301 || s.found.Status == 308)
		stays := in.n.URLs.Key(s.found.URL) == home && !s.found.Redirects()
		if !stays && (moved || h.gone == goneFor) {
			in.replace(int(s.place), s.found)
		}
	}
}

// Home is the key of the start page, or of the page that it redirects to; NoURL of a search. answer is Answer or
// Newest.
func (n *Known) Home(answer func(URLID) *Answer) URLID {
	if n.Site.Search {
		return NoURL
	}
	return n.Follow(n.URLs.Find(n.Site.Key), answer)
}

// Follow returns the key to which redirects lead from a key; they may go in a circle. answer is Answer or Newest.
func (n *Known) Follow(key URLID, answer func(URLID) *Answer) URLID {
	for range mostHops {
		a := answer(key)
		if !a.Redirects() {
			break
		}
		key = n.URLs.Key(a.Location)
	}
	return key
}

const mostHops = 64

// Of an iteration: if at least outageLeast pages are gone, and more than half of
// those that gave an answer, it is an outage.
const outageLeast = 10

// IsOutage reports whether so many pages are gone at once that it is not believed.
func (it *Iteration) IsOutage() bool {
	gone, answered := len(it.suspect), len(it.same)
	for _, v := range it.visits {
		if v.Outcome != CheckFailed {
			answered++
		}
	}
	return gone >= outageLeast && 2*gone > answered
}

// noise is what differs between any two fetches of the site's pages, such as a clock that all of them show: the
// least difference that a full check ever found. It counts from the iteration after the one in which it was learnt.
type noise struct {
	floor        int64 // in characters
	least        int64
	checks       int
	first, other int // places of two pages, +1
}

// noiseChecks is the number of full checks before noise is believed in.
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

// settle takes what was learnt for the iterations that follow.
func (o *noise) settle() {
	if o.checks >= noiseChecks && o.other != 0 {
		o.floor = o.least
	}
}
