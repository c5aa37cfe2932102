package extractor

import (
	"net/http"

	"sitegraph/site"
)

// ledger gives every URL that pages mention its one state.
type ledger struct {
	*builder
	ended    site.Ending
	internal []urlID // keys of the site, sorted
	external []urlID // keys of other sites, sorted
	from     column  // page+1 that first links to the key
}

func newLedger(b *builder, ended site.Ending) *ledger {
	l := &ledger{builder: b, ended: ended}
	urls := b.known.urls
	for i, p := range b.pages {
		each(p.answer.internal, func(url urlID, _ uint32) { l.noteFirst(urls.key(url), i) })
		each(p.answer.external, func(url urlID, _ uint32) {
			if k := urls.key(url); l.noteFirst(k, i) {
				l.external = append(l.external, k)
			}
		})
	}
	for k := range urlID(urls.Len()) {
		if b.found.seen(k) {
			l.internal = append(l.internal, k)
		}
	}
	urls.sort(l.internal)
	urls.sort(l.external)
	return l
}

// noteFirst notes a link of a page; it reports whether it is the key's first.
func (l *ledger) noteFirst(key urlID, page int) (first bool) {
	if l.from.get(key) != 0 {
		return false
	}
	l.from.set(key, int32(page)+1, l.known.urls.Len())
	return true
}

func (l *ledger) entries(yield func(site.Entry, error) bool) {
	for _, k := range l.internal {
		if !yield(l.entry(k), nil) {
			return
		}
	}
	for _, k := range l.external {
		text := l.known.urls.String(k)
		e := site.Entry{Key: text, URL: text, State: site.StateExternal, Level: -1, From: l.firstLink(k)}
		if !yield(e, nil) {
			return
		}
	}
}

// summarize fills the counts per state and the aliases, and says why there is
// no page.
func (l *ledger) summarize(c *site.Crawl) {
	kinds := map[site.State]string{site.StateRedirect: site.AliasRedirect, site.StateDuplicate: site.AliasDuplicate,
		site.StateBoth: site.AliasBoth, site.StateRule: site.AliasRule, site.StateCanonical: site.AliasCanonical}
	refused, answered := map[site.Refusal]int{}, 0
	for e := range l.entries {
		c.Counts.States[e.State]++
		if e.Status != 0 || e.State == site.StateFailed {
			answered++
		}
		if who := e.Reason.Refusal; who != "" {
			refused[who]++
		}
		if e.ServerError() {
			c.Counts.ServerErrors++
		}
		if limit := limitOf(e); limit != "" {
			c.Counts.Limits[limit]++
		}
		if kind := kinds[e.State]; kind != "" {
			c.Aliases = append(c.Aliases, site.Alias{Key: e.Key, Page: e.Page, Kind: kind})
		}
	}
	if l.paused || l.known.anew { // other answers are known: what was under way, or was decided about before
		c.Counts.Fetched = answered
	}
	if note := l.refusedNote(refused); note != "" {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], note)
	}
	if len(c.Graph.Pages) == 0 && !c.Ended.NeverBegan() {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], l.noPages())
	}
}

func (l *ledger) noPages() string {
	e := l.entry(l.scope.start)
	note := "no pages: " + e.Key
	switch {
	case e.State == site.StateStopped && e.Reason.Ending == site.EndedSignal:
		return note + " was not fetched (interrupted)"
	case e.State == site.StateStopped:
		return note + " was not fetched (" + e.Why() + ")"
	case e.State == site.StateRobots:
		return note + ": " + e.Why()
	case e.Reason.Location.Kind == site.FaultLoop:
		return note + ": " + e.Outcome() + ": it redirects to itself; it may need cookies"
	case e.Reason.Location.Kind == site.FaultCookieLoop:
		return note + ": it redirects to itself and sets a cookie: pages are shown only to who sends that back. " +
			"sitegraph keeps no cookies of its own; put those of your browser into a file ([download] credentials)"
	case e.Status == http.StatusUnauthorized:
		return note + ": " + e.Outcome() + ": it asks for a login; put yours into a file ([download] credentials)"
	}
	return note + ": " + e.Outcome()
}

// limitOf names the setting that bounds what an entry wanted, "" if none did.
func limitOf(e site.Entry) string {
	if e.State == site.StateLimit || e.State == site.StateRedirectBad || e.State == site.StateFailed {
		return e.Reason.Limit
	}
	return ""
}

// firstLink returns the key of the first page that links to a key.
func (l *ledger) firstLink(key urlID) string {
	if p := l.from.get(key); p != 0 {
		return l.known.urls.String(l.pages[p-1].key)
	}
	return ""
}

