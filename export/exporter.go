package export

import (
	"context"

	"sitegraph/site"
)

// The versions of GEXF that can be written.
const (
	GEXF13      = "1.3"
	GEXF12Draft = "1.2draft"
)

// Options are the settings that all exporters share.
type Options struct {
	// GEXFVersion is GEXF13, which Gephi prefers, or GEXF12Draft, which older
	// programs read (networkx before 3.6). "" is GEXF13.
	GEXFVersion string
	// SelfLoops keeps arcs from a page to itself in arcs.csv, GEXF, GraphML
	// and Pajek. The degrees of nodes count them either way.
	SelfLoops bool
}

// file is a file name, without the site's prefix, and what fills it.
type file struct {
	name  string
	write func(o *out, c *site.Crawl, options Options) error
	// of reports whether a crawl has the file; nil for one that all have.
	of func(c *site.Crawl) bool
}

// formats maps the name of an exporter to its files.
var formats = map[string][]file{
	"aliases": {{name: aliasesTable.name, write: writeAliases}},
	"bad":     {{name: badTable.name, write: writeBad}},
	"csv": {{name: nodesTable.name, write: writeNodes}, {name: arcsName, write: writeArcs},
		{name: frontierTable.name, write: writeFrontier, of: hasFrontier},
		{name: rulesTable.name, write: writeRules, of: hasSameness},
		{name: iterationsTable.name, write: writeIterations, of: isWatched},
		{name: nextTable.name, write: writeNextChecks, of: hasBelief}},
	"external": {{name: externalTable.name, write: writeExternal}},
	"gexf": {{name: "graph.gexf", write: writeGEXF},
		{name: "timeline.gexf", write: writeHistory, of: hasHistory}},
	"graphml": {{name: "graph.graphml", write: writeGraphML}},
	"ledger":  {{name: ledgerTable.name, write: writeLedger}},
	"links":   {{name: linksTable.name, write: writeLinks}},
	"pajek":   {{name: "graph.net", write: writePajek}},
}

// Known returns the names of the exporters, sorted.
func Known() []string { return site.Names(formats) }

// Write writes the files of the exporter of that name into d, and removes those
// of an earlier run that this crawl does not have. When ctx ends, so does Write,
// with the error of ctx; an unfinished file does not stay. Errors name the file
// at fault. An unknown name or GEXF version is an error that lists the known
// ones.
func Write(ctx context.Context, d *Dir, name string, c *site.Crawl, options Options) error {
	files, err := site.Lookup("exporter", name, formats)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.of != nil && !f.of(c) {
			if err := d.Remove(f.name); err != nil {
				return err
			}
			continue
		}
		if err := d.stream(ctx, f.name, func(o *out) error { return f.write(o, c, options) }); err != nil {
			return err
		}
	}
	return nil
}
