package identity

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// canonicals are what pages name as canonical (rel=canonical).
type canonicals struct {
	pages  *pages
	masked *maskedPages
	links  *anatomies

	named       map[int32]bool // places of pages that represent others
	unconfirmed map[int32]bool // of pages that name another one and do not agree with it
}

// join joins pages with those that they name, which then represent them. The owner's word needs a second witness: the
// page named is known, names itself or nothing, and agrees.
func (c *canonicals) join(joined site.Sets) error {
	for place, a := range c.pages.all() {
		if !c.pages.namesAnother(a) {
			continue
		}
		other, ok := c.of(a)
		if ok && joined.First(place) != joined.First(other) {
			agree, err := c.agree(place, other)
			if err != nil {
				return err
			}
			ok = agree
		}
		if !ok {
			c.unconfirmed[place] = true
			continue
		}
		joined.Join(place, other)
		c.named[other] = true
	}
	return nil
}

// stands returns, by class, place+1 of the page that represents it.
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

// of returns the place of the page that another one names, if that may represent it.
func (c *canonicals) of(a *evidence.Answer) (place int32, ok bool) {
	at, known := c.pages.placeOf(c.pages.known.URLs.Key(a.Pieced.Canonical))
	return at, known && !c.pages.namesAnother(c.pages.at(at))
}

// A page may mention the URL by which it was found in maxNotes places, each of at most longestNote pieces.
const (
	maxNotes    = 2
	longestNote = 8
)

// agree reports whether a page equals the one that it names as canonical, apart from notes of its own address such as
// "redirected from". The pages of a list often name the first one without being equal to it.
//
// Markup is ignored where the page gives a second sign that it is only a copy: a link that carries the name by which it
// was requested, or noindex. With noindex a link to itself is a note, too, and a note may replace a text ("Reply"
// becomes "Reply to Ann").
func (c *canonicals) agree(a, named int32) (bool, error) {
	of, ofNamed := c.links.get(c.pages.key(a)), c.links.get(c.pages.key(named))
	own := slices.Concat(beyond(of, ofNamed), beyond(ofNamed, of))
	pair := []evidence.URLID{c.pages.key(a), c.pages.key(named)}
	one, err := c.laidBare(a, own, pair)
	if err != nil {
		return false, err
	}
	other, err := c.laidBare(named, own, pair)
	if err != nil {
		return false, err
	}
	if differInNotes(one, other, false) {
		return true, nil
	}
	loosen := func(selfEchoes bool) {
		for _, page := range [][]bared{one, other} {
			for i := range page {
				page[i].gap, page[i].echo = 0, page[i].echo || selfEchoes && page[i].self
			}
		}
	}
	loosen(false)
	byName := !slices.Equal(of.path(), ofNamed.path()) && linksToName(one, other) && differInNotes(one, other, false)
	loosen(true)
	ifNoindex := differInNotes(one, other, true)
	if byName == ifNoindex {
		return byName, nil
	}
	noindex, err := c.pages.isNoindex(c.pages.known.Answers[a])
	return byName && !noindex || ifNoindex && noindex, err
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

// bared is a piece of a page as the masks leave it, with the gap before it.
type bared struct {
	key   uint64
	gap   uint32
	echo  bool // it repeats what only the page's own URL has
	link  bool
	shows bool // it is a picture or a value
	self  bool // it is a link to the page itself, or to the one that it names
}

// lacks counts the notes of a page: pieces in a row that the other page lacks and that repeat the page's own URL. It
// is not ok if the other page lacks anything else.
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

// has reports whether a page has all pieces of the other page. Where it has notes, the gaps after them may differ, and
// texts there may be replaced if that is allowed.
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

// at is the key and the gap of a piece, without the rest.
func (p bared) at() bared { return bared{key: p.key, gap: p.gap} }

// gathered returns the set of a page's pieces, each with the gap before it and once more without.
func gathered(page []bared) map[bared]bool {
	all := make(map[bared]bool, 2*len(page))
	for _, p := range page {
		all[p.at()], all[bared{key: p.key}] = true, true
	}
	return all
}

// laidBare returns the pieces of a page that the masks leave, and takes out of links what they repeat of own. A link to
// either page of the pair is one to itself.
func (c *canonicals) laidBare(place int32, own []component, pair []evidence.URLID) ([]bared, error) {
	pieces, err := c.pages.pieces(c.pages.known.Answers[place])
	if err != nil {
		return nil, err
	}
	all := make([]bared, 0, len(pieces.All))
	keys := c.masked.keys(pieces.All)
	for i, key := range keys {
		p := &pieces.All[i]
		if key == 0 {
			continue
		}
		b := bared{key: key, gap: p.Gap, echo: pieces.Echoes != nil && pieces.Echoes[i] != 0, link: p.Link > 0,
			shows: p.IsText() && p.Place&site.InAddress != 0}
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
	return all, nil
}

// toItself is the key of all links to either page of a pair.
const toItself = 1

// bare is a hash of a link without the parameters that it has from these components.
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

// carries reports whether a parameter has the value of one of these components. Numbers tell pages apart.
func (x *anatomies) carries(c component, own []component) bool {
	return !c.segment && strings.Trim(x.texts.String(c.value), "0123456789") != "" && x.sameValue(c.value, own)
}
