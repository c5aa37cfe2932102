package extractor

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// Which links belong to a template is learnt from the links alone: a URL to which most
// pages of one kind link is in a menu or the like, whatever elements that is made of.
// It follows from what is known, like the graph.

const (
	// templatePages is how many pages of a kind there are at least; fewer say nothing.
	templatePages = 10
	// templateSample bounds the pages of a kind that are looked at.
	templateSample = 200
	// templateBlock is how many links in a row to URLs of a template are a block of it,
	// even if the page has more of them than others.
	templateBlock = 3
)

// template are URLs to which most pages of a kind link, sorted.
type template []templateLink

// templateLink is one of them, and how often a page links there.
type templateLink struct {
	url   urlID
	times uint32
}

// find returns how often pages of the template link to a URL, 0 if most do not.
func (t template) find(url urlID) uint32 {
	i, ok := slices.BinarySearchFunc(t, url, func(l templateLink, url urlID) int { return cmp.Compare(l.url, url) })
	if !ok {
		return 0
	}
	return t[i].times
}

// templates are those of a site.
type templates struct {
	all template            // of all its pages
	of  map[string]template // of the pages of a shape of URL, if they are enough
}

// learnTemplates learns those of the pages.
func (b *builder) learnTemplates() templates {
	byShape := map[string][]int32{}
	every := make([]int32, len(b.pages))
	for i, p := range b.pages {
		shape := b.shape(p)
		byShape[shape], every[i] = append(byShape[shape], int32(i)), int32(i)
	}
	seen := map[urlID]linking{}
	learnt := templates{all: b.learnTemplate(every, seen), of: map[string]template{}}
	for shape, pages := range byShape {
		if t := b.learnTemplate(pages, seen); len(t) > 0 {
			learnt.of[shape] = t
		}
	}
	return learnt
}

func (b *builder) shape(p page) string { return site.ShapeOf(b.known.urls.String(p.key)) }

// linking counts the pages that link to a URL, and their links.
type linking struct{ pages, links uint32 }

// learnTemplate learns that of some pages. seen is room for it.
func (b *builder) learnTemplate(pages []int32, seen map[urlID]linking) (t template) {
	if len(pages) < templatePages {
		return nil
	}
	clear(seen)
	sample := uint32(0)
	step := (len(pages) + templateSample - 1) / templateSample
	for i := 0; i < len(pages); i += step {
		sample++
		count := func(url urlID, links uint32) {
			s := seen[url]
			seen[url] = linking{s.pages + 1, s.links + links}
		}
		a := b.pages[pages[i]].answer
		each(a.internal, count)
		each(a.external, count)
	}
	for url, s := range seen {
		if 2*s.pages > sample {
			t = append(t, templateLink{url: url, times: (s.links + s.pages/2) / s.pages})
		}
	}
	slices.SortFunc(t, func(a, b templateLink) int { return cmp.Compare(a.url, b.url) })
	return t
}

// placedLinks are the links of a page, and the URLs of its lists.
type placedLinks struct {
	all  []placed
	urls [listBad][]urlID
	// taken counts the links to a URL so far.
	taken map[urlID]uint32
}

// unpack reads the places of a page's links from its record.
func (l *placedLinks) unpack(a *answer, packed []byte) (err error) {
	for list, links := range [listBad][]byte{a.internal, a.external} {
		l.urls[list] = l.urls[list][:0]
		each(links, func(url urlID, _ uint32) { l.urls[list] = append(l.urls[list], url) })
	}
	l.all, err = unpackPlaces(l.all[:0], packed, [listCount]int{len(l.urls[listInternal]), len(l.urls[listExternal]),
		int(a.counts.bad)})
	return err
}

// learn moves the links that belong to the template of a page out of its content. What
// a page has more of them than others is content, but for blocks of such links. A link
// that leads nowhere is where the one before it is.
func (l *placedLinks) learn(t templates, shape string) {
	kind := t.of[shape]
	clear(l.taken)
	more := 0 // links in a row that other pages do not have
	for i := range l.all {
		p := &l.all[i]
		before := i > 0 && l.all[i-1].place == site.PlaceNavigation
		switch {
		case p.place != site.PlaceMain:
			more = 0
		case p.list == listBad:
			if before {
				p.place = site.PlaceNavigation
			}
		default:
			url := l.urls[p.list][p.url]
			times := max(kind.find(url), t.all.find(url))
			if l.taken == nil {
				l.taken = map[urlID]uint32{}
			}
			l.taken[url]++
			switch {
			case times == 0:
				more = 0
			case l.taken[url] <= times:
				p.place, more = site.PlaceNavigation, 0
			default:
				if more++; more == templateBlock {
					l.block(i, more)
				} else if more > templateBlock {
					p.place = site.PlaceNavigation
				}
			}
		}
	}
}

// block makes a number of links, the last of them at i, a block of navigation.
func (l *placedLinks) block(i, links int) {
	for ; links > 0; i-- {
		if l.all[i].list != listBad {
			links--
		}
		l.all[i].place = site.PlaceNavigation
	}
}

// locate notes where the links behind the arcs of page i stand.
func (t *tables) locate(g *site.Graph, i int, packed []byte) error {
	if err := t.links.unpack(t.pages[i].answer, packed); err != nil {
		return err
	}
	t.links.learn(t.templates, t.shape(t.pages[i]))
	from, to := g.Offsets[i], g.Offsets[i+1]
	at := make([]int, len(t.links.urls[listInternal])) // the arc of a URL + 1
	for j, url := range t.links.urls[listInternal] {
		if page := t.linkedPage(url); page >= 0 {
			if k, ok := slices.BinarySearch(g.Targets[from:to], uint32(page)); ok {
				at[j] = from + k + 1
			}
		}
	}
	for _, l := range t.links.all {
		if l.list != listInternal || at[l.url] == 0 {
			continue
		}
		arc := at[l.url] - 1
		if p := g.Places[arc]; p == site.PlaceUnknown || l.place < p {
			g.Places[arc] = l.place
		}
		if l.place == site.PlaceMain {
			g.Content[arc]++
		}
	}
	return nil
}
