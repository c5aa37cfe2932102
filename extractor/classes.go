package extractor

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// classify makes the classes of pages.
//
//  1. Pages of equal bytes, or of equal masked texts and links, are one.
//  2. So are pages of equal masked texts whose links differ only in what repeats
//     the one or the other page's own URL, if those links lead to the same pages.
//  3. So are pages whose texts differ only in that, where the parameter was seen
//     to change nothing else.
//  4. So are pages that name the same one as canonical and agree with it.
func (s *sameness) classify() error {
	equal := s.equal()
	joined := equal
	groups := s.groups()
	var last *earlier
	for range refinements {
		joined = slices.Clone(equal)
		if err := s.joinEchoes(joined, groups, last); err != nil {
			return err
		}
		s.byKeys = joined.All()
		if last != nil && slices.Equal(s.byKeys, last.classes) {
			break
		}
		last = &earlier{classes: s.byKeys, trials: newTrials(joined, groups)}
		last.trials.count()
	}
	return s.joinCanonical(joined)
}

// minSoft is how many pages must show the same but for values of their own URLs to
// be taken for pages of what is missing (a "soft 404").
const minSoft = 3

// findSoft finds those pages. They stay pages, for the site says so.
func (s *sameness) findSoft() {
	classes := map[site.Digest]map[int32]bool{}
	for place := range int32(len(s.known.answers)) {
		m := &s.pages[place]
		if s.page(int(place)) == nil || m.size < minCompared || m.echoes == m.texts {
			continue
		}
		if classes[m.echoes] == nil {
			classes[m.echoes] = map[int32]bool{}
		}
		classes[m.echoes][s.classes[place]] = true
	}
	s.soft = map[site.Digest]bool{}
	for texts, of := range classes {
		s.soft[texts] = len(of) >= minSoft
	}
}

// isSoft reports whether a page is one of those.
func (s *sameness) isSoft(key urlID) bool {
	if s == nil {
		return false
	}
	m := &s.pages[s.known.of.get(key)-1]
	return m.echoes != m.texts && s.soft[m.echoes]
}

// refinements bounds how often pages are compared. What links lead to depends on
// the classes, and the other way round: at first all are taken for alike that may
// be, then those are taken apart whose links lead to different pages.
const refinements = 4

// earlier is what the comparison before came to.
type earlier struct {
	classes []int32
	trials  *trials
}

// equal joins the pages that share their bytes or their masked content.
func (s *sameness) equal() site.Sets {
	n := len(s.known.answers)
	joined := site.NewSets(n)
	first := make(map[site.Digest]int32, 2*n)
	for place := range int32(n) {
		a := s.page(int(place))
		if a == nil {
			continue
		}
		keys := []site.Digest{a.digest, s.pages[place].key}
		if s.pages[place].size < minCompared {
			keys = keys[:1]
		}
		for _, k := range keys {
			if other, known := first[k]; known {
				joined.Join(other, place)
			} else {
				first[k] = place
			}
		}
	}
	return joined
}

// joinEchoes joins the pages of equal texts that are alike. What was found before
// says where links lead; it is nil at first.
func (s *sameness) joinEchoes(joined site.Sets, g groups, last *earlier) error {
	for _, bucket := range s.buckets(joined, func(m *masked) site.Digest { return m.texts }) {
		if err := s.joinAlike(joined, bucket, last); err != nil {
			return err
		}
	}
	trials := newTrials(joined, g)
	for _, bucket := range s.buckets(joined, func(m *masked) site.Digest { return m.echoes }) {
		if err := s.joinAlike(trials.alike, bucket, last); err != nil {
			return err
		}
	}
	trials.join(joined)
	return nil
}

