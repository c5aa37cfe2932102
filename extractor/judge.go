package extractor

import (
	"cmp"
	"slices"
)

// suspect is a page that a check did not find there.
type suspect struct {
	place int32
	found answer
}

// goneFor is the number of checks in a row that must find a page gone before it
// leaves the graph (spec 4.2).
const goneFor = 3

// verdict is what the record that ends the checks of an iteration says of the
// pages that are gone.
type verdict byte

const (
	verdictUsual    verdict = iota // they leave when goneFor checks in a row do not find them
	verdictOutage                  // too many at once: not believed
	verdictAccepted                // the user says that it is so
)

// judge ends the checks of an iteration: it settles what becomes of the pages
// that were not found. One that its server says has moved for good within the
// site is believed at once, others when goneFor checks in a row did not find
// them, and the start page only if it leads to another page of the site.
func (n *known) judge(v verdict) {
	w := n.watching
	it := w.last()
	it.judged, it.outage = true, v == verdictOutage
	slices.SortFunc(it.suspect, func(a, b suspect) int { return cmp.Compare(a.place, b.place) })
	home := n.home()
	for _, s := range it.suspect {
		h := &w.histories[s.place]
		if it.outage {
			continue
		}
		if h.gone = min(h.gone+1, goneFor); v == verdictAccepted {
			h.gone = goneFor
		}
		moved := s.found.redirects() && (s.found.status == 301 || s.found.status == 308)
		stays := n.urls.key(s.found.url) == home && !s.found.redirects()
		if !stays && (moved || h.gone == goneFor) {
			n.replace(int(s.place), s.found)
		}
	}
}

// home is the key of the start page, or of the page that it redirects to.
func (n *known) home() urlID {
	key := n.urls.key(n.urls.find(n.site.Start))
	for range maxHomeHops {
		a := n.newest(key)
		if !a.redirects() {
			break
		}
		key = n.urls.key(a.location)
	}
	return key
}

// maxHomeHops bounds the redirects of a home page, which may be a circle.
const maxHomeHops = 64

// Of an iteration: if at least outageLeast pages are gone, and more than half of
// those that gave an answer, it is an outage.
const outageLeast = 10

// isOutage reports whether so many pages are gone at once that it is not
// believed.
func (it *iteration) isOutage() bool {
	gone, answered := len(it.suspect), len(it.same)
	for _, v := range it.visits {
		if v.Outcome != CheckFailed {
			answered++
		}
	}
	return gone >= outageLeast && 2*gone > answered
}

// noise is what differs between any two fetches of the site's pages, such as a
// clock that all of them show: the least difference that a full check ever
// found. It counts from the iteration after the one in which it was learnt.
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
