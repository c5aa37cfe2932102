package evidence

import (
	"cmp"
	"slices"
	"time"
)

// AsBefore reports whether a URL answers as before. If it does, that is all the journal needs.
func (n *Known) AsBefore(a *Fetched) (u Unchanged, ok bool) {
	if n.Watching == nil || a.Twin {
		return u, false
	}
	u = Unchanged{Key: n.URLs.Find(a.Key), Matched: a.Outcome == OutMatched}
	if u.Matched {
		return u, true
	}
	before := n.Newest(u.Key)
	switch {
	case before == nil || n.isOther(n.URLs.Find(a.URL), n.Place(u.Key)):
		return u, false
	case before.Outcome != a.Outcome || int(before.Status) != a.Status:
		return u, false
	case a.Outcome == OutPage:
		return u, before.Version != nil && a.Seen != nil && before.Version.digest == a.Seen.Digest
	case a.Outcome == OutRedirect:
		return u, before.Location != NoURL && n.URLs.String(before.Location) == a.Location.URL
	}
	t := before.Why()
	return u, t.Failure == a.Failure && t.Refusal == a.Refusal && before.MediaType == a.Type
}

// Timing sums up the durations of requests for pages of known size, for a least squares fit. Sizes are in characters of
// text.
type Timing struct {
	Pages       float64 `json:"pages"`        // the number of pages
	Size        float64 `json:"size"`         // sum of their sizes
	Seconds     float64 `json:"seconds"`      // sum of their durations
	SizeSquared float64 `json:"size_squared"` // sum of the squared sizes
	SizeSeconds float64 `json:"size_seconds"` // sum of sizes times seconds
}

// Note adds an answer if it is a page with counted words.
func (t *Timing) Note(a *Fetched) {
	if a.Seen == nil {
		return
	}
	size, seconds := 0.0, a.Elapsed.Seconds()
	for _, w := range a.Seen.Words {
		size += float64(w.Count) * float64(w.Length)
	}
	t.add(Timing{1, size, seconds, size * size, size * seconds})
}

func (t *Timing) add(o Timing) {
	t.Pages += o.Pages
	t.Size += o.Size
	t.Seconds += o.Seconds
	t.SizeSquared += o.SizeSquared
	t.SizeSeconds += o.SizeSeconds
}

// line fits a*size + b seconds per page and returns a and b. Neither is negative. Without pages both are 0.
func (t *Timing) line() (a, b float64) {
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

// History returns the history for a policy. Its last round is the next iteration.
func (n *Known) History(a Arrivals, others int, next *Iteration) *History {
	w := n.Watching
	h := &History{Start: w.Iterations[0].At, Others: others}
	h.A, h.B = n.timing.line()
	sizes := slices.Clip(w.sizes)
	for _, key := range a.Joined {
		sizes = append(sizes, n.Newest(key).textSize())
	}
	texts := Characters(sizes)
	joined := func(pages int) (these []int64) {
		these, texts = texts[:pages], texts[pages:]
		return these
	}
	for i := range w.Iterations[1:] {
		it := &w.Iterations[i+1]
		h.Rounds = append(h.Rounds, Round{At: it.At, Joined: joined(it.joined), Left: it.Left, Hints: it.Hints,
			Visits: it.eachVisit})
	}
	h.Rounds = append(h.Rounds, Round{At: next.At, Joined: joined(len(a.Joined)), Left: a.Left, Hints: next.Hints,
		Visits: func(func(Visit) bool) {}})
	return h
}

// eachVisit yields the checks of an iteration by page, so that the order does not depend on their times. Pages that
// were gone in an outage count as failed.
func (it *Iteration) eachVisit(yield func(Visit) bool) {
	visits := slices.Clone(it.visits)
	for _, page := range it.same {
		visits = append(visits, Visit{Page: page, Outcome: CheckSame})
	}
	slices.SortFunc(visits, func(a, b Visit) int { return cmp.Compare(a.Page, b.Page) })
	for _, v := range visits {
		if it.outage && v.Outcome == CheckGone {
			v.Outcome = CheckFailed
		}
		if !yield(v) {
			return
		}
	}
}

// Following returns the time of the next iteration if it follows after the mean interval so far.
func (w *watching) Following() time.Time {
	first, last := w.Iterations[0].At, w.Last().At
	if len(w.Iterations) == 1 {
		return last.Add(24 * time.Hour)
	}
	return last.Add(last.Sub(first) / time.Duration(len(w.Iterations)-1))
}
