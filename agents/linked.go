package agents

import (
	"slices"

	"sitegraph/extractor"
	"sitegraph/site"
)

// linkKind is a URL that a page links to or uses, but that no agent visits for that.
type linkKind struct {
	url  int32
	kind site.LinkedKind
}

// commitFurther notes what a page uses and which documents it links to, as far as that is to be checked.
func (p *places) commitFurther(v *visit, came *extractor.Visited, kinds []site.LinkedKind) {
	add := func(kind site.LinkedKind, key, url string) {
		if slices.Contains(kinds, kind) {
			v.further = append(v.further, linkKind{p.add(key, url), kind})
		}
	}
	for _, l := range came.Links {
		if l.Document {
			add(site.LinkedDocument, l.Key, l.URL)
		}
	}
	for _, u := range came.Uses {
		add(u.Kind, u.Key, u.URL)
	}
}

// linked are the URLs that the pages in the corpora link to or use and that no agent visited, of the kinds to be
// checked, with what came of that. Their pages are visits.
func (c *closing) linked(out *site.Search) []*site.Linked {
	set := site.NewLinkedSet(c.Limits.Linked)
	for i := range c.visits {
		if out.Keeper(&out.Visits[i]) == site.Nobody {
			continue
		}
		v := &c.visits[i]
		for _, l := range v.links {
			if _, visited := c.first[l.url]; !visited {
				set.Add(site.LinkedExternal, c.places.key(l.url), c.places.fetch(l.url), v.number)
			}
		}
		for _, l := range v.further {
			if _, visited := c.first[l.url]; !visited {
				set.Add(l.kind, c.places.key(l.url), c.places.fetch(l.url), v.number)
			}
		}
	}
	all, checked := set.All(), c.came.LinkChecks()
	for _, l := range all {
		l.Check = checked[l.Key]
	}
	return all
}

// linked are the URLs that pages of the graph link to or use.
func (g *grapher) linked() []*site.Linked {
	if g.search.Linked == nil {
		return nil
	}
	all := []*site.Linked{}
	for _, l := range g.search.Linked {
		own := *l
		own.Pages = nil
		for _, visit := range l.Pages {
			if i, ok := g.page(int(visit)); ok {
				own.Pages = append(own.Pages, int32(i)+1)
			}
		}
		slices.Sort(own.Pages)
		if own.Pages = slices.Compact(own.Pages); len(own.Pages) > 0 {
			all = append(all, &own)
		}
	}
	return all
}
