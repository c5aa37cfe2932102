package extractor

import (
	"slices"

	"sitegraph/site"
)

// placedLinks are the links of a page, and the URLs of its lists.
type placedLinks struct {
	all  []placed
	urls [listBad][]urlID
	fits []fit
}

// unpack reads the places of a page's links from its record.
func (l *placedLinks) unpack(a *answer, d *details) (err error) {
	for list, links := range [listBad][]byte{a.internal, a.external} {
		l.urls[list] = l.urls[list][:0]
		each(links, func(url urlID, _ uint32) { l.urls[list] = append(l.urls[list], url) })
	}
	l.all, err = unpackPlaces(l.all[:0], d.places, [listCount]int{len(l.urls[listInternal]), len(l.urls[listExternal]),
		int(a.counts.bad)})
	if err != nil {
		return err
	}
	return unpackMarks(l.all, d.marks)
}

// row is that of link i and the next one.
func (l *placedLinks) row(i int) row {
	r := row{rowEdge, rowEdge}
	if i >= 0 {
		r[0] = l.all[i].inRow(uint32(l.all[i].mark.Hash()))
	}
	if i+1 < len(l.all) {
		r[1] = l.all[i+1].inRow(uint32(l.all[i+1].mark))
	}
	return r
}

// inRow is what stands for a link in a row, a mark if it is in the content.
func (p *placed) inRow(mark uint32) uint32 {
	switch {
	case p.mark == site.MarkAnchor:
		return rowAnchor
	case p.place == site.PlaceMain:
		return mark
	}
	return rowEdge + uint32(p.place)
}

// learn moves the links that belong to the template of a page out of its content: those
// that are like links of it in themselves and by a neighbour, and whole runs of links with
// no letters between them, if most of the run are like links of it in themselves.
func (l *placedLinks) learn(t templates, shape string) {
	kind, all := t.of(shape), t[everyPage]
	l.fits = slices.Grow(l.fits[:0], len(l.all))[:len(l.all)]
	for i := range l.all {
		l.fits[i] = l.fit(i, kind, all)
	}
	for _, gap := range []site.LinkGap{site.GapNone, site.GapBlock} {
		for from, to := 0, 0; from < len(l.all); from = to {
			for to = from + 1; to < len(l.all) && l.continues(to, gap); to++ {
			}
			l.vote(from, to)
		}
	}
	for i, like := range l.fits {
		if like == certain {
			l.all[i].place = site.PlaceNavigation
		}
	}
}

// fit is how like a link of a template a link is.
type fit uint8

const (
	unlike  fit = iota
	likely      // by its mark or its URL
	command     // by its mark alone
	certain     // by its mark and its neighbour's
)

// fit is that of link i.
func (l *placedLinks) fit(i int, kind, all template) fit {
	p := &l.all[i]
	if p.place != site.PlaceMain || p.mark == site.MarkAnchor {
		return unlike
	}
	if m := p.mark.Hash(); kind.marks[m] || all.marks[m] {
		for _, r := range []row{l.row(i - 1), l.row(i)} {
			if kind.rows[r] || all.rows[r] {
				return certain
			}
		}
		if p.list == listBad || !l.leads(p, kind) && !l.leads(p, all) {
			return command
		}
		return likely
	}
	if l.leads(p, kind) || l.leads(p, all) {
		return likely
	}
	return unlike
}

// leads reports whether a link leads to a URL of a template.
func (l *placedLinks) leads(p *placed, t template) bool {
	return p.list != listBad && t.urls[l.urls[p.list][p.url]]
}

// continues reports whether link i is in one run with the link before it, if no more than
// a gap may be between them.
func (l *placedLinks) continues(i int, gap site.LinkGap) bool {
	a, b := &l.all[i-1], &l.all[i]
	return a.place == site.PlaceMain && b.place == site.PlaceMain && b.mark != 0 && b.mark.Gap() <= gap
}

// vote makes a run of links certain if most of them are like links of a template, or half
// of them certain. A single one that stands in running text, and leads where others of its
// mark lead, is a mention; if it leads elsewhere on every page, it is a command.
func (l *placedLinks) vote(from, to int) {
	if to == from+1 && l.all[from].mark.Gap() == site.GapText && l.fits[from] != command {
		return
	}
	like, sure := 0, 0
	for _, k := range l.fits[from:to] {
		if k != unlike {
			like++
		}
		if k == certain {
			sure++
		}
	}
	if 2*like <= to-from && 2*sure < to-from {
		return
	}
	for i := from; i < to; i++ {
		if l.all[i].place == site.PlaceMain && l.all[i].mark != site.MarkAnchor {
			l.fits[i] = certain
		}
	}
}

// locate notes where the links behind the arcs of page i stand.
func (t *tables) locate(g *site.Graph, i int, d *details) error {
	if err := t.links.unpack(t.pages[i].answer, d); err != nil {
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
