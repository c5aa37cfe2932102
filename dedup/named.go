package dedup

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
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
	for place, p := range found {
		if p == nil {
			delete(found, place)
		}
	}
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
	if plain, err := url.QueryUnescape(u); err == nil {
		return plain
	}
	return u
}
