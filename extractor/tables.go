package extractor

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"sitegraph/site"
)

// tables reads from the journal what is not kept in memory.
type tables struct {
	*builder
	journal   Journal
	templates templates
	links     placedLinks // of the page that is looked at
}

// describe gives the pages of a graph their titles and the like, its arcs their places, and
// counts the links that are too long.
func (t *tables) describe(g *site.Graph) (long int, err error) {
	page := make([]int32, t.known.records)
	for i, p := range t.pages {
		page[p.answer.record] = int32(i) + 1
	}
	if t.templates, err = t.learnTemplates(); err != nil {
		return 0, err
	}
	g.Places, g.Content = make([]site.LinkPlace, g.Arcs()), make([]uint32, g.Arcs())
	n := 0
	for record, err := range t.journal.Replay() {
		if err == nil && n < len(page) && page[n] != 0 {
			i := int(page[n] - 1)
			var more int
			more, err = t.describePage(record, g, i)
			long += more
		}
		if err != nil {
			return 0, fmt.Errorf("record %d of the state: %w", n, err)
		}
		n++
	}
	if slices.ContainsFunc(g.Pages, func(p site.Page) bool { return p.Facts == nil }) {
		g.Places, g.Content = nil, nil
	}
	return long, nil
}

func (t *tables) describePage(record []byte, g *site.Graph, i int) (long int, err error) {
	p, hasBad := &g.Pages[i], t.pages[i].answer.counts.bad > 0
	_, cold, err := decodeAnswer(record, t.known.urls)
	if err != nil {
		return 0, err
	}
	r := &codec{buf: cold, urls: t.known.urls}
	var h head
	r.head(&h)
	p.Title, p.Lang, p.Canonical, p.Robots, p.Refresh = h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh
	var d details
	if r.err == nil && hasBad {
		d, err = decodeCold(cold, t.known.urls)
	} else if err = r.err; err == nil {
		r.skipTables()
		r.facts(&d)
		err = r.err
	}
	if p.Facts = d.Facts; err == nil {
		err = t.locate(g, i, &d)
	}
	for _, b := range d.Bad {
		if b.Fault.Kind == site.FaultTooLong {
			long += int(b.Count)
		}
	}
	return long, err
}

// detailsOf reads what tables need of page i.
func (t *tables) detailsOf(i int) (details, error) { return t.detailsIn(t.pages[i].answer) }

// detailsIn reads what the record of an answer has beside it.
func (t *tables) detailsIn(a *answer) (d details, err error) {
	record, err := t.journal.Read(int(a.record))
	if err != nil {
		return d, err
	}
	_, cold, err := decodeAnswer(record, t.known.urls)
	if err == nil {
		d, err = decodeCold(cold, t.known.urls)
	}
	if err != nil {
		err = fmt.Errorf("record %d of the state: %w", a.record, err)
	}
	return d, err
}

// rows yields the rows that a function makes of each page, in page order, or
// the first error.
func rows[T any](t *tables, wanted func(linkCounts) bool, rowsOf func(source int, d details) []T,
	yield func(T, error) bool) {
	for i, p := range t.pages {
		if !wanted(p.answer.counts) {
			continue
		}
		d, err := t.detailsOf(i)
		if err != nil {
			var zero T
			yield(zero, err)
			return
		}
		for _, row := range rowsOf(i+1, d) {
			if !yield(row, nil) {
				return
			}
		}
	}
}

func (t *tables) external(yield func(site.ExternalLink, error) bool) {
	urls := t.known.urls
	rows(t, func(c linkCounts) bool { return c.external > 0 }, func(source int, d details) []site.ExternalLink {
		links := make([]site.ExternalLink, len(d.Outer))
		for i, o := range d.Outer {
			links[i] = site.ExternalLink{Source: source, URL: o.URL, Key: urls.String(urls.key(urls.find(o.URL))),
				Text: o.Text, Rel: o.Rel, Count: int(o.Count)}
		}
		slices.SortStableFunc(links, func(a, b site.ExternalLink) int {
			return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Rel, b.Rel))
		})
		return links
	}, yield)
}

