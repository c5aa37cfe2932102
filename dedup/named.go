package dedup

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

// dropOthers leaves out the twins that are two pages: what a URL as /random gives at each request. Else what
// tells pages from each other would be learnt as what varies on one.
func (l *learner) dropOthers() {
	names := l.naming()
	l.twins = slices.DeleteFunc(l.twins, func(t *twin) bool {
		first, second := t.pages[0].once(), t.pages[1].once()
		for place := range names {
			x, y := first[place], second[place]
			if x != nil && y != nil && x.Text != y.Text {
				return true
			}
		}
		return false
	})
}

// naming returns the places whose text names the page: it is there once, and on at least half of the pages,
// and two, it comes back in the page's URL and is the same on both requests.
func (l *learner) naming() map[uint32]bool {
	type tally struct{ seen, named, same int }
	tallies := map[uint32]tally{}
	for _, t := range l.twins {
		words := wordsOf(unescapedPath(t.url))
		second := t.pages[1].once()
		for place, p := range t.pages[0].once() {
			n := tallies[place]
			n.seen++
			if names(p.Shown, words) {
				n.named++
			}
			if other := second[place]; other != nil && other.Text == p.Text {
				n.same++
			}
			tallies[place] = n
		}
	}
	found := map[uint32]bool{}
	for place, n := range tallies {
		if n.named >= 2 && 2*n.named >= n.seen && 2*n.same >= n.seen {
			found[place] = true
		}
	}
	return found
}

// once returns the texts of a page that are at a place of their own.
func (s *side) once() map[uint32]*Piece {
	found := map[uint32]*Piece{}
	for i := range s.pieces {
		p := &s.pieces[i]
		if !p.isText() {
			continue
		}
		if _, again := found[p.Place]; again {
			p = nil
		}
		found[s.pieces[i].Place] = p
	}
	maps.DeleteFunc(found, func(_ uint32, p *Piece) bool { return p == nil })
	return found
}

// names reports whether a text is made of words of a URL, or has one of its numbers.
func names(text string, ofURL []string) bool {
	words := wordsOf(text)
	foreign := false
	for _, word := range words {
		if !slices.Contains(ofURL, word) {
			foreign = true
		} else if strings.ContainsAny(word, "0123456789") {
			return true
		}
	}
	return len(words) > 0 && !foreign
}

func wordsOf(text string) []string {
	divides := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.FieldsFunc(strings.ToLower(text), divides)
}

// unescapedPath returns what of a normalized URL follows the host, without escapes.
func unescapedPath(u string) string {
	_, u, _ = strings.Cut(u, "://")
	_, u, _ = strings.Cut(u, "/")
	return site.Unescaped(u)
}

// A mask must not hide what tells pages apart: what both answers for one URL have and no answer for another URL has.
// What a site draws at random either shows up on other pages too or does not come twice.

// findOwn finds what tells the pages that were fetched twice apart.
func (l *learner) findOwn() {
	const several = ""
	urls := map[uint64]string{} // the only URL that has it
	for _, t := range l.twins {
		for _, page := range t.pages {
			for what := range page.saysAll() {
				if url, known := urls[what]; !known {
					urls[what] = t.url
				} else if url != t.url {
					urls[what] = several
				}
			}
		}
	}
	for _, t := range l.twins {
		first := map[uint64]bool{}
		for what := range t.pages[0].saysAll() {
			first[what] = urls[what] == t.url
		}
		t.own = map[uint64]bool{}
		for what := range t.pages[1].saysAll() {
			t.own[what] = first[what]
		}
	}
}

func (s *side) saysAll() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for i := range s.pieces {
			says := s.says(i)
			if !yield(says[0]) || !yield(says[1]) {
				return
			}
		}
	}
}

// says is what a piece says: the text or the link, and the markup before it.
func (s *side) says(i int) [2]uint64 {
	p := &s.pieces[i]
	if p.URL != "" {
		return [2]uint64{s.links[i], uint64(p.Gap)}
	}
	return [2]uint64{p.Text, uint64(p.Gap)}
}

// sawOwn counts the pages of whose own the mask would hide something.
func (e *evidence) sawOwn(t *twin, hidden ...uint64) {
	for _, what := range hidden {
		if t.own[what] && (e.own == 0 || e.lastOwn != t.url) {
			e.own, e.lastOwn = e.own+1, t.url
		}
	}
}

// hidesOwn reports whether a mask would hide what tells pages apart, on one page in a share of those that have it.
func (e *evidence) hidesOwn(share int) bool { return e.own > 0 && share*e.own >= e.example.Seen }
