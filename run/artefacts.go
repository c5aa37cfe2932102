package run

import (
	"context"
	"errors"
	"html/template"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
)

// artefacts writes the files of one crawl. It makes each computation once, for the first file that needs it.
type artefacts struct {
	Config
	crawl      *site.Crawl
	dir        *export.Dir
	settings   map[string]string // for the report
	missing    []string          // tables that were missing when the crawl was read
	noManifest bool              // the files get no manifest
	struck     *struck.List      // rows struck out, which the crawl does not have

	numbers func() (*stats.Analysis, error)
	report  func() (*report.Report, error)
	picture func() (*atlas.Map, error)
	summary *stats.Summary // nil if no file needed it
}

func newArtefacts(c Config, crawl *site.Crawl, dir *export.Dir, settings map[string]string,
	report Computing) *artefacts {
	a := &artefacts{Config: c, crawl: export.AsWritten(crawl), dir: dir, settings: inReport(c, settings)}
	a.numbers = sync.OnceValues(func() (*stats.Analysis, error) { return a.analyse(report) })
	a.report, a.picture = sync.OnceValues(a.buildReport), sync.OnceValues(a.drawMap)
	return a
}

func writers() map[string]func(*artefacts) error {
	all := map[string]func(*artefacts) error{
		"stats":   (*artefacts).writeStats,
		"report":  (*artefacts).writeReport,
		"charts":  (*artefacts).writeCharts,
		"xlsx":    (*artefacts).writeWorkbook,
		"tickets": (*artefacts).writeTickets,
		"pages":   func(*artefacts) error { return nil }, // of all sites, see writePageGraph
	}
	for _, name := range export.Known() {
		all[name] = func(a *artefacts) error { return a.writeGraph(name) }
	}
	return all
}

func (a *artefacts) write(names []string) error {
	known := writers()
	for _, name := range names {
		if name == "aliases" && !a.Duplicates.Save {
			continue
		}
		if err := known[name](a); err != nil {
			return err
		}
	}
	return nil
}

// writeGraph writes the files of an exporter in package export, also for stopped crawls.
func (a *artefacts) writeGraph(name string) error {
	options := a.options()
	if slices.Contains([]string{"gexf", "graphml", "parquet"}, name) {
		if err := a.measured(&options); err != nil {
			return err
		}
	}
	return export.Write(context.Background(), a.dir, name, a.crawl, options)
}

func (a *artefacts) options() export.Options {
	return export.Options{GEXFVersion: a.Export.GEXFVersion, SelfLoops: a.Export.SelfLoops,
		DirectoryDepth: a.Export.DirectoryDepth, Facts: a.Export.Facts}
}

// measured adds the page measures in the settings to a graph's options.
func (a *artefacts) measured(options *export.Options) error {
	byCommunity := a.Export.NodeColor == "community"
	if !a.Export.Measures && !byCommunity {
		return nil
	}
	n, err := a.numbers()
	if err != nil {
		return err
	}
	if a.Export.Measures {
		foreign := func(m export.Measure) bool { return !slices.Contains(inGraphs, m.Name) }
		options.Measures = append(slices.DeleteFunc(measuresOf(n), foreign), a.further(n)...)
	}
	if byCommunity {
		options.Communities = n.Values.Community
	}
	return nil
}

func (a *artefacts) analyse(report Computing) (*stats.Analysis, error) {
	analysis, err := a.Analyse(a.crawl, a.struck.All(), func(measure string, share float64) {
		report(a.crawl.Site, measure, share)
	})
	if err != nil {
		return nil, err
	}
	a.summary = new(analysis.Summary)
	return analysis, nil
}

// writeStats writes stats.json, measures.csv, reach.csv, hosts.csv and problems.csv. Agents have only the first two. If
// only the number of external links was kept, there is no hosts.csv, which would look as if there were none.
func (a *artefacts) writeStats() error {
	n, err := a.numbers()
	if err != nil {
		return err
	}
	ctx := context.Background()
	all := slices.Concat(measuresOf(n), a.further(n), a.times())
	err = errors.Join(
		a.dir.Write("stats.json", func(w io.Writer) error { return stats.WriteJSON(export.CleanJSON(w), n.Summary) }),
		export.Measures(a.crawl.Graph, all).Write(ctx, a.dir))
	if err != nil || a.crawl.Searched != nil {
		return err
	}
	if err := a.writeReach(n.Reach); err != nil {
		return err
	}
	if hosts := n.Outside.Hosts; len(hosts) > 0 || n.Summary.ExternalLinks.Total == 0 {
		if err := export.Hosts(hosts).Write(ctx, a.dir); err != nil {
			return err
		}
	}
	return a.problems(n).Write(ctx, a.dir)
}

