package graph

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// ToFetch returns the keys at which the chains of keys stop for want of an answer after the fewest hops, sorted,
// and settles by which URL each is fetched. Those with more hops wait: a stopped round would else resume as another
// one, with other URLs to choose from.
func (b *Builder) ToFetch(keys []evidence.URLID) []evidence.URLID {
	type end struct {
		key, url evidence.URLID
		hops     int
	}
	var ends []end
	for _, k := range keys {
		e := b.Follow(k)
		if !e.Missing || len(ends) > 0 && e.hops > ends[0].hops {
			continue
		}
		if len(ends) > 0 && e.hops < ends[0].hops {
			ends = ends[:0]
		}
		ends = append(ends, end{e.Key, e.url, e.hops})
	}
	todo := make([]evidence.URLID, len(ends))
	chosen := map[evidence.URLID]bool{}
	for i, e := range ends {
		todo[i] = e.key
		switch {
		case b.inScope(e.key): // the links have chosen
		case e.url == evidence.NoURL: // an earlier call has
		case chosen[e.key]:
			b.Found.Prefer(e.key, e.url)
		default:
			b.Found.SetFetchAs(e.key, e.url)
			chosen[e.key] = true
		}
	}
	return b.Known.URLs.Distinct(todo)
}

// HomeLeadsTo returns the URL at which the home page's redirects leave the site, nil if they do not.
func (b *Builder) HomeLeadsTo() *site.URL {
	e := b.Follow(b.Scope.Start)
	if e.state != site.StateRedirectOut {
		return nil
	}
	if u, err := site.Parse(e.reason.Target); err == nil {
		return &u
	}
	return nil
}

// Unanswered reports whether a key is still to be requested, not counting what its redirects lead to.
func (b *Builder) Unanswered(key evidence.URLID) bool {
	e := b.Follow(key)
	return e.Missing && e.hops == 0
}
