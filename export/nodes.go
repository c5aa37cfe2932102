package export

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

const (
	maxPages = math.MaxUint32 // maximum number of pages in a graph
	// shortestNode is the minimum size of a row of nodes.csv. It limits the memory that a false manifest can demand.
	shortestNode = 24
)

type node struct {
	id                  int // from 1
	label               string
	page                site.Page
	inDegree, outDegree int
	bytes               int
	seen                seenCells
	chance              float64
	facts               factCells
	searched            searchedCells
}

// nodesTable is nodes.csv. No column name may contain source, target, timestamp or interval, because Gephi would
// read the table as arcs, or the column as times.
var nodesTable = table[node]{name: "nodes.csv", columns: append([]column[node]{
	{name: "Id", number: func(n *node) *int { return &n.id }, most: maxPages},
	{name: "Label", text: func(n *node) *string { return &n.label }, computed: true},
}, attributes...)}

// attributes are the columns of nodes.csv that are also node attributes in GEXF and GraphML.
var attributes = slices.Concat([]column[node]{
	{name: "url", text: func(n *node) *string { return &n.page.URL }, isURL: true},
	{name: "normalized_url", text: func(n *node) *string { return &n.page.Key }},
	{name: "level", number: func(n *node) *int { return &n.page.Level }},
	{name: "in_degree", number: func(n *node) *int { return &n.inDegree }, most: maxPages},
	{name: "out_degree", number: func(n *node) *int { return &n.outDegree }, most: maxPages},
	{name: "external_links", number: func(n *node) *int { return &n.page.ExternalLinks }},
	{name: "status", number: func(n *node) *int { return &n.page.Status }, most: 999},
	{name: "content_type", text: func(n *node) *string { return &n.page.ContentType }, repeats: true},
	{name: "bytes", number: func(n *node) *int { return &n.bytes }, most: 1e18 - 1, means: kindLong, inGraphs: true},
	{name: "hash", text: func(n *node) *string { return &n.page.Hash }},
	{name: "title", text: func(n *node) *string { return &n.page.Title }},
	{name: "lang", text: func(n *node) *string { return &n.page.Lang }, repeats: true},
	{name: "canonical", text: func(n *node) *string { return &n.page.Canonical }},
	{name: "robots", text: func(n *node) *string { return &n.page.Robots }, repeats: true},
	{name: "refresh", text: func(n *node) *string { return &n.page.Refresh }},
}, factColumns, []column[node]{
	{name: "importance", share: func(n *node) *float64 { return &n.page.Importance },
		of: func(c *site.Crawl) bool { return c.Ranked }},
	{name: "entry", text: func(n *node) *string { return &n.page.Entry }, repeats: true, later: true,
		of: func(c *site.Crawl) bool { return c.Sitemaps != nil && c.Sitemaps.Start }},
}, seenColumns, []column[node]{chanceColumn})

// columnsOf is like ofCrawl for pages. It keeps only the wanted facts and adds the columns that only a search has.
func columnsOf(c *site.Crawl, columns []column[node], facts []string) []column[node] {
	own := withoutFacts(c, ofCrawl(c, columns), facts)
	if c.Searched != nil {
		own = append(own, searchedColumns(c.Searched.Topics)...)
	}
	return own
}

func ofCrawl[T any](c *site.Crawl, columns []column[T]) []column[T] {
	return slices.DeleteFunc(slices.Clone(columns), func(a column[T]) bool { return a.of != nil && !a.of(c) })
}

// nodesOf returns nodes.csv.
func nodesOf(c *site.Crawl, options Options) Listing {
	t := table[node]{columns: columnsOf(c, nodesTable.columns, options.Facts)}
	return listOf(nodesTable.name, site.Unfailing(nodes(c)), t.cells)
}

// Pages returns nodes.csv with every column that a crawl without agents can have.
func Pages(c *site.Crawl) Listing {
	return listOf(nodesTable.name, site.Unfailing(nodes(c)), nodesTable.cells)
}

