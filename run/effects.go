package run

import (
	"context"
	"errors"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitegraph/compare"
	"sitegraph/export"
	"sitegraph/report/sitemap"
	"sitegraph/site"
)

// writeEffects writes the tables of what changes do to a site.
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
	labels := map[string]int32{}
	for _, g := range []*site.Graph{a, b} {
		for i := range g.Pages {
			labels[topFolder(g.Pages[i].Key)] = 0
		}
	}
	names := slices.Sorted(maps.Keys(labels))
	for i, name := range names {
		labels[name] = int32(i)
	}
	draw := func(g *site.Graph, rank []float64) *sitemap.Map {
		folders := sitemap.Grouping{Name: "folder", Labels: names, Fixed: true}
		for i := range g.Pages {
			folders.Of = append(folders.Of, labels[topFolder(g.Pages[i].Key)])
		}
		return sitemap.New(sitemap.Input{Graph: g, Rank: rank, Groups: []sitemap.Grouping{folders}})
	}
	return sitemap.Beside(draw(a, e.RankA), draw(b, e.RankB), [2]string{"before", "after"})
}

// topFolder is the first folder of a URL's path.
func topFolder(url string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(url, site.OriginIn(url)), "?")
	if first, _, below := strings.Cut(strings.TrimPrefix(path, "/"), "/"); below {
		return "/" + first + "/"
	}
	return "/"
}
