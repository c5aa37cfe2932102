// Package pagelab replays the policies of schedule/page on finished crawls and
// on synthetic graphs: how much of the importance of a site is read early, and
// how fast and how well importance is estimated.
//
//	run.go        the experiment, its options, tables and charts
//	graphs.go     graphs that answer a policy: finished crawls, and graphs made from seeds
//	replay.go     a policy reads a graph; the references
//	early.go      share of PageRank at shares of the pages
//	estimates.go  error of the estimate by readings a page; Kendall's tau
package pagelab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
	"sitegraph/site"
)

// Options say what to measure; the zero value is the experiment of the tables
// in docs/policies.md.
type Options struct {
	// Plan says over how many seeds random policies, and estimates on
	// synthetic graphs, are averaged.
	Plan lab.Plan
	// Policies are names of page policies and references. By default these are
	// auto, stored, pagerank-of-known, backlinks, bfs, random, walk and
	// frontier, for the estimates opic-random, opic-cycle and opic-greedy. bfs
	// and frontier are always among them, since the others are compared with
	// them.
	Policies []string
	// Estimates measures how fast the estimates of importance become right, on
	// synthetic graphs and the crawls, and not what is read early.
	Estimates bool
}

// Run replays page policies on the crawls, or measures their estimates.
func Run(ctx context.Context, crawls []*site.Crawl, o Options) (lab.Result, error) {
	var all []*oracle
	for _, c := range crawls {
		a, err := newOracle(c)
		if err != nil {
			return lab.Result{}, err
		}
		all = append(all, a)
	}
	if o.Estimates {
		return o.runEstimates(ctx, all)
	}
	if len(all) == 0 {
		return lab.Result{}, lab.Invalid("it needs result folders of finished crawls, or --ensembles")
	}
	return o.runEarly(ctx, all)
}

func (o Options) runEarly(ctx context.Context, all []*oracle) (lab.Result, error) {
	found, err := o.replayAll(ctx, all)
	if err != nil {
		return lab.Result{}, err
	}
	fixpoints, err := fixpointErrors(ctx, o.Plan, all)
	if err != nil {
		return lab.Result{}, err
	}
	settled := lab.Table{Name: "fixpoints", Long: true, Columns: []string{"site", "pages", "l1"}}
	for i, a := range all {
		row := []lab.Cell{lab.Text(a.name), lab.Int(a.pages()), lab.Exponent(fixpoints[i], 1)}
		settled.Rows = append(settled.Rows, row)
	}

	means := lab.NewTable("means", append(rowColumns(), massColumns("worst_over_bfs", worst)...), found.means)
	each := lab.NewTable("sites", rowColumns(), found.rows)
	each.Long = true
	return lab.Result{
		Tables: []lab.Table{means, each, settled},
		Charts: map[string]chart.Chart{"means": earlyChart(found.means)},
	}, nil
}

func rowColumns() []lab.Column[row] {
	return slices.Concat([]lab.Column[row]{
		{Name: "site", Cell: func(r row) lab.Cell { return lab.Text(r.site) }},
		{Name: "pages", Cell: func(r row) lab.Cell { return lab.Int(r.pages) }},
		{Name: "policy", Cell: func(r row) lab.Cell { return lab.Text(r.policy) }},
	},
		massColumns("mass", func(r row) []float64 { return r.mass }),
		massColumns("of_frontier", func(r row) []float64 { return r.ofFrontier }),
		massColumns("over_bfs", func(r row) []float64 { return r.overBreadth }),
	)
}

func worst(r row) []float64 { return r.worstOverBreadth }

// massColumns are columns of a value for every share of the pages.
func massColumns(what string, values func(row) []float64) (columns []lab.Column[row]) {
	for k, share := range massShares {
		columns = append(columns, lab.Column[row]{
			Name: fmt.Sprintf("%s_%.0f%%", what, 100*share),
			Cell: func(r row) lab.Cell { return lab.Fixed(values(r)[k], 3) },
		})
	}
	return columns
}

func earlyChart(means []row) chart.Chart {
	var lines []chart.Curve
	for _, r := range means {
		line := chart.Curve{Name: r.policy}
		for k, mass := range r.curve {
			line.Points = append(line.Points, chart.Point{X: 100 * float64(k) / curvePoints, Y: mass})
		}
		lines = append(lines, line)
	}
	return chart.Curves(chart.Words{
		Title:       "Importance found",
		Description: "The share of all PageRank in the pages read, by the share of pages read, mean over the sites.",
		X:           "pages read, %", Y: "share of PageRank",
	}, lines)
}

func (o Options) runEstimates(ctx context.Context, all []*oracle) (lab.Result, error) {
	var graphs []synthetic
	for _, kind := range kinds() {
		for _, degree := range []float64{5, 10, 20, 30} {
			graphs = append(graphs, synthetic{kind: kind, pages: 500, degree: degree})
		}
	}
	found, err := o.measureEstimates(ctx, graphs, all)
	if err != nil {
		return lab.Result{}, err
	}
	columns := []lab.Column[precision]{
		{Name: "graph", Cell: func(p precision) lab.Cell { return lab.Text(p.graph) }},
		{Name: "policy", Cell: func(p precision) lab.Cell { return lab.Text(p.policy) }},
		{Name: "graphs", Cell: func(p precision) lab.Cell { return lab.Int(p.graphs) }},
	}
	for _, value := range []struct {
		name string
		of   func(precision) []float64
	}{
		{"l1", func(p precision) []float64 { return p.error }},
		{"tau", func(p precision) []float64 { return p.tau }},
	} {
		for _, readings := range []int{1, 5, 10} {
			columns = append(columns, lab.Column[precision]{
				Name: fmt.Sprintf("%s_%d", value.name, readings),
				Cell: func(p precision) lab.Cell { return lab.Fixed(value.of(p)[readings-1], 4) },
			})
		}
	}
	return lab.Result{
		Tables: []lab.Table{lab.NewTable("estimates", columns, found)},
		Charts: estimateCharts(found),
	}, nil
}

// estimateCharts show, for each graph, the error by readings.
func estimateCharts(found []precision) map[string]chart.Chart {
	lines := map[string][]chart.Curve{}
	for _, p := range found {
		lines[p.graph] = append(lines[p.graph], lab.Numbered(p.policy, p.error))
	}
	charts := map[string]chart.Chart{}
	for graph, curves := range lines {
		name := "error." + strings.NewReplacer(" ", "-", ",", "", "/", "-").Replace(graph)
		charts[name] = chart.Curves(chart.Words{
			Title:       "Error of the estimate: " + graph,
			Description: "Sum of the absolute differences to PageRank, by readings a page, mean over the seeds.",
			X:           "readings a page", Y: "sum of differences",
		}, curves)
	}
	return charts
}
