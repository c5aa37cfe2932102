package extractor

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"sitegraph/dedup"
	"sitegraph/site"
)

// sameness is what was learnt of which URLs show the same page. It is a function
// of the closed answers, and of those that are visible.
type sameness struct {
	known   *known
	journal Journal
	masks   *dedup.Masks
	rules   *dedup.Rules
	list    []site.URLRule // the rules
	links   *anatomies

	texts   []masked         // of the answers, by place; those of the masks
	classes []int32          // of the answers, by place: pages of one class are one page
	byKeys  []int32          // the same without rel=canonical
	stands  []int32          // by class: place+1 of the answer that is to stand for it, if that is declared
	reduced map[string]urlID // the page that stands for a URL as the rules write it
	ruled   column           // by key: key+1 of the page that a rule makes of it, -1 for none
}

// masked is what the masks leave of a page, and its keys.
type masked struct {
	size   int
	hidden []urlID       // links that are masked
	texts  sum           // of the texts
	keys   []site.Digest // the first is that of the bytes; nil if the page was not masked yet
}

// minKept is the least size, in bytes, of a page's texts from which it can be
// compared. With less only equal bytes make one page.
const minKept = 200

func newSameness(n *known, j Journal) *sameness {
	return &sameness{known: n, journal: j}
}

// learn learns from the closed answers, and classes all that are visible.
func (s *sameness) learn(closed int) error {
	if err := s.learnMasks(closed); err != nil {
		return err
	}
	if err := s.mask(); err != nil {
		return err
	}
	if err := s.classify(); err != nil {
		return err
	}
	s.learnRules(closed)
	return nil
}

// learnMasks learns from the pages fetched twice by the time that so many
// records were there.
func (s *sameness) learnMasks(closed int) error {
	var twins []dedup.TwinPages
	for _, t := range s.known.twins {
		first := s.known.answer(t.key)
		if int(t.answer.record) >= closed || t.answer.outcome != outPage || first == nil || first.outcome != outPage {
			continue
		}
		pair := dedup.TwinPages{URL: s.known.urls.String(t.key)}
		var err error
		if pair.First, _, err = s.pieces(first, true); err == nil {
			pair.Second, _, err = s.pieces(&t.answer, true)
		}
		if err != nil {
			return err
		}
		twins = append(twins, pair)
	}
	if s.masks != nil && len(twins) == s.masks.Twins().Asked {
		return nil
	}
	s.masks = dedup.LearnMasks(twins)
	s.links = newAnatomies(s.known.urls, s.masks.LinkKey)
	clear(s.texts)
	return nil
}

// pieces reads the pieces of a page from its record, and the links among them.
func (s *sameness) pieces(a *answer, withURLs bool) (_ []dedup.Piece, links []urlID, err error) {
	record, err := s.journal.Read(int(a.record))
	if err != nil {
		return nil, nil, err
	}
	stored, _, err := decodeAnswer(record, s.known.urls)
	var p []piece
	if err == nil && stored.pieced != nil {
		p, err = s.known.frame.unpack(stored.pieced.packed)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("record %d of the state: %w", a.record, err)
	}
	out, links := s.known.maskable(&stored, p, withURLs)
	return out, links, nil
}

// mask masks the pages that are visible and not masked yet.
func (s *sameness) mask() error {
	n := s.known
	s.texts = append(s.texts, make([]masked, len(n.answers)-len(s.texts))...)
	for place := range n.answers {
		if s.page(place) == nil || s.texts[place].keys != nil {
			continue
		}
		pieces, links, err := s.pieces(&n.answers[place], false)
		if err != nil {
			return err
		}
		s.maskPage(place, pieces, links)
	}
	return nil
}

// maskPage masks a page and makes its keys.
func (s *sameness) maskPage(place int, pieces []dedup.Piece, links []urlID) {
	a := s.masks.Apply(pieces)
	m := &s.texts[place]
	*m = masked{texts: sumOf(string(a.Digest[:])), size: a.Size}
	for _, i := range a.Hidden {
		m.hidden = append(m.hidden, links[i])
	}
	m.keys = s.keys(m, &s.known.answers[place])
}

