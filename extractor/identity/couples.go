package identity

import (
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// comparison compares two pages with equal texts.
type comparison struct {
	*comparer
	a, b       int32
	ownA, ownB *anatomy    // anatomies of the pages' URLs
	ofA, ofB   []component // their components that links may repeat
	last       *earlier
	naming     naming // the name and the id in which their links differ
}

// difference is a place at which the links of two pages differ.
type difference struct {
	l, m           evidence.URLID
	label          uint64 // the text that follows them
	named          bool   // whether that text is an id
	written        likeness
	own            bool   // they differ only in values of their pages' URLs, under any name
	apart          bool   // their paths differ from their pages', they repeat a value of these, and they share no id
	plain          bool   // that value is not an id
	above, extends bool   // they are directories above their pages, or their pages with additional parameters
	names          naming // the name for an id in which they differ, if any
}

func (r *comparer) comparison(a, b int32, last *earlier) comparison {
	c := comparison{comparer: r, a: a, b: b, ownA: r.own(a), ownB: r.own(b), last: last}
	c.ofA, c.ofB = r.links.repeatable(c.ownA, c.ownB), r.links.repeatable(c.ownB, c.ownA)
	return c
}

func (c *comparison) difference(of, other spot) *difference {
	d := &difference{l: of.key, m: other.key, label: of.label, named: of.named}
	x := c.links
	l, m := x.get(d.l), x.get(d.m)
	one, two := x.without(l, m, c.ownA, c.ofA), x.without(m, l, c.ownB, c.ofB)
	d.written, d.own = correspond(one, two), one.rest.Plus(one.ids) == two.rest.Plus(two.ids)
	d.plain = one.plain && two.plain
	d.apart = one.took && two.took && !slices.Equal(l.path(), c.ownA.path()) &&
		!slices.Equal(m.path(), c.ownB.path()) && !slices.ContainsFunc(l.components, func(of component) bool {
		return x.isToken(of) && slices.Contains(m.components, of)
	})
	d.above = x.isAbove(l, c.ownA) && x.isAbove(m, c.ownB)
	d.extends = l.extends(c.ownA) && m.extends(c.ownB)
	if d.written != alike {
		if n, ok := x.namedIn(l, m, c.ownA, c.ownB); ok {
			d.names = n
		}
	}
	return d
}

// parametersIn returns the parameters in which two URLs differ, each with its URL's shape.
func parametersIn(a, b string) []string {
	all := []string{}
	for _, urls := range [][2]string{{a, b}, {b, a}} {
		_, query, _ := strings.Cut(urls[0], "?")
		_, other, _ := strings.Cut(urls[1], "?")
		others, shape := strings.Split(other, site.QuerySeparator(other)), ""
		for pair := range strings.SplitSeq(query, site.QuerySeparator(query)) {
			if slices.Contains(others, pair) {
				continue
			}
			if shape == "" {
				shape = site.ShapeOf(urls[0])
			}
			name, _, _ := strings.Cut(pair, "=")
			all = append(all, name+" "+shape)
		}
	}
	return all
}

// Differs records in an alias how its bytes differ from its page's, if at all, and why that does not count.
func (s *Identity) Differs(alias *site.Alias, key, page evidence.URLID) {
	if s == nil {
		return
	}
	one, other := s.pages.known.Answer(key), s.pages.known.Answer(page)
	if one.Pieced == nil || other.Pieced == nil || one.Digest == other.Digest &&
		(!s.Awake() || one.Pieced.Whole || other.Pieced.Whole) {
		return
	}
	mine, theirs := s.masked.asSent(one), s.masked.asSent(other)
	varies, kinds := false, []string(nil)
	for kind, name := range [...]string{"texts", "markup", "links"} {
		noise := mine[kind].varies || theirs[kind].varies
		if varies = varies || noise; noise || !maps.Equal(mine[kind].times, theirs[kind].times) {
			kinds = append(kinds, name)
		}
	}
	if one.Digest == other.Digest && !varies {
		return
	}
	alias.DiffersIn = strings.Join(kinds, " ")
	for link, times := range mine[keptLinks].times {
		alias.Links += max(0, times-theirs[keptLinks].times[link])
	}
	a, b := s.pages.known.Of.Get(key)-1, s.pages.known.Of.Get(page)-1
	switch {
	case len(kinds) == 0:
		alias.HeldFor = site.HeldForSpelling
	case s.masked.at[a].key == s.masked.at[b].key:
		alias.HeldFor = site.HeldForNoise
	case s.byKeys[a] != s.byKeys[b]:
		alias.HeldFor = site.HeldForCanonical
	default:
		alias.HeldFor = site.HeldForOwnURL
	}
}

// sent counts the pieces of one kind by hash. Masked pieces vary, even if two answers happened to have the same ones.
type sent struct {
	times  map[uint64]int
	varies bool
}

func (s *sent) add(hash uint64, varies bool) {
	s.varies = s.varies || varies
	s.times[hash]++
}

// The kinds of pieces.
const (
	sentTexts = iota
	sentMarkup
	sentLinks
	keptLinks // under the masks
)

func (m *maskedPages) asSent(a *evidence.Answer) (all [4]sent) {
	pieces := m.pages.pieces(a)
	for i := range all {
		all[i].times = map[uint64]int{}
	}
	keys := m.keys(pieces.All)
	for i, key := range keys {
		p := &pieces.All[i]
		hidden := m.masks.HidesGap(pieces.All, keys, i)
		gap := uint64(p.Gap)
		if hidden {
			gap = 0
		}
		all[sentMarkup].add(gap, hidden)
		switch {
		case p.Link > 0:
			all[sentLinks].add(uint64(p.Link), false)
			all[keptLinks].add(m.linkSum(keyOf(p)), false)
		case p.IsText():
			all[sentTexts].add(key, key != p.Text)
		default:
			all[sentMarkup].add(key, key != p.Text)
		}
	}
	return all
}

// joinOpen joins the undecided pairs for which there is evidence: both pages show the id in one of their URLs, all
// other pairs of pages whose URLs differ in the same way are one, or a name is known to mean an id. Joined pairs can be
// evidence for others.
func (r *comparer) joinOpen(joined site.Sets, open [][2]int32) {
	if len(open) == 0 {
		return
	}
	if r.parts == nil {
		r.parts = r.indexParts()
	}
	names := &names{r, map[naming]bool{}, map[[2]int32]bool{}}
	for again := true; again; {
		again = false
		names.learn(joined, r.pages.membersOf(joined), open)
		var left [][2]int32
		for _, pair := range open {
			if joined.First(pair[0]) == joined.First(pair[1]) {
				continue
			}
			if names.speakFor(pair) || r.showId(pair) || r.speakFor(joined, pair) {
				joined.Join(pair[0], pair[1])
				again = true
				continue
			}
			left = append(left, pair)
		}
		open = left
	}
}

func (p *pages) membersOf(joined site.Sets) map[int32][]int32 {
	members := map[int32][]int32{}
	for place := range p.all() {
		set := joined.First(place)
		members[set] = append(members[set], place)
	}
	return members
}

// showId reports whether two pages of equal texts show an id in which their URLs differ.
func (r *comparer) showId(pair [2]int32) bool {
	x := r.links
	ids := r.placed[pair[0]].ids
	a, b := r.own(pair[0]), r.own(pair[1])
	return slices.ContainsFunc(append(beyond(a, b), beyond(b, a)...), func(c component) bool {
		value := x.texts.String(c.value)
		return isToken(value) && ids[site.TextHash([]byte(value))]
	})
}

// parts finds pages by the components of their URLs.
type parts struct {
	with  map[component][]evidence.URLID
	ids   map[int][]int32        // by ids among the values, under any parameter
	pages map[evidence.Sum]int32 // place + 1
}

func (r *comparer) indexParts() *parts {
	p := &parts{with: map[component][]evidence.URLID{}, ids: map[int][]int32{}, pages: map[evidence.Sum]int32{}}
	for place := range r.pages.all() {
		a := r.own(place)
		p.pages[a.total] = place + 1
		for _, c := range a.components {
			p.with[c] = append(p.with[c], r.pages.key(place))
			if r.links.isToken(c) {
				p.ids[c.value] = append(p.ids[c.value], place)
			}
		}
	}
	return p
}

// maxSpeakers limits the pages examined for pairs whose URLs differ in the same way. They are a sample of more.
const maxSpeakers = 256

// speakFor reports whether there are other pages whose URLs differ in the same way as a pair's, and all are one.
func (r *comparer) speakFor(joined site.Sets, pair [2]int32) bool {
	x, p := r.links, r.parts
	a, b := r.own(pair[0]), r.own(pair[1])
	less, more := beyond(a, b), beyond(b, a)
	if len(less) == 0 {
		less, more = more, less
	}
	if len(less) == 0 {
		return false
	}
	if speakers := p.with[less[0]]; len(speakers) > maxSpeakers {
		r.pages.known.URLs.SortByHash(speakers)
		p.with[less[0]] = speakers[:maxSpeakers]
	}
	spoke := false
	for _, key := range p.with[less[0]] {
		of, place := x.get(key), r.pages.known.Of.Get(key)-1
		total := of.total
		has := true
		for _, c := range less {
			has = has && slices.Contains(of.components, c)
			total = total.Minus(x.sum(c))
		}
		for _, c := range more {
			total = total.Plus(x.sum(c))
		}
		other := p.pages[total] - 1
		if !has || other < 0 || place == pair[0] || place == pair[1] {
			continue
		}
		switch {
		case joined.First(place) == joined.First(other):
			spoke = true
		case r.masked.at[place].texts != r.masked.at[other].texts:
			return false
		}
	}
	return spoke
}
