package command

import (
	"context"
	"slices"
	"strconv"

	"sitegraph/chart"
	"sitegraph/schedule/lab/marketlab"
	"sitegraph/site"
)

// replayMarket measures agents with and without a market.
func replayMarket(ctx context.Context, t trial, _ []*site.Crawl) (findings, error) {
	if t.matchings {
		found, err := marketlab.Matchings(ctx, marketlab.MatchingOptions{Seed: t.first}, t.progress)
		return findings{tables: []finding{marketTable("matching", found)}}, err
	}
	model, err := marketlab.NewModel(t.web)
	if err != nil {
		return findings{}, err
	}
	study, err := marketlab.Run(ctx, marketlab.Options{
		Setup: t.setup, Model: &model, Matching: t.matching, Schemes: t.policies, First: t.first, Webs: t.seeds,
	}, t.progress)
	if err != nil {
		return findings{}, err
	}
	f := findings{plots: map[string]chart.Chart{}}
	for i, table := range study.Tables() {
		if len(table.Rows) == 0 {
			continue // what there is nothing to compare with
		}
		found := marketTable(t.marketName()+"."+table.Name, table)
		found.long = i > 1
		f.tables = append(f.tables, found)
	}
	for _, measure := range []string{"CR", "RCR", "RR", "recall"} {
		f.plots[t.marketName()+"."+measure] = schemeBars(study, measure)
	}
	return f, nil
}

// marketName tells files of different experiments apart: the setup, and what
// else is not the document's.
func (t trial) marketName() string {
	name := t.setup
	if t.web != "standard" {
		name += "." + t.web
	}
	if t.matching != "exact" {
		name += "." + t.matching
	}
	return name
}

// schemeBars draws one measure of all schemes.
func schemeBars(study *marketlab.Study, measure string) chart.Chart {
	table := study.Overview()
	var bars []chart.Bar
	for _, row := range table.Rows {
		v := row.Numbers[slices.Index(table.Columns, measure)-1]
		bars = append(bars, chart.Bar{Name: row.Labels[0], Value: v, Note: strconv.FormatFloat(v, 'f', 1, 64) + " %"})
	}
	return chart.Bars(chart.Words{Title: measure + " by scheme", Says: "The mean over all webs and topics, in percent."}, bars)
}

func marketTable(name string, table marketlab.Table) finding {
	t := finding{name: name, columns: table.Columns}
	for _, row := range table.Rows {
		cells := append([]string{}, row.Labels...)
		for _, n := range row.Numbers {
			cells = append(cells, strconv.FormatFloat(n, 'g', 4, 64))
		}
		t.rows = append(t.rows, cells)
	}
	return t
}
