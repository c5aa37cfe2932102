package graph

import (
	"net/http"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Ledger gives a state to every URL that pages mention.
type Ledger struct {
	*Builder
	ended    site.Ending
	internal []evidence.URLID // keys of the site, sorted
	external []evidence.URLID // keys of other sites, sorted
	from     evidence.Column  // page+1 of the first page that links to a key
	walls    map[int]*wall    // pages that unrelated URLs show
	// PutOff names the kind of URLs with which a key without an answer was put off, or returns "". It may be nil.
	PutOff func(evidence.URLID) string
}

// NewLedger returns the ledger of a finished graph.
func NewLedger(b *Builder, ended site.Ending) *Ledger {
	l := &Ledger{Builder: b, ended: ended}
	urls := b.Known.URLs
	for i, p := range b.Pages {
		urls.EachInside(p.Answer.Links, func(url evidence.URLID, _ uint32) { l.noteFirst(urls.Key(url), i) })
		urls.EachOutside(p.Answer.Links, func(url evidence.URLID, _ uint32) {
			if k := urls.Key(url); l.noteFirst(k, i) {
				l.external = append(l.external, k)
			}
		})
	}
	for k := range evidence.URLID(urls.Len()) {
		if b.Found.Seen(k) && !b.names.takes(k) {
			l.internal = append(l.internal, k)
		}
	}
	b.names.sort(l.internal)
	urls.Sort(l.external)
	return l
}

// noteFirst records a page's link to a key and reports whether it is the first.
func (l *Ledger) noteFirst(key evidence.URLID, page int) (first bool) {
	if l.from.Get(key) != 0 {
		return false
	}
	l.from.Set(key, int32(page)+1, l.Known.URLs.Len())
	return true
}

// Entries yields the ledger, sorted by normalized URL.
func (l *Ledger) Entries(yield func(site.Entry, error) bool) {
	for _, k := range l.internal {
		if !yield(l.entry(k), nil) {
			return
		}
	}
	for _, k := range l.external {
		text := l.Known.URLs.String(k)
		e := site.Entry{Key: text, URL: text, State: site.StateExternal, Level: -1, From: l.firstLink(k)}
		if !yield(e, nil) {
			return
		}
	}
}

// Summarize sets the counts per state, the aliases and the notes, for example why there is no page.
func (l *Ledger) Summarize(c *site.Crawl) {
	kinds := map[site.State]string{site.StateRedirect: site.AliasRedirect, site.StateDuplicate: site.AliasDuplicate,
		site.StateBoth: site.AliasBoth, site.StateRule: site.AliasRule, site.StateCanonical: site.AliasCanonical}
	refused, answered := map[site.Refusal]int{}, 0
	for e := range l.Entries {
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
		if e.AsksToLogIn() {
			c.Counts.LoginWalls++
		}
		if limit := limitOf(e); limit != "" {
			c.Counts.Limits[limit]++
		}
		if kind := kinds[e.State]; kind != "" {
			c.Aliases = append(c.Aliases, site.Alias{Key: e.Key, Page: e.Page, Kind: kind})
		}
	}
	if l.Refusals.Paused || l.Known.Anew { // there are other answers, from running requests or earlier decisions
		c.Counts.Fetched = answered
		for by := range l.names.pages {
			if l.Known.Answer(by) == nil { // it names a page and was never requested
				c.Counts.Fetched--
			}
		}
	}
	if note := l.refusedNote(refused); note != "" {
		c.Notes = append(c.Notes, note)
	}
	c.Notes = append(c.Notes, l.wallNotes()...)
	if len(c.Graph.Pages) == 0 && !c.Ended.NeverBegan() {
		c.Notes = append(c.Notes, l.noPages())
	}
}

func (l *Ledger) noPages() string {
	e := l.entry(l.Scope.Start)
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
		return note + ": it redirects to itself and sets a cookie: pages are shown only if that is sent back. " +
			"sitegraph keeps no cookies; put those of your browser into a file ([download] credentials)"
	case e.Status == http.StatusUnauthorized:
		return note + ": " + e.Outcome() + ": it asks for a login; put yours into a file ([download] credentials)"
	}
	return note + ": " + e.Outcome()
}

// limitOf names the setting that limited an entry, or returns "".
func limitOf(e site.Entry) string {
	if e.State == site.StateLimit || e.State == site.StateRedirectBad || e.State == site.StateFailed {
		return e.Reason.Limit
	}
	return ""
}

func (l *Ledger) firstLink(key evidence.URLID) string {
	if p := l.from.Get(key); p != 0 {
		return l.names.page(l.Pages[p-1].Key)
	}
	return ""
}

