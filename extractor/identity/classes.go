package identity

import (
	"maps"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// classify divides the pages into classes.
//
//  1. Pages with equal bytes, or with equal masked texts and links, are one.
//  2. Pages with equal masked texts are one if their links only differ where they repeat
//     either page's own URL, and lead to the same pages.
//  3. Pages that name the same page as canonical and agree with it are one.
func (s *Identity) classify() {
	equal := s.masked.equal()
	joined := equal
	of, texts := groupsIn(s.masked), s.masked.sharing()
	var last *earlier
	for range refinements {
		joined = slices.Clone(equal)
		s.joinEchoes(joined, texts, last)
		s.byKeys = joined.All()
		if last != nil && slices.Equal(s.byKeys, last.classes) {
			break
		}
		last = &earlier{classes: s.byKeys, trials: newTrials(joined, of)}
	}
	named := canonicals{s.pages, s.masked, s.links, map[int32]bool{}, map[int32]bool{}}
	named.join(joined)
	s.Classes = joined.All()
	s.stands = named.stands(s.Classes)
	s.byPlain = s.Rules.learn(s.Classes, s.stands, named.unconfirmed)
}

// refinements limits how often pages are compared. Classes depend on the targets of links, and vice versa. The first
// comparison joins all pages that may be alike. The others separate those whose links lead to different pages.
const refinements = 4

// earlier is the result of the previous comparison.
type earlier struct {
	classes []int32
	trials  *trials
}

// equal joins pages with equal bytes or equal masked contents.
func (m *maskedPages) equal() site.Sets {
	n := len(m.pages.known.Answers)
	joined := site.NewSets(n)
	first := make(map[site.Digest]int32, 2*n)
	for place, a := range m.pages.all() {
		for _, k := range m.contents(place, a) {
			if other, known := first[k]; known {
				joined.Join(other, place)
			} else {
				first[k] = place
			}
		}
	}
	for place := range m.pages.all() {
		for _, k := range m.pathDigests(place) {
			if other, known := first[k]; known {
				joined.Join(other, place)
			}
		}
	}
	return joined
}

// joinEchoes joins pages with equal texts that are alike. last tells the targets of links; it is nil at first.
func (s *Identity) joinEchoes(joined site.Sets, texts [][]int32, last *earlier) {
	var open [][2]int32
	for _, bucket := range buckets(joined, texts) {
		open = append(open, s.pairs.joinAlike(joined, bucket, last)...)
	}
	s.pairs.joinOpen(joined, open)
}

// sharing groups pages with equal texts, in the order of their normalized URLs.
func (m *maskedPages) sharing() (all [][]int32) {
	at := make(map[site.Digest]int32, len(m.pages.known.Answers)) // the only page, or ^group
	for place := range m.pages.all() {
		if m.at[place].size < minKept {
			continue
		}
		d := m.textsAt(place)
		switch found, known := at[d]; {
		case !known:
			at[d] = place
		case found >= 0:
			at[d] = ^int32(len(all))
			all = append(all, []int32{found, place})
		default:
			all[^found] = append(all[^found], place)
		}
	}
	for _, group := range all {
		slices.SortFunc(group, m.pages.compare)
	}
	slices.SortFunc(all, func(a, b []int32) int { return m.pages.compare(a[0], b[0]) })
	return all
}

// buckets divides such groups into sets of pages that are already one. It drops groups with a single set.
func buckets(joined site.Sets, all [][]int32) (out [][][]int32) {
	for _, group := range all {
		if sets := bySet(group, joined); len(sets) > 1 {
			out = append(out, sets)
		}
	}
	return out
}

// bySet divides pages into sets that are already one, and keeps maxMembers of each.
func bySet(pages []int32, joined site.Sets) (sets [][]int32) {
	at := map[int32]int{}
	for _, place := range pages {
		i, known := at[joined.First(place)]
		if !known {
			at[joined.First(place)] = len(sets)
			sets = append(sets, []int32{place})
		} else if len(sets[i]) < maxMembers {
			sets[i] = append(sets[i], place)
		}
	}
	return sets
}

// A page that arrives between two epochs is compared with known ones only by its content under the masks.

func (s *Identity) index() {
	s.contents, s.classed = map[site.Digest]int32{}, make([]bool, len(s.Classes))
	for place, a := range s.pages.all() {
		s.classed[place] = true
		for _, content := range s.masked.contents(place, a) {
			s.contents[content] = s.Classes[place]
		}
	}
}

// verdict is the result of an epoch, for Agrees.
type verdict struct {
	classes  []int32
	stands   []int32
	repeated map[site.Digest]bool
	ruled    bool
}

// Verdict returns the result of the last epoch, for Agrees.
func (s *Identity) Verdict() verdict {
	return verdict{s.Classes, s.stands, s.repeated, len(s.Rules.List) > 0}
}

// Agrees reports whether all pages are classed as before. With rules it returns false, because they may affect any URL.
func (s *Identity) Agrees(before verdict) bool {
	if before.ruled || len(s.Rules.List) > 0 || len(before.classes) != len(s.Classes) ||
		!maps.Equal(before.repeated, s.repeated) {
		return false
	}
	now, was := make([]int32, len(s.Classes)), make([]int32, len(s.Classes)) // 1 + the class in the other numbering
	for place, class := range s.Classes {
		old := before.classes[place]
		if s.pages.at(int32(place)) == nil {
			continue
		}
		if now[old] == 0 && was[class] == 0 {
			now[old], was[class] = class+1, old+1
		}
		if now[old] != class+1 || was[class] != old+1 || before.stands[old] != s.stands[class] {
			return false
		}
	}
	return true
}

// Join gives a page that counts since the last epoch the class of an equal page, or a new class.
func (s *Identity) Join(key evidence.URLID) {
	if s == nil {
		return
	}
	s.masked.grow()
	known := s.pages.known
	for place := int32(len(s.Classes)); int(place) < len(known.Answers); place++ {
		s.Classes, s.byKeys = append(s.Classes, place), append(s.byKeys, place)
		s.stands, s.classed = append(s.stands, 0), append(s.classed, false)
	}
	place := known.Of.Get(key) - 1
	a := known.Answers[place]
	if s.classed[place] || a.Pieced == nil {
		return
	}
	s.masked.maskAt(place)
	s.classed[place] = true
	contents := s.masked.contents(place, a)
	for _, content := range append(contents, s.masked.pathDigests(place)...) {
		if class, known := s.contents[content]; known {
			s.Classes[place], s.byKeys[place] = class, class
			break
		}
	}
	for _, content := range contents {
		s.contents[content] = s.Classes[place]
	}
}

// Alike reports whether a page that just came equals the known version under the masks.
func (s *Identity) Alike(a *evidence.Fetched) bool {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Pieces == nil {
		return false
	}
	m, n := s.masked, s.pages.known
	place := n.Place(n.URLs.Find(a.Key)) - 1
	if place < 0 || n.Answers[place].Pieced == nil {
		return false
	}
	m.grow()
	m.maskAt(place)
	now := m.masked(a.Key, a.Pieces, func(p *site.Piece) uint64 { // the table may not have their URLs
		return m.sumOf(a.Links[p.Link-1].Key)
	})
	return now.key == m.at[place].key && now.size >= minCompared
}

// Note masks a new page. Masks seldom change, so the page need not be read again.
func (s *Identity) Note(a *evidence.Fetched) {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Twin {
		return
	}
	m, n := s.masked, s.pages.known
	if place := n.Place(n.URLs.Find(a.Key)) - 1; place >= 0 {
		m.grow()
		m.pages.linkKeys(a.Pieces.All, n.Answers[place])
		m.at[place] = m.maskedAt(n.Answers[place], a.Pieces)
	}
}
