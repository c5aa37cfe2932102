package extractor

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"

	"sitegraph/site"
)

// crawl puts together what the crawl leaves.
func (w *walk) crawl() (*site.Crawl, error) {
	b, n := w.build, w.known
	b.scope.freeze()
	l := newLedger(b, w.stop)
	t := &tables{builder: b, journal: w.parts.Journal}
	g, truncated := b.graph()
	long, err := t.describe(g)
	if err != nil {
		return nil, err
	}
	c := &site.Crawl{
		Scope: ScopeOf(n.site.Settings), Members: n.members, MemberRobots: n.memberRobots(),
		Site: n.site.Origin, Former: strings.TrimSuffix(n.site.Rewrite, "/"), Graph: g,
		Ended: w.stop, Complete: w.complete(), Asked: w.status.asked, Notes: n.site.Notes, Robots: n.robots(),
		Started: n.site.Started, Finished: n.end.At,
		Ledger: l.entries, External: t.external, Bad: t.bad, Mentions: (&inlinks{builder: b}).of,
	}
	if w.limits.KeepLinks {
		c.Links, c.LinksOf = t.occurrences, t.linksOf
	}
	if s := w.sequence; s != nil {
		c.Decisions = s.decisions(l)
		s.rank(c)
	}
	if w.same != nil {
		w.describeSameness(c)
	}
	if c.Watched, err = t.watched(g, w.parts.Believe); err != nil {
		return nil, err
	}
	if c.Watched != nil {
		c.Watched.Moments = w.moments
	}
	c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], n.watchNotes()...)
	if note := n.beginningNote(); note != "" {
		c.Notes = append(c.Notes, note)
	}
	c.Notes = append(append(c.Notes, n.memberNotes()...), unknownFacts(g.Pages)...)
	c.Counts = b.count(g)
	c.Counts.TruncatedArcs = truncated
	if long > 0 {
		c.Counts.Limits[site.LimitURLLength] = long
	}
	l.summarize(c)
	if c.Sitemaps, err = l.sitemaps(t, g); err != nil {
		return nil, err
	}
	if c.Sitemaps != nil && c.Sitemaps.Start {
		b.markEntries(g)
	}
	if c.Sitemaps != nil {
		c.Notes = append(c.Notes[:len(c.Notes):len(c.Notes)], sitemapsNote(c.Sitemaps))
	}
	c.Linked, err = t.linked(c)
	return c, err
}

func (b *builder) count(g *site.Graph) site.Counts {
	c := site.Counts{Pages: len(g.Pages), Arcs: g.Arcs(), Fetched: b.known.fetched,
		States: map[site.State]int{}, Limits: map[string]int{}}
	for _, weight := range g.Weights {
		c.Links += int(weight)
	}
	for _, p := range b.pages {
		c.InternalLinks += int(p.answer.counts.internal)
		c.ExternalLinks += int(p.answer.counts.external)
		c.BadLinks += int(p.answer.counts.bad)
		if p.answer.counts.dropped > 0 {
			c.Limits[site.LimitLinksPerPage]++
		}
	}
	return c
}

// arc is a link under way to the graph.
type arc struct{ to, weight uint32 }

// graph builds pages and arcs. It also counts the unique pairs of a page and
// a key below the maximum depth.
func (b *builder) graph() (g *site.Graph, truncated int) {
	g = &site.Graph{Pages: make([]site.Page, len(b.pages)), Offsets: make([]int, 1, len(b.pages)+1)}
	var row []arc
	var deeper []urlID
	for i, p := range b.pages {
		g.Pages[i] = b.page(p)
		row, deeper = row[:0], deeper[:0]
		each(p.answer.internal, func(url urlID, count uint32) {
			if to := b.linkedPage(url); to >= 0 {
				row = append(row, arc{to: uint32(to), weight: count})
			} else if key := b.known.urls.key(url); b.tooDeep(key) && !b.scope.excludes(url) {
				deeper = append(deeper, key)
			}
		})
		appendRow(g, row)
		slices.Sort(deeper)
		truncated += len(slices.Compact(deeper))
	}
	return g, truncated
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
func (b *builder) page(p page) site.Page {
	a := p.answer
	hash, size := hex.EncodeToString(a.digest[:]), a.bytes
	if b.same != nil && b.same.varies {
		hash, size = "", 0 // they would be others at every crawl
	}
	return site.Page{
		URL: b.known.urls.String(a.url), Key: b.known.urls.String(p.key), Level: p.depth,
		Links: int(a.counts.internal), ExternalLinks: int(a.counts.external),
		Status: int(a.status), ContentType: a.mediaType, Bytes: size, Hash: hash,
	}
}
