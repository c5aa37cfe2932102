package dedup

import (
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

// LearnMasks learns from pages fetched twice and adds the sessions from SessionsIn. The result does not depend on the
// order of the pages.
func LearnMasks(pages []TwinPages, sessions ...string) *Masks {
	normal, _ := site.NewNormaliser(site.ProfileDefault, nil) // a built-in profile cannot fail
	m := &Masks{spots: map[spot]bool{}, regions: map[uint64][]region{}, loose: loose{texts: map[uint64]bool{}},
		params: map[param]bool{}, volatile: map[string][]string{}, normal: normal}
	for _, name := range sessions {
		m.vary(param{anyDirectory, name}, site.Mask{Kind: site.MaskParam, Shape: anyDirectory, Name: name})
	}
	for _, t := range pages {
		if !t.Visits {
			m.twins.Asked, m.twins.Pages = m.twins.Asked+1, m.twins.Pages+1
		}
	}
	if slices.ContainsFunc(pages, TwinPages.differ) {
		l := learner{twins: newTwins(pages), masks: m}
		l.learn()
	}
	for _, t := range pages {
		if !t.Visits {
			m.compareLinks(t)
		}
	}
	site.Sort(m.list, compareMasks)
	return m
}

// differ reports whether the two answers differ in their pieces.
func (t TwinPages) differ() bool {
	return !slices.EqualFunc(t.First, t.Second, func(a, b Piece) bool {
		return a.Text == b.Text && a.Gap == b.Gap
	})
}

type learner struct {
	twins  []*twin
	masks  *Masks
	owners map[uint64]owner // by piece
}

func (l *learner) learn() {
	l.compare()
	for _, t := range l.twins {
		t.raw = t.now
		if len(t.runs) > 0 && !t.visits {
			l.masks.twins.Differ++
		}
	}
	l.dropOthers()
	l.learnParams()
	l.findOwn()
	l.learnSpots(strongDigits)
	l.learnOrder()
	l.learnSpots(narrowTexts)
	l.learnSpots(wideTexts)
	// The smallest regions come first, since a small one may explain as much as larger ones.
	for round := 0; round < maxRounds && l.learnRegion(); round++ {
		l.compare()
	}
	l.learnComing()
	l.learnSpots(weakDigits)
	l.learnOrder()
	l.masks.loose.markup = l.learnOf(site.MaskMarkup, func(t *twin) bool {
		return len(t.runs) == 0 && !slices.Equal(t.pages[0].gaps(l.masks), t.pages[1].gaps(l.masks))
	})
	l.judge()
}

func (l *learner) compare() {
	for _, t := range l.twins {
		t.compare(l.masks)
	}
}

type lesson struct {
	kind site.MaskKind
	// of returns a mask's spot for a text. ok is false if there is none.
	of    func(*Piece, *context) (s spot, ok bool)
	whole bool // a twin teaches only if it differs in nothing else, and then needs no second witness
}

var (
	strongDigits = lesson{kind: site.MaskDigits, of: digitsOf}
	weakDigits   = lesson{kind: site.MaskDigits, of: digitsOf, whole: true}
	narrowTexts  = lesson{kind: site.MaskText, of: func(p *Piece, c *context) (spot, bool) {
		_, narrow := c.text(&p.Piece)
		return narrow, true
	}}
	wideTexts = lesson{kind: site.MaskText, of: func(p *Piece, c *context) (spot, bool) {
		wide, _ := c.text(&p.Piece)
		return wide, true
	}}
)

// digitsOf returns the spot of a mask of digits. If the text has no words, the spot includes the text before it, which
// explains the digits.
func digitsOf(p *Piece, c *context) (spot, bool) {
	wide, narrow := c.digits(&p.Piece)
	if p.Rest != bare && (p.Shown == "" || hasWord(p.Shown)) {
		return wide, p.Rest != 0
	}
	return narrow, p.Rest != 0 && c.gap < maxGap
}

// hasWord reports whether a text has a word with letters and without digits.
func hasWord(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return strings.ContainsFunc(word, unicode.IsLetter) && !strings.ContainsAny(word, "0123456789")
	})
}

