package identity

import (
	"encoding/binary"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Identity says which URLs show the same page, as far as that was learnt. It is a function
// of the closed answers, and of those that are visible. A nil Identity, of a crawl with another key, learns nothing
// and joins no pages.
type Identity struct {
	Masks *dedup.Masks // what the site varies; nil while nothing is known
	Rules Rules

	pages   *pages
	lessons *lessons
	masked  *maskedPages
	links   *anatomies // while the masks stay, as are the next two
	pairs   *comparer
	judged  map[group]*kind // what FindBarren found

	Classes []int32        // of the answers, by place: pages of one class are one page
	byKeys  []int32        // the same without rel=canonical
	stands  []int32        // by class: place+1 of the answer that represents it by its own word
	byPlain map[int32]bool // classes for which the plainest page stands, by no word of its own
	// Of a crawl in an order: the classes of contents, and the pages that have one, by place.
	contents map[site.Digest]int32
	classed  []bool

	repeated map[site.Digest]bool // the pages that the site sends when it refuses, as wordless has them
	Suspect  bool                 // the home page has to say which pages these are
	soft     map[int32]bool       // classes of pages for what is missing
}

// NewIdentity returns an identity that has learnt nothing.
func NewIdentity(n *evidence.Known, j evidence.Journal) *Identity {
	p := &pages{known: n, journal: j}
	l := &lessons{pages: p}
	m := &maskedPages{pages: p, lessons: l}
	return &Identity{pages: p, lessons: l, masked: m, Rules: Rules{masked: m}}
}

// Learn learns from the answers that count, and classes them.
func (s *Identity) Learn() error {
	masks, err := s.lessons.learn()
	if err != nil {
		return err
	}
	if masks != nil {
		s.use(masks)
	}
	if err := s.masked.maskAll(); err != nil {
		return err
	}
	s.repeated, s.Suspect = s.masked.repeated(s.lessons.homeShows)
	s.pairs.forget()
	if err := s.classify(); err != nil {
		return err
	}
	s.index()
	return nil
}

func (s *Identity) use(m *dedup.Masks) {
	s.Masks = m
	if s.masked.use(m) {
		s.links = newAnatomies(s.pages.known.URLs, m.LinkKey)
		s.pairs = newComparer(s.masked, s.links)
		s.judged = nil
		s.Rules.plain = map[string]string{}
	}
}

// Awake reports whether the bytes of a page differed between two requests.
func (s *Identity) Awake() bool { return s != nil && s.lessons.varies }

// Home is the home page, or what that redirects to; NoURL of a search, which has none.
func (s *Identity) Home() evidence.URLID { return s.pages.home() }

// IsPage reports whether a key shows a page.
func (s *Identity) IsPage(key evidence.URLID) bool {
	_, ok := s.pages.placeOf(key)
	return ok
}

func (s *Identity) classOf(key evidence.URLID) int32 { return s.Classes[s.pages.known.Of.Get(key)-1] }

// Class is what the pages of one class share; a nil Identity has no classes.
func (s *Identity) Class(key evidence.URLID) (class site.Digest, ok bool) {
	if s == nil {
		return class, false
	}
	return numbered(s.classOf(key)), true
}

// Shown is what the pages of one class share that are so without rel=canonical.
func (s *Identity) Shown(key evidence.URLID) site.Digest {
	return numbered(s.byKeys[s.pages.known.Of.Get(key)-1])
}

func numbered(class int32) (d site.Digest) {
	binary.LittleEndian.PutUint32(d[:], uint32(class))
	return d
}

// OnlyCanonical reports whether two pages are one by rel=canonical alone.
func (s *Identity) OnlyCanonical(a, b evidence.URLID) bool {
	return s != nil && s.Shown(a) != s.Shown(b)
}

// Canonical returns the page that represents a page by rel=canonical, or the page itself.
func (s *Identity) Canonical(key evidence.URLID) evidence.URLID {
	if s == nil || s.stands[s.classOf(key)] == 0 {
		return key
	}
	return s.pages.key(s.stands[s.classOf(key)] - 1)
}

// IsCanonical reports whether a page represents others by rel=canonical.
func (s *Identity) IsCanonical(key evidence.URLID) bool {
	class := s.classOf(key)
	return s.stands[class] > 0 && !s.byPlain[class]
}

// Refuses reports whether a page is one that the site sends when it refuses.
func (s *Identity) Refuses(key evidence.URLID) bool {
	if s == nil {
		return false
	}
	place := s.pages.known.Of.Get(key) - 1
	return place >= 0 && int(place) < len(s.masked.at) && s.repeated[s.masked.at[place].wordless]
}

// IsSoft reports whether a page is one for what is missing.
func (s *Identity) IsSoft(key evidence.URLID) bool { return s != nil && s.soft[s.classOf(key)] }

// Plain returns a URL without the sessions that are known to mean nothing.
func (s *Identity) Plain(url string) string {
	if s == nil {
		return url
	}
	return s.Rules.withoutSessions(url)
}

// Freeze forgets what is learnt from, and looks up all URLs, so that nothing is written when the tables of the
// finished crawl are read.
func (s *Identity) Freeze() {
	s.lessons.own, s.pages.read = ownMasks{}, nil
	for key := range evidence.URLID(s.pages.known.URLs.Len()) {
		s.StandsFor(key)
	}
}

// Tell returns what was learnt, for a crawl with another key that is to join the same pages; nil if nothing was.
func (s *Identity) Tell() evidence.Told {
	if s == nil {
		return nil
	}
	told, n := evidence.Told{}, s.pages.known
	urls := n.URLs
	for key := range evidence.URLID(urls.Len()) {
		if urls.Key(key) != key {
			continue
		}
		if s.IsPage(key) {
			p := evidence.ToldPage{Class: numbered(s.classOf(key)), Shown: s.Shown(key), Soft: s.IsSoft(key)}
			if s.IsCanonical(key) {
				p.Canonical = urls.String(s.Canonical(key))
			}
			told[urls.String(key)] = p
		} else if page := s.StandsFor(key); n.Of.Get(key) == 0 && page != evidence.NoURL {
			told[urls.String(key)] = evidence.ToldPage{Page: urls.String(page), Rule: s.Rules.Of(key, page)}
		}
	}
	return told
}
