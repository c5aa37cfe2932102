package dedup

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

// dropOthers drops twins that are two different pages, for example from a URL like /random. Otherwise masks would hide
// the parts that distinguish pages.
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

// naming returns the places whose text names the page. Such a text is alone at its place. On at least half of the
// pages, and on two, it repeats the URL and is the same in both answers.
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

// once returns the texts of a page that share their place with no other text.
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

// names reports whether a text consists of words from a URL or has one of its numbers.
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

// unescapedPath returns the part of a normalized URL after the host, without escapes.
func unescapedPath(u string) string {
	_, u, _ = strings.Cut(u, "://")
	_, u, _ = strings.Cut(u, "/")
	return site.Unescaped(u)
}

// A mask must not hide the pieces that distinguish pages. Both answers for one URL have them, and no answer for another
// URL. Random pieces either occur on other pages too or do not come twice.

// owner is the last answer that has a piece.
type owner struct {
	page    *side
	url     string
	answers int  // number of answers that have it
	several bool // they are of several URLs
}

// findOwn finds the pieces that tell the pages fetched twice from each other.
func (l *learner) findOwn() {
	l.owners = map[uint64]owner{}
	for _, t := range l.twins {
		for n := range t.pages {
			for what := range t.pages[n].saysAll() {
				if o := l.owners[what]; o.page != &t.pages[n] {
					several := o.several || o.answers > 0 && o.url != t.url
					l.owners[what] = owner{&t.pages[n], t.url, o.answers + 1, several}
				}
			}
		}
	}
	for _, t := range l.twins {
		first := map[uint64]bool{}
		for what := range t.pages[0].saysAll() {
			first[what] = !l.owners[what].several
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

// says returns the hash of a piece (a text or a link) and of the markup before it.
func (s *side) says(i int) [2]uint64 {
	p := &s.pieces[i]
	if p.URL != "" {
		return [2]uint64{s.links[i], uint64(p.Gap)}
	}
	return [2]uint64{p.Text, uint64(p.Gap)}
}

// byChance reports whether the own pieces may be random ones: fewer than half of the pages have any, and for each there
// are two that two different pages share.
func (e *evidence) byChance() bool { return 2*e.own < e.example.Seen && 4*e.own <= e.strays }

// sawOwn counts the pages whose own pieces the mask would hide.
func (e *evidence) sawOwn(t *twin, hidden ...uint64) {
	for _, what := range hidden {
		if t.own[what] && (e.own == 0 || e.lastOwn != t.url) {
			e.own, e.lastOwn = e.own+1, t.url
		}
	}
}

// hidesOwn reports whether a mask would hide distinguishing pieces on at least 1/share of the pages with its spot.
func (e *evidence) hidesOwn(share int) bool { return e.own > 0 && share*e.own >= e.example.Seen }
