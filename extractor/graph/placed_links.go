package graph

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

type placedLinks struct {
	all  []evidence.Placed
	urls []evidence.URLID
	fits []fit
}

func (l *placedLinks) unpack(a *evidence.Answer, packed []byte) (err error) {
	l.urls = evidence.Unpack(l.urls[:0], a.Links)
	l.all, err = evidence.UnpackPlaces(l.all[:0], packed, [evidence.ListCount]int{len(l.urls), int(a.Counts.Bad)})
	return err
}

func (l *placedLinks) row(i int) row {
	first, second := uint32(rowEdge), uint32(rowEdge)
	if i >= 0 {
		first = inRow(&l.all[i], uint32(l.all[i].Mark.Hash()))
	}
	if i+1 < len(l.all) {
		second = inRow(&l.all[i+1], uint32(l.all[i+1].Mark))
	}
	return row(first)<<32 | row(second)
}

// inRow returns the number that represents a link in a row, which is its mark if it is in the content.
func inRow(p *evidence.Placed, mark uint32) uint32 {
	switch {
	case p.Mark == site.MarkAnchor:
		return rowAnchor
	case p.Place == site.PlaceMain:
		return mark
	}
	return rowEdge + uint32(p.Place)
}

// learn moves template links out of a page's content. These are links that, with a neighbour, resemble links of the
// template, and whole runs of links without letters between them if most of them resemble such links.
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
			l.all[i].Place = site.PlaceNavigation
		}
	}
}

// fit tells how much a link resembles a template's links.
type fit uint8

const (
	unlike  fit = iota
	likely      // by its mark or its URL
	command     // only by its mark
	certain     // by its mark and a neighbour's
)

func (l *placedLinks) fit(i int, kind, all template) fit {
	p := &l.all[i]
	if p.Place != site.PlaceMain || p.Mark == site.MarkAnchor {
		return unlike
	}
	if m := p.Mark.Hash(); kind.marks[m] || all.marks[m] {
		for k := i - 1; k <= i; k++ {
			if r := l.row(k); kind.rows[r] || all.rows[r] {
				return certain
			}
		}
		if p.Bad() || !l.leads(p, kind) && !l.leads(p, all) {
			return command
		}
		return likely
	}
	if l.leads(p, kind) || l.leads(p, all) {
		return likely
	}
	return unlike
}

func (l *placedLinks) leads(p *evidence.Placed, t template) bool {
	return !p.Bad() && t.urls[l.urls[p.URL]]
}

// continues reports whether link i is in the same run as the link before it, with at most the given gap between them.
func (l *placedLinks) continues(i int, gap site.LinkGap) bool {
	a, b := &l.all[i-1], &l.all[i]
	return a.Place == site.PlaceMain && b.Place == site.PlaceMain && b.Mark != 0 && b.Mark.Gap() <= gap
}

// vote makes a run of links certain if most of them resemble template links or half of them are certain. A single link
// in running text is only a mention, unless it is a command, which has a template's mark but leads elsewhere on every
// page.
func (l *placedLinks) vote(from, to int) {
	if to == from+1 && l.all[from].Mark.Gap() == site.GapText && l.fits[from] != command {
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
		if l.all[i].Place == site.PlaceMain && l.all[i].Mark != site.MarkAnchor {
			l.fits[i] = certain
		}
	}
}

// maxPlaces limits the bytes of places that are kept while pages are described. It suffices for 200,000 pages with 90
// links each.
const maxPlaces = 64 << 20

// placeAll records the places of the links behind all arcs.
func (t *Tables) placeAll(g *site.Graph) (err error) {
	if t.templates, err = t.learnTemplates(); err != nil {
		return err
	}
	g.Places, g.Content = make([]site.LinkPlace, g.Arcs()), site.NewNumbers(g.Arcs())
	for i := range t.Pages {
		if err := t.locate(g, i); err != nil {
			return err
		}
	}
	return nil
}

// locate records the places of the links behind the arcs of page i.
func (t *Tables) locate(g *site.Graph, i int) error {
	if err := t.readPlaces(i); err != nil {
		return err
	}
	t.links.learn(t.templates, t.shape(t.Pages[i]))
	at := make([]int, len(t.links.urls)) // 1 + arc of each URL
	for j, url := range t.links.urls {
		if !t.Known.URLs.Inside(url) {
			continue
		}
		if page := t.linkedPage(url); page >= 0 {
			if arc, ok := g.Arc(i, page); ok {
				at[j] = arc + 1
			}
		}
	}
	for _, l := range t.links.all {
		if l.List != evidence.ListLinks || at[l.URL] == 0 {
			continue
		}
		arc := at[l.URL] - 1
		if p := g.Places[arc]; p == site.PlaceUnknown || l.Place < p {
			g.Places[arc] = l.Place
		}
		if l.Place == site.PlaceMain {
			g.Content.Set(arc, g.Content.At(arc)+1)
		}
	}
	return nil
}

// LearnPlaces learns the pages' templates for PlacesOf.
func (t *Tables) LearnPlaces() (err error) {
	t.templates, err = t.learnTemplates()
	return err
}

// PlacesOf returns the places of a page's links in source order, or none if they are unknown.
func (t *Tables) PlacesOf(a *evidence.Fetched) ([]evidence.Placed, error) {
	if a.Facts == nil {
		return nil, nil
	}
	var l placedLinks
	for _, k := range a.Links {
		l.urls = append(l.urls, t.Known.URLs.Find(k.URL))
	}
	all, err := a.Placed()
	if err != nil {
		return nil, err
	}
	l.all = all
	l.learn(t.templates, site.ShapeOf(a.Key))
	return l.all, nil
}
