package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// lessons are the pages that teach what the site varies: those fetched twice, and those whose URLs differ in sessions.
type lessons struct {
	pages  *pages
	asked  int            // second requests that were looked at
	varies bool           // the bytes of a page differed between two requests
	steady map[string]int // how many pages of a shape were the same twice; -1 if one was not
	own    ownMasks
	read   map[uint32]lesson // by record
	// homeShows is what second requests for the home page gave, as wordless has it.
	homeShows map[site.Digest]bool
}

// lesson is a page that was fetched twice.
type lesson struct {
	pieces   []dedup.Piece
	wordless site.Digest
}

// ownMasks are the masks that second requests alone give, and what was learnt with them of URLs that differ in their
// sessions.
type ownMasks struct {
	masks    *dedup.Masks
	twins    []dedup.TwinPages
	sessions bool       // URLs of the site hold sessions
	keys     []visitKey // by place
	pairs    []int32    // the pages of visits that masks were learnt from
}

// learn returns the masks that these pages teach, nil if they are the same pages as before.
func (l *lessons) learn() (*dedup.Masks, error) {
	asked := len(l.pages.known.Twins)
	fresh := l.own.masks == nil || asked != l.asked
	if fresh {
		l.asked = asked
		twins, err := l.twins()
		if err != nil {
			return nil, err
		}
		masks := dedup.LearnMasks(twins)
		l.own = ownMasks{masks: masks, twins: twins, sessions: len(masks.Sessions()) > 0}
	}
	if l.own.sessions {
		pairs := l.visited()
		if !fresh && slices.Equal(pairs, l.own.pairs) {
			return nil, nil
		}
		l.own.pairs = pairs
		visits, err := l.visits(pairs)
		if err != nil {
			return nil, err
		}
		return dedup.LearnMasks(slices.Concat(l.own.twins, visits)), nil
	}
	if !fresh {
		return nil, nil
	}
	return l.own.masks, nil
}

func (l *lessons) forget() {
	clear(l.read)
	l.own = ownMasks{}
}

// twins are the pages fetched twice within that many records.
func (l *lessons) twins() (twins []dedup.TwinPages, err error) {
	l.varies, l.steady = false, map[string]int{}
	l.homeShows = map[site.Digest]bool{}
	for _, t := range l.pages.known.Twins {
		first := t.First
		if t.Answer.Outcome != evidence.OutPage || first == nil ||
			first.Outcome != evidence.OutPage {
			continue
		}
		pair := dedup.TwinPages{URL: l.pages.known.URLs.String(t.Key)}
		l.wakes(pair.URL, first.Digest == t.Answer.Digest)
		one, err := l.lesson(first)
		if err != nil {
			return nil, err
		}
		other, err := l.lesson(&t.Answer)
		if err != nil {
			return nil, err
		}
		pair.First, pair.Second = one.pieces, other.pieces
		if linkless := t.Answer.Counts.Internal == 0; linkless && t.Key == l.pages.home() {
			l.homeShows[other.wordless] = true
		}
		if (t.Answer.Counts.Internal == 0) != (first.Counts.Internal == 0) {
			continue // it is another page now: it says nothing of what varies
		}
		twins = append(twins, pair)
	}
	return twins, nil
}

// lesson reads a page that was fetched twice. The few of them are read once.
func (l *lessons) lesson(a *evidence.Answer) (lesson, error) {
	if known, ok := l.read[a.Record]; ok {
		return known, nil
	}
	p, err := l.pages.pieces(a)
	if err != nil {
		return lesson{}, err
	}
	l.read[a.Record] = lesson{taught(l.pages.known, p), wordless(p.All)}
	return l.read[a.Record], nil
}

// taught are pieces after linkKeys as masks are learnt from them.
func taught(n *evidence.Known, p *evidence.Pieces) []dedup.Piece {
	out := make([]dedup.Piece, len(p.All))
	for i := range p.All {
		out[i].Piece = p.All[i]
		if p.Shown != nil {
			out[i].Shown = p.Shown[i]
		}
		if p.All[i].Link > 0 {
			key := keyOf(&p.All[i])
			out[i].URL, out[i].Text = n.URLs.String(key), evidence.HashOf(n.URLs.Bytes(key))
		}
	}
	return out
}