// note masks a page that just came, by the masks so far, since they seldom change.
func (s *sameness) note(a *Answer) {
	if s == nil || s.masks == nil || a.Outcome != outPage || a.twin {
		return
	}
	n := s.known
	place := int(n.of.get(n.urls.find(a.Key))) - 1
	if place < 0 {
		return
	}
	s.texts = append(s.texts, make([]masked, len(n.answers)-len(s.texts))...)
	pieces, links := n.maskable(&n.answers[place], a.pieces, false)
	s.maskPage(place, pieces, links)
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

// classify makes the classes: pages that share one of their keys are one page,
// and so are those that name the same one as canonical and agree with it.
func (s *sameness) classify() error {
	n := len(s.known.answers)
	sets := newSets(n)
	first := map[site.Digest]int32{}
	for place := range n {
		a := s.page(place)
		if a == nil {
			continue
		}
		for _, k := range s.texts[place].keys {
			if other, known := first[k]; known {
				sets.join(other, int32(place))
			} else {
				first[k] = int32(place)
			}
		}
	}
	s.byKeys = sets.all()
	stands := map[int32]int32{} // place of the canonical page
	if err := s.joinCanonical(sets, stands); err != nil {
		return err
	}
	s.classes = sets.all()
	s.stands = make([]int32, n)
	for _, place := range stands {
		c := s.classes[place]
		if was := s.stands[c]; was == 0 || s.key(int(place)) < s.key(int(was-1)) {
			s.stands[c] = place + 1
		}
	}
	return nil
}

func (s *sameness) key(place int) string {
	return s.known.urls.String(s.known.urls.key(s.known.answers[place].url))
}

// keys are the keys of a page.
func (s *sameness) keys(m *masked, a *answer) []site.Digest {
	keys := []site.Digest{a.digest}
	if m.size < minKept {
		return keys
	}
	own := s.links.get(s.known.urls.key(a.url))
	parts := s.links.repeatable(own)
	keys = append(keys, s.keyWithout(a, m, own, nil))
	if len(parts) > 1 {
		keys = append(keys, s.keyWithout(a, m, own, parts))
	}
	for _, c := range parts {
		keys = append(keys, s.keyWithout(a, m, own, echo{c}))
	}
	return keys
}

// keyWithout is the key of a page whose links are taken without an echo.
func (s *sameness) keyWithout(a *answer, m *masked, own *anatomy, e echo) site.Digest {
	var sums []sum
	for _, links := range [][]byte{a.internal, a.external} {
		each(links, func(url urlID, _ uint32) {
			if key := s.known.urls.key(url); !slices.Contains(m.hidden, key) {
				sums = append(sums, s.links.without(s.links.get(key), own, e))
			}
		})
	}
	slices.SortFunc(sums, func(a, b sum) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	total := m.texts
	for _, link := range slices.Compact(sums) {
		total = total.plus(link.whole())
	}
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], total[0])
	binary.LittleEndian.PutUint64(b[8:], total[1])
	h := sha256.Sum256(append([]byte("sitegraph stable\x00"), b[:]...))
	return site.Digest(h[:16])
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
		return s.known.urls.key(s.known.answers[place-1].url)
	}
	return key
}

// shown are the digest and the size of a page for the files. Where bytes differ
// from request to request the digest is that of what stays, and the size, which
// would be another one at every crawl, is left out.
func (s *sameness) shown(p page) (site.Digest, int64) {
	if s.masks.Twins().Differ == 0 {
		return p.answer.digest, p.answer.bytes
	}
	place := int(s.known.of.get(p.key) - 1)
	m := &s.texts[place]
	return s.keyWithout(p.answer, m, s.links.get(p.key), nil), 0
}

// sets are disjoint sets of numbers, each named by its least.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(a, b int32) {
	a, b = s.find(a), s.find(b)
	s[max(a, b)] = min(a, b)
}

// all returns the set of each number.
func (s sets) all() []int32 {
	out := make([]int32, len(s))
	for i := range s {
		out[i] = s.find(int32(i))
	}
	return out
}
