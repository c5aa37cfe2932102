package extractor

import (
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/site"
)

// likeness is what comparing two pages of equal texts came to.
type likeness int

const (
	different likeness = iota
	alike
	// undecided pages are alike but say little, or have links whose targets are not
	// known, and which differ in a parameter that tells other pages apart, or in an id.
	undecided
)

// maxGroups bounds the pages that each page of a bucket is compared with.
const maxGroups = 32

// joinAlike joins the pages of a bucket that are alike: each with the first group
// whose first page it is like. It returns the pairs that are undecided.
func (s *sameness) joinAlike(joined site.Sets, bucket []int32, last *earlier) (open [][2]int32, err error) {
	var groups []int32
	for _, place := range bucket {
		found := false
		for _, first := range groups {
			v, err := s.compare(first, place, last)
			if err != nil {
				return nil, err
			}
			if found = v == alike; found {
				joined.Join(first, place)
				break
			}
			if v == undecided {
				open = append(open, [2]int32{first, place})
			}
		}
		if !found && len(groups) < maxGroups {
			groups = append(groups, place)
		}
	}
	return open, nil
}

// laidOut is what is compared of a page: its links in order, but for those that are
// masked, and the hashes of its texts that are ids.
type laidOut struct {
	spots []spot
	ids   map[uint64]bool
}

// spot is a link of a page. It stands after so many texts; label is the one that
// follows it, and named says that this is an id, which is the same on pages of
// equal texts.
type spot struct {
	key   urlID
	after int
	label uint64
	named bool
}

// couple is two pages of equal texts that are compared.
type couple struct {
	s          *sameness
	a, b       int32
	ownA, ownB *anatomy // of their URLs
	last       *earlier
}

// compare compares two pages of equal texts by their links, which stand at the same
// places. Pages that say little and differ in a parameter that tells other pages apart
// are undecided: "0 files changed" is true of many commits.
func (s *sameness) compare(a, b int32, last *earlier) (likeness, error) {
	if err := s.needFrame(); err != nil {
		return different, err
	}
	of, err := s.layOut(a)
	if err != nil {
		return different, err
	}
	other, err := s.layOut(b)
	if err != nil || len(of.spots) != len(other.spots) {
		return different, err
	}
	c := couple{s, a, b, s.links.get(s.keyOf(a)), s.links.get(s.keyOf(b)), last}
	found := alike
	if last != nil && last.trials.mayMatter(s.key(int(a)), s.key(int(b))) {
		if little, err := s.saysLittle(a); err != nil {
			return different, err
		} else if little {
			found = undecided
		}
	}
	for i, l := range of.spots {
		m := other.spots[i]
		if l.after != m.after {
			return different, nil
		}
		if s.linkSum(l.key) == s.linkSum(m.key) {
			continue
		}
		switch c.links(l, m) {
		case different:
			return different, nil
		case undecided:
			found = undecided
		}
	}
	return found, nil
}

// links compares two links at the same place. They may differ in what repeats the
// page's own URL, or where they are known to lead to the same page; where neither is
// known, it depends on whether they differ in a parameter that matters elsewhere.
func (c *couple) links(l, m spot) likeness {
	s, x := c.s, c.s.links
	one, other := x.get(l.key), x.get(m.key)
	targets, written := s.targets(l.key, m.key, c.last), x.correspond(one, other, c.ownA, c.ownB)
	if targets == different && s.isOf(l.key, c.a, c.last) && s.isOf(m.key, c.b, c.last) {
		targets = alike // each leads to its own page
	}
	switch {
	case targets == alike:
		return alike
	case written != alike && (l.named || s.frame[l.label]):
		return undecided // a menu may lead elsewhere, and an id says where a link leads
	case written == different, written == undecided && targets == different:
		return different
	case written == undecided:
		return undecided
	case c.last == nil || l.named || s.frame[l.label]:
		return alike // an id, or what all pages have for views of themselves
	case x.isAbove(one, c.ownA) && x.isAbove(other, c.ownB):
		return alike // a breadcrumb says where a page stands, not what it is
	case targets == different:
		return different
	case s.isNoPage(l.key) && s.isNoPage(m.key):
		return alike // what they lead to will never say more
	case one.extends(c.ownA) && other.extends(c.ownB):
		return alike // the page itself, with options
	case c.last.trials.matters(s.known.urls.String(l.key), s.known.urls.String(m.key)):
		return undecided
	}
	return alike
}

// targets says whether two links are known to lead to one page, or to two.
func (s *sameness) targets(l, m urlID, last *earlier) likeness {
	a, known := s.placeOf(l)
	b, both := s.placeOf(m)
	if last == nil || !known || !both {
		return undecided
	}
	if last.classes[a] == last.classes[b] {
		return alike
	}
	return different
}

// isNoPage reports whether a URL, or one that differs from it in the query, was
// answered by something else than a page, and none by a page.
func (s *sameness) isNoPage(key urlID) bool {
	if s.asPage == nil {
		s.asPage = map[string]bool{}
		for place := range s.known.answers {
			a := &s.known.answers[place]
			if visible := s.known.answer(s.known.urls.key(a.url)) == a; !visible {
				continue
			}
			path, _, _ := strings.Cut(s.key(place), "?")
			if a.outcome == outPage || a.outcome == outNotHTML || a.outcome == outStatus {
				s.asPage[path] = s.asPage[path] || a.outcome == outPage
			}
		}
	}
	path, _, _ := strings.Cut(s.known.urls.String(key), "?")
	page, known := s.asPage[path]
	return known && !page
}

