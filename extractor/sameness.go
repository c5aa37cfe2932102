package extractor

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"sitegraph/dedup"
	"sitegraph/site"
)

// sameness is what was learnt of which URLs show the same page. It is a function
// of the closed answers, and of those that are visible.
type sameness struct {
	known   *known
	journal Journal
	masks   *dedup.Masks
	asked   int               // second requests that were looked at
	varies  bool              // the bytes of a page differed between two requests
	lessons map[uint32]lesson // by record: what masks are learnt from
	rules   *dedup.Rules
	list    []site.URLRule // the rules
	links   *anatomies

	room  room
	pages []masked // of the answers, by place
	// Of a crawl in an order: the classes of contents, and the pages that have one, by place.
	contents map[site.Digest]int32
	classed  []bool
	sums     []uint64          // of links as the masks leave them, by normalized URL; 0 is not known
	placed   map[int32]laidOut // what was compared of pages
	frame    map[uint64]bool   // the texts that most pages have; nil until they are needed
	shown    map[string]shown  // what answered URLs showed, by path and by parameter; nil until it is needed
	around   *neighbours       // nil until it is needed
	classes  []int32           // of the answers, by place: pages of one class are one page
	byKeys   []int32           // the same without rel=canonical
	// repeated are the pages that the site sends when it refuses, homeShows what
	// second requests for the home page gave, both as wordless has it. suspect says
	// that there are pages of which the home page has to tell.
	repeated, homeShows map[site.Digest]bool
	suspect             bool
	soft                map[int32]bool // classes of pages for what is missing
	// unconfirmed are pages that name another one as canonical and do not agree
	// with it, by place.
	unconfirmed map[int32]bool
	stands      []int32          // by class: place+1 of the answer that stands for it by its own word
	reduced     map[string]urlID // the page that stands for a URL as the rules write it
	ruled       column           // by key: key+1 of the page that a rule makes of it, -1 for none
}

func newSameness(n *known, j Journal) *sameness {
	return &sameness{known: n, journal: j, lessons: map[uint32]lesson{}}
}

// learn learns from the closed answers, and classes all that are visible.
func (s *sameness) learn(closed int) error {
	if err := s.learnMasks(closed); err != nil {
		return err
	}
	if err := s.mask(); err != nil {
		return err
	}
	s.learnRepeated(closed)
	s.frame, s.around, s.shown = nil, nil, nil
	if err := s.classify(); err != nil {
		return err
	}
	s.learnRules(closed)
	if s.known.site.Ordered {
		s.index()
	}
	return nil
}

// learnMasks learns from the pages fetched twice by the time that so many
// records were there.
func (s *sameness) learnMasks(closed int) error {
	asked := 0
	for _, t := range s.known.twins {
		if int(t.answer.record) < closed {
			asked++
		}
	}
	if s.masks != nil && asked == s.asked {
		return nil
	}
	s.asked = asked
	var twins []dedup.TwinPages
	s.varies = false
	s.homeShows = map[site.Digest]bool{}
	for _, t := range s.known.twins {
		first := t.first
		if int(t.answer.record) >= closed || t.answer.outcome != outPage || first == nil || first.outcome != outPage {
			continue
		}
		pair := dedup.TwinPages{URL: s.known.urls.String(t.key)}
		one, err := s.lesson(first)
		if err != nil {
			return err
		}
		other, err := s.lesson(&t.answer)
		if err != nil {
			return err
		}
		pair.First, pair.Second = one.pieces, other.pieces
		if linkless := len(t.answer.internal) == 0; linkless && t.key == s.home() {
			s.homeShows[other.wordless] = true
		}
		if (len(t.answer.internal) == 0) != (len(first.internal) == 0) {
			continue // it is another page now: it says nothing of what varies
		}
		twins = append(twins, pair)
		s.varies = s.varies || first.digest != t.answer.digest
	}
	before := s.masks
	s.masks = dedup.LearnMasks(twins)
	if before != nil && s.masks.Equal(before) {
		return nil
	}
	s.links = newAnatomies(s.known.urls, s.masks.LinkKey)
	s.placed = map[int32]laidOut{}
	clear(s.pages)
	clear(s.sums)
	return nil
}