func (t *tables) bad(yield func(site.BadLink, error) bool) {
	rows(t, func(c linkCounts) bool { return c.bad > 0 }, func(source int, d details) []site.BadLink {
		links := make([]site.BadLink, len(d.Bad))
		for i, b := range d.Bad {
			links[i] = site.BadLink{Source: source, Href: b.Href, Fault: b.Fault, Text: b.Text, Count: int(b.Count)}
		}
		slices.SortStableFunc(links, func(a, b site.BadLink) int {
			return cmp.Or(cmp.Compare(a.Href, b.Href), cmp.Compare(a.Text, b.Text))
		})
		return links
	}, yield)
}

func (t *tables) occurrences(yield func(site.Occurrence, error) bool) {
	rows(t, func(linkCounts) bool { return true }, t.occurrencesIn, yield)
}

// linksOf returns the links of the page with an id.
func (t *tables) linksOf(id int) ([]site.Occurrence, error) {
	d, err := t.detailsOf(id - 1)
	if err != nil {
		return nil, err
	}
	return t.occurrencesIn(id, d), nil
}

// occurrencesIn are the links in the details of a page.
func (t *tables) occurrencesIn(source int, d details) []site.Occurrence {
	urls := t.known.urls
	all := make([]site.Occurrence, len(d.Occurrences))
	places := t.placesIn(source, d)
	for i, o := range d.Occurrences {
		all[i] = site.Occurrence{Source: source, Ordinal: i + 1, Element: o.Element, Href: o.Href, URL: o.URL,
			Kind: "external", Text: o.Text, Rel: o.Rel}
		if i < len(places) {
			all[i].Place = places[i].place.String()
		}
		if o.URL == "" {
			all[i].Kind = "bad"
			continue
		}
		id := urls.find(o.URL)
		all[i].Key = urls.String(urls.key(id))
		if o.Internal {
			all[i].Kind, all[i].Target = "internal", t.linkedPage(id)+1
		}
	}
	return all
}

// placesIn are where the links of a page stand; nil if that is unknown.
func (t *tables) placesIn(source int, d details) []placed {
	var links placedLinks // several readers may be at work
	p := t.pages[source-1]
	if links.unpack(p.answer, &d) != nil || len(links.all) != len(d.Occurrences) {
		return nil
	}
	links.learn(t.templates, t.shape(p))
	return links.all
}

// inlinks are the pages that link to each key. The index is made when the
// first key is asked for: 4 bytes a link and 8 a key.
type inlinks struct {
	*builder
	once sync.Once
	// from has, for the key with id k, the pages linking[from[k]:from[k+1]].
	from    []uint32
	linking []uint32
}

// of returns the ids of the pages that link to a key, ascending. The walk is
// over when it is called.
func (x *inlinks) of(key string) []int {
	x.once.Do(x.index)
	id := x.known.urls.find(key)
	if int64(id)+1 >= int64(len(x.from)) {
		return nil
	}
	var ids []int
	for _, page := range x.linking[x.from[id]:x.from[id+1]] {
		ids = append(ids, int(page)+1)
	}
	return ids
}

// index counts the pages of each key first, then puts them in.
func (x *inlinks) index() {
	size := x.known.urls.Len()
	x.from = make([]uint32, size+1)
	x.each(func(_ int, key urlID) { x.from[key+1]++ })
	for k := range size {
		x.from[k+1] += x.from[k]
	}
	x.linking = make([]uint32, x.from[size])
	next := make([]uint32, size)
	copy(next, x.from)
	x.each(func(page int, key urlID) {
		x.linking[next[key]] = uint32(page)
		next[key]++
	})
}

// each calls f for every page and every key it links to, once.
func (x *inlinks) each(f func(page int, key urlID)) {
	last := make([]uint32, x.known.urls.Len()) // page+1 that linked to a key last
	for i, p := range x.pages {
		note := func(url urlID, _ uint32) {
			if key := x.known.urls.key(url); last[key] != uint32(i)+1 {
				last[key] = uint32(i) + 1
				f(i, key)
			}
		}
		each(p.answer.internal, note)
		each(p.answer.external, note)
	}
}
