package extractor

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// crawl puts together what the walk leaves behind.
func (w *walk) crawl() (*site.Crawl, error) {
	l := w.ledger()
	g, truncated := w.graph()
	long, err := w.describe(g)
	if err != nil {
		return nil, err
	}
	c := &site.Crawl{
		Site: w.mem.site.Origin, Former: strings.TrimSuffix(w.mem.site.Rewrite, "/"), Graph: g, Ended: w.stop, Complete: w.complete(), Asked: w.asked,
		Notes: w.mem.site.Notes, Robots: w.mem.robots,
		Started: w.mem.site.Started, Finished: w.mem.end.At,
		Ledger: l.entries, External: w.external, Bad: w.bad, Mentions: w.mentions,
	}
	if w.limits.KeepLinks {
		c.Links = w.occurrences
	}
	c.Counts = site.Counts{Pages: len(g.Pages), Arcs: g.Arcs(), TruncatedArcs: truncated, Fetched: w.mem.fetched, States: map[site.State]int{}, Limits: map[string]int{}}
	for _, weight := range g.Weights {
		c.Counts.Links += int(weight)
	}
	for _, p := range w.pages {
		c.Counts.InternalLinks += int(p.answer.counts.internal)
		c.Counts.ExternalLinks += int(p.answer.counts.external)
		c.Counts.BadLinks += int(p.answer.counts.bad)
		if p.answer.counts.dropped > 0 {
			c.Counts.Limits[site.LimitLinksPerPage]++
		}
	}
	if long > 0 {
		c.Counts.Limits[site.LimitURLLength] = long
	}
	l.summarise(c)
	return c, nil
}

// arc is a link under way to the graph.
type arc struct{ to, weight uint32 }

// graph builds pages and arcs. It also counts the unique pairs of a page and
// a key beyond the last level.
func (w *walk) graph() (g *site.Graph, truncated int) {
	g = &site.Graph{Pages: make([]site.Page, len(w.pages)), Offsets: make([]int, 1, len(w.pages)+1)}
	var row []arc
	var beyond []addressID
	for i, p := range w.pages {
		g.Pages[i] = w.page(p)
		row, beyond = row[:0], beyond[:0]
		each(p.answer.internal, func(a addressID, count uint32) {
			if to := w.standsFor(a); to >= 0 {
				row = append(row, arc{to: uint32(to), weight: count})
			} else if k := w.mem.book.key(a); w.beyond(k) && !w.excludes(a) {
				beyond = append(beyond, k)
			}
		})
		appendRow(g, row)
		slices.Sort(beyond)
		truncated += len(slices.Compact(beyond))
	}
	return g, truncated
}

// beyond tells whether a key lies below the last level.
func (w *walk) beyond(key addressID) bool {
	return w.limits.MaxLevel >= 0 && int(w.found.get(key))-1 > w.limits.MaxLevel
}

// appendRow sorts a page's arcs and merges those with the same target.
func appendRow(g *site.Graph, row []arc) {
	slices.SortFunc(row, func(a, b arc) int { return cmp.Compare(a.to, b.to) })
	first := len(g.Targets)
	for _, a := range row {
		if last := len(g.Targets) - 1; last >= first && g.Targets[last] == a.to {
			g.Weights[last] += a.weight
			continue
		}
		g.Targets = append(g.Targets, a.to)
		g.Weights = append(g.Weights, a.weight)
	}
	g.Offsets = append(g.Offsets, len(g.Targets))
}

// page is the graph's view of a page; titles and the like come with describe.
func (w *walk) page(p page) site.Page {
	a := p.answer
	return site.Page{
		URL: w.mem.book.String(a.address), Key: w.mem.book.String(p.key), Level: p.level,
		Links: int(a.counts.internal), ExternalLinks: int(a.counts.external),
		Status: int(a.status), ContentType: a.mediaType, Bytes: a.bytes, Hash: hex.EncodeToString(a.digest[:]),
	}
}

// describe reads the pages' titles and the like from the journal, and counts
// their links that are longer than an address may be.
func (w *walk) describe(g *site.Graph) (long int, err error) {
	page := make([]int32, w.mem.records)
	for i, p := range w.pages {
		page[p.answer.record] = int32(i) + 1
	}
	n := 0
	for record, err := range w.parts.Journal.Replay() {
		if err == nil && n < len(page) && page[n] != 0 {
			i := page[n] - 1
			var more int
			more, err = w.describePage(record, &g.Pages[i], w.pages[i].answer.counts.bad > 0)
			long += more
		}
		if err != nil {
			return 0, fmt.Errorf("record %d of the state: %w", n, err)
		}
		n++
	}
	return long, nil
}

func (w *walk) describePage(record []byte, p *site.Page, hasBad bool) (long int, err error) {
	s, err := decodeAnswer(record, w.mem.book)
	if err != nil {
		return 0, err
	}
	r := &reader{buf: s.cold, book: w.mem.book}
	h := r.head()
	p.Title, p.Lang, p.Canonical, p.Robots, p.Refresh = h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh
	if r.err != nil || !hasBad {
		return 0, r.err
	}
	c, err := decodeCold(s.cold, w.mem.book)
	for _, b := range c.bad {
		if b.Fault.Kind == site.FaultTooLong {
			long += int(b.Count)
		}
	}
	return long, err
}
