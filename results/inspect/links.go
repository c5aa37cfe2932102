package inspect

import (
	"fmt"
	"iter"
	"slices"

	"sitegraph/site"
)

// Ref names a page.
type Ref struct {
	// ID is the page's id in all files, 0 if the URL is not a page. The other fields are as in nodes.csv.
	ID    int    `json:"id,omitempty"`
	URL   string `json:"url"`
	Title string `json:"title,omitempty"`
	Depth int    `json:"depth"`
}

func refTo(g *site.Graph, page int) Ref {
	p := &g.Pages[page]
	return Ref{ID: page + 1, URL: p.URL, Title: p.Title, Depth: p.Level}
}

// Link has all links between the page in question and another page or URL, which Ref names.
type Link struct {
	Ref
	// Links counts them, and Content those in the content; nil is unknown. Place is the best place, or "".
	Links   *int     `json:"links,omitempty"`
	Place   string   `json:"place,omitempty"`
	Content *int     `json:"content_links,omitempty"`
	Anchors []Anchor `json:"anchors,omitempty"` // how the links are written, if the crawl kept it
}

// arc returns the Link for an arc to or from a page.
func (s *Site) arc(page, at int) Link {
	l := Link{Ref: refTo(s.Graph, page), Links: new(int(s.Graph.Weights.At(at)))}
	if s.Graph.Places != nil {
		l.Place, l.Content = s.Graph.Places[at].String(), new(int(s.Graph.Content.At(at)))
	}
	return l
}

// arcs lists the wanted ones of some arcs, given by the page at their other end.
func (s *Site) arcs(all iter.Seq2[int, int], limits Limits) List[Link] {
	c := collect[Link](limits)
	for page, at := range all {
		if !limits.Content || s.Graph.Places == nil || s.Graph.Content.At(at) > 0 {
			c.add(func() Link { return s.arc(page, at) })
		}
	}
	if limits.Content && s.Graph.Places == nil {
		c.Note = "the places of links are unknown, so these are all links"
	}
	return c.list()
}

// into yields the arcs to a page, by source.
func into(g *site.Graph, page int) iter.Seq2[int, int] {
	return func(yield func(source, at int) bool) {
		for i := range g.Pages {
			if at, ok := g.Arc(i, page); ok && !yield(i, at) {
				return
			}
		}
	}
}

// outOf yields the arcs from a page, by target.
func outOf(g *site.Graph, page int) iter.Seq2[int, int] {
	return func(yield func(target, at int) bool) {
		for at := g.Offsets[page]; at < g.Offsets[page+1] && yield(int(g.Targets[at]), at); at++ {
		}
	}
}

// InLinks lists the pages that link to a URL, or to a page through any of its URLs, by id.
func (s *Site) InLinks(e site.Entry, limits Limits) (List[Link], error) {
	if page := s.pageOf(e.Key); page >= 0 {
		return s.intoPage(page, limits)
	}
	c := collect[Link](limits)
	ids, all, err := s.linking(e)
	if err != nil {
		return c.list(), err
	}
	for _, id := range ids {
		c.add(func() Link { return Link{Ref: refTo(s.Graph, id-1)} })
	}
	list := c.list()
	if !all {
		list.Note = "the files name only the first page that links to this URL"
	}
	return list, s.addAnchors(&list, func(l *site.Occurrence) bool { return s.leadsTo(l, e) })
}

func (s *Site) intoPage(page int, limits Limits) (List[Link], error) {
	list := s.arcs(into(s.Graph, page), limits)
	return list, s.addAnchors(&list, func(l *site.Occurrence) bool { return l.Target == page+1 })
}

// linking returns the ids of the pages that link to a URL itself, and whether these are all of them.
func (s *Site) linking(e site.Entry) (ids []int, all bool, err error) {
	if ids, all = s.said(e); all {
		return ids, true, nil
	}
	if s.Links == nil {
		if page := s.pageOf(e.From); page >= 0 {
			ids = []int{page + 1}
		}
		return ids, false, nil
	}
	for l, err := range s.Links {
		if err != nil {
			return nil, false, err
		}
		if s.leadsTo(&l, e) && (len(ids) == 0 || ids[len(ids)-1] != l.Source) {
			ids = append(ids, l.Source)
		}
	}
	return ids, true, nil
}

