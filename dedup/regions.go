package dedup

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
)

const (
	maxRounds     = 16 // maximum number of regions to learn
	maxCandidates = 64 // maximum number of candidates tested for each
	minShare      = 3  // at least 1/minShare of a region's pieces must differ
	maxTogether   = 4  // maximum number of runs taken together
)

// bounds are the labels of the texts before and after a region. If the text after it differs from page to page, its
// place identifies it, and end is 0.
type bounds struct {
	begin, end uint64
	at         uint32
}

func (l *learner) learnRegion() bool {
	candidates := map[bounds]int{}
	for _, t := range l.twins {
		t.bound(candidates)
	}
	var best region
	var begin uint64
	var smallest *evidence
	all := slices.SortedFunc(maps.Keys(candidates), func(a, b bounds) int {
		return cmp.Or(candidates[b]-candidates[a], cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end),
			cmp.Compare(a.at, b.at))
	})
	for _, b := range all[:min(len(all), maxCandidates)] { // those that the most runs propose
		r, e := l.testRegion(b)
		pages := e.example.Differed
		often := r.texts != nil || 2*pages >= e.example.Seen && b.end != 0
		if pages >= 2 && often && (!e.hidesOwn(4) || e.byChance()) && minShare*e.differ >= e.seen &&
			(smallest == nil || e.compareRegions(smallest) < 0) {
			best, begin, smallest = r, b.begin, e
		}
	}
	if smallest == nil {
		return false
	}
	l.masks.regions[begin] = append(l.masks.regions[begin], best)
	l.masks.loose.boxes = l.masks.loose.boxes || best.texts != nil
	l.masks.list = append(l.masks.list, smallest.example)
	return true
}

// compareRegions orders regions. Regions whose bounds always occur together come first, since a random text in a box
// bounds nothing. Among these, regions that hide less of a page come first.
func (e *evidence) compareRegions(o *evidence) int {
	return cmp.Or(cmp.Compare(min(e.apart, 1), min(o.apart, 1)),
		cmp.Compare(e.seen*o.example.Differed, o.seen*e.example.Differed), compareMasks(e.example, o.example))
}

// bound proposes the nearest texts around each run that occur once in both answers. It also proposes texts around
// several runs, since a part of a random box may be the same twice by chance. It skips runs that differ only in digits.
func (t *twin) bound(candidates map[bounds]int) {
	var counts [2]map[uint64]int
	var places [2]map[uint32]int
	var begins []uint64 // labels where runs begin that are taken together
	var last run
	for _, r := range t.runs {
		if t.areDigits(t.matched(r, func(_, _ string) bool { return false })) {
			continue
		}
		if counts[0] == nil {
			counts[0], places[0] = t.pages[0].counts()
			counts[1], places[1] = t.pages[1].counts()
		}
		once := func(label uint64) bool { return counts[0][label] == 1 && counts[1][label] == 1 }
		if len(begins) == maxTogether || r.a0-last.a1 > last.size()+r.size() {
			begins = begins[:0]
		}
		if begin := t.pages[0].nearest(r.a0-1, -1, once); begin != 0 {
			begins = append(begins, begin)
		}
		last = r
		if end := t.pages[0].nearest(r.a1, 1, once); end != 0 {
			for _, begin := range begins {
				candidates[bounds{begin, end, 0}]++
			}
		}
		if at := t.pages[0].placeAfter(r.a1); len(begins) > 0 && places[0][at] == 1 && places[1][at] == 1 && at != 0 {
			candidates[bounds{begins[len(begins)-1], 0, at}]++
		}
	}
}

// placeAfter returns the place of the first text from index i of at on, or 0 if none is near enough.
func (s *side) placeAfter(i int) uint32 {
	for end := min(len(s.at), i+maxRegion); i < end; i++ {
		if p := &s.plain[s.at[i]]; p.IsText() {
			return p.Place
		}
	}
	return 0
}

func (s *side) has(bound uint64) bool {
	return bound == edge || slices.ContainsFunc(s.plain, func(p site.Piece) bool { return label(&p) == bound })
}

// counts counts a page's labels and the texts at each place.
func (s *side) counts() (labels map[uint64]int, places map[uint32]int) {
	labels, places = map[uint64]int{edge: 1}, map[uint32]int{}
	for i := range s.plain {
		p := &s.plain[i]
		if labels[label(p)]++; p.IsText() {
			places[p.Place]++
		}
	}
	return labels, places
}

