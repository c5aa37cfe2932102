package identity

import (
	"encoding/binary"
	"strings"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Identity says which URLs show the same page, as far as it has learnt. It is a function of the answers that count. A
// nil Identity belongs to crawls with other keys. It learns nothing and joins no pages.
type Identity struct {
	Masks *dedup.Masks // hide the parts that vary; nil before the first lesson
	Rules Rules

	pages   *pages
	lessons *lessons
	masked  *maskedPages
	links   *anatomies // recreated when the masks change, like pairs and judged
	pairs   *comparer
	judged  map[group]*kind // by FindBarren

	Classes []int32        // by place of the answer: pages of one class are one page
	byKeys  []int32        // the same without rel=canonical
	stands  []int32        // by class: 1 + the place of the page that its pages name as canonical
	byPlain map[int32]bool // classes represented by their plainest page although no page names it
	// For pages that arrive between epochs, the class of each content, and the places that have a class.
	contents map[site.Digest]int32
	classed  []bool

	repeated map[site.Digest]bool // by wordless: the pages that the site sends when it refuses
	Suspect  bool                 // the home page must be requested again to recognize these pages
	settled  bool                 // see Settled
	soft     map[int32]bool       // classes of "not found" pages sent with status 200
}

// NewIdentity returns an identity that has learnt nothing.
func NewIdentity(n *evidence.Known, j evidence.Journal) *Identity {
	p := &pages{known: n, journal: j}
	l := &lessons{pages: p}
	m := &maskedPages{pages: p, lessons: l}
	return &Identity{pages: p, lessons: l, masked: m, Rules: Rules{masked: m}}
}

// Learn learns from the answers that count and assigns classes.
func (s *Identity) Learn() error {
	slept := !s.lessons.varies
	if masks := s.lessons.learn(); masks != nil {
		s.use(masks, slept && s.lessons.varies)
	}
	s.masked.grow()
	for place := range s.pages.all() {
		s.masked.maskAt(place)
	}
	s.repeated, s.Suspect = s.masked.repeated(s.lessons.homeShows)
	s.pairs.forget()
	s.classify()
	s.index()
	s.settled = !s.lessons.varies && s.lessons.same >= steadyTwins && s.pages.fewQueries()
	return s.pages.err
}

func (s *Identity) use(m *dedup.Masks, wakes bool) {
	s.Masks = m
	if s.masked.use(m, wakes) {
		s.links = &anatomies{texts: site.NewInterner(), sums: map[component]evidence.Sum{},
			of: map[evidence.URLID]*anatomy{}, urls: s.pages.known.URLs, linkOf: m.LinkKey}
		s.pairs = &comparer{pages: s.pages, masked: s.masked, links: s.links, placed: map[int32]laidOut{},
			frames: &frames{masked: s.masked, of: map[string]frame{}}}
		s.judged = nil
		s.Rules.plain = map[string]string{}
	}
}

// Err returns the first fault in reading a page. Results after it are meaningless.
func (s *Identity) Err() error {
	if s == nil {
		return nil
	}
	return s.pages.err
}

// Awake reports whether the bytes of a page differed between two requests.
func (s *Identity) Awake() bool { return s != nil && s.lessons.varies }

// Settled reports whether the bytes of several pages were the same twice, and those of none differed. From then on a
// page that comes as a file is one with others by its bytes alone, even if the site wakes later. A site with many
// queries does not settle, because pages with one path and different queries may be one without equal bytes.
func (s *Identity) Settled() bool { return s != nil && s.settled }

// fewQueries reports whether hardly any page has a query in its URL.
func (p *pages) fewQueries() bool {
	all, queries := 0, 0
	for place := range p.all() {
		if all++; strings.Contains(p.url(place), "?") {
			queries++
		}
	}
	return 100*queries <= all
}

// Home returns the home page or the end of its redirects. It returns NoURL for a search, which has no home page.
func (s *Identity) Home() evidence.URLID { return s.pages.home() }

// IsPage reports whether the answer to a key is a page.
func (s *Identity) IsPage(key evidence.URLID) bool {
	_, ok := s.pages.placeOf(key)
	return ok
}

func (s *Identity) classOf(key evidence.URLID) int32 { return s.Classes[s.pages.known.Of.Get(key)-1] }

// Class returns the class of a page; a nil Identity has no classes.
func (s *Identity) Class(key evidence.URLID) (class site.Digest, ok bool) {
	if s == nil {
		return class, false
	}
	return numbered(s.classOf(key)), true
}

// Shown returns the class that a page would have without rel=canonical.
func (s *Identity) Shown(key evidence.URLID) site.Digest {
	return numbered(s.byKeys[s.pages.known.Of.Get(key)-1])
}

func numbered(class int32) (d site.Digest) {
	binary.LittleEndian.PutUint32(d[:], uint32(class))
	return d
}

// OnlyCanonical reports whether two pages are one only because of rel=canonical.
func (s *Identity) OnlyCanonical(a, b evidence.URLID) bool {
	return s != nil && s.Shown(a) != s.Shown(b)
}

// Canonical returns the page that represents another by rel=canonical, or the page itself.
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

// Refuses reports whether a page is one that the site sends to refuse requests.
func (s *Identity) Refuses(key evidence.URLID) bool {
	if s == nil {
		return false
	}
	place := s.pages.known.Of.Get(key) - 1
	return place >= 0 && int(place) < len(s.masked.at) && s.repeated[s.masked.at[place].wordless]
}

// IsSoft reports whether a page says "not found" with status 200.
func (s *Identity) IsSoft(key evidence.URLID) bool { return s != nil && s.soft[s.classOf(key)] }

// Plain returns a URL without its sessions, as far as they are known.
func (s *Identity) Plain(url string) string {
	if s == nil {
		return url
	}
	return s.Rules.withoutSessions(url)
}

// Freeze drops the pages that it learnt from and looks up all URLs in advance, so that reading the tables of the
// finished crawl writes nothing.
func (s *Identity) Freeze() {
	s.lessons.own, s.pages.read = ownMasks{}, nil
	for key := range evidence.URLID(s.pages.known.URLs.Len()) {
		s.StandsFor(key)
	}
}

// Tell returns the lessons, for a crawl with another key that must join the same pages; nil if s is nil.
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
