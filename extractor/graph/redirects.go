package graph

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type chainEnd struct {
	Key     evidence.URLID // the last key reached
	url     evidence.URLID // the URL by which it was reached
	hops    int
	Missing bool       // the last key has no answer yet
	state   site.State // why the chain is broken off; "" when it is not
	reason  site.Reason
}

// Follow goes from a key along redirects to the first answer that is not a redirect.
func (b *Builder) Follow(key evidence.URLID) chainEnd {
	e := chainEnd{Key: key, url: evidence.NoURL}
	var path [64]evidence.URLID
	for {
		a := b.Known.Answer(e.Key)
		if page := b.Ruled(e.Key, a); page != evidence.NoURL {
			e.Key, e.url = page, evidence.NoURL
			e.hops++
			return e
		}
		if a == nil {
			e.Missing = true
			return e
		}
		if a.Outcome != evidence.OutRedirect {
			return e
		}
		if e.hops >= b.limits.MaxRedirects || e.hops >= len(path) {
			e.state, e.reason = site.StateRedirectBad, site.Reason{Limit: site.LimitRedirects, Bound: e.hops}
			return e
		}
		path[e.hops] = e.Key
		if e.state, e.reason = b.judgeHop(a, path[:e.hops+1]); e.state != "" {
			return e
		}
		e.Key, e.url = b.Known.URLs.Key(a.Location), a.Location
		e.hops++
	}
}

// Ruled returns the page that a URL rule makes of a key without an answer, noURL
// if none does. In an order the links that led to the page can turn out to vary with
// each request: then it is not in the graph and represents nothing.
func (b *Builder) Ruled(key evidence.URLID, a *evidence.Answer) evidence.URLID {
	if a != nil {
		return evidence.NoURL
	}
	page := b.Same.StandsFor(key)
	if page == evidence.NoURL {
		return b.Told.ruled(key)
	}
	if !b.Known.Site.Search && b.DepthOf(page) < 0 {
		return evidence.NoURL
	}
	return page
}

// judgeHop returns why a redirect cannot be followed, "" if it can.
func (b *Builder) judgeHop(a *evidence.Answer, path []evidence.URLID) (site.State, site.Reason) {
	if a.Location == evidence.NoURL {
		return site.StateRedirectBad, site.Reason{Location: a.Why().Location}
	}
	if !a.Inside {
		return site.StateRedirectOut, site.Reason{Target: b.Known.URLs.String(a.Location)}
	}
	next := b.Known.URLs.Key(a.Location)
	if at := slices.Index(path, next); at >= 0 {
		return site.StateRedirectBad, site.Reason{Location: loopOf(b.Known, path[at:])}
	}
	if b.Scope.Excludes(a.Location) {
		return site.StateRedirectLost, site.Reason{Target: b.Known.URLs.String(next), TargetState: site.StateExcluded}
	}
	return "", site.Reason{}
}

func loopOf(n *evidence.Known, circle []evidence.URLID) site.LinkFault {
	for _, key := range circle {
		if n.Answer(key).Why().Cookie {
			return site.LinkFault{Kind: site.FaultCookieLoop}
		}
	}
	return site.LinkFault{Kind: site.FaultLoop}
}

// ignored reports whether a key is left out, below the last depth or beyond the page limit. What an earlier run
// with wider limits knows of it does not count, unless redirects of this walk led there, and on to their end.
func (b *Builder) ignored(key evidence.URLID) bool {
	if b.Taken(key) {
		return false
	}
	if _, ok := b.Found.Depth(key); !ok {
		_, redirected := b.Found.RedirectDepth(key)
		return !redirected
	}
	for range b.limits.MaxRedirects + 1 {
		if _, redirected := b.Found.RedirectDepth(key); !redirected && !b.Taken(key) {
			return true
		}
		a := b.Known.Answer(key)
		if !a.Redirects() || b.Scope.Excludes(a.Location) {
			break
		}
		key = b.Known.URLs.Key(a.Location)
	}
	return false
}