func (a *artefacts) writeReport() error {
	return a.drawn("report.html", func(r *report.Report, m *atlas.Map, w io.Writer) error {
		html, style, script := m.Fragment()
		return r.Write(w, &report.Picture{HTML: template.HTML(html), Style: style, Script: script}, a.files())
	})
}

func (a *artefacts) writeSummary() error {
	return a.drawn("summary.html", func(r *report.Report, m *atlas.Map, w io.Writer) error {
		html, style := m.Still()
		return r.WriteSummary(w, &report.Picture{HTML: template.HTML(html), Style: style})
	})
}

// drawn writes a file from the report and the map.
func (a *artefacts) drawn(name string, write func(*report.Report, *atlas.Map, io.Writer) error) error {
	r, err := a.report()
	if err != nil {
		return err
	}
	m, err := a.picture()
	if err != nil {
		return err
	}
	return a.dir.Write(name, func(w io.Writer) error { return write(r, m, w) })
}

// buildReport builds the report. The only time in it is the day on which the crawl began, which the journal keeps, so
// interruptions do not change it. The manifest has the other times.
func (a *artefacts) buildReport() (*report.Report, error) {
	n, err := a.numbers()
	if err != nil {
		return nil, err
	}
	crawl := *a.crawl
	crawl.Started, crawl.Finished = crawl.Started.UTC().Truncate(24*time.Hour), time.Time{}
	in := report.Site{Crawl: &crawl, Analysis: *n, Version: Version, Missing: a.missing,
		Settings: shownSettings(a.settings)}
	for _, f := range a.dir.Files() {
		if f.Name == a.crawl.Name+".nodes.csv" || f.Name == a.crawl.Name+".arcs.csv" {
			in.Digests = append(in.Digests, report.Digest{File: f.Name, SHA256: f.SHA256})
		}
	}
	for o, err := range n.Occurrences(report.Occurrences) {
		if err != nil {
			return nil, err
		}
		in.Problems = append(in.Problems, o)
	}
	return report.New(in), nil
}

func shownSettings(all map[string]string) []report.Setting {
	return site.Each(slices.Sorted(maps.Keys(all)), func(name string) report.Setting {
		return report.Setting{Name: name, Value: all[name]}
	})
}

func (a *artefacts) files() []string {
	names := site.Each(a.dir.Files(), func(f export.File) string { return f.Name })
	if !a.noManifest {
		names = append(names, a.crawl.Name+".manifest.json")
	}
	slices.Sort(names)
	return names
}

func (a *artefacts) drawMap() (*atlas.Map, error) {
	n, err := a.numbers()
	if err != nil {
		return nil, err
	}
	communities := atlas.Grouping{Name: "community", Of: n.Values.Community,
		Labels: communityLabels(n.Communities.List)}
	folders := atlas.Grouping{Name: "folder", Of: n.Values.Directory}
	for _, dir := range n.Directories.List {
		folders.Labels = append(folders.Labels, dir.Path)
	}
	return atlas.New(atlas.Input{Graph: a.crawl.Graph, Rank: n.Values.PageRank,
		Groups: []atlas.Grouping{communities, folders}}), nil
}

// communityLabels names communities by their folder. The map names the others, and all but the first in a folder, by
// their best page.
func communityLabels(list []stats.Community) []string {
	labels, named := make([]string, len(list)), map[string]bool{"/": true}
	for i, c := range list {
		if !named[c.Prefix] {
			labels[i], named[c.Prefix] = c.Prefix, true
		}
	}
	return labels
}

func writeSVG(d *export.Dir, name string, svg []byte) error {
	return d.Write(name, func(w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}

func (a *artefacts) writeCharts() error {
	d, err := a.dir.Sub("charts")
	if err != nil {
		return err
	}
	m, err := a.picture()
	if err != nil {
		return err
	}
	if err := writeSVG(d, "map.svg", m.SVG()); err != nil {
		return err
	}
	r, err := a.report()
	if err != nil {
		return err
	}
	for _, c := range r.Charts() {
		if err := d.Write(c.Name+".svg", c.SVG); err != nil {
			return err
		}
	}
	return d.Prune() // an earlier, smaller crawl may have had other charts
}
