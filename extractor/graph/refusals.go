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

// Refusals looks at the answers to the keys of a depth, in their order, as far as
// they are there. So the point at which the site refuses too much is the same
// whenever answers come.
type Refusals struct {
	keys             []evidence.URLID
	At               int // keys looked at
	answers, refused int // of the whole crawl by then
	tooMany          bool
}

// NewRefusals looks at a depth whose keys are given.
func (b *Builder) NewRefusals(keys []evidence.URLID) *Refusals {
	return &Refusals{keys: keys, answers: b.Answers, refused: b.Refused}
}

// Advance looks at what came since; it reports whether the site refuses too much.
func (r *Refusals) Advance(b *Builder) bool {
	if r == nil || !b.Known.Refusing || b.limits.Refused == 0 {
		return false
	}
	for !r.tooMany && r.At < len(r.keys) {
		e := b.Follow(r.keys[r.At])
		if e.Missing {
			break
		}
		r.count(b, b.Known.Answer(e.Key))
		r.At++
		if r.At%scope.RefusedPortion == 0 || r.At == len(r.keys) {
			r.tooMany = b.limits.TooManyRefused(r.refused, r.answers)
		}
	}
	return r.tooMany
}

// count adds an answer of the site.
func (r *Refusals) count(b *Builder, a *evidence.Answer) {
	if a == nil || a.Outcome == evidence.OutForbidden || a.Outcome == evidence.OutFailed {
		return
	}
	r.answers++
	if a.Outcome == evidence.OutRefused || b.refuses(a) {
		r.refused++
	}
}

// look counts an answer of a crawl in the order of decisions, which is looked at after that many answers. The targets
// of redirects are decisions of their own.
func (b *Builder) look(a *evidence.Answer) {
	r := b.NewRefusals(nil)
	if !a.Redirects() {
		r.count(b, a)
	}
	due := r.answers > b.Answers && r.answers%scope.RefusedPortion == 0
	b.Answers, b.Refused = r.answers, r.refused
	b.Paused = b.Paused || due && b.RefusesTooMuch()
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

// countAnswers adds the answers of a depth that is closed.
func (b *Builder) countAnswers(keys []evidence.URLID) {
	r := b.NewRefusals(nil)
	for _, k := range keys {
		if e := b.Follow(k); !e.Missing {
			r.count(b, b.Known.Answer(e.Key))
		}
	}
	b.Answers, b.Refused = r.answers, r.refused
}

// homeRefused reports whether the home page was refused, the only start page.
func (b *Builder) homeRefused() bool {
	if len(b.Starts) > 1 {
		return false
	}
	a := b.Known.Answer(b.Follow(b.Scope.Start).Key)
	return a != nil && a.Outcome == evidence.OutRefused
}

// Pause leaves out the keys of a depth beyond those after which the site refused
// too much.
func (b *Builder) Pause(depth int, beyond []evidence.URLID) {
	b.LeaveOut(depth, beyond)
	b.Paused = true
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