// nearest returns the nearest label from index i of at on, in steps of step, or 0 if none is near enough.
func (s *side) nearest(i, step int, isOne func(uint64) bool) uint64 {
	for range maxRegion {
		if i < 0 || i >= len(s.at) {
			return edge
		}
		if label := label(&s.plain[s.at[i]]); label != 0 && label != bare && isOne(label) {
			return label
		}
		i += step
	}
	return 0
}

// testRegion returns the region between two texts, with the evidence of the twins. It first learns the places and texts
// in the region.
func (l *learner) testRegion(b bounds) (region, *evidence) {
	r := region{end: b.end, at: b.at}
	places, texts, box := map[uint32]bool{}, map[uint64]bool{}, true
	for _, t := range l.twins {
		first, second := t.inside(r, b.begin)
		if first.found && second.found && !slices.Equal(first.keys, second.keys) {
			box = box && (len(first.pieces) == 0 || len(second.pieces) == 0)
			for _, p := range slices.Concat(first.pieces, second.pieces) {
				places[p.Place], texts[p.Text] = true, true
			}
		}
	}
	if r.places = places; box {
		r.texts = texts
	}
	e := &evidence{}
	for _, t := range l.twins {
		first, second := t.inside(r, b.begin)
		for n, found := range []bool{first.found, second.found} {
			if page := &t.pages[n]; !found && (page.has(b.begin) || page.has(b.end)) {
				e.apart++
			}
		}
		if !first.found && !second.found {
			continue
		}
		differs := first.found && second.found && !slices.Equal(first.keys, second.keys)
		if first.found && second.found && !differs && !slices.Equal(first.hidden, second.hidden) {
			continue // other regions hide the differences
		}
		if differs && e.example.Differed == 0 {
			e.example = site.Mask{
				Kind: site.MaskRegion, First: first.shown(), Second: second.shown(), URL: t.url, Seen: e.example.Seen,
			}
		}
		e.sawPage(t.url, differs)
		e.sawOwn(t, first.said...)
		for _, what := range slices.Concat(first.said, second.said) {
			if o := l.owners[what]; o.several && o.answers == 2 {
				e.strays++
			}
		}
		if differs {
			e.seen += len(first.pieces) + len(second.pieces)
			e.differ += first.differ + second.differ
		}
	}
	return r, e
}

type part struct {
	found  bool
	pieces []Piece  // pieces that no other region hides
	keys   []uint64 // their keys, without digits
	differ int      // number of pieces that differ
	hidden []uint64 // texts that other regions hide
	said   []uint64 // hashes of all pieces and of the markup between
}

func (t *twin) inside(r region, begin uint64) (first, second part) {
	return t.pages[0].inside(r, begin, t.now[0]), t.pages[1].inside(r, begin, t.now[1])
}

func (s *side) inside(r region, begin uint64, differing []bool) part {
	var found part
	seen := 0 // of s.at
	for i := -1; i < len(s.pieces); i++ {
		if labelAt(s.plain, i) != begin {
			continue
		}
		end := r.endIn(s.plain, i, begin)
		if end == 0 {
			continue
		}
		found.found = true
		for j := i + 1; j < end; j++ {
			says := s.says(j)
			found.said = append(found.said, says[:]...)
			for seen < len(s.at) && s.at[seen] < j {
				seen++
			}
			if p := &s.pieces[j]; seen == len(s.at) || s.at[seen] > j {
				found.hidden = append(found.hidden, p.Text)
			} else if found.keys = append(found.keys, s.keyAt(seen)); !p.IsMarkup() || p.URL != "" {
				found.pieces = append(found.pieces, *p)
				if differing[j] {
					found.differ++
				}
			}
		}
		i = end - 1
	}
	return found
}

// keyAt returns the key of the nth piece that no region hides, without digits.
func (s *side) keyAt(n int) uint64 {
	if p := &s.pieces[s.at[n]]; p.Rest != 0 && s.keys[n] != hiddenText {
		return p.Rest
	}
	return s.keys[n]
}

func (p part) shown() string {
	var texts []string
	for _, piece := range p.pieces {
		if texts = append(texts, cmp.Or(piece.URL, piece.Shown)); len(texts) == maxExample {
			break
		}
	}
	return cut(strings.Join(texts, " "))
}
