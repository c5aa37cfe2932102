package command

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"path/filepath"
	"slices"

	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/stats"
)

// sitesFolder holds the files about all sites of a run, whose names begin with
// it.
const sitesFolder = "sites"

// writeSites writes the files about all sites together: a table, its rank
// correlations, and the report of the run. One site alone, or sites without
// numbers, have none.
func (s *setup) writeSites(results []result, withReport bool) (*export.Dir, error) {
	in := report.Sites{Version: version}
	var summaries []*stats.Summary
	for _, res := range results {
		if res.err != nil || res.stats == nil || res.dir == nil {
			continue
		}
		summaries = append(summaries, res.stats)
		in.Members = append(in.Members, report.Member{Summary: *res.stats, Report: res.ownReport(s.path(sitesFolder))})
	}
	if len(summaries) < 2 {
		return nil, nil
	}
	in.Across = stats.CompareSites(summaries)
	d, err := export.NewDir(s.path(sitesFolder), sitesFolder)
	if err != nil {
		return nil, err
	}
	return d, whenFull(s.writeAcross(d, in, withReport))
}

// ownReport is the place of the site's own report, seen from a folder.
func (res result) ownReport(from string) string {
	name := res.crawl.Name + ".report.html"
	if !slices.ContainsFunc(res.written(), func(f export.File) bool { return f.Name == name }) {
		return ""
	}
	place, err := filepath.Rel(from, filepath.Join(res.dir.Path(), name))
	if err != nil {
		return ""
	}
	return filepath.ToSlash(place)
}

func (s *setup) writeAcross(d *export.Dir, in report.Sites, withReport bool) error {
	ctx := context.Background()
	columns := append([]string{"site", "complete", "group"}, in.Across.Columns...)
	if err := export.WriteTable(ctx, d, "csv", columns, siteRows(in.Across)); err != nil {
		return err
	}
	if err := export.WriteTable(ctx, d, "correlations.csv", correlationColumns, correlationRows(in.Across)); err != nil {
		return err
	}
	err := d.Write("json", func(w io.Writer) error {
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
	return func(yield func([]export.Cell, error) bool) {
		for _, s := range a.Sites {
			row := []export.Cell{export.Text(s.Site), export.Text(yesNo(s.Complete)), export.Text(s.Group)}
			for _, v := range s.Values {
				row = append(row, export.Float(v))
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

var correlationColumns = []string{"a", "b", "spearman_rho", "p", "sites"}

// correlationRows are the rows of sites.correlations.csv, one a pair of
// columns.
func correlationRows(a stats.Across) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		for i := range a.Columns {
			for j := range i {
				row := []export.Cell{export.Text(a.Columns[j]), export.Text(a.Columns[i]), export.Float(a.Rho[j][i]), export.Float(a.P[j][i]), export.Int(len(a.Sites))}
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}
