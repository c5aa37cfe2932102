package extractor

import (
	"cmp"
	"slices"
	"time"
)

// asBefore reports whether a URL answers as it did before: no more than that
// goes to the journal.
func (n *known) asBefore(a *Answer) (u unchanged, ok bool) {
	if n.watching == nil || a.twin {
		return u, false
	}
	u = unchanged{key: n.urls.find(a.Key), matched: a.Outcome == outMatched}
	if u.matched {
		return u, true
	}
	before := n.newest(u.key)
	switch {
	case before == nil || before.outcome != a.Outcome || int(before.status) != a.Status:
		return u, false
	case a.Outcome == outPage:
		return u, before.version != nil && a.seen != nil && before.version.digest == a.seen.digest
	case a.Outcome == outRedirect:
		return u, before.location != noURL && n.urls.String(before.location) == a.Location.URL
	}
	t := before.why()
	return u, t.failure == a.Failure && t.refusal == a.Refusal && before.mediaType == a.Type
}

// timing is how long page requests took: sums over pages of known size, for a line
// of least squares. Sizes are in characters of text.
type timing struct {
	Pages       float64 `json:"pages"`
	Size        float64 `json:"size"`
	Seconds     float64 `json:"seconds"`
	SizeSquared float64 `json:"size_squared"`
	SizeSeconds float64 `json:"size_seconds"`
}

// note adds an answer, if it is a page whose words were counted.
func (t *timing) note(a *Answer) {
	if a.seen == nil {
		return
	}
	size, seconds := 0.0, a.elapsed.Seconds()
	for _, w := range a.seen.words {
		size += float64(w.Count) * float64(w.Length)
	}
	t.add(timing{1, size, seconds, size * size, size * seconds})
}

func (t *timing) add(o timing) {
	t.Pages += o.Pages
	t.Size += o.Size
	t.Seconds += o.Seconds
	t.SizeSquared += o.SizeSquared
	t.SizeSeconds += o.SizeSeconds
}

// line returns A and B of the time A*size + B that a page takes (spec 4.1), in
// seconds; neither is below 0. Without pages both are 0.
func (t *timing) line() (a, b float64) {
	if t.Pages == 0 {
		return 0, 0
	}
	variance := t.SizeSquared - t.Size*t.Size/t.Pages
	if variance > 0 {
		a = max(0, (t.SizeSeconds-t.Size*t.Seconds/t.Pages)/variance)
	}
	if b = (t.Seconds - a*t.Size) / t.Pages; b < 0 {
		return t.SizeSeconds / t.SizeSquared, 0
	}
	return a, b
}

// history is what a policy is told; the last round is the iteration to come.
func (n *known) history(a arrivals, others int, next *iteration) *History {
	w := n.watching
	h := &History{Start: w.iterations[0].at, Others: others}
	h.A, h.B = n.timing.line()
	sizes := slices.Clip(w.sizes)
	for _, key := range a.joined {
		sizes = append(sizes, n.newest(key).textSize())
	}
	texts := characters(sizes)
	joined := func(pages int) (these []int64) {
		these, texts = texts[:pages], texts[pages:]
		return these
	}
	for i := range w.iterations[1:] {
		it := &w.iterations[i+1]
		h.Rounds = append(h.Rounds, Round{At: it.at, Joined: joined(it.joined), Left: it.left, Hints: it.hints,
			Visits: it.eachVisit})
	}
	h.Rounds = append(h.Rounds, Round{At: next.at, Joined: joined(len(a.joined)), Left: a.left, Hints: next.hints,
		Visits: func(func(Visit) bool) {}})
	return h
}

// eachVisit yields the checks of an iteration by page, so that their order does
// not depend on when they were made. What an outage says of pages is not
// believed.
func (it *iteration) eachVisit(yield func(Visit) bool) {
	byPage := func(a, b Visit) int { return cmp.Compare(a.Page, b.Page) }
	visits, same := slices.Clone(it.visits), slices.Clone(it.same)
	slices.SortFunc(visits, byPage)
	slices.Sort(same)
	for _, page := range same {
		for len(visits) > 0 && visits[0].Page < page {
			if !yield(it.believed(visits[0])) {
				return
			}
			visits = visits[1:]
		}
		if !yield(Visit{Page: page, Outcome: CheckSame}) {
			return
		}
	}
	for _, v := range visits {
		if !yield(it.believed(v)) {
			return
		}
	}
}

func (it *iteration) believed(v Visit) Visit {
	if it.outage && v.Outcome == CheckGone {
		v.Outcome = CheckFailed
	}
	return v
}

// following is when the next iteration would be, if it came after the mean time
// between two.
func (w *watching) following() time.Time {
	first, last := w.iterations[0].at, w.last().at
	if len(w.iterations) == 1 {
		return last.Add(24 * time.Hour)
	}
	return last.Add(last.Sub(first) / time.Duration(len(w.iterations)-1))
}
