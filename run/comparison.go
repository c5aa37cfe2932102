package run

import (
	"context"
	"errors"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/allpages"
	"sitegraph/stats/compare"
)

const acrossFolder = "sites" // folder and prefix of the files about all sites

// AcrossDir returns the folder of the files about all sites and its name.
func (c Config) AcrossDir() (dir, name string) { return c.Path(acrossFolder), acrossFolder }

// WriteAcross writes the files about all sites, with a table, rank correlations and the report of the run. It compares
// sites with pages, if there are at least two, and names the others. It also writes the decisions of a site or of sites
// that share a budget. With nothing to compare and no decisions it writes nothing.
func (c Config) WriteAcross(results []Result, withReport bool, told Computing) (*export.Dir, error) {
	in := report.Sites{Version: Version}
	taken := compareSites(c, &in, results)
	sharing := sharing(results)
	if len(in.Members) == 0 && len(sharing) == 0 {
		return nil, nil
	}
	in.Budget = budgetOf(sharing)
	for _, res := range sharing {
		in.Reports = append(in.Reports, res.ownReport(c.Path(acrossFolder)))
	}
	d, err := export.NewDir(c.Path(acrossFolder), acrossFolder)
	if err != nil {
		return nil, err
	}
	if in.Graph != nil {
		if err = writeSiteGraph(c.Export, d, &in); err == nil {
			in.Pages, err = writePageGraph(c.Export, d, taken, told)
		}
		if err != nil {
			return nil, withAdvice(err)
		}
	}
	return d, withAdvice(writeAcross(d, in, sharing, withReport))
}

// compareSites adds the comparison of sites with pages, if there are at least two, and returns their results.
func compareSites(c Config, in *report.Sites, results []Result) (taken []Result) {
	var summaries []*stats.Summary
	var members []report.Member
	var leftOut []stats.LeftOut
	var linking []stats.Linking
	for _, res := range results {
		if why := res.LeftOut(); why != "" {
			leftOut = append(leftOut, stats.LeftOut{Site: res.Site(), Reason: why})
		} else if res.Stats != nil && res.Dir != nil {
			taken, summaries = append(taken, res), append(summaries, res.Stats)
			linking = append(linking, stats.Linking{Summary: res.Stats, Line: res.line(), About: res.Host.About,
				Members: res.Crawl.Members})
			members = append(members, report.Member{Summary: *res.Stats, Report: res.ownReport(c.Path(acrossFolder)),
				About: res.Host.About})
		}
	}
	if len(summaries) >= 2 {
		in.Members, in.Across = members, stats.CompareSites(summaries)
		in.Across.LeftOut = leftOut
		graph, numbers := stats.GraphOfSites(linking, c.Export.LinkedHosts)
		in.Graph, in.Across.Graph = graph, &numbers
	}
	return taken
}

// LeftOut returns the reason why the site is missing from comparisons, or "".
func (res Result) LeftOut() string {
	switch {
	case res.without != "":
		return res.without
	case res.Err != nil:
		return "error"
	case res.Crawl == nil:
		return "not started"
	case res.Crawl.Counts.Pages > 0:
		return ""
	case len(res.Crawl.Notes) > 0:
		return res.Crawl.Notes[len(res.Crawl.Notes)-1]
	}
	return "no pages: " + string(res.Crawl.Ended)
}

// Site returns the site's origin, or its line's origin if the crawl has not begun.
func (res Result) Site() string {
	if res.Crawl == nil {
		return res.Host.URL.Origin()
	}
	return res.Crawl.Site
}

// line returns the origin in the line of hosts.txt, or "" if unknown.
func (res Result) line() string {
	if res.Host.URL.Host == "" {
		return ""
	}
	return res.Host.URL.Origin()
}

// Files returns the files written.
func (res Result) Files() []export.File {
	if res.Dir == nil {
		return nil
	}
	return res.Dir.Files()
}

// ownReport returns the path of the site's own report relative to a folder, or "" if it has none.
func (res Result) ownReport(from string) string {
	if res.Crawl == nil {
		return ""
	}
	name := res.Crawl.Name + ".report.html"
	if !slices.ContainsFunc(res.Files(), func(f export.File) bool { return f.Name == name }) {
		return ""
	}
	place, err := filepath.Rel(from, filepath.Join(res.Dir.Path(), name))
	if err != nil {
		return ""
	}
	return filepath.ToSlash(place)
}

func writeAcross(d *export.Dir, in report.Sites, sharing []Result, withReport bool) error {
	ctx := context.Background()
	var err error
	if len(in.Members) > 0 {
		var about []site.About
		for _, m := range in.Members {
			if in.AnyAbout() {
				about = append(about, m.About)
			}
		}
		err = errors.Join(export.Sites(&in.Across, about).Write(ctx, d),
			export.Correlations(&in.Across).Write(ctx, d), d.WriteJSON("json", in.Across))
	}
	if len(sharing) > 0 {
		err = errors.Join(err, export.Budget(budgetRows(sharing)).Write(ctx, d))
	}
	if err != nil || !withReport {
		return err
	}
	return d.Write("report.html", func(w io.Writer) error { return report.WriteSites(w, in) })
}

const comparisonFolder = "comparison" // has a folder per site

// HasTimeline reports whether both crawls together are small enough for a timeline in Gephi.
func HasTimeline(s compare.Summary) bool { return s.A.Arcs+s.B.Arcs <= export.MaxTimed }

// WriteComparison writes the files of a comparison into comparison/, which is in a folder of the output folder ("" is
// the output folder itself). e are the effects of the changes between the crawls, nil if unknown.
func (c Config) WriteComparison(folder, name string, d *compare.Difference, e *compare.Effects) (*export.Dir, error) {
	dir, err := export.NewDir(filepath.Join(c.Path(filepath.Join(folder, comparisonFolder)), name), name)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	err = errors.Join(dir.WriteJSON("compare.json", d.Summary()), export.WriteChanges(ctx, dir, d))
	if err == nil && e != nil {
		err = errors.Join(export.WriteEffects(ctx, dir, e), writeSVG(dir, "maps.svg", mapsBeside(d, e)))
	}
	if err != nil {
		return nil, err
	}
	if HasTimeline(d.Summary()) {
		options := export.Options{GEXFVersion: c.Export.GEXFVersion, SelfLoops: c.Export.SelfLoops}
		if err := export.WriteTimeline(ctx, dir, "timeline.gexf", d, options); err != nil {
			return nil, err
		}
	}
	in := report.Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(), Version: Version, Effects: e,
		Problems: d.Problems()}
	in.Files = site.Each(dir.Files(), func(f export.File) string { return f.Name })
	return dir, dir.Write("report.html", func(w io.Writer) error { return report.WriteComparison(w, in) })
}

// mapsBeside draws the maps of both crawls side by side, with the same colours for the same folders.
func mapsBeside(d *compare.Difference, e *compare.Effects) []byte {
	a, b := d.Graphs()
	folders := atlas.Folders(a, b)
	draw := func(g *site.Graph, rank []float64, of atlas.Grouping) *atlas.Map {
		return atlas.New(atlas.Input{Graph: g, Rank: rank, Groups: []atlas.Grouping{of}})
	}
	return atlas.Beside(draw(a, e.RankA, folders[0]), draw(b, e.RankB, folders[1]), [2]string{"before", "after"})
}

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
