package command

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/chart"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/report/sitemap"
	"sitegraph/site"
	"sitegraph/stats"
)

// reporter writes the files that tell of the numbers of one crawl. These are
// computed when the first of the files is written.
type reporter struct {
	crawl *site.Crawl
	// settings are those that change the graph.
	settings map[string]string
	// missing are the tables that the crawl was read without.
	missing []string
	// alone says that there will be no manifest beside the files.
	alone    bool
	progress stats.Progress
	analysis *stats.Analysis
	page     *report.Report
	drawn    *sitemap.Map
}

// reports are the exporters that join stats, report and export, which do not
// know each other.
var reports = map[string]func(*reporter, *export.Dir) error{
	"stats":  (*reporter).writeStats,
	"report": (*reporter).writeReport,
	"charts": (*reporter).writeCharts,
}

// numbers returns the analysis.
func (r *reporter) numbers() (*stats.Analysis, error) {
	if r.analysis == nil {
		a, err := stats.Analyse(r.crawl, r.progress)
		if err != nil {
			return nil, err
		}
		r.analysis = a
	}
	return r.analysis, nil
}

// writeStats writes stats.json and the tables measures.csv and problems.csv.
func (r *reporter) writeStats(d *export.Dir) error {
	a, err := r.numbers()
	if err != nil {
		return err
	}
	return errors.Join(
		d.Write("stats.json", func(w io.Writer) error { return stats.WriteJSON(w, a.Summary) }),
		export.WriteTable(context.Background(), d, "measures.csv", measureColumns, measureRows(r.crawl.Graph, &a.Values)),
		export.WriteTable(context.Background(), d, "problems.csv", problemColumns, problemRows(a.Occurrences(0))))
}

var measureColumns = []string{"Id", "pagerank", "hub", "authority", "betweenness", "harmonic", "clustering", "core",
	"community", "component", "region", "returns_home", "cut_off", "directory"}

// measureRows are the rows of measures.csv, one a page.
func measureRows(g *site.Graph, v *stats.Values) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for i := range g.Pages {
			row = append(row[:0], export.Int(i+1),
				export.Float(stats.Round(v.PageRank[i])), export.Float(stats.Round(v.Hub[i])), export.Float(stats.Round(v.Authority[i])),
				export.Float(stats.Round(v.Betweenness[i])), export.Float(stats.Round(v.Harmonic[i])), export.Float(stats.Round(v.Clustering[i])),
				export.Int(int(v.Core[i])), export.Int(int(v.Community[i])+1), export.Int(int(v.Component[i])+1),
				export.Text(v.Region[i].String()), export.Text(yesNo(v.Home[i])), export.Int(int(v.CutOff[i])), export.Int(int(v.Directory[i])+1))
			if !yield(row, nil) {
				return
			}
		}
	}
}

