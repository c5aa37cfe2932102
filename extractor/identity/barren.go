package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
)

// Pages can differ and still say nothing new. Pages of a calendar differ in the date, and the filters of a shop show
// the same goods in other selections. A kind of URL is barren if hardly any of its latest pages has a text of its own,
// and if these pages only lead to barren kinds.

const (
	barrenPages  = 64  // number of latest pages by which a kind is judged
	barrenFew    = 8   // the same, after yieldRequests requests
	barrenSample = 512 // number of pages compared
	barrenGlance = 64  // number read first; if half of them say much, no more are read
	barrenFirst  = 24  // number read before that; if all of them say much, as on most sites, no more are read
	barrenPoor   = 3   // a kind is poor if fewer than one page in this many says enough
	barrenRare   = 6   // no rule is suggested against a kind if one page in this many says enough
	barrenLeast  = 5   // and wordless if fewer than one in this many says anything
)

// kind is a group with the results of FindBarren.
type kind struct {
	pages    []evidence.URLID // the latest pages
	poor     bool             // they would say too little if poor pages led to them
	telling  bool             // but one in barrenRare says enough, so no rule should exclude all
	wordless bool             // they say nothing at all
	leads    []lead
}

// FindBarren finds the barren kinds in the closed portions.
func (y *Yields) FindBarren(s *Identity) error {
	y.followLinks(s.pages.known)
	texts := ownTexts{masked: s.masked, finders: y.finders, written: map[uint64]int{}, known: map[uint64]onPages{},
		seen: map[uint64]bool{}}
	kinds := map[group]*kind{}
	for g, pages := range y.lately() {
		k := s.judged[g]
		if k == nil || !slices.Equal(k.pages, pages) {
			k = &kind{pages: pages}
			k.judge(&texts)
		}
		kinds[g] = k
	}
	s.judged = kinds
	y.barren = map[group]*kind{}
	for g, k := range kinds {
		if k.poor && (k.wordless || y.selfFed(k, kinds)) {
			y.barren[g] = k
			k.leads = y.leads(g, k)
		}
	}
	y.spareLeading()
	return s.pages.err
}

// followLinks records the first page that linked to each URL, portion by portion.
func (y *Yields) followLinks(n *evidence.Known) {
	for ; y.linked < len(n.Portions); y.linked++ {
		for _, key := range n.Portions[y.linked] {
			a := n.Answer(key)
			if a == nil || a.Outcome != evidence.OutPage {
				continue
			}
			n.URLs.EachInside(a.Links, func(url evidence.URLID, _ uint32) {
				if to := n.URLs.Key(url); y.finders.Get(to) == 0 {
					y.finders.Set(to, int32(key)+1, n.URLs.Len())
				}
			})
		}
	}
}

// lately returns the latest pages of each group that has enough, as of the time when it was last due for judgement.
func (y *Yields) lately() map[group][]evidence.URLID {
	all := map[group][]evidence.URLID{}
	for number, pages := range y.fresh {
		for _, key := range pages {
			g := y.groupOf(y.shape(key))
			r := y.recordOf(g)
			if r.enough() && number >= r.judged.from && number <= r.judged.to {
				all[g] = append(all[g], key)
			}
		}
	}
	return all
}

// selfFed reports whether most pages of a kind were found through poor pages.
func (y *Yields) selfFed(k *kind, kinds map[group]*kind) bool {
	fed := 0
	for _, key := range k.pages {
		if finder := y.finders.Get(key); finder > 0 {
			if of := kinds[y.groupOf(y.shape(evidence.URLID(finder-1)))]; of != nil && of.poor {
				fed++
			}
		}
	}
	return 2*fed > len(k.pages)
}

// judge determines how much the pages say.
func (k *kind) judge(c *ownTexts) {
	keys := slices.Clone(k.pages)
	c.masked.pages.known.URLs.SortByHash(keys)
	keys = keys[:min(len(keys), barrenSample)]
	clear(c.written)
	clear(c.known)
	c.texts, c.repeats = nil, nil
	c.counted = setOf(keys)
	if c.read(keys[:min(len(keys), barrenFirst)]); c.saying(minOwn) == len(c.texts) {
		return
	}
	c.read(keys[len(c.texts):max(len(c.texts), min(len(keys), barrenGlance))])
	if 2*c.saying(minOwn) >= len(c.texts) {
		return
	}
	c.read(keys[len(c.texts):])
	enough := c.saying(minSelfFed)
	k.poor, k.telling = barrenPoor*enough < len(keys), barrenRare*enough >= len(keys)
	k.wordless = barrenLeast*c.saying(minFed) < len(keys)
}

// lead is a page of a barren kind, with the kind of a URL that it was the first to link to.
type lead struct {
	from evidence.URLID
	to   group
}

// spareLeading removes the groups that lead to kinds that are not barren.
func (y *Yields) spareLeading() {
	for again := true; again; {
		again = false
		for g, k := range y.barren {
			if y.leading(k)*barrenLeast >= len(k.pages) {
				delete(y.barren, g)
				again = true
			}
		}
	}
}