func nodes(c *site.Crawl) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		var n node
		g, in, times := c.Graph, c.Graph.InDegrees(), newTimes(c.Watched)
		for i := range g.Pages {
			p := &g.Pages[i]
			n = node{id: i + 1, label: label(p), page: *p, inDegree: in[i], outDegree: g.OutDegree(i),
				bytes: int(p.Bytes), facts: factsOf(p)}
			if c.Watched != nil {
				n.seen = times.of(c.Watched.Pages[i])
			}
			if hasBelief(c) {
				n.chance = c.Watched.Belief.Chance[i]
			}
			if c.Searched != nil {
				n.searched = searchedOf(c.Searched, c.Searched.Pages[i])
			}
			if !yield(&n) {
				return
			}
		}
	}
}

// label returns a page's title, or its path with the query, since pages of applications may differ in the query only.
func label(p *site.Page) string {
	if strings.TrimFunc(p.Title, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) != "" {
		return p.Title
	}
	_, rest, ok := strings.Cut(p.URL, "://")
	if slash := strings.IndexByte(rest, '/'); ok && slash >= 0 {
		return rest[slash:]
	}
	return p.URL
}

type degrees struct{ in, out uint32 }

// readNodes reads nodes.csv. It also fills w and search unless they are nil.
func (f *Folder) readNodes(w *site.Watched, search *searchedReader) (pages []site.Page, all []degrees, err error) {
	table := nodesTable
	if search != nil {
		table.columns = slices.Concat(table.columns, searchedColumns(search.Topics))
	}
	times := newTimes(w)
	room := min(int64(f.Manifest.Counts.Pages), f.files[nodesTable.name].Bytes/shortestNode)
	pages, all = make([]site.Page, 0, room), make([]degrees, 0, room)
	err = eachOf(f, table, tableCheck[node]{func(r *tableReader[node], n *node) error {
		if w != nil {
			if err := takeSeen(w, times, n); err != nil {
				return r.damage("%v", err)
			}
		}
		if search != nil {
			p, err := search.parse(n.searched)
			if err != nil {
				return r.damage("%v", err)
			}
			search.Pages = append(search.Pages, p)
		}
		if err := checkNode(r, n, pages, search != nil); err != nil {
			return err
		}
		n.page.Bytes = int64(n.bytes)
		if f.factual {
			n.page.Facts = n.facts.facts()
		}
		pages, all = append(pages, n.page), append(all, degrees{in: uint32(n.inDegree), out: uint32(n.outDegree)})
		return nil
	}, func(r *tableReader[node]) error {
		if counted := f.Manifest.Counts.Pages; len(pages) != counted {
			return r.mismatch("%d pages, the manifest counts %d", len(pages), counted)
		}
		return nil
	}})
	return pages, all, err
}

func takeSeen(w *site.Watched, t times, n *node) error {
	s, err := t.parse(n.seen)
	w.Pages = append(w.Pages, s)
	if w.Belief != nil {
		w.Belief.Chance = append(w.Belief.Chance, n.chance)
	}
	return err
}

// checkNode compares a page with the pages before it. They must be numbered from 1 and sorted by level, then by
// normalized URL. Except in searches by agents, the first page has level 0 and no level is empty.
func checkNode(r *tableReader[node], n *node, before []site.Page, search bool) error {
	p, id := &n.page, len(before)+1
	switch {
	case n.id != id:
		return r.damage("Id is %d, not %d: the pages are numbered from 1", n.id, id)
	case p.Key == "":
		return r.damage("a page without normalized_url")
	case id == 1 && p.Level != 0 && !search:
		return r.damage("level %d of the first page: the start page has 0", p.Level)
	case id == 1:
		return nil
	}
	last := &before[len(before)-1]
	switch {
	case p.Level < last.Level || p.Level > last.Level+1 && !search:
		return r.damage("level %d after level %d", p.Level, last.Level)
	case p.Level == last.Level && p.Key <= last.Key:
		return r.damage("normalized_url %s after %s: the pages of a level are sorted by it",
			shown(p.Key), shown(last.Key))
	}
	return nil
}
