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

// look counts an answer, and pauses the crawl if the site refuses too much by then. The targets of redirects count for
// themselves.
func (b *Builder) look(a *evidence.Answer) {
	if a == nil || a.Redirects() || a.Outcome == evidence.OutForbidden || a.Outcome == evidence.OutFailed {
		return
	}
	b.Answers++
	if a.Outcome == evidence.OutRefused || b.refuses(a) {
		b.Refused++
	}
	b.Paused = b.Paused || b.Answers%scope.RefusedPortion == 0 && b.RefusesTooMuch()
}

// RefusesTooMuch reports whether the site refuses more than what is put up with. The hosts of a search are looked after
// by its order.
func (b *Builder) RefusesTooMuch() bool {
	return !b.Known.Site.Search && b.limits.TooManyRefused(b.Refused, b.Answers)
}

// Forgive has the refusals so far not count: what was refused is asked for again.
func (b *Builder) Forgive() {
	b.Answers, b.Refused, b.Paused = b.Answers-b.Refused, 0, false
}

// homeRefused reports whether the home page was refused, the only start page.
func (b *Builder) homeRefused() bool {
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
			"the graph is not the whole site", l.Builder.Refused, l.Answers, wording.List(names))
	}
	return note
}
