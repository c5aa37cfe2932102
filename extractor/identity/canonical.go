package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// canonicals joins pages with the pages that they name as canonical (rel=canonical).
type canonicals struct {
	pages  *pages
	masked *maskedPages
	links  *anatomies

	named       map[int32]bool // pages that represent others
	unconfirmed map[int32]bool // pages that name another one but do not agree with it
}

// join joins pages with the pages that they name, which then represent them. The owner's word needs a second witness:
// the named page must be known, name no other page, and agree.
func (c *canonicals) join(joined site.Sets) {
	for place, a := range c.pages.all() {
		if !c.pages.namesAnother(a) {
			continue
		}
		other, ok := c.of(a)
		if !ok || joined.First(place) != joined.First(other) && !c.agree(place, other) {
			c.unconfirmed[place] = true
			continue
		}
		joined.Join(place, other)
		c.named[other] = true
	}
}

// stands returns, by class, 1 + the place of the page that represents it.
func (c *canonicals) stands(classes []int32) []int32 {
	all := make([]int32, len(classes))
	for place := range c.named {
		class := classes[place]
		if was := all[class]; was == 0 || c.pages.compare(place, was-1) < 0 {
			all[class] = place + 1
		}
	}
	return all
}

// of returns the place of the page that an answer names, if that may represent the answer's page.
func (c *canonicals) of(a *evidence.Answer) (place int32, ok bool) {
	at, known := c.pages.placeOf(c.pages.known.URLs.Key(a.Pieced.Canonical))
	return at, known && !c.pages.namesAnother(c.pages.at(at))
}

// A page may mention the URL that led to it in maxNotes places, each of at most longestNote pieces.
const (
	maxNotes    = 2
	longestNote = 8
)

// agree reports whether a page equals the one it names as canonical, apart from notes that mention its own address,
// such as "redirected from". The pages of a list often name the first page without being equal to it. Markup is ignored
// if the page gives a second sign that it is only a copy, namely noindex or a link with the name by which it was
// requested. With noindex, a link to itself is a note too, and a note may replace a text ("Reply" becomes "Reply to
// Ann").
func (c *canonicals) agree(a, named int32) bool {
	of, ofNamed := c.links.get(c.pages.key(a)), c.links.get(c.pages.key(named))
	own := slices.Concat(beyond(of, ofNamed), beyond(ofNamed, of))
	pair := []evidence.URLID{c.pages.key(a), c.pages.key(named)}
	one, other := c.laidBare(a, own, pair), c.laidBare(named, own, pair)
	if differInNotes(one, other, false) {
		return true
	}
	loosen := func(selfEchoes bool) {
		for _, page := range []*[]bared{&one, &other} {
			*page = slices.DeleteFunc(*page, func(p bared) bool { return p.markup })
			for i := range *page {
				p := &(*page)[i]
				p.gap, p.echo = 0, p.echo || selfEchoes && p.self
			}
		}
	}
	loosen(false)
	byName := !slices.Equal(of.path(), ofNamed.path()) && linksToName(one, other) && differInNotes(one, other, false)
	loosen(true)
	ifNoindex := differInNotes(one, other, true)
	if byName == ifNoindex {
		return byName
	}
	return c.pages.isNoindex(c.pages.known.Answers[a]) == ifNoindex
}

// linksToName reports whether a page has a link with a part of its own URL that the other page does not have.
func linksToName(page, other []bared) bool {
	known := gathered(other)
	return slices.ContainsFunc(page, func(p bared) bool { return p.link && p.echo && !known[bared{key: p.key}] })
}

func differInNotes(page, named []bared, replaced bool) bool {
	notes, ok := lacks(page, named)
	return ok && notes <= maxNotes && has(page, named, notes, replaced)
}

// bared is a masked piece of a page, with the gap before it.
type bared struct {
	key    uint64
	gap    uint32
	echo   bool // it repeats a part that only the page's own URL has
	link   bool
	markup bool // it is a word of the markup
	shows  bool // it is a picture or a value
	self   bool // it is a link to the page itself or to the named one
}

// lacks counts the notes of a page: runs of pieces that the other page lacks, with one that repeats the page's own URL.
// It is not ok if the other page lacks anything else.
func lacks(page, other []bared) (notes int, ok bool) {
	known := gathered(other)
	length, echo := 0, false
	lacking := func(p bared) bool {
		return !known[p.at()] && (length == 0 || !known[bared{key: p.key}]) || length > 0 && p.self && p.echo
	}
	for i := range len(page) + 1 {
		if i < len(page) && lacking(page[i]) {
			p := page[i]
			length, echo = length+1, echo || p.echo
			if length > longestNote || p.link && !p.echo || p.shows {
				return 0, false
			}
			continue
		}
		if length > 0 && !echo {
			return 0, false
		}
		if length > 0 {
			notes++
		}
		length, echo = 0, false
	}
	return notes, true
}

// has reports whether a page has all pieces of the other page. The gaps after its notes may differ. If replaced is set,
// notes may replace texts.
func has(page, other []bared, notes int, replaced bool) bool {
	known := gathered(page)
	for _, p := range other {
		if known[p.at()] {
			continue
		}
		if notes--; notes < 0 || !known[bared{key: p.key}] && (p.link || !replaced) {
			return false
		}
	}
	return true
}

// at returns only the key and the gap of a piece.
func (p bared) at() bared { return bared{key: p.key, gap: p.gap} }

// gathered returns the set of a page's pieces, each both with and without the gap before it.
func gathered(page []bared) map[bared]bool {
	all := make(map[bared]bool, 2*len(page))
	for _, p := range page {
		all[p.at()], all[bared{key: p.key}] = true, true
	}
	return all
}

// laidBare returns the masked pieces of a page, without the parts of links that repeat own. All links to either page of
// the pair are equal.
func (c *canonicals) laidBare(place int32, own []component, pair []evidence.URLID) []bared {
	pieces := c.pages.pieces(c.pages.known.Answers[place])
	all := make([]bared, 0, len(pieces.All))
	keys := c.masked.keys(pieces.All)
	for i, key := range keys {
		p := &pieces.All[i]
		if key == 0 {
			continue
		}
		b := bared{key: key, gap: p.Gap, echo: pieces.Echoes != nil && pieces.Echoes[i] != 0, link: p.Link > 0,
			markup: p.IsMarkup(), shows: p.IsText() && p.Place&site.InAddress != 0}
		if b.link {
			link := c.links.get(keyOf(p))
			b.key = c.links.bare(link, own)
			b.echo = slices.ContainsFunc(link.components, func(p component) bool { return c.links.carries(p, own) })
			if b.self = slices.Contains(pair, keyOf(p)); b.self {
				b.key = toItself
			}
		}
		if c.masked.masks.HidesGap(pieces.All, keys, i) {
			b.gap = 0
		}
		all = append(all, b)
	}
	return all
}

// toItself is the key of a page's links to itself, and of all links to either page of a pair.
const toItself = 1

// bare returns a hash of a link without the parameters that repeat these components.
func (x *anatomies) bare(link *anatomy, own []component) uint64 {
	left := link.total
	for _, c := range link.components {
		same := !c.segment && slices.Contains(own, c) && len(x.texts.Bytes(c.value)) >= minEcho
		if same || x.carries(c, own) {
			left = left.Minus(x.sum(c))
		}
	}
	return left[0]
}

// carries reports whether a parameter has the value of one of these components. It ignores numbers.
func (x *anatomies) carries(c component, own []component) bool {
	return !c.segment && strings.Trim(x.texts.String(c.value), "0123456789") != "" && x.sameValue(c.value, own)
}
