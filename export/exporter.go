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
}

// formats maps the name of an exporter to its files.
var formats = map[string][]file{
	"aliases":  {{name: aliasesTable.name, write: writeAliases}},
	"bad":      {{name: badTable.name, write: writeBad}},
	"csv":      {{name: nodesTable.name, write: writeNodes}, {name: arcsName, write: writeArcs}},
	"external": {{name: externalTable.name, write: writeExternal}},
	"gexf":     {{name: "graph.gexf", write: writeGEXF}},
	"graphml":  {{name: "graph.graphml", write: writeGraphML}},
	"ledger":   {{name: ledgerTable.name, write: writeLedger}},
	"links":    {{name: linksTable.name, write: writeLinks}},
	"pajek":    {{name: "graph.net", write: writePajek}},
}

// Known returns the names that New takes, sorted.
func Known() []string { return site.Names(formats) }

// New returns the exporter of that name. An unknown name or GEXF version is
// an error that lists the known ones.
func New(name string, options Options) (Exporter, error) {
	files, err := site.Lookup("exporter", name, formats)
	if err != nil {
		return Exporter{}, err
	}
	if _, err := options.dialect(); err != nil {
		return Exporter{}, err
	}
	return Exporter{files: files, options: options}, nil
}

// Exporter writes the files of one format.
type Exporter struct {
	files   []file
	options Options
}

// Export writes the files into d. When ctx ends, so does Export, with the error
// of ctx; an unfinished file does not stay. Errors name the file at fault.
func (e Exporter) Export(ctx context.Context, d *Dir, c *site.Crawl) error {
	for _, f := range e.files {
		if err := d.stream(ctx, f.name, func(o *out) error { return f.write(o, c, e.options) }); err != nil {
			return err
		}
	}
	return nil
}
