package run

import (
	"context"
	"html/template"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/report/atlas"
)

// writeSiteGraph writes the files of the graph of the sites that the chosen exporters have, and draws its map.
func writeSiteGraph(chosen config.Export, d *export.Dir, in *report.Sites) error {
	options := export.Options{GEXFVersion: chosen.GEXFVersion}
	for _, name := range chosen.Exporters {
		if err := export.WriteSiteGraph(context.Background(), d, name, in.Graph, options); err != nil {
			return err
		}
	}
	m := atlas.NewSites(in.Graph)
	html, style := m.Still()
	in.Map = &report.Picture{HTML: template.HTML(html), Style: style}
	if !slices.Contains(chosen.Exporters, "charts") {
		return nil
	}
	return writeMap(d, m)
}
