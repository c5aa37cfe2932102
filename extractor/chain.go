package extractor

import (
	"sitegraph/site"
)

// ending is where a chain of redirects leads.
type ending struct {
	key     addressID // the last key reached
	address addressID // the address by which it was reached
	hops    int
	missing bool       // the last key has no answer yet
	state   site.State // why the chain is broken off; "" when it is not
	reason  site.Reason
}

// follow walks from a key along redirects to the first answer that is none.
func (w *walk) follow(key addressID) ending {
	e := ending{key: key, address: none}
	var path [64]addressID
	for {
		a := w.mem.answer(e.key)
		if a == nil {
			e.missing = true
			return e
		}
		if a.outcome != outRedirect {
			return e
		}
		if e.hops >= w.limits.MaxRedirects || e.hops >= len(path) {
			return e.broken(site.StateRedirectBad, site.Reason{Limit: site.LimitRedirects, Bound: e.hops})
		}
		path[e.hops] = e.key
		if state, reason := w.judgeHop(a, path[:e.hops+1]); state != "" {
			return e.broken(state, reason)
		}
		e.key, e.address = w.mem.book.key(a.location), a.location
		e.hops++
	}
}

func (e ending) broken(state site.State, reason site.Reason) ending {
	e.state, e.reason = state, reason
	return e
}

// judgeHop says whether a redirect can be followed.
func (w *walk) judgeHop(a *known, path []addressID) (site.State, site.Reason) {
	if a.location == none {
		return site.StateRedirectBad, site.Reason{Location: a.why().location}
	}
	if !a.inside {
		return site.StateRedirectOut, site.Reason{Target: w.mem.book.String(a.location)}
	}
	next := w.mem.book.key(a.location)
	for _, k := range path {
		if k == next {
			return site.StateRedirectBad, site.Reason{Location: site.LinkFault{Kind: site.FaultLoop}}
		}
	}
	if w.excludes(a.location) {
		return site.StateRedirectLost, site.Reason{Target: w.mem.book.String(next), TargetState: site.StateExcluded}
	}
	return "", site.Reason{}
}

// pageOf returns the page (index) that stands for a key, or -1.
func (w *walk) pageOf(key addressID) int {
	if p := w.pageAt.get(key); p != 0 {
		return int(p) - 1
	}
	if p := w.copyOf.get(key); p != 0 {
		return int(p) - 1
	}
	return -1
}

// standsFor returns the page to which a link to an address leads, or -1.
func (w *walk) standsFor(a addressID) int {
	if w.excludes(a) {
		return -1
	}
	return w.stands(w.mem.book.key(a))
}

// stands returns the page that stands for a key a link leads to, following
// redirects, or -1. Links that are not looked at lead nowhere (A1), unless
// the walk found their key to be in scope.
func (w *walk) stands(key addressID) int {
	if w.found.get(key) <= 0 {
		return -1
	}
	if p := w.pageOf(key); p >= 0 {
		return p
	}
	if w.untaken(key) {
		return -1
	}
	e := w.follow(key)
	if e.missing || e.state != "" || e.hops == 0 {
		return -1
	}
	return w.pageOf(e.key)
}

// within tells whether links led to a key at a level, and in a place of it,
// that the walk takes.
func (w *walk) within(key addressID) bool {
	level := int(w.found.get(key)) - 1
	return level >= 0 && (level < w.last || level == w.last && !w.behind[key])
}

// untaken tells whether a key is left out, below the last level or behind the
// page limit. What an earlier run with wider limits knows of it does not
// count, unless redirects of this walk led there, and on to their end.
func (w *walk) untaken(key addressID) bool {
	if w.within(key) {
		return false
	}
	if w.found.get(key) <= 0 {
		return w.hops.get(key) <= 0
	}
	for range w.limits.MaxRedirects + 1 {
		if !w.within(key) && w.hops.get(key) <= 0 {
			return true
		}
		a := w.mem.answer(key)
		if a == nil || a.outcome != outRedirect || a.location == none || !a.inside {
			break
		}
		if w.excludes(a.location) {
			break
		}
		key = w.mem.book.key(a.location)
	}
	return false
}