func (l *Ledger) entry(key evidence.URLID) site.Entry {
	urls := l.Known.URLs
	e := site.Entry{Key: l.names.line(key), From: l.firstLink(key)}
	e.URL = e.Key
	if url := l.Found.FetchURL(key); url != evidence.NoURL {
		e.URL = urls.String(url)
	}
	var linked bool
	if e.Level, linked = l.Found.Depth(key); !linked {
		e.Level, _ = l.Found.RedirectDepth(key)
	}
	a := l.Known.Answer(key)
	page := l.namedBy(key)
	switch {
	case page >= 0:
		p := l.Pages[page]
		key, a = p.Key, p.Answer
		e.State, e.Level = site.StatePage, p.depth
		l.mark(&e, key)
		if n := a.Counts.Dropped; n > 0 {
			e.Reason.Limit, e.Reason.Bound = site.LimitLinksPerPage, int(n)
		}
	case l.pageOf(key) >= 0:
		e.State = l.duplicateState(key)
	case l.Ruled(key, a) != evidence.NoURL && l.Taken(key):
		e.State = site.StateRule
		if told, ok := l.Told.of(key); ok {
			e.Reason.Rule = told.Rule
		} else {
			e.Reason.Rule = l.Same.Rules.Of(key, l.Ruled(key, a))
		}
	case a == nil || l.ignored(key):
		e.State, e.Reason = l.notFetched(key)
		return e
	case a.Outcome == evidence.OutRedirect:
		e.State, e.Reason = l.redirect(key, a)
	default:
		e.State, e.Reason = l.OutcomeOf(a)
	}
	if page = l.pageOf(key); page < 0 {
		page = l.CanonicalPage(key)
	}
	if page >= 0 {
		e.Page = l.names.page(l.Pages[page].Key)
	}
	if a != nil {
		e.Status, e.URL = int(a.Status), l.urlOf(key, a)
		if a.Outcome == evidence.OutRedirect && a.Location != evidence.NoURL {
			e.Location = urls.String(a.Location)
		}
	}
	return e
}

func (l *Ledger) duplicateState(key evidence.URLID) site.State {
	if l.Told.Pages != nil {
		return l.toldState(key)
	}
	if l.Same.OnlyCanonical(key, l.Pages[l.pageOf(key)].Key) {
		return site.StateCanonical
	}
	return site.StateDuplicate
}

func (l *Ledger) notFetched(key evidence.URLID) (site.State, site.Reason) {
	m := l.Found.Mark(key)
	if depth, allowed := l.Found.RedirectDepth(key); depth >= 0 && !allowed && !l.inScope(key) && m == scope.InScope {
		m = scope.Excluded
	}
	robots := l.Known.Robots()
	switch {
	case m != scope.InScope:
		return l.Scope.Reason(m)
	case l.tooDeep(key):
		return site.StateBeyondLevel, site.Reason{Limit: site.LimitLevel, Bound: l.limits.MaxLevel}
	case l.ended == site.EndedUnreachable:
		return site.StateUnreachable, site.Reason{Failure: robots.Failure}
	case l.ended == site.EndedRobotsUnavailable:
		return site.StateRobotsUnavailable, robots.Unavailable()
	}
	state, reason := l.stopped()
	if l.PutOff != nil {
		reason.PutOff = l.PutOff(key)
	}
	return state, reason
}

// stopped returns the state of URLs that the walk did not reach, and of pages whose depth it never closed.
func (l *Ledger) stopped() (site.State, site.Reason) {
	switch {
	case l.Refusals.Paused:
		return site.StateStopped, site.Reason{Ending: site.EndedRefused}
	case l.ended == site.EndedMaxPages:
		return site.StateLimit, site.Reason{Limit: site.LimitPages, Bound: len(l.Pages)}
	case l.ended == site.EndedBudget:
		return site.StateLimit, site.Reason{Limit: site.LimitBudget, Bound: l.limits.Budget}
	}
	return site.StateStopped, site.Reason{Ending: l.ended}
}

// OutcomeOf returns the state of a key whose answer is neither a redirect nor a page.
func (l *Ledger) OutcomeOf(a *evidence.Answer) (site.State, site.Reason) {
	switch a.Outcome {
	case evidence.OutForbidden:
		return site.StateRobots, site.Reason{}
	case evidence.OutFailed:
		if a.Barred() {
			return l.Known.WhyBarred(l.Known.URLs.String(a.URL))
		}
		return site.StateFailed, evidence.FailedBy(a.Why().Failure)
	case evidence.OutStatus:
		return site.StateStatus, site.Reason{}
	case evidence.OutNotHTML:
		return site.StateNotHTML, site.Reason{MediaType: a.MediaType}
	case evidence.OutRefused:
		return evidence.RefusedBy(a.Why().Refusal, int(a.Status))
	case evidence.OutPage:
		if l.refuses(a) {
			return evidence.RefusedBy(site.RefusalRepeated, int(a.Status))
		}
	}
	return l.stopped()
}

func (l *Ledger) redirect(key evidence.URLID, a *evidence.Answer) (site.State, site.Reason) {
	var first site.Reason
	if a.Location != evidence.NoURL {
		first.Target = l.Known.URLs.String(a.Location)
	}
	if !l.inScope(key) {
		return site.StateHop, first
	}
	e := l.Follow(key)
	switch {
	case e.state != "":
		return e.state, e.reason
	case e.Missing:
		state, reason := l.notFetched(e.Key)
		reason.Target = l.Known.URLs.String(e.Key)
		return state, reason
	case l.isPage(e.Key):
		return site.StateRedirect, first
	case l.Duplicate.Get(e.Key) != 0:
		return site.StateBoth, first
	}
	end := l.Known.Answer(e.Key)
	state, reason := l.OutcomeOf(end)
	reason.Target, reason.TargetState, reason.TargetStatus = l.Known.URLs.String(e.Key), state, int(end.Status)
	return site.StateRedirectLost, reason
}
