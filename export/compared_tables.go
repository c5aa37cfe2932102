package export

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

// WriteChanges writes the tables of a comparison: changes.csv and arc_changes.csv, and problem_changes.csv if problems
// were compared.
func WriteChanges(ctx context.Context, dir *Dir, d *compare.Difference) error {
	err := errors.Join(
		List("changes.csv", site.Unfailing(d.Pages()), pageChange).Write(ctx, dir),
		List("arc_changes.csv", site.Unfailing(d.Arcs()), arcChange).Write(ctx, dir))
	if err == nil && d.Summary().Problems != nil {
		err = List("problem_changes.csv", d.Problems(), problemChange).Write(ctx, dir)
	}
	return err
}

func pageChange(r *Row, c *compare.PageChange) {
	inA, inB := c.Change != compare.Added, c.Change != compare.Removed
	r.text("change", string(c.Change)).url("normalized_url_a", c.A.Key).url("normalized_url_b", c.B.Key)
	r.url("url_a", c.A.URL).url("url_b", c.B.URL)
	r.numberIf("level_a", inA, c.A.Level).numberIf("level_b", inB, c.B.Level)
	r.numberIf("in_degree_a", inA, c.A.InDegree).numberIf("in_degree_b", inB, c.B.InDegree)
	r.numberIf("out_degree_a", inA, c.A.OutDegree).numberIf("out_degree_b", inB, c.B.OutDegree)
	r.text("hash_a", c.A.Hash).text("hash_b", c.B.Hash).text("title_a", c.A.Title).text("title_b", c.B.Title)
}

func arcChange(r *Row, c *compare.ArcChange) {
	r.text("change", string(c.Change)).url("source", c.Source).url("target", c.Target)
	r.number("weight_a", int(c.WeightA)).number("weight_b", int(c.WeightB))
}

func problemChange(r *Row, c *compare.ProblemChange) {
	n, known := c.Places, c.Places != compare.Places{}
	r.text("change", string(c.Change)).text("kind", c.Kind).text("severity", c.Severity)
	r.url("url", c.URL).text("detail", c.Detail).numberIf("places_a", known, n.A).numberIf("places_b", known, n.B)
	r.numberIf("places_fixed", known, n.Fixed).numberIf("places_new", known, n.New)
}

// WriteEffects writes the tables of what changes do: unreachable.csv and pagerank_changes.csv, and backlinks.csv if
// links from other sites were asked for.
func WriteEffects(ctx context.Context, dir *Dir, e *compare.Effects) error {
	err := errors.Join(
		List("unreachable.csv", site.WithoutErrors(e.Losses), loss).Write(ctx, dir),
		List("pagerank_changes.csv", site.WithoutErrors(e.Ranks), func(r *Row, c *compare.RankChange) {
			r.url("url_a", c.A.URL).url("url_b", c.B.URL)
			r.exact("pagerank_a", c.RankA).exact("pagerank_b", c.RankB).exact("gain", c.Gain())
		}).Write(ctx, dir))
	if err == nil && e.Backlinks != nil {
		err = List("backlinks.csv", site.WithoutErrors(e.Backlinks), func(r *Row, b *compare.Backlink) {
			r.url("source", b.Source).url("target", b.Target).text("fate", string(b.Fate))
			r.positive("status", b.Status).url("to", b.To).positive("line", b.Change)
		}).Write(ctx, dir)
	}
	return err
}

func loss(r *Row, l *compare.Loss) {
	var lines []string
	for _, n := range l.Changes {
		lines = append(lines, strconv.Itoa(n))
	}
	r.url("url", l.URL).text("title", l.Title).number("level", l.Level).text("lines", strings.Join(lines, " "))
}
