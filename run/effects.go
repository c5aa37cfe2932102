package run

import (
	"context"
	"errors"
	"io"

	"sitegraph/export"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

func writeEffects(ctx context.Context, dir *export.Dir, d *compare.Difference, e *compare.Effects) error {
	return errors.Join(
		export.WriteEffects(ctx, dir, e),
		dir.Write("maps.svg", func(w io.Writer) error {
			_, err := w.Write(mapsBeside(d, e))
			return err
		}))
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