// said returns the pages that the ledger gives, which may be only the first.
func (s *Site) said(e site.Entry) (ids []int, all bool) {
	ids = s.Linkers(e)
	return ids, len(ids) > 0 || e.From == ""
}

// OutLinks lists the pages to which a page links, by id.
func (s *Site) OutLinks(page int, limits Limits) (List[Link], error) {
	list := s.arcs(outOf(s.Graph, page), limits)
	err := s.eachLink([]int{page + 1}, func(l *site.Occurrence) {
		for i := range list.Items {
			if list.Items[i].ID == l.Target {
				list.Items[i].Anchors = appendAnchor(list.Items[i].Anchors, l)
			}
		}
	})
	return list, err
}

// Other is a URL of the site that is not a page.
type Other struct {
	// These fields are as in ledger.csv.
	URL    string     `json:"url"`
	State  site.State `json:"state"`
	Reason string     `json:"reason,omitempty"`
	Page   string     `json:"page,omitempty"`
}

// others lists the URLs of the site that a page links to and that are not pages, and the page's aliases.
func (s *Site) others(page int, limits Limits) (linked, aliases List[Other], err error) {
	links, err := s.keysOn(page)
	if err != nil {
		return linked, aliases, err
	}
	from, to := collect[Other](limits), collect[Other](limits)
	key, note := s.Graph.Pages[page].Key, ""
	for e, err := range s.Ledger {
		if err != nil {
			return linked, aliases, err
		}
		if e.State == site.StateExternal || e.Key == key {
			continue
		}
		other := func() Other { return Other{URL: e.URL, State: e.State, Reason: e.Why(), Page: e.Page} }
		if e.Page == key {
			to.add(other)
		}
		if e.State == site.StatePage {
			continue
		}
		ids, all := s.said(e)
		if _, ok := slices.BinarySearch(ids, page+1); ok || links[e.Key] || !all && e.From == key {
			from.add(other)
		}
		if !all && !s.keepsLinks() {
			note = "URLs that were not requested are here only if this page is the first that links to them"
		}
	}
	linked, aliases = from.list(), to.list()
	linked.Note = note
	return linked, aliases, nil
}

// keysOn returns the normalized URLs to which a page links and that are not pages, if the crawl kept links.
func (s *Site) keysOn(page int) (map[string]bool, error) {
	keys := map[string]bool{}
	err := s.eachLink([]int{page + 1}, func(l *site.Occurrence) {
		key := l.Key
		if u, err := site.Parse(l.URL); key == "" && err == nil {
			key = s.Key(u)
		}
		keys[key] = true
	})
	return keys, err
}

func (s *Site) external(page int, limits Limits) (List[site.ExternalLink], error) {
	c := collect[site.ExternalLink](limits)
	for l, err := range s.Crawl.External {
		if err != nil {
			return List[site.ExternalLink]{}, err
		}
		if l.Source > page+1 {
			break
		}
		if l.Source == page+1 {
			c.add(func() site.ExternalLink { return l })
		}
	}
	list := c.list()
	if list.Total == 0 && s.Graph.Pages[page].ExternalLinks > 0 {
		list.Note = "links to other sites were not kept: crawl with the exporter external"
	}
	return list, nil
}

// Around is a page with its neighbours.
type Around struct {
	// The page, and the links to it and from it.
	Page Ref        `json:"page"`
	In   List[Link] `json:"in_links"`
	Out  List[Link] `json:"out_links"`
}

// Around returns the neighbours of the page that represents an entry.
func (s *Site) Around(e site.Entry, limits Limits) (a Around, err error) {
	page := s.standing(e)
	if page < 0 {
		return a, fmt.Errorf("%s is not a page (%s), so it has no neighbours; pages may still link to it",
			e.URL, e.Outcome())
	}
	a.Page = refTo(s.Graph, page)
	if a.In, err = s.intoPage(page, limits); err != nil {
		return a, err
	}
	a.Out, err = s.OutLinks(page, limits)
	return a, err
}
