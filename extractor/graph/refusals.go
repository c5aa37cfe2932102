package graph

import (
	"fmt"
	"maps"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
	"sitegraph/wording"
)

// Refusals counts the URLs that a site answered, and those that it refused.
type Refusals struct {
	Answers, Refused int  // by now
	Paused           bool // the site refuses too many

	known  *evidence.Known
	limits *scope.Limits
}

// look counts an answer, and pauses the crawl if the site refuses too much by then. The targets of redirects count for
// themselves; repeated says that a page is a refusal since many have its text.
func (r *Refusals) look(a *evidence.Answer, repeated bool) {
	if a == nil || a.Redirects() || a.Outcome == evidence.OutForbidden || a.Outcome == evidence.OutFailed {
		return
	}
	r.Answers++
	if a.Outcome == evidence.OutRefused || repeated {
		r.Refused++
	}
	if scope.PausesAfter(r.Answers) {
		r.judge()
	}
}

// judge pauses the crawl if the site refuses more than what is put up with. The hosts of a search are looked after by
// its order.
func (r *Refusals) judge() {
	r.Paused = r.Paused || !r.known.Site.Search && scope.TooManyRefused(r.limits.Refused, r.Refused, r.Answers)
}

// Forgive has the refusals so far not count: what was refused is asked for again.
func (r *Refusals) Forgive() {
	r.Answers, r.Refused, r.Paused = r.Answers-r.Refused, 0, false
}

// homeRefused reports whether the home page was refused, the only start page.
func homeRefused(b *Builder) bool {
	if len(b.Starts) > 1 {
		return false
	}
	a := b.Known.Answer(b.Follow(b.Scope.Start).Key)
	return a != nil && a.Outcome == evidence.OutRefused
}

// refusedNote says how many URLs were refused, and by whom; "" if none was.
func (l *Ledger) refusedNote(by map[site.Refusal]int) string {
	if len(by) == 0 {
		return ""
	}
	count, names := 0, make([]string, 0, len(by))
	for _, who := range slices.Sorted(maps.Keys(by)) {
		count += by[who]
		names = append(names, string(who))
	}
	note := fmt.Sprintf("%s refused (%s), so the graph is incomplete",
		wording.Count(count, "URL was", "URLs were"), wording.List(names))
	if l.ended == site.EndedRefused && len(l.Pages) > 0 {
		note = fmt.Sprintf("the site refuses too many pages (%d of %d answers; %s), so the crawl was paused: "+
			"the graph is not the whole site", l.Refusals.Refused, l.Refusals.Answers, wording.List(names))
	}
	return note
}
