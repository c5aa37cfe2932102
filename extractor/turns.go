package extractor

import (
	"math"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// turns hands out the keys of a round: in their order, or, of an entity, host by host in turn, each with no more
// under way than its connections. A slow host then keeps no other waiting.
type turns struct {
	hosts  []*hostTurns // those with keys left
	byName map[string]*hostTurns
	at     int // whose turn it is
	left   int
}

type hostTurns struct {
	keys           []evidence.URLID
	underWay, most int
}

func (w *walk) newTurns(todo []evidence.URLID) *turns {
	t := &turns{left: len(todo), byName: map[string]*hostTurns{}}
	if (w.known.Members == nil || w.limits.SiteBudget > 0) && len(todo) > 0 { // a budget is spent in order
		t.hosts = []*hostTurns{{keys: todo, most: math.MaxInt}}
		return t
	}
	for _, key := range todo {
		name := site.HostIn(w.known.URLs.String(key))
		h := t.byName[name]
		if h == nil {
			h = &hostTurns{most: max(w.limits.PerHost, 1)}
			t.byName[name] = h
			t.hosts = append(t.hosts, h)
		}
		h.keys = append(h.keys, key)
	}
	return t
}

// next returns the key whose turn it is; ok is false while every host has enough under way, or its next key waits.
func (t *turns) next(waits func(key evidence.URLID) bool) (key evidence.URLID, ok bool) {
	for range t.hosts {
		t.at %= len(t.hosts)
		if h := t.hosts[t.at]; h.underWay < h.most && !waits(h.keys[0]) {
			return h.keys[0], true
		}
		t.at++
	}
	return evidence.NoURL, false
}

// take notes that the key of next is under way.
func (t *turns) take() {
	t.hosts[t.at].underWay++
	t.pass()
}

// pass goes on after the key of next.
func (t *turns) pass() {
	h := t.hosts[t.at]
	t.left--
	if h.keys = h.keys[1:]; len(h.keys) == 0 {
		t.hosts = slices.Delete(t.hosts, t.at, t.at+1)
		return
	}
	t.at++
}

// done notes that an answer has come; nil is one that was cut off.
func (t *turns) done(a *evidence.Fetched) {
	if a == nil {
		return
	}
	if h := t.byName[site.HostIn(a.Key)]; h != nil {
		h.underWay--
	}
}
