package command

import (
	"context"
	"fmt"

	"sitegraph/chart"
	"sitegraph/schedule/lab/revisitlab"
	"sitegraph/site"
)

// replayRevisit measures when to look again.
func replayRevisit(ctx context.Context, t trial, _ []*site.Crawl) (findings, error) {
	models, err := revisitlab.Variant(t.variant)
	if err != nil {
		return findings{}, err
	}
	found, err := revisitlab.Measure(ctx, revisitlab.Options{Models: models, Policies: t.policies, Seeds: t.seeds, First: t.first, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	table := finding{name: t.variant, columns: found.Columns()}
	for _, row := range found.Rows {
		table.rows = append(table.rows, row.Cells())
	}
	f := findings{tables: []finding{table}, plots: map[string]chart.Chart{}}
	lines := map[string][]chart.Curve{}
	for _, c := range found.Curves {
		name := fmt.Sprintf("%s.dynamic-%g.checked-%g", t.variant, c.Dynamic, c.Checked)
		lines[name] = append(lines[name], fromOne(c.Policy, c.Shares))
	}
	for name, of := range lines {
		f.plots[name] = chart.Curves(chart.Words{Title: "Value of the index: " + name, Says: "The value of the index as a share of the greatest possible, by iteration, in the mean over the seeds.",
			X: "iteration", Y: "Q / greatest Q"}, of)
	}
	return f, nil
}
