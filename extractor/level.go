package extractor

import (
	"bytes"
	"cmp"
	"slices"

	"sitegraph/site"
)

// column is an array by address id that grows as it is written; what was
// never written is 0.
type column []int32

func (c column) get(id addressID) int32 {
	if int(id) < len(c) {
		return c[id]
	}
	return 0
}

func (c *column) set(id addressID, v int32, size int) {
	if int(id) >= len(*c) {
		*c = append(*c, make([]int32, max(size, int(id)+1)-len(*c))...)
	}
	(*c)[id] = v
}

// In the column found these mark a key whose links are not looked at.
const (
	excluded    = -1 // include, exclude: all links so far
	fileEnding  = -5 // Limits.Extensions
	tooDeep     = -2 // Limits.PathDepth
	repeating   = -3 // Limits.PathRepeats
	tooManyHere = -4 // Limits.PerDirectory
)

// page is a page of the walk, in order of (level, key).
type page struct {
	key    addressID
	answer *known
	level  int
}

// close ends a level. Its keys are those of the frontier; answers that are
// missing (the run was stopped) are left out. It returns the next frontier,
// sorted by key. It depends on nothing but the answers.
func (w *walk) close(level int, keys []addressID) []addressID {
	first := len(w.pages)
	for _, k := range w.finals(keys) {
		a := w.mem.answer(k)
		if p, known := w.byDigest[a.digest]; known {
			w.copyOf.set(k, p+1, w.mem.book.Len())
			continue
		}
		w.byDigest[a.digest] = int32(len(w.pages))
		w.pages = append(w.pages, page{key: k, answer: a, level: level})
		w.pageAt.set(k, int32(len(w.pages)), w.mem.book.Len())
	}
	var next []addressID
	for _, p := range w.pages[first:] {
		each(p.answer.internal, func(a addressID, count uint32) {
			k, isNew := w.see(a, level+1)
			if isNew {
				next = append(next, k)
			}
			if w.found.get(k) > 0 && !w.excludes(a) {
				w.arcs++
			}
			w.links += int(count)
		})
	}
	w.markHops(level, keys)
	w.sortByText(next)
	return w.thin(next)
}

// markHops notes the level of the addresses that redirects led to, negative as
// long as include and exclude left out all of these redirects.
func (w *walk) markHops(level int, keys []addressID) {
	for _, k := range keys {
		a := w.mem.answer(k)
		for range w.limits.MaxRedirects {
			if a == nil || a.outcome != outRedirect || a.location == none || !a.inside {
				break
			}
			next := w.mem.book.key(a.location)
			hops := w.hops.get(next)
			if w.excludes(a.location) {
				if hops == 0 {
					w.hops.set(next, -int32(level)-1, w.mem.book.Len())
				}
				break
			}
			if hops <= 0 {
				w.hops.set(next, cmp.Or(-hops, int32(level)+1), w.mem.book.Len())
			}
			a = w.mem.answer(next)
		}
	}
}

// finals returns the keys at which the chains of a frontier end in a page
// that is not known yet, sorted.
func (w *walk) finals(keys []addressID) []addressID {
	var finals []addressID
	for _, k := range keys {
		if final, ok := w.final(k); ok {
			finals = append(finals, final)
		}
	}
	slices.Sort(finals)
	finals = slices.Compact(finals)
	w.sortByText(finals)
	return finals
}

// final returns the key at which a chain ends in a page that is not known yet.
func (w *walk) final(key addressID) (final addressID, ok bool) {
	e := w.follow(key)
	if e.missing || e.state != "" || w.pageOf(e.key) >= 0 {
		return none, false
	}
	return e.key, w.mem.answer(e.key).outcome == outPage
}

// see notes a link to an address on a level's pages: the first link decides
// the key's level, the smallest address of that level is the one fetched.
func (w *walk) see(a addressID, level int) (key addressID, isNew bool) {
	book := w.mem.book
	key = book.key(a)
	switch w.found.get(key) {
	case 0, excluded:
		mark := w.scope(key)
		if mark != fileEnding && w.excludes(a) {
			mark = excluded
		}
		if mark != 0 {
			w.found.set(key, mark, book.Len())
			return key, false
		}
		w.found.set(key, int32(level)+1, book.Len())
		w.via.set(key, int32(a)+1, book.Len())
		return key, true
	case int32(level) + 1:
		if !w.excludes(a) {
			w.prefer(key, a)
		}
	}
	return key, false
}

// prefer keeps the better of two addresses of one key: the key itself, else one
// without a stray percent sign, which many servers refuse, else the smaller.
func (w *walk) prefer(key, a addressID) {
	have := addressID(w.via.get(key) - 1)
	if have == a || have == key {
		return
	}
	old, other := w.mem.book.bytes(have), w.mem.book.bytes(a)
	stray, otherStray := site.HasStrayPercent(string(old)), site.HasStrayPercent(string(other))
	if a == key || stray && !otherStray || stray == otherStray && bytes.Compare(other, old) < 0 {
		w.via.set(key, int32(a)+1, w.mem.book.Len())
	}
}

func (w *walk) sortByText(ids []addressID) {
	slices.SortFunc(ids, func(a, b addressID) int { return bytes.Compare(w.mem.book.bytes(a), w.mem.book.bytes(b)) })
}
