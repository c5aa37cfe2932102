package run

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"

	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/stats"
)

// acrossFolder holds the files about all sites of a run, whose names begin with
// it.
const acrossFolder = "sites"

// WriteAcross writes the files about all sites together: a table, its rank
// correlations, and the report of the run. Sites without pages have no part in
// the comparison, but are named. With fewer than two others there are no files.
func (c Config) WriteAcross(results []Result, withReport bool) (*export.Dir, error) {
	in := report.Sites{Version: Version}
	var summaries []*stats.Summary
	for _, res := range results {
		if res.LeftOut() == "" && res.Stats != nil && res.Dir != nil {
			summaries = append(summaries, res.Stats)
			member := report.Member{Summary: *res.Stats, Report: res.ownReport(c.Path(acrossFolder))}
			in.Members = append(in.Members, member)
		}
	}
	if len(summaries) < 2 {
		return nil, nil
	}
	in.Across = stats.CompareSites(summaries)
	for _, res := range results {
		if why := res.LeftOut(); why != "" {
			in.Across.LeftOut = append(in.Across.LeftOut, stats.LeftOut{Site: res.Site(), Reason: why})
		}
	}
	d, err := export.NewDir(c.Path(acrossFolder), acrossFolder)
	if err != nil {
		return nil, err
	}
	return d, withAdvice(writeAcross(d, in, withReport))
}

// LeftOut says why the site has no part in comparisons; "" if it has.
func (res Result) LeftOut() string {
	switch {
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

// Files are those that were written, none without a folder.
func (res Result) Files() []export.File {
	if res.Dir == nil {
		return nil
	}
	return res.Dir.Files()
}

// ownReport is the place of the site's own report, seen from a folder.
func (res Result) ownReport(from string) string {
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

func writeAcross(d *export.Dir, in report.Sites, withReport bool) error {
	ctx := context.Background()
	columns := append([]string{"site", "complete", "group"}, in.Across.Columns...)
	if err := export.WriteTable(ctx, d, "csv", columns, siteRows(in.Across)); err != nil {
		return err
	}
	err := export.WriteTable(ctx, d, "correlations.csv", correlationColumns, correlationRows(in.Across))
	if err != nil {
		return err
	}
	err = d.Write("json", func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(in.Across)
	})
	if err != nil || !withReport {
		return err
	}
	return d.Write("report.html", func(w io.Writer) error { return report.WriteSites(w, in) })
}

// siteRows are the rows of sites.csv.
func siteRows(a stats.Across) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(a.Sites), func(row []export.Cell, s stats.SiteRow) []export.Cell {
		row = append(row, export.Text(s.Site), export.Text(strconv.FormatBool(s.Complete)), export.Text(s.Group))
		for _, v := range s.Values {
			row = append(row, export.Float(v))
		}
		return row
	})
}

var correlationColumns = []string{"a", "b", "spearman_rho", "p", "sites"}

// correlationRows are the rows of sites.correlations.csv, one a pair of
// columns.
func correlationRows(a stats.Across) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		for i := range a.Columns {
			for j := range i {
				row := []export.Cell{export.Text(a.Columns[j]), export.Text(a.Columns[i]),
					export.Float(a.Rho[j][i]), export.Float(a.P[j][i]), export.Int(len(a.Sites))}
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}
