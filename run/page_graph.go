package run

import (
	"context"
	"html/template"
	"io"
	"os"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/allpages"
)

// writePageGraph writes the graph of all sites' pages, if wanted, from the tables in the result folders.
func writePageGraph(chosen config.Export, d *export.Dir, results []Result, report Computing) (*stats.PageGraph, error) {
	if !slices.Contains(chosen.Exporters, "pages") {
		return nil, nil
	}
	var sites []allpages.Site
	for i, res := range results {
		crawled := res.Crawl.Name + ".nodes.csv"
		if !slices.ContainsFunc(res.Files(), func(f export.File) bool { return f.Name == crawled }) {
			return nil, nil // reports of finished crawls have no tables
		}
		sites = append(sites, allpages.Site{Origin: res.Site(), ID: i + 1, Pages: res.Stats.Pages,
			Crawl: func() (*site.Crawl, error) {
				folder, err := export.Open(res.Dir.Path())
				if err != nil {
					return nil, err
				}
				return folder.Crawl()
			}})
	}
	files, err := export.NewPageGraph(context.Background(), d, slices.Contains(chosen.Exporters, "webgraph"))
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(d.Path(), ".tmp-pages-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	sum, err := allpages.Write(work, sites, files, func(what string, share float64) {
		if report != nil {
			report("all sites", what, share)
		}
	})
	if err == nil {
		err = files.Prune()
	}
	if err == nil {
		err = d.Write("pages.json", func(w io.Writer) error { return stats.WritePageGraph(w, sum) })
	}
	return &sum, err
}

// writeSiteGraph writes the graph of sites in the chosen formats and draws its map.
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
	return writeSVG(d, "map.svg", m.SVG())
}
