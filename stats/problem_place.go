package stats

import (
	"iter"
	"slices"

	"sitegraph/site"
)

// Place is where to mend a problem, a row of problems.csv. Its texts are raw text from the web.
type Place struct {
	Occurrence        // the problem; its Sources are incomplete
	Severity   string // as in [Problem]
	Source     int    // the id of the page with the problem; 0 for none
	Apart      bool   // each place must be mended by itself, and all places are known
	Text, Href string // of the link at fault or the canonical link; "" if unknown
}

type standing struct {
	pages []int                       // page ids
	is    func(*site.Occurrence) bool // selects the links on these pages; nil if the place is not a link
	href  string
	apart bool // mending elsewhere does not help
	dead  bool // the links do not lead to a page
}

// places yields all places by kind, occurrence and page. Links on a page with the same href and text are one place.
func (s *problemSearch) places() iter.Seq2[Place, error] {
	return func(yield func(Place, error) bool) {
		for i := range s.kinds {
			for p, err := range s.placesOf(&s.kinds[i]) {
				p.Kind, p.Severity = s.kinds[i].name, s.kinds[i].severity
				if !yield(p, err) || err != nil {
					return
				}
			}
		}
	}
}

func (s *problemSearch) placesOf(k *kind) iter.Seq2[Place, error] {
	if k.places != nil {
		return k.places(s.finder)
	}
	stands := k.standing()
	return func(yield func(Place, error) bool) {
		for o, err := range s.of(k) {
			if err != nil {
				yield(Place{}, err)
				return
			}
			if !s.eachPlace(o, stands(s.finder, &o), yield) {
				return
			}
		}
	}
}

func (k *kind) standing() func(f *finder, o *Occurrence) standing {
	switch {
	case k.stands == nil && k.page != nil:
		return onPage
	case k.stands == nil:
		return onLinks
	}
	return k.stands
}

// eachPlace yields the places of an occurrence, or one without a page. It returns false if yield did, or on an error.
func (f *finder) eachPlace(o Occurrence, at standing, yield func(Place, error) bool) bool {
	if len(at.pages) == 0 {
		return yield(Place{Occurrence: o}, nil)
	}
	firstOnly := o.SourceCount == 0 && len(o.Sources) > 0
	place := Place{Occurrence: o, Apart: at.apart && !firstOnly}
	for _, id := range at.pages {
		links, err := f.written(id, &at)
		if err != nil {
			yield(Place{}, err)
			return false
		}
		if len(links) == 0 {
			links = []writtenLink{{href: at.href}}
		}
		place.Source = id
		for _, l := range links {
			place.Text, place.Href = l.text, l.href
			if !yield(place, nil) {
				return false
			}
		}
	}
	return true
}

type writtenLink struct{ href, text string }

// written returns the links on a page that at selects, each href and text once, in source order. If single links were
// not kept, it reads the page again, but only for dead links.
func (f *finder) written(id int, at *standing) (found []writtenLink, err error) {
	of := f.crawl.LinksOf
	if of == nil && at.dead {
		of = f.crawl.TextsOf
	}
	if at.is == nil || of == nil {
		return nil, nil
	}
	links, err := f.linksOf(id, of)
	for i := range links {
		if !at.is(&links[i]) {
			continue
		}
		if l := (writtenLink{links[i].Href, links[i].Text}); !slices.Contains(found, l) {
			found = append(found, l)
		}
	}
	return found, err
}

// recentlyRead limits the links cached in memory. Several problems may ask for the links of one page.
const recentlyRead = 1 << 17

func (f *finder) linksOf(id int, of func(int) ([]site.Occurrence, error)) ([]site.Occurrence, error) {
	if links, ok := f.recent[id]; ok {
		return links, nil
	}
	links, err := of(id)
	if err != nil {
		return nil, err
	}
	if f.recentLinks += len(links); f.recent == nil || f.recentLinks > recentlyRead {
		f.recent, f.recentLinks = map[int][]site.Occurrence{}, len(links)
	}
	f.recent[id] = links
	return links, nil
}

// IsOfLinks reports whether a kind of problem occurs on all pages that link to the URL at fault, or use it.
func IsOfLinks(name string) bool {
	k, known := foundBy()[name]
	return known && k.places == nil && (k.stands == nil && k.page == nil || k.uses)
}

// onLinks selects the links to the URL. If the crawl was read from its files, it has only the links of the first page.
func onLinks(f *finder, o *Occurrence) standing {
	pages := f.crawl.Mentions(o.key)
	if len(pages) == 0 {
		pages = o.Sources
	}
	return standing{pages: pages, apart: true, dead: true,
		is: func(l *site.Occurrence) bool { return l.Key == o.key }}
}

func onPage(_ *finder, o *Occurrence) standing { return standing{pages: []int{o.Page}} }

// onArcs selects the links on other pages that lead to the page, also through redirects.
func onArcs(f *finder, o *Occurrence) standing {
	return f.arcsFrom(o, func(int32) bool { return true })
}

// onShortestPaths selects the links that give a page its depth, which are on pages one level above.
func onShortestPaths(f *finder, o *Occurrence) standing {
	pages := f.crawl.Graph.Pages
	return f.arcsFrom(o, func(i int32) bool { return pages[i].Level == pages[o.Page-1].Level-1 })
}

func (f *finder) arcsFrom(o *Occurrence, wanted func(page int32) bool) standing {
	at := standing{is: func(l *site.Occurrence) bool { return l.Target == o.Page }}
	for _, source := range f.graph.in.of(o.Page - 1) {
		if int(source) != o.Page-1 && wanted(int32(source)) {
			at.pages = append(at.pages, int(source)+1)
		}
	}
	return at
}

// onOtherAddresses selects the links to the other URLs of a page.
func onOtherAddresses(f *finder, o *Occurrence) standing {
	keys := map[string]bool{}
	var pages []int
	for _, alias := range o.at {
		key := f.crawl.Aliases[alias].Key
		keys[key] = true
		pages = append(pages, f.crawl.Mentions(key)...)
	}
	slices.Sort(pages)
	return standing{pages: slices.Compact(pages), apart: true, is: func(l *site.Occurrence) bool { return keys[l.Key] }}
}

func onTitles(_ *finder, o *Occurrence) standing { return standing{pages: o.pagesAt(), apart: true} }

func (o *Occurrence) pagesAt() []int {
	return site.Each(o.at, func(page int32) int { return int(page) + 1 })
}

// badPlaces yields the unusable links by page. It skips schemes like mailto.
func badPlaces(f *finder) iter.Seq2[Place, error] {
	return site.Sought(f.crawl.Bad, func(l *site.BadLink) (Place, bool) {
		return Place{Occurrence: Occurrence{URL: l.Href, Detail: l.Fault.Error()}, Source: l.Source, Apart: true,
			Text: l.Text, Href: l.Href}, !meant(l.Href)
	})
}

// noFollowPlaces yields the links that ask not to be followed, by page, if single links were kept.
func noFollowPlaces(f *finder) iter.Seq2[Place, error] {
	return site.Sought(f.crawl.Links, func(l *site.Occurrence) (Place, bool) {
		return Place{Occurrence: Occurrence{URL: l.URL, Detail: "rel " + l.Rel}, Source: l.Source, Apart: true,
			Text: l.Text, Href: l.Href}, l.Kind == "internal" && hasWord(l.Rel, "nofollow")
	})
}