// pieces reads the pieces of a page from its record, with the keys of its links.
func (s *sameness) pieces(a *answer) (*pieces, error) {
	record, err := s.journal.Read(int(a.record))
	if err != nil {
		return nil, err
	}
	stored, _, err := decodeAnswer(record, s.known.urls)
	p := new(pieces)
	if err == nil && stored.pieced != nil {
		p, err = s.known.frame.unpack(stored.pieced.packed)
	}
	if err != nil {
		return nil, fmt.Errorf("record %d of the state: %w", a.record, err)
	}
	s.known.linkKeys(p.all, &stored, &s.room)
	return p, nil
}

// mask masks the pages that are visible and not masked yet.
func (s *sameness) mask() error {
	n := s.known
	s.grow()
	for place := range n.answers {
		if s.page(place) == nil {
			continue
		}
		if err := s.maskAt(place); err != nil {
			return err
		}
	}
	return nil
}

// maskAt masks the page at a place, unless that is done.
func (s *sameness) maskAt(place int) error {
	if s.pages[place].done {
		return nil
	}
	a := &s.known.answers[place]
	pieces, err := s.pieces(a)
	if err == nil {
		s.pages[place] = s.masked(a, pieces)
	}
	return err
}

// home is the home page, or what that redirects to.
func (s *sameness) home() urlID {
	key := s.known.urls.find(s.known.site.Key)
	for range 64 {
		a := s.known.answer(key)
		if !a.redirects() {
			break
		}
		key = s.known.urls.key(a.location)
	}
	return key
}

func (s *sameness) grow() {
	s.pages = append(s.pages, make([]masked, len(s.known.answers)-len(s.pages))...)
	s.sums = append(s.sums, make([]uint64, s.known.urls.Len()-len(s.sums))...)
}

// page returns the answer at a place if it is a page, visible, and that of its
// key.
func (s *sameness) page(place int) *answer {
	a := &s.known.answers[place]
	if a.outcome != outPage || a.pieced == nil || s.known.answer(s.known.urls.key(a.url)) != a {
		return nil
	}
	return a
}

// placeOf returns the place of the page that a key shows, if it is one.
func (s *sameness) placeOf(key urlID) (place int32, ok bool) {
	place = s.known.of.get(key) - 1
	return place, place >= 0 && s.page(int(place)) != nil
}

func (s *sameness) keyOf(place int32) urlID { return s.known.urls.key(s.known.answers[place].url) }

func (s *sameness) key(place int) string { return s.known.urls.String(s.keyOf(int32(place))) }

// compareKeys orders pages by their normalized URLs.
func (s *sameness) compareKeys(a, b int32) int {
	urls := s.known.urls
	return bytes.Compare(urls.bytes(s.keyOf(a)), urls.bytes(s.keyOf(b)))
}

// class is what the pages of one class share.
func (s *sameness) class(key urlID) (d site.Digest) {
	binary.LittleEndian.PutUint32(d[:], uint32(s.classes[s.known.of.get(key)-1]))
	return d
}

// onlyCanonical reports whether two pages are one by rel=canonical alone.
func (s *sameness) onlyCanonical(a, b urlID) bool {
	of := &s.known.of
	return s.byKeys[of.get(a)-1] != s.byKeys[of.get(b)-1]
}

// canonical returns the page that stands for a page by rel=canonical, or the page
// itself.
func (s *sameness) canonical(key urlID) urlID {
	if place := s.stands[s.classes[s.known.of.get(key)-1]]; place > 0 {
		return s.keyOf(place - 1)
	}
	return key
}