func (y *Yields) leads(g group, k *kind) (all []lead) {
	from := setOf(k.pages)
	for key, finder := range y.finders {
		if finder == 0 || !from[evidence.URLID(finder-1)] {
			continue
		}
		shape := y.shape(evidence.URLID(key))
		if to := y.groupOf(shape); to != g && y.shapes[shape].total.fresh > 0 && !y.recordOf(to).dry() {
			all = append(all, lead{evidence.URLID(finder - 1), to})
		}
	}
	return all
}

// leading counts the latest pages of a kind that lead to kinds that are not barren.
func (y *Yields) leading(k *kind) int {
	pages := map[evidence.URLID]bool{}
	for _, l := range k.leads {
		if y.barren[l.to] == nil {
			pages[l.from] = true
		}
	}
	return len(pages)
}

// Minimum bytes of text that a page must have and no other page of its kind has.
const (
	minSelfFed = 48 // for a page found through poor pages
	minFed     = 1  // for any other
	// minRepeatedFolder is for pages whose path has a folder twice. Such pages often show their path.
	minRepeatedFolder = 256
)

// minSentence is the minimum size of a text whose numbers can distinguish pages. Texts in calendars are shorter.
const minSentence = 32

type ownTexts struct {
	masked   *maskedPages
	finders  evidence.Column
	texts    [][]ownText
	repeats  []bool                    // the page's path has a folder twice
	written  map[uint64]int            // by text as written: number of pages with it
	known    map[uint64]onPages        // by bare text
	seen     map[uint64]bool           // the texts of the current page
	counted  map[evidence.URLID]bool   // pages whose texts are in known, or soon will be
	plainest map[string]evidence.URLID // see pages.plainest; nil until needed
}

type ownText struct {
	written uint64 // its hash
	bare    uint64 // its hash without varying parts, words with a digit, and parts that repeat the page's URL
	size    int    // bytes
	linked  bool   // it is the text of a link
	again   bool   // another page linked to its target before
	title   bool   // it is the first text of the page
}

// read reads pages of the sample, each with the plainest page on its path. If both say the same, the parameters mean
// nothing. They may name the list of results in which an article was found.
func (c *ownTexts) read(keys []evidence.URLID) {
	for _, key := range keys {
		texts := c.textsOf(key)
		c.texts = append(c.texts, texts)
		c.repeats = append(c.repeats, repeatsFolder(c.masked.pages.known.URLs.String(key)))
		c.count(texts, len(c.texts))
		path, _, has := strings.Cut(c.masked.pages.known.URLs.String(key), "?")
		if has && c.plainest == nil {
			c.plainest = c.masked.pages.plainest()
		}
		if plain := c.plainest[path]; has && !c.counted[plain] {
			c.counted[plain] = true
			c.count(c.textsOf(plain), -len(c.texts))
		}
	}
}

func (c *ownTexts) count(texts []ownText, page int) {
	for _, t := range texts {
		c.written[t.written]++
		if on := c.known[t.bare]; on.last != page {
			c.known[t.bare] = onPages{on.pages + 1, page}
		}
	}
}

// saying counts the pages with at least need bytes in texts, or sentences with numbers, that no other page has. If need
// is large, it ignores titles, because URLs may produce them, and links that an earlier page had.
func (c *ownTexts) saying(need int) (count int) {
	much := need >= minSelfFed
	for i, texts := range c.texts {
		own, numbered := 0, 0
		clear(c.seen)
		for _, t := range texts {
			switch alone := c.known[t.bare].pages == 1; {
			case alone && (c.seen[t.bare] || much && (t.title || t.again)):
			case alone:
				c.seen[t.bare] = true
				own += t.size
			case c.written[t.written] == 1 && !t.linked && t.size >= minSentence:
				numbered += t.size
			}
		}
		least := need
		if much && c.repeats[i] {
			least = minRepeatedFolder
		}
		if own >= least || own+numbered >= max(least, minOwn) {
			count++
		}
	}
	return count
}

// textsOf returns the texts of a page, each once. A file says something of its own: there are only so many files.
func (c *ownTexts) textsOf(key evidence.URLID) []ownText {
	a := c.masked.pages.known.Answer(key)
	if a.Pieced.Whole {
		own := evidence.HashOf(c.masked.pages.known.URLs.Bytes(key))
		return []ownText{{written: own, bare: own, size: minRepeatedFolder}}
	}
	pieces := c.masked.pages.pieces(a)
	texts := make([]ownText, 0, len(pieces.All))
	clear(c.seen)
	seen := c.seen
	link := 0 // 1 + the place of the last link that has no text yet
	for i, masked := range c.masked.keys(pieces.All) {
		p, before := &pieces.All[i], link
		if p.Link > 0 {
			link = i + 1
		} else if p.IsText() {
			link = 0
		}
		if masked == 0 || !p.IsText() || seen[p.Text] {
			continue
		}
		t := ownText{written: masked, bare: masked, size: p.Size(), title: len(seen) == 0}
		seen[p.Text] = true
		if masked == p.Text {
			if t.bare = cmp.Or(p.Rest, masked); pieces.Echoes != nil {
				t.bare = cmp.Or(pieces.Echoes[i], t.bare)
			}
		}
		if t.linked = before > 0; t.linked {
			t.again = c.finders.Get(keyOf(&pieces.All[before-1])) != int32(key)+1
		}
		texts = append(texts, t)
	}
	return slices.Clone(texts)
}
