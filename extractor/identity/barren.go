package identity

import (
	"slices"

	"sitegraph/extractor/evidence"
)

// Pages can be told apart and still say nothing: those of a calendar differ in a date, those of a shop that is
// narrowed by properties show the same goods in other choices. A kind of URL is barren if hardly one of its last
// pages has a text that no other one of them has, and if they lead to nothing that is not barren.

// The bounds of a barren kind: the pages that it gave last and that are looked at, or fewer if
// there were enough requests to tell; how many of them are compared; and the first ones, which
// show whether that is needed at all. Where all of the very first say much, as on most sites, they are enough.
const (
	barrenPages  = 64
	barrenFew    = 8
	barrenSample = 512
	barrenGlance = 64
	barrenFirst  = 24
	barrenPoor   = 3 // one page in three says enough
	barrenLeast  = 5 // one in five says something, or leads somewhere
)

// kind is what FindBarren knows of a group.
type kind struct {
	pages    []evidence.URLID // that it gave last
	poor     bool             // they say too little for pages that feed themselves
	wordless bool             // they say nothing at all
	leads    []lead
}

// FindBarren finds the kinds that are barren, by the closed portions.
func (y *Yields) FindBarren(s *Identity) error {
	y.followLinks(s.pages.known)
	texts := ownTexts{masked: s.masked, finders: y.finders, written: map[uint64]int{}, known: map[uint64]onPages{},
		seen: map[uint64]bool{}}
	kinds := map[group]*kind{}
	for g, pages := range y.lately() {
		k := s.judged[g]
		if k == nil || !slices.Equal(k.pages, pages) {
			k = &kind{pages: pages}
			if err := k.judge(&texts); err != nil {
				return err
			}
		}
		kinds[g] = k
	}
	s.judged = kinds
	y.barren = map[group]bool{}
	for g, k := range kinds {
		if k.poor && (k.wordless || y.selfFed(k, kinds)) {
			y.barren[g] = true
			k.leads = y.leads(g, k)
		}
	}
	y.spareLeading(kinds)
	return nil
}

// followLinks notes which page was the first to link to a URL, portion by portion.
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

// lately returns, for each group with enough pages to tell, the latest pages when it was last due to be judged.
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

// selfFed reports whether most pages of a kind were found by pages that say little.
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

// judge finds out how much the pages say: they are not poor if half of some
// have much that no other one has, or one in barrenPoor of more has some.
func (k *kind) judge(c *ownTexts) error {
	keys := slices.Clone(k.pages)
	c.masked.pages.known.URLs.SortByHash(keys)
	keys = keys[:min(len(keys), barrenSample)]
	clear(c.written)
	clear(c.known)
	c.texts, c.repeats = nil, nil
	if err := c.read(keys[:min(len(keys), barrenFirst)]); err != nil {
		return err
	}
	if c.saying(minOwn) == len(c.texts) {
		return nil
	}
	if err := c.read(keys[len(c.texts):max(len(c.texts), min(len(keys), barrenGlance))]); err != nil {
		return err
	}
	if 2*c.saying(minOwn) >= len(c.texts) {
		return nil
	}
	if err := c.read(keys[len(c.texts):]); err != nil {
		return err
	}
	k.poor = barrenPoor*c.saying(minSelfFed) < len(keys)
	k.wordless = barrenLeast*c.saying(minFed) < len(keys)
	return nil
}

// lead is a page of a kind that says nothing, and the kind of a URL that it was the first to link to.
type lead struct {
	from evidence.URLID
	to   group
}

// spareLeading takes out the groups that lead to what is not barren, and gave enough.
func (y *Yields) spareLeading(kinds map[group]*kind) {
	for again := true; again; {
		again = false
		for g := range y.barren {
			if k := kinds[g]; y.leading(k)*barrenLeast >= len(k.pages) {
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
		to := y.groupOf(y.shape(evidence.URLID(key)))
		if r := y.recordOf(to); to != g && r.total.fresh > 0 && !r.dry() {
			all = append(all, lead{evidence.URLID(finder - 1), to})
		}
	}
	return all
}

// leading counts the last pages of a kind that lead to what is not barren.
func (y *Yields) leading(k *kind) int {
	pages := map[evidence.URLID]bool{}
	for _, l := range k.leads {
		if !y.barren[l.to] {
			pages[l.from] = true
		}
	}
	return len(pages)
}
