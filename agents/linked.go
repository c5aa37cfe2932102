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
func (s *search) commitFurther(v *visit, came *extractor.Visited) {
	add := func(kind site.LinkedKind, key, url string) {
		if slices.Contains(s.Limits.Linked, kind) {
			v.further = append(v.further, linkKind{s.places.add(key, url), kind})
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
func (s *search) linked(out *site.Search) []*site.Linked {
	visited := map[int32]bool{}
	for i := range s.visits {
		visited[s.visits[i].decision.url] = true
	}
	set := site.NewLinkedSet(s.Limits.Linked)
	for i := range s.visits {
		if out.Keeper(&out.Visits[i]) == site.Nobody {
			continue
		}
		v := &s.visits[i]
		for _, l := range v.links {
			if !visited[l.url] {
				set.Add(site.LinkedExternal, s.places.key(l.url), s.places.fetch(l.url), v.number)
			}
		}
		for _, l := range v.further {
			if !visited[l.url] {
				set.Add(l.kind, s.places.key(l.url), s.places.fetch(l.url), v.number)
			}
		}
	}
	all, checked := set.All(), s.came.LinkChecks()
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
