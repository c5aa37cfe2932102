package export

import (
	"context"

	"sitegraph/site"
)

// These are the versions of GEXF that we write.
const (
	GEXF13      = "1.3"
	GEXF12Draft = "1.2draft"
)

// Options are the settings that all exporters share.
type Options struct {
	// GEXFVersion is GEXF13 or GEXF12Draft; every program reads the latter (even networkx before 3.6). "" is GEXF13.
	GEXFVersion string
	Measures    []Measure // further attributes of nodes in GEXF, GraphML and Parquet, after the columns of nodes.csv
	// Communities has each page's community, 0 for the largest, to colour nodes in GEXF and GraphML. nil uses levels.
	Communities    []int32
	DirectoryDepth int      // maximum path segments in the nodes of directories
	Facts          []string // names of the facts to write, as columns of nodes.csv and attributes of nodes
	// SelfLoops keeps arcs from a page to itself in the files of arcs. Degrees always count them.
	SelfLoops bool
}

// Measure computes a number for each page.
type Measure struct {
	Name  string                 // of the attribute
	Whole bool                   // the number is an integer
	Of    func(page int) float64 // page is its index in the graph, from 0; nil if no page has a number
	Text  func(page int) string  // used instead of Of for measures that are not numbers
}

func (m Measure) column() column[node] {
	var real float64
	var whole int
	if m.Whole {
		return column[node]{name: m.Name, number: func(n *node) *int { whole = int(m.Of(n.id - 1)); return &whole }}
	}
	return column[node]{name: m.Name, real: func(n *node) *float64 { real = m.Of(n.id - 1); return &real }}
}

// file has a file name without the prefix, and the function that writes it from a crawl or a graph of sites.
type file[T any] struct {
	name  string
	write func(o *out, of T, options Options) error
	of    func(of T) bool // reports whether to write the file; nil means always
}

var formats = map[string][]file[*site.Crawl]{
	"aliases": {aliasesTable.file(nil, func(c *site.Crawl) []site.Alias { return c.Aliases })},
	"bad":     {{name: badTable.name, write: listed(Bad)}},
	"csv": {{name: nodesTable.name, write: tabled(nodesOf)}, {name: arcsTable.name, write: tabled(arcsOf)},
		{name: frontierTable.name, write: writeFrontier, of: func(c *site.Crawl) bool { return c.Frontier != nil }},
		{name: declaredTable.name, of: hasDeclared, write: func(o *out, c *site.Crawl, _ Options) error {
			return declaredTable.write(o, site.Unfailing(c.Declared))
		}},
		{name: linkedTable.name, of: func(c *site.Crawl) bool { return c.Linked != nil },
			write: listed(func(c *site.Crawl) Listing { return Linked(c.Linked, c.Graph) })},
		rulesTable.file(hasRules, func(c *site.Crawl) []rule { return rulesOf(c.Sameness) }),
		hitsTable.file(hasHits, func(c *site.Crawl) []site.Hit { return c.Hits.All }),
		{name: followedTable.name, write: writeFollowed, of: hasFollowed},
		{name: sitemapTable.name, of: func(c *site.Crawl) bool { return c.Sitemaps != nil },
			write: listed(func(c *site.Crawl) Listing { return Sitemap(c.Sitemaps) })},
		iterationsTable.file(isWatched, func(c *site.Crawl) []site.Iteration { return c.Watched.Iterations }),
		{name: nextTable.name, write: writeNextChecks, of: hasBelief},
		{name: "changes.atom", write: writeFeed, of: hasFeed}},
	"content":     {{name: "content.gexf", write: writeContent, of: hasPlaces}},
	"directories": groupFiles("directories", directoryIn),
	"external":    {{name: externalTable.name, write: listed(External)}},
	"gexf": {{name: "graph.gexf", write: drawn(pageNetwork, pages.writeGEXF)},
		{name: "timeline.gexf", write: writeHistory, of: hasHistory}},
	"graphml": {{name: "graph.graphml", write: drawn(pageNetwork, pages.writeGraphML)}},
	"ledger":  {{name: ledgerTable.name, write: writeLedger}},
	"links":   {{name: linksTable.name, write: writeLinks}},
	"pajek":   {{name: "graph.net", write: writePajek}},
	"parquet": {{name: "nodes.parquet", write: writeNodesParquet},
		{name: "arcs.parquet", write: writeArcsParquet},
		{name: "links.parquet", write: writeLinksParquet, of: func(c *site.Crawl) bool { return c.Links != nil }}},
	"subdomains": groupFiles("subdomains", func(key string, _ Options) string { return site.HostIn(key) + "/" }),
	"webgraph": {{name: "vertices.txt.gz", write: writePageVertices}, {name: "edges.txt.gz", write: writePageEdges},
		{name: "hosts.vertices.txt.gz", write: ofHosts(hostsOf, hostGraph.writeVertices)},
		{name: "hosts.edges.txt.gz", write: ofHosts(hostsOf, hostGraph.writeEdges)}},
}

func listed(of func(*site.Crawl) Listing) func(*out, *site.Crawl, Options) error {
	return tabled(func(c *site.Crawl, _ Options) Listing { return of(c) })
}

func tabled(of func(*site.Crawl, Options) Listing) func(*out, *site.Crawl, Options) error {
	return func(o *out, c *site.Crawl, options Options) error { return of(c, options).write(o) }
}

// Known returns the names of the exporters, sorted.
func Known() []string { return site.Names(formats) }

// Write writes the files of an exporter into d. It removes files of an earlier run that this crawl does not have.
// When ctx ends, Write returns its error and leaves no unfinished file. Errors name the file.
func Write(ctx context.Context, d *Dir, name string, c *site.Crawl, options Options) error {
	return writeFiles(ctx, d, formats[name], c, options)
}

func writeFiles[T any](ctx context.Context, d *Dir, files []file[T], of T, options Options) (err error) {
	for _, f := range files {
		if f.of != nil && !f.of(of) {
			err = d.Remove(f.name)
		} else {
			err = d.stream(ctx, f.name, func(o *out) error { return f.write(o, of, options) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}
