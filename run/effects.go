package run

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"sitegraph/export"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

func writeEffects(ctx context.Context, dir *export.Dir, d *compare.Difference, e *compare.Effects) error {
	err := errors.Join(
		export.WriteTable(ctx, dir, "unreachable.csv", lossColumns, lossRows(e)),
		export.WriteTable(ctx, dir, "pagerank_changes.csv", rankColumns, rankRows(e)),
		dir.Write("maps.svg", func(w io.Writer) error {
			_, err := w.Write(mapsBeside(d, e))
			return err
		}))
	if err == nil && e.Backlinks != nil {
		err = export.WriteTable(ctx, dir, "backlinks.csv", backlinkColumns, backlinkRows(e))
	}
	return err
}

var lossColumns = []string{"url", "title", "level", "lines"}

func lossRows(e *compare.Effects) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(e.Losses), func(row []export.Cell, l compare.Loss) []export.Cell {
		var lines []string
		for _, n := range l.Changes {
			lines = append(lines, strconv.Itoa(n))
		}
		return append(row, export.Text(l.URL), export.Text(l.Title), export.Int(l.Level),
			export.Text(strings.Join(lines, " ")))
	})
}

var rankColumns = []string{"url_a", "url_b", "pagerank_a", "pagerank_b", "gain"}

func rankRows(e *compare.Effects) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(e.Ranks), func(row []export.Cell, r compare.RankChange) []export.Cell {
		return append(row, export.Text(r.A.URL), export.Text(r.B.URL), export.Float(r.RankA), export.Float(r.RankB),
			export.Float(r.Gain()))
	})
}

var backlinkColumns = []string{"source", "target", "fate", "status", "to", "line"}

func backlinkRows(e *compare.Effects) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(e.Backlinks), func(row []export.Cell, b compare.Backlink) []export.Cell {
		return append(row, export.Text(b.Source), export.Text(b.Target), export.Text(string(b.Fate)),
			intIf(b.Status > 0, b.Status), export.Text(b.To), intIf(b.Change > 0, b.Change))
	})
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