// buckets groups the pages that share a digest and are not one yet, one page of
// each set, in the order of their normalized URLs.
func (s *sameness) buckets(joined site.Sets, digest func(*masked) site.Digest) [][]int32 {
	byDigest := map[site.Digest][]int32{}
	for place := range int32(len(s.known.answers)) {
		if s.page(int(place)) == nil || s.pages[place].size < minKept {
			continue
		}
		d := digest(&s.pages[place])
		byDigest[d] = append(byDigest[d], place)
	}
	var out [][]int32
	for _, bucket := range byDigest {
		if len(bucket) < 2 {
			continue
		}
		slices.SortFunc(bucket, func(a, b int32) int { return strings.Compare(s.key(int(a)), s.key(int(b))) })
		seen := map[int32]bool{}
		bucket = slices.DeleteFunc(bucket, func(place int32) bool {
			set := joined.First(place)
			again := seen[set]
			seen[set] = true
			return again
		})
		if len(bucket) > 1 {
			out = append(out, bucket)
		}
	}
	slices.SortFunc(out, func(a, b []int32) int { return strings.Compare(s.key(int(a[0])), s.key(int(b[0]))) })
	return out
}

// maxGroups bounds the pages that each page of a bucket is compared with.
const maxGroups = 32

// joinAlike joins the pages of a bucket that are alike: each with the first group
// whose first page it is like.
func (s *sameness) joinAlike(joined site.Sets, bucket []int32, last *earlier) error {
	var groups []int32
	for _, place := range bucket {
		found := false
		for _, first := range groups {
			alike, err := s.alike(first, place, last)
			if err != nil {
				return err
			}
			if found = alike; found {
				joined.Join(first, place)
				break
			}
		}
		if !found && len(groups) < maxGroups {
			groups = append(groups, place)
		}
	}
	return nil
}

// spot is a link of a page, with the text that follows it; named says that this
// is an id, which is the same on pages of equal texts.
type spot struct {
	key   urlID
	label uint64
	named bool
}

// alike reports whether the links of two pages differ only in what repeats the
// URL of the one or the other. A link of the page's own, not of the frame, must
// not lead to different pages, as far as these are known.
func (s *sameness) alike(a, b int32, last *earlier) (bool, error) {
	if err := s.needFrame(); err != nil {
		return false, err
	}
	of, err := s.spots(a)
	if err != nil {
		return false, err
	}
	other, err := s.spots(b)
	if err != nil || len(of) != len(other) {
		return false, err
	}
	x := s.links
	ownA, ownB := x.get(s.keyOf(a)), x.get(s.keyOf(b))
	e := echo(append(x.repeatable(ownA), x.repeatable(ownB)...))
	for i, l := range of {
		m := other[i]
		if s.linkSum(l.key) == s.linkSum(m.key) {
			continue
		}
		if x.without(x.get(l.key), ownA, e) != x.without(x.get(m.key), ownB, e) || s.leadApart(l, m, last) {
			return false, nil
		}
	}
	return true, nil
}

// leadApart reports whether two links of the pages' own, not ids, nor words that all
// pages have for views of themselves, lead to two pages: that is known, or they differ in
// a parameter that is known to tell pages apart.
func (s *sameness) leadApart(l, m spot, last *earlier) bool {
	if last == nil || l.named || s.frame[l.label] {
		return false
	}
	a, b := s.known.of.get(l.key)-1, s.known.of.get(m.key)-1
	if a < 0 || b < 0 || s.page(int(a)) == nil || s.page(int(b)) == nil {
		urls := s.known.urls
		return last.trials.matters(urls.String(l.key), urls.String(m.key))
	}
	return last.classes[a] != last.classes[b]
}

// spots returns the links of a page in order, but for those that are masked.
func (s *sameness) spots(place int32) ([]spot, error) {
	if known, ok := s.placed[place]; ok {
		return known, nil
	}
	pieces, of, err := s.pieces(&s.known.answers[place], false)
	if err != nil {
		return nil, err
	}
	spots := []spot{}
	for i, key := range s.masks.Keys(pieces) {
		if of[i].link == noURL || key == 0 {
			continue
		}
		l := spot{key: of[i].link}
		if i+1 < len(pieces) && of[i+1].link == noURL {
			l.label, l.named = pieces[i+1].Text, pieces[i+1].IsNumber()
		}
		spots = append(spots, l)
	}
	s.placed[place] = spots
	return spots, nil
}
