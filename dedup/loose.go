package dedup

import (
	"slices"

	"sitegraph/site"
)

// Some sites vary more than a random box. They vary the layout, the order of a list, or a notice that some answers have
// without a fixed text around it. Their pages are compared loosely, and only within one path.

// loose has the differences that do not count on such a site.
type loose struct {
	boxes  bool            // only some answers have certain regions
	texts  map[uint64]bool // texts that only some answers have
	markup bool            // between texts and links
	order  bool            // of texts and links
}

// The evidence for looseness: pages whose answers differ only in this way.
const (
	minLoose   = 2 // minimum number of such pages
	looseShare = 8 // at least one page in this many
)

// Loosely reports whether pages are compared loosely, and whether the order of their pieces counts.
func (m *Masks) Loosely() (loosely, ordered bool) {
	return m.loose.markup || m.loose.order, !m.loose.order
}

// ByChance reports whether answers for one URL may lack parts of other answers. Equality then proves little.
func (m *Masks) ByChance() bool {
	return m != nil && (m.loose.boxes || m.loose.markup || len(m.loose.texts) > 0)
}

// learnComing learns the texts that only one of two answers has, on several pages. It ignores the texts of links,
// because a box of random links can show the title of any page.
func (l *learner) learnComing() {
	candidates := map[uint64]*evidence{}
	for _, t := range l.twins {
		for n := range t.pages {
			t.pages[n].coming(&t.pages[1-n], func(p *Piece) {
				if candidates[p.Text] == nil {
					example := site.Mask{Kind: site.MaskText, Second: cut(p.Shown), URL: t.url}
					candidates[p.Text] = &evidence{example: example}
				}
				candidates[p.Text].sawPage(t.url, true)
			})
		}
	}
	for text, e := range candidates {
		if l.enough(e.example.Differed) {
			l.masks.loose.texts[text] = true
			l.masks.list = append(l.masks.list, e.example)
		}
	}
	if len(candidates) > 0 {
		l.compare()
	}
}

func (l *learner) enough(pages int) bool {
	return pages >= minLoose && looseShare*pages >= len(l.twins)
}

// coming calls found once for each text that the other answer lacks, except texts of links.
func (s *side) coming(other *side, found func(*Piece)) {
	if slices.Equal(s.keys, other.keys) {
		return
	}
	seen := map[uint64]bool{}
	for _, i := range other.at {
		seen[other.pieces[i].Text] = true
	}
	for _, i := range s.at {
		p := &s.pieces[i]
		if p.isText() && !seen[p.Text] && (i == 0 || s.pieces[i-1].URL == "") {
			found(p)
		}
		seen[p.Text] = true
	}
}

// learnOrder learns whether the order differs between two answers with the same texts and links. It is called before
// masks can hide pieces that only moved, and again after them.
func (l *learner) learnOrder() {
	if !l.masks.loose.order && l.learnOf(site.MaskOrder, (*twin).isReordered) {
		l.masks.loose.order = true
		l.compare()
	}
}

func (l *learner) learnMarkup() {
	l.masks.loose.markup = l.learnOf(site.MaskMarkup, func(t *twin) bool {
		return len(t.runs) == 0 && !slices.Equal(t.pages[0].gaps(l.masks), t.pages[1].gaps(l.masks))
	})
}

func (l *learner) learnOf(kind site.MaskKind, differs func(*twin) bool) bool {
	e := evidence{example: site.Mask{Kind: kind}}
	for _, t := range l.twins {
		e.sawPage(t.url, !t.visits && differs(t))
		if e.example.Differed == 1 && e.example.URL == "" {
			e.example.URL = t.url
		}
	}
	if !l.enough(e.example.Differed) {
		return false
	}
	l.masks.list = append(l.masks.list, e.example)
	return true
}

// isReordered reports whether the answers differ only in the order of their pieces.
func (t *twin) isReordered() bool {
	sorted := func(s side) []uint64 { return slices.Sorted(slices.Values(s.keys)) }
	return len(t.runs) > 0 && slices.Equal(sorted(t.pages[0]), sorted(t.pages[1]))
}

// gaps returns, for each piece that no mask hides, the hash of the markup before it, or 0 if a mask hides the markup.
func (s *side) gaps(m *Masks) (all []uint32) {
	keys := m.AppendKeys(nil, s.plain)
	for _, i := range s.at {
		gap := s.plain[i].Gap
		if m.HidesGap(s.plain, keys, i) {
			gap = 0
		}
		all = append(all, gap)
	}
	return all
}
