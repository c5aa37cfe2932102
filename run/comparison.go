package run

import (
	"context"
	"errors"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"

	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

// acrossFolder holds the files about all sites of a run, whose names begin with it.
const acrossFolder = "sites"

// AcrossDir is the folder of the files about all sites, and its name.
func (c Config) AcrossDir() (dir, name string) { return c.Path(acrossFolder), acrossFolder }

// WriteAcross writes the files about all sites together: a table, its rank correlations, and the report of the run.
// Sites without pages have no part in the comparison, but are named; it needs two others. The decisions of a site, or
// of sites that share a budget, are written too. With neither there are no files. What takes long is reported.
func (c Config) WriteAcross(results []Result, withReport bool, told Computing) (*export.Dir, error) {
	in := report.Sites{Version: Version}
	taken := c.compare(&in, results)
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
		if err = c.writeSiteGraph(d, &in); err == nil {
			in.Pages, err = c.writePageGraph(d, taken, told)
		}
		if err != nil {
			return nil, withAdvice(err)
		}
	}
	return d, withAdvice(writeAcross(d, in, sharing, withReport))
}

// compare adds the comparison of the sites, if there are two with pages, and returns the results of those.
func (c Config) compare(in *report.Sites, results []Result) (taken []Result) {
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

// LeftOut says why the site has no part in comparisons; "" if it has.
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

// Site is the origin of the site, or of its line if it has not begun.
func (res Result) Site() string {
	if res.Crawl == nil {
		return res.Host.URL.Origin()
	}
	return res.Crawl.Site
}

// line is the origin of the line of hosts.txt, "" if it is not known.
func (res Result) line() string {
	if res.Host.URL.Host == "" {
		return ""
	}
	return res.Host.URL.Origin()
}

// Files are those that were written, none without a folder.
func (res Result) Files() []export.File {
	if res.Dir == nil {
		return nil
	}
	return res.Dir.Files()
}

// ownReport is the place of the site's own report, seen from a folder; "" if it has none.
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
		columns := append([]string{"site", "complete", "group"}, in.Across.Columns...)
		if in.AnyAbout() {
			columns = append(columns, "name", "tags", "note")
		}
		err = errors.Join(
			export.WriteTable(ctx, d, "csv", columns, siteRows(in)),
			export.WriteTable(ctx, d, "correlations.csv", correlationColumns, correlationRows(in.Across)),
			d.WriteJSON("json", in.Across))
	}
	if len(sharing) > 0 {
		err = errors.Join(err, export.WriteTable(ctx, d, "budget.csv", budgetColumns, budgetRows(sharing)))
	}
	if err != nil || !withReport {
		return err
	}
	return d.Write("report.html", func(w io.Writer) error { return report.WriteSites(w, in) })
}

func siteRows(in report.Sites) iter.Seq2[[]export.Cell, error] {
	places := func(yield func(int) bool) {
		for i := 0; i < len(in.Across.Sites) && yield(i); i++ {
		}
	}
	return rows(places, func(row []export.Cell, i int) []export.Cell {
		s := in.Across.Sites[i]
		row = append(row, export.Text(s.Site), export.Text(strconv.FormatBool(s.Complete)), export.Text(s.Group))
		for _, v := range s.Values {
			row = append(row, figure(v))
		}
		if about := in.Members[i].About; in.AnyAbout() {
			row = append(row, export.Text(about.Name), export.Text(about.TagText()), export.Text(about.Note))
		}
		return row
	})
}

func figure(f stats.Figure) export.Cell {
	if !f.Known() {
		return export.Text("")
	}
	return export.Float(float64(f))
}

var correlationColumns = []string{"a", "b", "spearman_rho", "p", "sites"}

// correlationRows are the rows of sites.correlations.csv, one a pair of columns.
func correlationRows(a stats.Across) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		for i := range a.Columns {
			for j := range i {
				known, _ := a.Both(j, i)
				row := []export.Cell{export.Text(a.Columns[j]), export.Text(a.Columns[i]),
					figure(a.Rho[j][i]), figure(a.P[j][i]), export.Int(len(known))}
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// comparisonFolder holds the files of comparisons, one folder a site.
const comparisonFolder = "comparison"

// HasTimeline reports whether there is a timeline: not of crawls too large for Gephi.
func HasTimeline(s compare.Summary) bool { return s.A.Arcs+s.B.Arcs <= export.MostTimed }

// WriteComparison writes the files of a comparison into a folder of comparison/, in a folder of the output folder ("":
// that itself). Effects are those of changes that lie between both crawls, nil if these are unknown.
func (c Config) WriteComparison(folder, name string, d *compare.Difference, e *compare.Effects) (*export.Dir, error) {
	dir, err := export.NewDir(filepath.Join(c.Path(filepath.Join(folder, comparisonFolder)), name), name)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	err = errors.Join(
		dir.WriteJSON("compare.json", d.Summary()),
		export.WriteTable(ctx, dir, "changes.csv", changeColumns, changeRows(d)),
		export.WriteTable(ctx, dir, "arc_changes.csv", arcChangeColumns, arcChangeRows(d)))
	if err == nil && d.Summary().Problems != nil {
		err = export.WriteTable(ctx, dir, "problem_changes.csv", problemChangeColumns, problemChangeRows(d))
	}
	if err == nil && e != nil {
		err = writeEffects(ctx, dir, d, e)
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
	for _, f := range dir.Files() {
		in.Files = append(in.Files, f.Name)
	}
	return dir, dir.Write("report.html", func(w io.Writer) error { return report.WriteComparison(w, in) })
}

var changeColumns = []string{"change", "normalized_url_a", "normalized_url_b", "url_a", "url_b", "level_a", "level_b",
	"in_degree_a", "in_degree_b", "out_degree_a", "out_degree_b", "hash_a", "hash_b", "title_a", "title_b"}

func changeRows(d *compare.Difference) iter.Seq2[[]export.Cell, error] {
	return rows(d.Pages(), func(row []export.Cell, c compare.PageChange) []export.Cell {
		inA, inB := c.Change != compare.Added, c.Change != compare.Removed
		return append(row, export.Text(string(c.Change)),
			export.Text(c.A.Key), export.Text(c.B.Key), export.Text(c.A.URL), export.Text(c.B.URL),
			intIf(inA, c.A.Level), intIf(inB, c.B.Level), intIf(inA, c.A.InDegree), intIf(inB, c.B.InDegree),
			intIf(inA, c.A.OutDegree), intIf(inB, c.B.OutDegree),
			export.Text(c.A.Hash), export.Text(c.B.Hash), export.Text(c.A.Title), export.Text(c.B.Title))
	})
}

var arcChangeColumns = []string{"change", "source", "target", "weight_a", "weight_b"}

func arcChangeRows(d *compare.Difference) iter.Seq2[[]export.Cell, error] {
	return rows(d.Arcs(), func(row []export.Cell, c compare.ArcChange) []export.Cell {
		return append(row, export.Text(string(c.Change)), export.Text(c.Source), export.Text(c.Target),
			export.Int(int(c.WeightA)), export.Int(int(c.WeightB)))
	})
}
