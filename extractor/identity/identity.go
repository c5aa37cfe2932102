package identity

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Identity says which URLs show the same page, as far as that was learnt. It is a function
// of the closed answers, and of those that are visible.
type Identity struct {
	known    *evidence.Known
	journal  evidence.Journal
	Masks    *dedup.Masks   // what the site varies; nil while nothing is known
	Asked    int            // second requests that were looked at
	Varies   bool           // the bytes of a page differed between two requests: the site is awake
	steady   map[string]int // how many pages of a shape were the same twice; -1 if one was not
	own      ownMasks
	lessons  map[uint32]lesson // by record: what masks are learnt from
	Rules    *dedup.Rules
	URLRules []site.URLRule // the rules
	links    *anatomies

	room  room
	Pages []masked // of the answers, by place
	// Of a crawl in an order: the classes of contents, and the pages that have one, by place.
	contents map[site.Digest]int32
	classed  []bool
	sums     []uint64          // of links as the masks leave them, by normalized URL; 0 is not known
	placed   map[int32]laidOut // what was compared of pages
	texts    readTexts
	said     saidTexts
	plain    map[string]string // URLs without their sessions, while the masks stay
	couples  couples
	frames   map[string]frame // by group of pages, "" for the site
	frame    map[uint64]bool  // the texts that most pages have; nil until they are needed
	shown    map[string]shown // what answered URLs showed, by path and by parameter; nil until it is needed
	around   *neighbours      // nil until it is needed
	parts    *parts           // nil until it is needed
	Classes  []int32          // of the answers, by place: pages of one class are one page
	byKeys   []int32          // the same without rel=canonical
	// Repeated are the pages that the site sends when it refuses, homeShows what second requests for the home page
	// gave, both as wordless has it. suspect says which pages the home page has to name.
	Repeated, homeShows map[site.Digest]bool
	Suspect             bool
	soft                map[int32]bool // classes of pages for what is missing
	// unconfirmed are pages that name another one as canonical and do not agree with it, by place.
	unconfirmed map[int32]bool
	Stands      []int32         // by class: place+1 of the answer that represents it by its own word
	byPlain     map[int32]bool  // classes for which the plainest page stands, by no word of its own
	tested      *tested         // where rules held
	ruled       evidence.Column // by key: key+1 of the page that a rule makes of it, -1 for none
}

// NewIdentity returns an identity that has learnt nothing.
func NewIdentity(n *evidence.Known, j evidence.Journal) *Identity {
	return &Identity{known: n, journal: j, lessons: map[uint32]lesson{}}
}

// Learn learns from the answers that count, and classes them.
func (s *Identity) Learn() error {
	if err := s.learnMasks(); err != nil {
		return err
	}
	if err := s.mask(); err != nil {
		return err
	}
	s.learnRepeated()
	s.frame, s.around, s.shown, s.parts = nil, nil, nil, nil
	if err := s.classify(); err != nil {
		return err
	}
	s.learnRules()
	s.index()
	return nil
}

// pieces reads the pieces of a page from its record, with the keys of its links.
func (s *Identity) pieces(a *evidence.Answer) (*evidence.Pieces, error) {
	record, err := s.journal.Read(int(a.Record))
	if err != nil {
		return nil, err
	}
	stored, _, err := evidence.DecodeAnswer(record, s.known.URLs)
	p := new(evidence.Pieces)
	if err == nil && stored.Pieced != nil {
		p, err = s.known.Frame.Unpack(stored.Pieced.Packed)
	}
	if err != nil {
		return nil, fmt.Errorf("record %d of the state: %w", a.Record, err)
	}
	linkKeys(s.known, p.All, &stored, &s.room)
	return p, nil
}

// mask masks the pages that are visible and not masked yet.
func (s *Identity) mask() error {
	n := s.known
	s.grow()
	for place := range n.Answers {
		if s.Page(place) == nil {
			continue
		}
		if err := s.maskAt(place); err != nil {
			return err
		}
	}
	return nil
}

// maskAt masks the page at a place, unless that is done.
func (s *Identity) maskAt(place int) error {
	if s.Pages[place].done {
		return nil
	}
	a := s.known.Answers[place]
	pieces, err := s.pieces(a)
	if err == nil {
		s.Pages[place] = s.masked(a, pieces)
	}
	return err
}

// Home is the home page, or what that redirects to; NoURL of a search, which has none.
func (s *Identity) Home() evidence.URLID {
	if s.known.Site.Search {
		return evidence.NoURL
	}
	key := s.known.URLs.Find(s.known.Site.Key)
	for range 64 {
		a := s.known.Answer(key)
		if !a.Redirects() {
			break
		}
		key = s.known.URLs.Key(a.Location)
	}
	return key
}

func (s *Identity) grow() {
	s.Pages = append(s.Pages, make([]masked, len(s.known.Answers)-len(s.Pages))...)
	s.sums = append(s.sums, make([]uint64, s.known.URLs.Len()-len(s.sums))...)
}

// Page returns the answer at a place if it is a page, visible, and that of its key.
func (s *Identity) Page(place int) *evidence.Answer {
	a := s.known.Answers[place]
	if a.Outcome != evidence.OutPage || a.Pieced == nil || s.known.Answer(s.known.URLs.Key(a.URL)) != a {
		return nil
	}
	return a
}

// placeOf returns the place of the page that a key shows, if it is one.
func (s *Identity) placeOf(key evidence.URLID) (place int32, ok bool) {
	place = s.known.Of.Get(key) - 1
	return place, place >= 0 && s.Page(int(place)) != nil
}

func (s *Identity) keyOf(place int32) evidence.URLID {
	return s.known.URLs.Key(s.known.Answers[place].URL)
}

func (s *Identity) key(place int) string { return s.known.URLs.String(s.keyOf(int32(place))) }

// compareKeys orders pages by their normalized URLs.
func (s *Identity) compareKeys(a, b int32) int {
	urls := s.known.URLs
	return bytes.Compare(urls.Bytes(s.keyOf(a)), urls.Bytes(s.keyOf(b)))
}

// Class is what the pages of one class share.
func (s *Identity) Class(key evidence.URLID) (d site.Digest) {
	binary.LittleEndian.PutUint32(d[:], uint32(s.Classes[s.known.Of.Get(key)-1]))
	return d
}

// Shown is what the pages of one class share that are so without rel=canonical.
func (s *Identity) Shown(key evidence.URLID) (d site.Digest) {
	binary.LittleEndian.PutUint32(d[:], uint32(s.byKeys[s.known.Of.Get(key)-1]))
	return d
}

// OnlyCanonical reports whether two pages are one by rel=canonical alone.
func (s *Identity) OnlyCanonical(a, b evidence.URLID) bool {
	of := &s.known.Of
	return s.byKeys[of.Get(a)-1] != s.byKeys[of.Get(b)-1]
}

// Canonical returns the page that represents a page by rel=canonical, or the page itself.
func (s *Identity) Canonical(key evidence.URLID) evidence.URLID {
	if place := s.Stands[s.Classes[s.known.Of.Get(key)-1]]; place > 0 {
		return s.keyOf(place - 1)
	}
	return key
}

// IsCanonical reports whether a page represents others by rel=canonical.
func (s *Identity) IsCanonical(key evidence.URLID) bool {
	class := s.Classes[s.known.Of.Get(key)-1]
	return s.Stands[class] > 0 && !s.byPlain[class]
}
