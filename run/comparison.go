package run

import (
	"context"
	"io"
	"iter"
	"path/filepath"

	"sitegraph/compare"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/site"
)

// mostTimed is the number of arcs of both crawls together up to which a
// timeline is written: above it the file has gigabytes, which Gephi does not
// open.
const mostTimed = 2_000_000

// comparisonFolder holds the files of comparisons, one folder a site.
const comparisonFolder = "comparison"

// Comparison is the difference of two crawls of a site.
type Comparison struct {
	*compare.Difference
	// A is the earlier crawl, B the later one.
	A, B *site.Crawl
}

// HasTimeline reports whether there is a timeline: not of crawls too large for
// Gephi.
func (c Comparison) HasTimeline() bool { return c.A.Graph.Arcs()+c.B.Graph.Arcs() <= mostTimed }

// WriteComparison writes the files of a comparison into a folder of
// comparison/.
func (c Config) WriteComparison(name string, d Comparison) (*export.Dir, error) {
	dir, err := export.NewDir(filepath.Join(c.Path(comparisonFolder), name), name)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	err = dir.Write("compare.json", func(w io.Writer) error { return compare.WriteJSON(w, d.Summary()) })
	if err != nil {
		return nil, err
	}
	if err := export.WriteTable(ctx, dir, "changes.csv", changeColumns, changeRows(d)); err != nil {
		return nil, err
	}
	if err := export.WriteTable(ctx, dir, "arc_changes.csv", arcChangeColumns, arcChangeRows(d)); err != nil {
		return nil, err
	}
	if d.HasTimeline() {
		options := export.Options{GEXFVersion: c.Export.GEXFVersion, SelfLoops: c.Export.SelfLoops}
		if err := export.WriteTimeline(ctx, dir, "timeline.gexf", timeline(d), options); err != nil {
			return nil, err
		}
	}
	in := report.Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(), Version: Version}
	for _, f := range dir.Files() {
		in.Files = append(in.Files, f.Name)
	}
	return dir, dir.Write("report.html", func(w io.Writer) error { return report.WriteComparison(w, in) })
}

var changeColumns = []string{"change", "normalized_url_a", "normalized_url_b", "url_a", "url_b", "level_a", "level_b",
	"in_degree_a", "in_degree_b", "out_degree_a", "out_degree_b", "hash_a", "hash_b", "title_a", "title_b"}

// changeRows are the rows of changes.csv.
func changeRows(d Comparison) iter.Seq2[[]export.Cell, error] {
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

// arcChangeRows are the rows of arc_changes.csv.
func arcChangeRows(d Comparison) iter.Seq2[[]export.Cell, error] {
	return rows(d.Arcs(), func(row []export.Cell, c compare.ArcChange) []export.Cell {
		return append(row, export.Text(string(c.Change)), export.Text(c.Source), export.Text(c.Target),
			export.Int(int(c.WeightA)), export.Int(int(c.WeightB)))
	})
}

// timeline is both graphs in one.
func timeline(d Comparison) export.Timeline {
	return export.Timeline{Site: d.B.Site, First: d.A.Finished, Second: d.B.Finished,
		Nodes: func(yield func(export.TimelineNode) bool) {
			var first, second export.TimelineState
			for c := range d.Union() {
				n := export.TimelineNode{Change: string(c.Change)}
				if c.Change != compare.Added {
					first, n.First = timelineState(c.A), &first
				}
				if c.Change != compare.Removed {
					second, n.Second = timelineState(c.B), &second
				}
				if !yield(n) {
					return
				}
			}
		},
		Edges: func(yield func(export.TimelineEdge) bool) {
			for u := range d.UnionArcs() {
				edge := export.TimelineEdge{Source: u.Source, Target: u.Target, First: u.WeightA, Second: u.WeightB}
				if !yield(edge) {
					return
				}
			}
		}}
}

func timelineState(s compare.State) export.TimelineState {
	return export.TimelineState{URL: s.URL, Key: s.Key, Title: s.Title, Level: s.Level,
		InDegree: s.InDegree, OutDegree: s.OutDegree}
}
