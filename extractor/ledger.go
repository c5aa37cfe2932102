package extractor

import (
	"fmt"

	"sitegraph/site"
)

// ledger gives every URL that pages mention its one state.
type ledger struct {
	w        *walk
	internal []addressID // keys of the site, sorted
	external []addressID // keys of other sites, sorted
	from     column      // page+1 that first links to the key
}

func (w *walk) ledger() *ledger {
	l := &ledger{w: w}
	size := w.mem.book.Len()
	for i, p := range w.pages {
		each(p.answer.internal, func(a addressID, _ uint32) { l.mention(w.mem.book.key(a), i, size) })
		each(p.answer.external, func(a addressID, _ uint32) {
			if k := w.mem.book.key(a); l.mention(k, i, size) {
				l.external = append(l.external, k)
			}
		})
	}
	for k := range addressID(size) {
		if w.found.get(k) != 0 || w.hops.get(k) != 0 {
			l.internal = append(l.internal, k)
		}
	}
	w.sortByText(l.internal)
	w.sortByText(l.external)
	return l
}

// mention notes a link; it tells whether it is the key's first.
func (l *ledger) mention(key addressID, page, size int) bool {
	if l.from.get(key) != 0 {
		return false
	}
	l.from.set(key, int32(page)+1, size)
	return true
}

// entries yields the lines of the ledger.
func (l *ledger) entries(yield func(site.Entry, error) bool) {
	for _, k := range l.internal {
		if !yield(l.entry(k), nil) {
			return
		}
	}
	for _, k := range l.external {
		if !yield(l.outside(k), nil) {
			return
		}
	}
}

// summarise fills the counts per state and the aliases.
func (l *ledger) summarise(c *site.Crawl) {
	kinds := map[site.State]string{site.StateRedirect: site.AliasRedirect, site.StateDuplicate: site.AliasDuplicate, site.StateBoth: site.AliasBoth}
	for e := range l.entries {
		c.Counts.States[e.State]++
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
	if len(c.Graph.Pages) == 0 && !c.Ended.NeverBegan() {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], l.noPage())
	}
}

// noPage says why there is no page.
func (l *ledger) noPage() string {
	e := l.entry(l.w.start)
	note := fmt.Sprintf("no page: the start page %s: %s", e.Key, e.Outcome())
	if e.Reason.Location.Kind == site.FaultLoop {
		note += ": it redirects to itself; it may need cookies"
	}
	return note
}