func yesNo(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

var problemColumns = []string{"kind", "page_id", "url", "detail", "sources", "source_count"}

// problemRows are the rows of problems.csv.
func problemRows(problems iter.Seq2[stats.Occurrence, error]) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for o, err := range problems {
			row = append(row[:0], export.Text(o.Kind), countIf(o.Page > 0, o.Page), export.Text(o.URL), export.Text(o.Detail),
				export.Text(ids(o.Sources)), countIf(o.SourceCount > 0 || len(o.Sources) == 0, o.SourceCount))
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// ids writes page ids with spaces between them.
func ids(pages []int) string {
	text := make([]string, len(pages))
	for i, id := range pages {
		text[i] = strconv.Itoa(id)
	}
	return strings.Join(text, " ")
}

// writeReport writes report.html.
func (r *reporter) writeReport(d *export.Dir) error {
	page, err := r.report()
	if err != nil {
		return err
	}
	m, err := r.picture()
	if err != nil {
		return err
	}
	html, style, script := m.Fragment()
	siteMap := &report.Picture{HTML: template.HTML(html), Style: style, Script: script}
	return d.Write("report.html", func(w io.Writer) error { return page.Write(w, siteMap, r.files(d)) })
}

// report builds the report once, for its page and its charts. It has no times:
// those are in the manifest, so that the same site always gives the same report.
func (r *reporter) report() (*report.Report, error) {
	if r.page != nil {
		return r.page, nil
	}
	a, err := r.numbers()
	if err != nil {
		return nil, err
	}
	crawl := *r.crawl
	crawl.Started, crawl.Finished = time.Time{}, time.Time{}
	in := report.Site{Crawl: &crawl, Analysis: *a, Version: version, Missing: r.missing}
	for name, value := range r.settings {
		if name == "[download] downloader" || name == "[download] folder" {
			continue // the same site gives the same report from a folder
		}
		in.Settings = append(in.Settings, report.Setting{Name: name, Value: value})
	}
	slices.SortFunc(in.Settings, func(a, b report.Setting) int { return cmp.Compare(a.Name, b.Name) })
	for o, err := range a.Occurrences(report.Occurrences) {
		if err != nil {
			return nil, err
		}
		in.Problems = append(in.Problems, o)
	}
	r.page = report.New(in)
	return r.page, nil
}

// files names the tables beside the report, those still to be written too.
func (r *reporter) files(d *export.Dir) []string {
	var names []string
	for _, f := range d.Files() {
		names = append(names, f.Name)
	}
	if !r.alone {
		names = append(names, r.crawl.Name+".manifest.json")
	}
	slices.Sort(names)
	return names
}

// picture is the map of the site.
func (r *reporter) picture() (*sitemap.Map, error) {
	if r.drawn != nil {
		return r.drawn, nil
	}
	a, err := r.numbers()
	if err != nil {
		return nil, err
	}
	communities := sitemap.Grouping{Name: "community", Of: a.Values.Community}
	communities.Labels = communityLabels(a.Communities.List)
	folders := sitemap.Grouping{Name: "folder", Of: a.Values.Directory}
	for _, dir := range a.Directories.List {
		folders.Labels = append(folders.Labels, dir.Path)
	}
	r.drawn = sitemap.New(sitemap.Input{Graph: r.crawl.Graph, Rank: a.Values.PageRank, Groups: []sitemap.Grouping{communities, folders}})
	return r.drawn, nil
}

// communityLabels names communities such that no two have the same name.
func communityLabels(list []stats.Community) []string {
	var labels []string
	same := map[string]int{}
	for _, c := range list {
		label := communityLabel(c)
		if same[label]++; same[label] > 1 {
			label += " (" + strconv.Itoa(same[label]) + ")"
		}
		labels = append(labels, label)
	}
	return labels
}

// communityLabel names a community by its words, or else by its folder.
func communityLabel(c stats.Community) string {
	if len(c.Words) > 0 {
		return strings.Join(c.Words, ", ")
	}
	return c.Prefix
}

// writeCharts writes the map and the charts of the report as pictures.
func (r *reporter) writeCharts(folder *export.Dir) error {
	d, err := folder.Sub("charts")
	if err != nil {
		return err
	}
	m, err := r.picture()
	if err != nil {
		return err
	}
	width, height := m.Size()
	picture := chart.NewPicture(m.Title(), chart.Size{Width: width, Height: height})
	m.Draw(picture)
	err = errors.Join(d.Write("map.svg", func(w io.Writer) error {
		_, err := w.Write(m.SVG())
		return err
	}), d.Write("map.png", picture.PNG))
	if err != nil {
		return err
	}
	page, err := r.report()
	if err != nil {
		return err
	}
	for _, c := range page.Charts() {
		err := errors.Join(d.Write(c.Name+".svg", c.SVG), d.Write(c.Name+".png", c.PNG))
		if err != nil {
			return err
		}
	}
	return d.Prune() // a part of the site may have had other charts than the whole
}
