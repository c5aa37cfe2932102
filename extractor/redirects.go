package extractor

import (
	"slices"

	"sitegraph/site"
)

// chainEnd is where a chain of redirects leads.
type chainEnd struct {
	key     urlID // the last key reached
	url     urlID // the URL by which it was reached
	hops    int
	missing bool       // the last key has no answer yet
	state   site.State // why the chain is broken off; "" when it is not
	reason  site.Reason
}

// follow goes from a key along redirects to the first answer that is none.
func (b *builder) follow(key urlID) chainEnd {
	e := chainEnd{key: key, url: noURL}
	var path [64]urlID
	for {
		a := b.known.answer(e.key)
		if page := b.ruled(e.key, a); page != noURL {
			e.key, e.url = page, noURL
			e.hops++
			return e
		}
		if a == nil || b.stale(e.key) || b.unasked(e.key) {
			e.missing = true
			return e
		}
		if a.outcome != outRedirect {
			return e
		}
		if e.hops >= b.limits.MaxRedirects || e.hops >= len(path) {
			e.state, e.reason = site.StateRedirectBad, site.Reason{Limit: site.LimitRedirects, Bound: e.hops}
			return e
		}
		path[e.hops] = e.key
		if e.state, e.reason = b.judgeHop(a, path[:e.hops+1]); e.state != "" {
			return e
		}
		e.key, e.url = b.known.urls.key(a.location), a.location
		e.hops++
	}
}

// ruled returns the page that a URL rule makes of a key without an answer, noURL
// if none does.
func (b *builder) ruled(key urlID, a *answer) urlID {
	if a != nil || b.same == nil {
		return noURL
	}
	return b.same.standsFor(key)
}

// judgeHop returns why a redirect cannot be followed, "" if it can.
func (b *builder) judgeHop(a *answer, path []urlID) (site.State, site.Reason) {
	if a.location == noURL {
		return site.StateRedirectBad, site.Reason{Location: a.why().location}
	}
	if !a.inside {
		return site.StateRedirectOut, site.Reason{Target: b.known.urls.String(a.location)}
	}
	next := b.known.urls.key(a.location)
	if at := slices.Index(path, next); at >= 0 {
		return site.StateRedirectBad, site.Reason{Location: b.loop(path[at:])}
	}
	if b.scope.excludes(a.location) {
		return site.StateRedirectLost, site.Reason{Target: b.known.urls.String(next), TargetState: site.StateExcluded}
	}
	return "", site.Reason{}
}

// loop is the fault of keys that redirect in a circle.
func (b *builder) loop(circle []urlID) site.LinkFault {
	for _, key := range circle {
		if b.known.answer(key).why().cookie {
			return site.LinkFault{Kind: site.FaultCookieLoop}
		}
	}
	return site.LinkFault{Kind: site.FaultLoop}
}

// noteRedirects notes the depth of the keys that redirects from a frontier led
// to.
func (b *builder) noteRedirects(depth int, keys []urlID) {
	for _, k := range keys {
		a := b.known.answer(k)
		for range b.limits.MaxRedirects {
			if !a.redirects() {
				break
			}
			next, excluded := b.known.urls.key(a.location), b.scope.excludes(a.location)
			b.found.redirect(next, depth, excluded)
			if excluded {
				break
			}
			a = b.known.answer(next)
		}
	}
}

// ignored reports whether a key is left out, below the last depth or beyond
// the page limit. What an earlier run with wider limits knows of it does not
// count, unless redirects of this walk led there, and on to their end.
func (b *builder) ignored(key urlID) bool {
	if b.taken(key) {
		return false
	}
	if _, ok := b.found.depth(key); !ok {
		_, redirected := b.found.redirectDepth(key)
		return !redirected
	}
	for range b.limits.MaxRedirects + 1 {
		if _, redirected := b.found.redirectDepth(key); !redirected && !b.taken(key) {
			return true
		}
		a := b.known.answer(key)
		if !a.redirects() || b.scope.excludes(a.location) {
			break
		}
		key = b.known.urls.key(a.location)
	}
	return false
}