func (l *learner) learnSpots(what lesson) {
	candidates := map[spot]*evidence{}
	for _, t := range l.twins {
		t.propose(what, candidates)
	}
	if len(candidates) == 0 {
		return
	}
	for _, t := range l.twins {
		t.witness(what, candidates)
	}
	for s, e := range candidates {
		// A number alone may tell pages apart, so one page is not enough evidence. Words explain a number. For example,
		// the time that an answer took is often the same twice, so three pages that differ are enough.
		words := s.rest != 0 && s.after == 0
		if e.hidesOwn(8) {
			continue
		}
		if what.whole && (words || e.example.Differed >= 2) || words && e.example.Differed >= 3 || e.most() {
			l.masks.spots[s] = true
			l.masks.list = append(l.masks.list, e.example)
		}
	}
	l.compare()
}

func (t *twin) propose(what lesson, candidates map[spot]*evidence) {
	var couples []couple
	for _, r := range t.runs {
		found := t.matched(r, func(_, _ string) bool { return false })
		if what.whole && !t.areDigits(found) {
			return
		}
		couples = append(couples, found...)
	}
	for _, c := range couples {
		x, y := t.couple(c)
		if x.URL != "" || what.kind == site.MaskDigits && !t.digitsDiffer(c) {
			continue
		}
		s, ok := what.of(x, &t.pages[0].contexts[c.first])
		other, both := what.of(y, &t.pages[1].contexts[c.second])
		if ok && both && s == other && candidates[s] == nil {
			candidates[s] = &evidence{example: site.Mask{
				Kind: what.kind, First: cut(x.Shown), Second: cut(y.Shown), URL: t.url,
			}}
		}
	}
}

func (t *twin) digitsDiffer(c couple) bool {
	x, y := t.couple(c)
	return x.URL == "" && x.Rest != 0 && x.Rest == y.Rest
}

func (t *twin) areDigits(couples []couple) bool {
	return couples != nil && !slices.ContainsFunc(couples, func(c couple) bool { return !t.digitsDiffer(c) })
}

func (t *twin) witness(what lesson, candidates map[spot]*evidence) {
	for n, page := range t.pages {
		for _, i := range page.at {
			p := &page.pieces[i]
			if p.URL != "" {
				continue
			}
			if s, ok := what.of(p, &page.contexts[i]); ok && candidates[s] != nil {
				candidates[s].saw(t.url, t.raw[n][i])
				if what.kind == site.MaskText {
					candidates[s].sawOwn(t, p.Text)
				}
			}
		}
	}
}

// judge counts the twins that are equal under the masks. It drops the masks of texts and regions if they hide most of
// the pages, since pages could then not be told apart.
func (l *learner) judge() {
	if l.hideMost() {
		l.masks.dropTexts()
		l.masks.twins.Unstable = true
		l.compare()
	}
	for _, t := range l.twins {
		if len(t.runs) == 0 && !t.visits {
			l.masks.twins.Settled++
		}
	}
	l.masks.twins.Settled -= l.masks.twins.Pages - l.masks.twins.Differ
}

// hideMost reports whether more than half of the texts, or of their bytes, are hidden.
func (l *learner) hideMost() bool {
	var texts, hidden, size, hiddenSize int
	for _, t := range l.twins {
		for _, page := range t.pages {
			for i, key := range l.masks.AppendKeys(nil, page.plain) {
				p := &page.pieces[i]
				if !p.isText() {
					continue
				}
				texts, size = texts+1, size+p.Size()
				if key == 0 || key == hiddenText {
					hidden, hiddenSize = hidden+1, hiddenSize+p.Size()
				}
			}
		}
	}
	return 2*hidden > texts || 2*hiddenSize > size
}

func (m *Masks) dropTexts() {
	for s := range m.spots {
		if s.rest == 0 {
			delete(m.spots, s)
		}
	}
	m.regions, m.loose = map[uint64][]region{}, loose{}
	m.list = slices.DeleteFunc(m.list, func(k site.Mask) bool {
		return k.Kind != site.MaskDigits && k.Kind != site.MaskParam
	})
}