// isOf reports whether a URL is one of a known page.
func (s *sameness) isOf(key urlID, page int32, last *earlier) bool {
	place, known := s.placeOf(key)
	return last != nil && known && last.classes[place] == last.classes[page]
}

// layOut returns what is compared of a page.
func (s *sameness) layOut(place int32) (laidOut, error) {
	if known, ok := s.placed[place]; ok {
		return known, nil
	}
	pieces, err := s.pieces(&s.known.answers[place])
	if err != nil {
		return laidOut{}, err
	}
	all := pieces.all
	out := laidOut{ids: map[uint64]bool{}}
	texts := 0
	for i, key := range s.masks.Keys(all) {
		switch p := &all[i]; {
		case key == 0:
		case p.Link == 0:
			texts++
			if dedup.IsNumber(p) {
				out.ids[p.Text] = true
			}
		default:
			l := spot{key: keyOf(p), after: texts}
			if i+1 < len(all) && all[i+1].Link == 0 {
				l.label, l.named = all[i+1].Text, dedup.IsNumber(&all[i+1])
			}
			out.spots = append(out.spots, l)
		}
	}
	s.placed[place] = out
	return out, nil
}

// joinOpen joins undecided pairs that something speaks for: both pages show the id
// by which one of them was asked for, or wherever else the site has two pages whose
// URLs differ in the same way, they are one. What was joined may speak for others.
func (s *sameness) joinOpen(joined site.Sets, open [][2]int32) {
	if len(open) == 0 {
		return
	}
	index := s.indexParts()
	for again := true; again; {
		again = false
		var left [][2]int32
		for _, pair := range open {
			if joined.First(pair[0]) == joined.First(pair[1]) {
				continue
			}
			if s.showId(pair) || index.speakFor(joined, pair) {
				joined.Join(pair[0], pair[1])
				again = true
				continue
			}
			left = append(left, pair)
		}
		open = left
	}
}

// showId reports whether two pages of equal texts show an id in which their URLs
// differ.
func (s *sameness) showId(pair [2]int32) bool {
	x := s.links
	ids := s.placed[pair[0]].ids
	a, b := x.get(s.keyOf(pair[0])), x.get(s.keyOf(pair[1]))
	return slices.ContainsFunc(append(beyond(a, b), beyond(b, a)...), func(c component) bool {
		value := x.texts.String(c.value)
		return isToken(value) && ids[site.TextHash([]byte(value))]
	})
}

// parts finds pages by the components of their URLs.
type parts struct {
	s     *sameness
	with  map[component][]int32
	pages map[sum]int32 // place + 1
}

func (s *sameness) indexParts() *parts {
	p := &parts{s: s, with: map[component][]int32{}, pages: map[sum]int32{}}
	for place := range int32(len(s.known.answers)) {
		if s.page(int(place)) == nil {
			continue
		}
		a := s.links.get(s.keyOf(place))
		p.pages[a.total] = place + 1
		for _, c := range a.components {
			p.with[c] = append(p.with[c], place)
		}
	}
	return p
}

// maxSpeakers bounds the pages that are looked at for others whose URLs differ in
// the same way.
const maxSpeakers = 256

// speakFor reports whether there are two other pages whose URLs differ as those of
// a pair do, and all such are one.
func (p *parts) speakFor(joined site.Sets, pair [2]int32) bool {
	x := p.s.links
	a, b := x.get(p.s.keyOf(pair[0])), x.get(p.s.keyOf(pair[1]))
	less, more := beyond(a, b), beyond(b, a)
	if len(less) == 0 {
		less, more = more, less
	}
	if len(less) == 0 || len(p.with[less[0]]) > maxSpeakers {
		return false
	}
	spoke := false
	for _, place := range p.with[less[0]] {
		of := x.get(p.s.keyOf(place))
		total := of.total
		has := true
		for _, c := range less {
			has = has && slices.Contains(of.components, c)
			total = total.minus(x.sum(c))
		}
		for _, c := range more {
			total = total.plus(x.sum(c))
		}
		other := p.pages[total] - 1
		if !has || other < 0 || place == pair[0] || place == pair[1] {
			continue
		}
		switch {
		case joined.First(place) == joined.First(other):
			spoke = true
		case p.s.pages[place].texts != p.s.pages[other].texts:
			return false
		}
	}
	return spoke
}

// isAbove reports whether the path of a URL is a directory of another one's path.
func (x *anatomies) isAbove(a, b *anatomy) bool {
	path, below := a.path(), b.path()
	if n := len(path); n > 0 && len(x.texts.Bytes(path[n-1].value)) == 0 {
		path = path[:n-1]
	}
	return len(path) < len(below) && slices.Equal(path, below[:len(path)])
}

// path are the segments of a URL.
func (a *anatomy) path() []component {
	n := 0
	for n < len(a.components) && a.components[n].segment {
		n++
	}
	return a.components[:n]
}

// extends reports whether a URL is another one with more parameters.
func (a *anatomy) extends(b *anatomy) bool {
	isSegment := func(c component) bool { return c.segment }
	return len(beyond(b, a)) == 0 && !slices.ContainsFunc(beyond(a, b), isSegment)
}

// beyond are the components of a URL that another one does not have.
func beyond(a, b *anatomy) (out []component) {
	for _, c := range a.components {
		if !slices.Contains(b.components, c) {
			out = append(out, c)
		}
	}
	return out
}
