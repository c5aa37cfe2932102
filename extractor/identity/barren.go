package identity

import (
	"slices"

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
