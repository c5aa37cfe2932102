package command

import (
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"

	"github.com/spf13/cobra"

	"sitegraph/compare"
	"sitegraph/export"
	"sitegraph/report"
	"sitegraph/site"
)

// mostTimed is the number of arcs of both crawls together up to which a
// timeline is written: beyond it the file has gigabytes, which Gephi does not
// open.
const mostTimed = 2_000_000

// comparisonFolder holds the files of comparisons, one folder a site.
const comparisonFolder = "comparison"

// runCompare tells what has changed between the crawls of two result folders.
func runCompare(cmd *cobra.Command, c console, f *flags, a, b string) error {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	matched, alone, err := pairs(a, b)
	if err != nil {
		return usage(err)
	}
	for i, pair := range matched {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := s.compare(pair[0], pair[1]); err != nil {
			return err
		}
	}
	for _, dir := range alone {
		s.warn("%s has no counterpart", dir)
	}
	return nil
}

// compare writes the files of one comparison and shows its counts.
func (s *setup) compare(dirA, dirB string) error {
	a, err := readFolder(dirA)
	if err != nil {
		return err
	}
	b, err := readFolder(dirB)
	if err != nil {
		return err
	}
	s.tellVersion(a.folder)
	s.tellVersion(b.folder)
	d := compare.New(a.crawl, b.crawl, compare.Judge(a.settings(s), b.settings(s)))
	fmt.Fprintf(s.console.out, "%s, from %s to %s\n\n", site.Show(b.crawl.Site), dirA, dirB)
	if err := compare.WriteTable(s.console.out, d.Summary()); err != nil {
		return err
	}
	name := filepath.Base(b.folder.Name())
	dir, err := export.NewDir(filepath.Join(s.path(comparisonFolder), name), name)
	if err != nil {
		return err
	}
	if err := s.writeComparison(dir, d, a.crawl, b.crawl); err != nil {
		return err
	}
	fmt.Fprintln(s.console.out)
	for _, file := range dir.Files() {
		fmt.Fprintf(s.console.out, "  %s\n", filepath.Join(dir.Path(), file.Name))
	}
	return nil
}

func (s *setup) writeComparison(dir *export.Dir, d *compare.Difference, a, b *site.Crawl) error {
	ctx := context.Background()
	if err := dir.Write("compare.json", func(w io.Writer) error { return compare.WriteJSON(w, d.Summary()) }); err != nil {
		return err
	}
	if err := export.WriteTable(ctx, dir, "changes.csv", changeColumns, changeRows(d)); err != nil {
		return err
	}
	if err := export.WriteTable(ctx, dir, "arc_changes.csv", arcChangeColumns, arcChangeRows(d)); err != nil {
		return err
	}
	if arcs := a.Graph.Arcs() + b.Graph.Arcs(); arcs > mostTimed {
		s.say("sitegraph: no timeline.gexf: %d arcs are more than Gephi opens", arcs)
	} else if err := export.WriteTimeline(ctx, dir, "timeline.gexf", timeline(d, a, b), export.Options{GEXFVersion: s.Export.GEXFVersion, SelfLoops: s.Export.SelfLoops}); err != nil {
		return err
	}
	in := report.Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(), Version: version}
	for _, f := range dir.Files() {
		in.Files = append(in.Files, f.Name)
	}
	return dir.Write("report.html", func(w io.Writer) error { return report.WriteComparison(w, in) })
}

var changeColumns = []string{"change", "normalized_url_a", "normalized_url_b", "url_a", "url_b", "level_a", "level_b",
	"in_degree_a", "in_degree_b", "out_degree_a", "out_degree_b", "hash_a", "hash_b", "title_a", "title_b"}

// changeRows are the rows of changes.csv.
func changeRows(d *compare.Difference) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for c := range d.Pages() {
			inA, inB := c.Change != compare.Added, c.Change != compare.Removed
			row = append(row[:0], export.Text(string(c.Change)), export.Text(c.A.Key), export.Text(c.B.Key), export.Text(c.A.URL), export.Text(c.B.URL),
				countIf(inA, c.A.Level), countIf(inB, c.B.Level), countIf(inA, c.A.InDegree), countIf(inB, c.B.InDegree),
				countIf(inA, c.A.OutDegree), countIf(inB, c.B.OutDegree),
				export.Text(c.A.Hash), export.Text(c.B.Hash), export.Text(c.A.Title), export.Text(c.B.Title))
			if !yield(row, nil) {
				return
			}
		}
	}
}

// countIf is a cell with a number, or an empty one.
func countIf(known bool, n int) export.Cell {
	if !known {
		return export.Cell{}
	}
	return export.Int(n)
}

var arcChangeColumns = []string{"change", "source", "target", "weight_a", "weight_b"}

// arcChangeRows are the rows of arc_changes.csv.
func arcChangeRows(d *compare.Difference) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for c := range d.Arcs() {
			row = append(row[:0], export.Text(string(c.Change)), export.Text(c.Source), export.Text(c.Target), export.Int(int(c.WeightA)), export.Int(int(c.WeightB)))
			if !yield(row, nil) {
				return
			}
		}
	}
}

// timeline is both graphs in one.
func timeline(d *compare.Difference, a, b *site.Crawl) export.Timeline {
	return export.Timeline{Site: b.Site, First: a.Finished, Second: b.Finished,
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
				if !yield(export.TimelineEdge{Source: u.Source, Target: u.Target, First: u.WeightA, Second: u.WeightB}) {
					return
				}
			}
		}}
}

func timelineState(s compare.State) export.TimelineState {
	return export.TimelineState{URL: s.URL, Key: s.Key, Title: s.Title, Level: s.Level, InDegree: s.InDegree, OutDegree: s.OutDegree}
}
