package evidence

import "sitegraph/site"

func (in replay) visited(place int, a Answer) {
	w := in.n.Watching
	if w == nil {
		return
	}
	it, h := w.Last(), &w.Histories[place]
	now := int32(it.Number)
	if h.Tried == now {
		return
	}
	if in.waited(place) {
		in.replace(place, a)
		*h = in.n.Watching.beginning(&a)
		return
	}
	h.Tried = now
	page := w.On(in.n.URLs.Key(a.URL))
	switch {
	case a.Outcome == OutPage:
		in.foundPage(place, page, a)
	case page < 0 || it.judged: // of a page that is, another URL was asked for
		if page < 0 && it.judged || !a.undecided() {
			in.replace(place, a)
		}
	case a.undecided():
		if a.Outcome == OutForbidden {
			it.forbidden++
		}
		it.visits = append(it.visits, Visit{Page: page, Outcome: CheckFailed})
	default:
		h.Checked = now
		h.Visits++
		it.visits = append(it.visits, Visit{Page: page, Outcome: CheckGone})
		it.suspect = append(it.suspect, suspect{int32(place), a})
	}
}

// undecided reports whether an answer says nothing of what the URL is: nothing
// usable came, or robots.txt forbids to ask.
func (a *Answer) undecided() bool { return a.Outcome == OutForbidden || a.retriable() }

// foundPage takes a page, which is a version of the one before, or new there.
func (in replay) foundPage(place int, page int32, a Answer) {
	w, old := in.n.Watching, in.n.Answers[place]
	h, it := &w.Histories[place], w.Last()
	alike := a.Version != nil && a.Version.Alike
	differs := old.Outcome != OutPage || !alike && !sameVersion(old, &a)
	if differs && old.Outcome == OutPage && a.sameValidators(old) {
		a.Version.validators = site.Validators{}
		w.lies++
	}
	v := Visit{Page: page, Outcome: CheckSame}
	changed := differs && old.Outcome == OutPage
	if changed {
		v.Outcome, v.Difference = CheckChanged, 1
		if a.Version != nil && a.Version.compared {
			v.Difference = a.Version.Added + a.Version.removed
		}
		changed = v.Difference > w.noise.floor
		if !in.n.URLs.sameLinks(old, &a) {
			changed, v.Difference = true, max(v.Difference, w.noise.floor+1)
		}
	}
	if page >= 0 && !w.sizes[page].Counted {
		w.sizes[page] = a.textSize()
	}
	if a.Version != nil {
		v.Size = a.Version.Size
		w.noise.add(place, v.Difference, a.Version.compared || !differs)
	}
	h.found(int32(it.Number), changed)
	in.replace(place, a)
	switch {
	case page < 0 || it.judged:
	case !differs:
		it.same = append(it.same, page)
	default:
		v.Difference = max(0, v.Difference-w.noise.floor)
		it.visits = append(it.visits, v)
	}
}

// confirmed takes the news that a URL answers as before; matched says that the server compared validators.
func (in replay) confirmed(key URLID, matched bool) {
	w := in.n.Watching
	place := int(in.n.Place(key)) - 1
	if w == nil || place < 0 || w.Histories[place].Tried == int32(w.Last().Number) {
		return
	}
	it, h := w.Last(), &w.Histories[place]
	if in.waited(place) {
		*h = w.beginning(in.n.Answers[place])
		return
	}
	h.Tried = int32(it.Number)
	if in.n.Answers[place].Outcome != OutPage {
		return
	}
	h.found(h.Tried, false)
	if !matched {
		w.noise.add(place, 0, true)
	}
	if page := w.On(key); page >= 0 && !it.judged {
		it.same = append(it.same, page)
	}
}

func (in replay) replace(place int, a Answer) {
	old := in.n.Answers[place]
	in.respell(place, old.URL, a.URL)
	in.n.Bytes += a.Bytes - old.Bytes
	in.n.Failed += number01(a.Why().Failure.Failed()) - number01(old.Why().Failure.Failed())
	in.n.Fetched += number01(a.Outcome != OutForbidden) - number01(old.Outcome != OutForbidden)
	*old = a
}

func number01(b bool) int {
	if b {
		return 1
	}
	return 0
}
