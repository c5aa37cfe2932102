package extractor

import (
	"fmt"
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

// A site that refuses more than a share of its answers is paused: what it still
// shows would not be its graph, and it has said that it wants no more visits.
const (
	refusedLeast   = 20 // so many answers there must be
	refusedPortion = 32 // the share is looked at after so many URLs, and after a depth
)

// refusals looks at the answers to the keys of a depth, in their order, as far as
// they are there. So the point at which the site refuses too much is the same
// whenever answers come.
type refusals struct {
	keys             []urlID
	at               int // keys looked at
	answers, refused int // of the whole crawl by then
	tooMany          bool
}

// newRefusals looks at a depth whose keys are given.
func (b *builder) newRefusals(keys []urlID) *refusals {
	return &refusals{keys: keys, answers: b.answers, refused: b.refused}
}

// advance looks at what came since; it reports whether the site refuses too much.
func (r *refusals) advance(b *builder) bool {
	if r == nil || !b.known.refusing || b.limits.Refused == 0 {
		return false
	}
	for !r.tooMany && r.at < len(r.keys) {
		e := b.follow(r.keys[r.at])
		if e.missing {
			break
		}
		r.count(b, b.known.answer(e.key))
		r.at++
		if r.at%refusedPortion == 0 || r.at == len(r.keys) {
			r.tooMany = b.limits.tooManyRefused(r.refused, r.answers)
		}
	}
	return r.tooMany
}

// count adds an answer of the site.
func (r *refusals) count(b *builder, a *answer) {
	if a == nil || a.outcome == outForbidden || a.outcome == outFailed {
		return
	}
	r.answers++
	if a.outcome == outRefused || b.refuses(a) {
		r.refused++
	}
}

// look counts an answer of a crawl in the order of decisions, which is looked at after so many answers. The targets
// of redirects are decisions of their own.
func (b *builder) look(a *answer) {
	r := b.newRefusals(nil)
	if !a.redirects() {
		r.count(b, a)
	}
	due := r.answers > b.answers && r.answers%refusedPortion == 0
	b.answers, b.refused = r.answers, r.refused
	b.paused = b.paused || due && b.refusesTooMuch()
}

// refusesTooMuch reports whether the site refuses more than what is put up with.
func (b *builder) refusesTooMuch() bool { return b.limits.tooManyRefused(b.refused, b.answers) }

// forgive has the refusals so far not count: what was refused is asked for again.
func (b *builder) forgive() {
	b.answers, b.refused, b.paused = b.answers-b.refused, 0, false
}

// countAnswers adds the answers of a depth that is closed.
func (b *builder) countAnswers(keys []urlID) {
	r := b.newRefusals(nil)
	for _, k := range keys {
		if e := b.follow(k); !e.missing {
			r.count(b, b.known.answer(e.key))
		}
	}
	b.answers, b.refused = r.answers, r.refused
}

// tooManyRefused reports whether so many answers of all are more than what is put
// up with.
func (l *Limits) tooManyRefused(refused, answers int) bool {
	return TooManyRefused(l.Refused, refused, answers)
}

// TooManyRefused reports whether so many refused answers of all are more than a share that is put up with; 0 is no
// limit.
func TooManyRefused(share float64, refused, answers int) bool {
	return share > 0 && answers >= refusedLeast && float64(refused) > share*float64(answers)
}

// PausesAfter reports whether the share of refused answers is looked at after so many.
func PausesAfter(answers int) bool { return answers > 0 && answers%refusedPortion == 0 }

// homeRefused reports whether the home page was refused, the only start page.
func (b *builder) homeRefused() bool {
	if len(b.starts) > 1 {
		return false
	}
	a := b.known.answer(b.follow(b.scope.start).key)
	return a != nil && a.outcome == outRefused
}

// pause leaves out the keys of a depth beyond those after which the site refused
// too much.
func (b *builder) pause(depth int, beyond []urlID) {
	b.leaveOut(depth, beyond)
	b.paused = true
}

// refusedNote says how many URLs were refused, and by whom; "" if none was.
func (l *ledger) refusedNote(by map[site.Refusal]int) string {
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
	if l.ended == site.EndedRefused && len(l.pages) > 0 {
		note = fmt.Sprintf("the site refuses too many pages (%d of %d answers; %s), so the crawl was paused: "+
			"what there is of the graph is not the site", l.builder.refused, l.answers, wording.List(names))
	}
	return note
}