// limitOf names the setting that bounds what an entry wanted, "" if none did.
func limitOf(e site.Entry) string {
	if e.State == site.StateLimit || e.State == site.StateRedirectBad || e.State == site.StateFailed {
		return e.Reason.Limit
	}
	return ""
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

func (l *ledger) outside(key addressID) site.Entry {
	text := l.w.mem.book.String(key)
	return site.Entry{Key: text, URL: text, State: site.StateExternal, Level: -1, From: l.first(key)}
}

func (l *ledger) first(key addressID) string {
	if p := l.from.get(key); p != 0 {
		return l.w.mem.book.String(l.w.pages[p-1].key)
	}
	return ""
}

// entry is the line of one of the site's own keys.
func (l *ledger) entry(key addressID) site.Entry {
	w := l.w
	e := site.Entry{Key: w.mem.book.String(key), Level: int(w.found.get(key)) - 1, From: l.first(key)}
	e.URL = e.Key
	if via := w.via.get(key); via != 0 {
		e.URL = w.mem.book.String(addressID(via - 1))
	}
	if e.Level < 0 {
		e.Level = int(max(w.hops.get(key), -w.hops.get(key))) - 1
	}
	a := w.mem.answer(key)
	switch {
	case w.pageAt.get(key) != 0:
		e.State, e.Level = site.StatePage, w.pages[w.pageAt.get(key)-1].level
		if n := a.counts.dropped; n > 0 {
			e.Reason = site.Reason{Limit: site.LimitLinksPerPage, Bound: int(n)}
		}
	case w.copyOf.get(key) != 0:
		e.State = site.StateDuplicate
	case a == nil || w.untaken(key):
		e.State, e.Reason = w.unasked(key)
		return e
	default:
		e.State, e.Reason = w.verdict(key, a)
	}
	if p := w.pageOf(key); p >= 0 {
		e.Page = w.mem.book.String(w.pages[p].key)
	} else if p := w.stands(key); p >= 0 {
		e.Page = w.mem.book.String(w.pages[p].key)
	}
	e.Status = int(a.status)
	e.URL = w.mem.book.String(a.address)
	return e
}

// unasked says why a key has no answer.
func (w *walk) unasked(key addressID) (site.State, site.Reason) {
	switch {
	case w.found.get(key) < 0:
		return w.leftOut(key)
	case w.found.get(key) == 0 && w.hops.get(key) < 0: // a redirect led there
		return site.StateExcluded, site.Reason{}
	case w.beyond(key):
		return site.StateBeyondLevel, site.Reason{Limit: site.LimitLevel, Bound: w.limits.MaxLevel}
	case w.limited || w.stop == site.EndedMaxPages:
		return site.StateLimit, w.pageLimit()
	case w.stop == site.EndedUnreachable:
		return site.StateUnreachable, site.Reason{Failure: w.mem.robots.Failure}
	case w.stop == site.EndedRobotsUnavailable:
		return site.StateRobotsUnavailable, site.Reason{Failure: w.mem.robots.Failure, TargetStatus: w.mem.robots.Status}
	}
	return site.StateStopped, site.Reason{Ending: w.stop}
}

// verdict is the state of a key with an answer that is no page.
func (w *walk) verdict(key addressID, a *known) (site.State, site.Reason) {
	switch a.outcome {
	case outForbidden:
		return site.StateRobots, site.Reason{}
	case outFailed:
		return site.StateFailed, failedBy(a.why().failure)
	case outStatus:
		return site.StateStatus, site.Reason{}
	case outNotHTML:
		return site.StateNotHTML, site.Reason{MediaType: a.mediaType}
	case outPage:
		return w.unclosed()
	}
	return w.redirect(key)
}

// unclosed is the state of a page that was read but not taken: the walk
// stopped, or the page limit was reached, before its level was closed.
func (w *walk) unclosed() (site.State, site.Reason) {
	if w.limited || w.stop == site.EndedMaxPages {
		return site.StateLimit, w.pageLimit()
	}
	return site.StateStopped, site.Reason{Ending: w.stop}
}

func (w *walk) pageLimit() site.Reason {
	return site.Reason{Limit: site.LimitPages, Bound: len(w.pages)}
}

// redirect is the state of a key that redirects.
func (w *walk) redirect(key addressID) (site.State, site.Reason) {
	if w.found.get(key) <= 0 {
		return site.StateHop, w.whither(key)
	}
	e := w.follow(key)
	switch {
	case e.state != "":
		return e.state, e.reason
	case e.missing:
		state, reason := w.unasked(e.key)
		reason.Target = w.mem.book.String(e.key)
		return state, reason
	case w.pageAt.get(e.key) != 0:
		return site.StateRedirect, w.whither(key)
	case w.copyOf.get(e.key) != 0:
		return site.StateBoth, w.whither(key)
	}
	a := w.mem.answer(e.key)
	state, reason := w.verdict(e.key, a)
	reason.Target, reason.TargetState, reason.TargetStatus = w.mem.book.String(e.key), state, int(a.status)
	return site.StateRedirectLost, reason
}

// whither is where a redirect leads first.
func (w *walk) whither(key addressID) site.Reason {
	if a := w.mem.answer(key); a.location != none {
		return site.Reason{Target: w.mem.book.String(a.location)}
	}
	return site.Reason{}
}