// entry is the line of one of the site's own keys.
func (l *ledger) entry(key urlID) site.Entry {
	urls := l.known.urls
	e := site.Entry{Key: urls.String(key), From: l.firstLink(key)}
	e.URL = e.Key
	if url := l.found.fetchURL(key); url != noURL {
		e.URL = urls.String(url)
	}
	var linked bool
	if e.Level, linked = l.found.depth(key); !linked {
		e.Level, _ = l.found.redirectDepth(key)
	}
	a := l.known.answer(key)
	switch {
	case l.isPage(key):
		e.State, e.Level = site.StatePage, l.pages[l.pageOf(key)].depth
		e.Reason.SoftMissing = l.builder.same.isSoft(key)
		if n := a.counts.dropped; n > 0 {
			e.Reason.Limit, e.Reason.Bound = site.LimitLinksPerPage, int(n)
		}
	case l.isDuplicate(key):
		e.State = l.duplicateState(key)
	case l.ruled(key, a) != noURL && l.taken(key):
		e.State = site.StateRule
		e.Reason.Rule = l.same.ruleOf(key, l.ruled(key, a))
	case a == nil || l.ignored(key):
		e.State, e.Reason = l.notFetched(key)
		return e
	case a.outcome == outRedirect:
		e.State, e.Reason = l.redirect(key, a)
	default:
		e.State, e.Reason = l.outcomeOf(a)
	}
	page := l.pageOf(key)
	if page < 0 {
		page = l.canonicalPage(key)
	}
	if page >= 0 {
		e.Page = urls.String(l.pages[page].key)
	}
	if a != nil {
		e.Status, e.URL = int(a.status), urls.String(a.url)
		if a.outcome == outRedirect && a.location != noURL {
			e.Location = urls.String(a.location)
		}
	}
	return e
}

// duplicateState is the state of a page that another one stands for.
func (l *ledger) duplicateState(key urlID) site.State {
	if l.same != nil && l.same.onlyCanonical(key, l.pages[l.pageOf(key)].key) {
		return site.StateCanonical
	}
	return site.StateDuplicate
}

func (l *ledger) notFetched(key urlID) (site.State, site.Reason) {
	m := l.found.mark(key)
	if depth, allowed := l.found.redirectDepth(key); depth >= 0 && !allowed && !l.inScope(key) && m == inScope {
		m = excluded
	}
	robots := l.known.robots()
	switch {
	case m != inScope:
		return l.scope.reason(m)
	case l.tooDeep(key):
		return site.StateBeyondLevel, site.Reason{Limit: site.LimitLevel, Bound: l.limits.MaxLevel}
	case l.ended == site.EndedUnreachable:
		return site.StateUnreachable, site.Reason{Failure: robots.Failure}
	case l.ended == site.EndedRobotsUnavailable:
		return site.StateRobotsUnavailable, robots.Unavailable()
	}
	return l.stopped()
}

// stopped is the state of what the walk had no turn for, or of a page that was
// read but whose depth was never closed.
func (l *ledger) stopped() (site.State, site.Reason) {
	if l.paused {
		return site.StateStopped, site.Reason{Ending: site.EndedRefused}
	}
	if l.limited() || l.ended == site.EndedMaxPages {
		return site.StateLimit, site.Reason{Limit: site.LimitPages, Bound: len(l.pages)}
	}
	if l.ended == site.EndedBudget {
		return site.StateLimit, site.Reason{Limit: site.LimitBudget, Bound: l.limits.Budget}
	}
	return site.StateStopped, site.Reason{Ending: l.ended}
}

// outcomeOf is the state of a key with an answer that is no redirect, and that
// is no page.
func (l *ledger) outcomeOf(a *answer) (site.State, site.Reason) {
	switch a.outcome {
	case outForbidden:
		return site.StateRobots, site.Reason{}
	case outFailed:
		if a.barred() {
			return l.known.whyBarred(l.known.urls.String(a.url))
		}
		return site.StateFailed, failedBy(a.why().failure)
	case outStatus:
		return site.StateStatus, site.Reason{}
	case outNotHTML:
		return site.StateNotHTML, site.Reason{MediaType: a.mediaType}
	case outRefused:
		return refusedBy(a.why().refusal, int(a.status))
	case outPage:
		if l.refuses(a) {
			return refusedBy(site.RefusalRepeated, int(a.status))
		}
	}
	return l.stopped()
}

// refusedBy is the state of a page that somebody refused.
func refusedBy(who site.Refusal, status int) (site.State, site.Reason) {
	if status != 200 {
		return site.StateStatus, site.Reason{Refusal: who}
	}
	return site.StateRefused, site.Reason{Refusal: who}
}

// failedBy is a failure with the setting that it comes from, if any.
func failedBy(f site.Failure) site.Reason {
	r := site.Reason{Failure: f}
	switch f.Class {
	case site.FailTooLarge:
		r.Limit = site.LimitBody
	case site.FailHeader:
		r.Limit = site.LimitHeader
	case site.FailTimeout:
		r.Limit = site.LimitTimeout
	}
	return r
}

func (l *ledger) redirect(key urlID, a *answer) (site.State, site.Reason) {
	var first site.Reason
	if a.location != noURL {
		first.Target = l.known.urls.String(a.location)
	}
	if !l.inScope(key) {
		return site.StateHop, first
	}
	e := l.follow(key)
	switch {
	case e.state != "":
		return e.state, e.reason
	case e.missing:
		state, reason := l.notFetched(e.key)
		reason.Target = l.known.urls.String(e.key)
		return state, reason
	case l.isPage(e.key):
		return site.StateRedirect, first
	case l.isDuplicate(e.key):
		return site.StateBoth, first
	}
	end := l.known.answer(e.key)
	state, reason := l.outcomeOf(end)
	reason.Target, reason.TargetState, reason.TargetStatus = l.known.urls.String(e.key), state, int(end.status)
	return site.StateRedirectLost, reason
}
