package graph

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Tables reads parts of answers from the journal that are not kept in memory.
type Tables struct {
	*Builder
	Journal   evidence.Journal // has the parts of answers that are not in memory
	templates templates
	links     placedLinks // links of the current page
	places    [][]byte    // by page; nil if they must be read from the journal
	kept      int         // number of bytes in places
}

// Describe sets the titles and other facts of a graph's pages, and the places of its arcs. It returns the number of
// links that are too long.
func (t *Tables) Describe(g *site.Graph) (long int, err error) {
	t.places, t.kept = make([][]byte, len(t.Pages)), 0
	err = t.read(func(i int, record []byte) error {
		more, err := t.describePage(record, g, i)
		long += more
		return err
	})
	if err != nil {
		return 0, err
	}
	err = t.placeAll(g)
	t.places = nil
	return long, err
}

// read calls use for each page's record, in the order of the journal.
func (t *Tables) read(use func(page int, record []byte) error) error {
	page := make([]int32, t.Known.Records)
	for i, p := range t.Pages {
		page[p.Answer.Record] = int32(i) + 1
	}
	n := 0
	for record, err := range t.Journal.Replay() {
		if err == nil && n < len(page) && page[n] != 0 {
			err = use(int(page[n]-1), record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", n, err)
		}
		n++
	}
	return nil
}

func (t *Tables) describePage(record []byte, g *site.Graph, i int) (long int, err error) {
	p := &g.Pages[i]
	h, d, err := t.facts(t.Pages[i].Answer, record)
	p.Title, p.Lang, p.Canonical, p.Robots, p.Refresh = h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh
	p.Facts = d.Facts
	if t.kept += len(d.Places); t.kept <= maxPlaces {
		t.places[i] = append([]byte{}, d.Places...)
	}
	for _, b := range d.Bad {
		if b.Fault.Kind == site.FaultTooLong {
			long += int(b.Count)
		}
	}
	return long, err
}

// facts reads the cold part of an answer's record and skips tables that are not needed.
func (t *Tables) facts(a *evidence.Answer, record []byte) (h evidence.Head, d evidence.Details, err error) {
	cold, err := evidence.Cold(record)
	if err != nil {
		return h, d, err
	}
	r := &evidence.Codec{Buf: cold, URLs: t.Known.URLs}
	if r.Head(&h); r.Err != nil {
		return h, d, r.Err
	}
	if a.Counts.Nowhere() > 0 {
		d, err = t.details(a, cold)
		return h, d, err
	}
	r.SkipTables()
	r.Facts(&d)
	return h, d, r.Err
}

// detailsIn reads the cold part of an answer's record.
func (t *Tables) detailsIn(a *evidence.Answer) (d evidence.Details, err error) {
	record, err := t.Journal.Read(int(a.Record))
	if err != nil {
		return d, err
	}
	cold, err := evidence.Cold(record)
	if err == nil {
		d, err = t.details(a, cold)
	}
	if err != nil {
		err = fmt.Errorf("record %d of the state: %w", a.Record, err)
	}
	return d, err
}

func (t *Tables) details(a *evidence.Answer, cold []byte) (evidence.Details, error) {
	d, err := evidence.DecodeCold(cold)
	if err == nil {
		err = t.Known.URLs.Settle(&d, evidence.Unpack(nil, a.Links))
	}
	return d, err
}

// rows yields the rows that rowsOf returns for each page, in page order, or the first error.
func rows[T any](t *Tables, wanted func(evidence.LinkCounts) bool,
	rowsOf func(source int, d *evidence.Details) ([]T, error), yield func(T, error) bool) {
	for i, p := range t.Pages {
		if !wanted(p.Answer.Counts) {
			continue
		}
		var some []T
		d, err := t.detailsIn(p.Answer)
		if err == nil {
			some, err = rowsOf(i+1, &d)
		}
		if err != nil {
			var zero T
			yield(zero, err)
			return
		}
		for _, row := range some {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// External yields the links to other sites.
func (t *Tables) External(yield func(site.ExternalLink, error) bool) {
	urls := t.Known.URLs
	rows(t, func(c evidence.LinkCounts) bool { return c.External > 0 },
		func(source int, d *evidence.Details) (links []site.ExternalLink, err error) {
			to := evidence.Unpack(nil, t.Pages[source-1].Answer.Links)
			for _, l := range d.Said {
				url := to[l.Link]
				if !urls.Outside(url) {
					continue
				}
				links = append(links, site.ExternalLink{Source: source, URL: urls.String(url),
					Key: urls.String(urls.Key(url)), Text: l.Text, Rel: l.Rel, Count: int(l.Count)})
			}
			slices.SortStableFunc(links, func(a, b site.ExternalLink) int {
				return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Rel, b.Rel))
			})
			return links, nil
		}, yield)
}

// Bad yields the links that lead nowhere.
func (t *Tables) Bad(yield func(site.BadLink, error) bool) {
	wanted := func(c evidence.LinkCounts) bool { return c.Nowhere() > 0 }
	rows(t, wanted, func(source int, d *evidence.Details) ([]site.BadLink, error) {
		links := make([]site.BadLink, len(d.Bad))
		for i, b := range d.Bad {
			links[i] = site.BadLink{Source: source, Href: b.Href, Fault: b.Fault, Text: b.Text, Count: int(b.Count)}
		}
		site.Sort(links, func(a, b site.BadLink) int {
			return cmp.Or(cmp.Compare(a.Href, b.Href), cmp.Compare(a.Text, b.Text))
		})
		return links, nil
	}, yield)
}

// Occurrences yields all links as written.
func (t *Tables) Occurrences(yield func(site.Occurrence, error) bool) {
	all := func(source int, d *evidence.Details) ([]site.Occurrence, error) {
		return t.occurrencesIn(source, d), nil
	}
	rows(t, func(evidence.LinkCounts) bool { return true }, all, yield)
}

// LinksOf returns the links of the page with an id.
func (t *Tables) LinksOf(id int) ([]site.Occurrence, error) {
	d, err := t.detailsIn(t.Pages[id-1].Answer)
	if err != nil {
		return nil, err
	}
	return t.occurrencesIn(id, &d), nil
}

func (t *Tables) occurrencesIn(source int, d *evidence.Details) []site.Occurrence {
	to := evidence.Unpack(nil, t.Pages[source-1].Answer.Links)
	all := make([]site.Occurrence, len(d.Occurrences))
	places := t.placesIn(source, d)
	for i, o := range d.Occurrences {
		all[i] = site.Occurrence{Source: source, Ordinal: i + 1, Element: o.Element, Href: o.Href,
			Kind: "external", Text: o.Text, Rel: o.Rel}
		if i < len(places) {
			all[i].Place = places[i].Place.String()
		}
		if o.Link == 0 {
			all[i].Kind = "bad"
			continue
		}
		t.lead(&all[i], to[o.Link-1])
	}
	return all
}

func (t *Tables) lead(o *site.Occurrence, to evidence.URLID) {
	urls := t.Known.URLs
	if o.URL, o.Key = urls.String(to), urls.String(urls.Key(to)); urls.Inside(to) {
		o.Kind, o.Target = "internal", t.linkedPage(to)+1
	}
}

// TextsOf is like LinksOf, for a crawl that kept no single links. Each URL comes once for each of its texts.
func (t *Tables) TextsOf(id int) ([]site.Occurrence, error) {
	a := t.Pages[id-1].Answer
	d, err := t.detailsIn(a)
	all, to := make([]site.Occurrence, len(d.Said)), evidence.Unpack(nil, a.Links)
	for i, l := range d.Said {
		all[i] = site.Occurrence{Source: id, Kind: "external", Text: l.Text, Rel: l.Rel}
		t.lead(&all[i], to[l.Link])
	}
	return all, err
}

// placesIn returns the places of a page's links, or nil if they are unknown.
func (t *Tables) placesIn(source int, d *evidence.Details) []evidence.Placed {
	var links placedLinks // several readers may be at work
	p := t.Pages[source-1]
	if links.unpack(p.Answer, d.Places) != nil || len(links.all) != len(d.Occurrences) {
		return nil
	}
	links.learn(t.templates, t.shape(p))
	return links.all
}

// Inlinks knows the pages that link to each key. It builds its index, 4 bytes a link and 8 a key, at the first request.
type Inlinks struct {
	*Builder
	once sync.Once
	// from has, for the key with id k, the pages linking[from[k]:from[k+1]].
	from    []uint32
	linking []uint32
}

// Of returns the ids of the pages that link to a key, in ascending order. Call it only after the walk.
func (x *Inlinks) Of(key string) []int {
	x.once.Do(x.index)
	id := x.Known.URLs.Find(key)
	if int64(id)+1 >= int64(len(x.from)) {
		return nil
	}
	var ids []int
	for _, page := range x.linking[x.from[id]:x.from[id+1]] {
		ids = append(ids, int(page)+1)
	}
	return ids
}

// index first counts the pages of each key, then adds them.
func (x *Inlinks) index() {
	size := x.Known.URLs.Len()
	x.from = make([]uint32, size+1)
	x.each(func(_ int, key evidence.URLID) { x.from[key+1]++ })
	for k := range size {
		x.from[k+1] += x.from[k]
	}
	x.linking = make([]uint32, x.from[size])
	next := make([]uint32, size)
	copy(next, x.from)
	x.each(func(page int, key evidence.URLID) {
		x.linking[next[key]] = uint32(page)
		next[key]++
	})
}

func (x *Inlinks) each(f func(page int, key evidence.URLID)) {
	last := make([]uint32, x.Known.URLs.Len()) // page+1 of the latest page that links to each key
	for i, p := range x.Pages {
		note := func(url evidence.URLID, _ uint32) {
			if key := x.Known.URLs.Key(url); last[key] != uint32(i)+1 {
				last[key] = uint32(i) + 1
				f(i, key)
			}
		}
		x.Known.URLs.EachInside(p.Answer.Links, note)
		x.Known.URLs.EachOutside(p.Answer.Links, note)
	}
}
