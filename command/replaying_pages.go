package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/chart"
	"sitegraph/schedule/lab/pagelab"
	"sitegraph/site"
)

// replayPages measures page policies on the crawls, or estimates on drawn
// graphs.
func replayPages(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	var all []*pagelab.Oracle
	for _, c := range crawls {
		o, err := pagelab.NewOracle(c, nil)
		if err != nil {
			return findings{}, err
		}
		all = append(all, o)
	}
	if t.ensembles {
		return replayEstimates(ctx, t, all)
	}
	if len(all) == 0 {
		return findings{}, fmt.Errorf("it needs result folders of finished crawls, or --ensembles")
	}
	found, err := pagelab.Replay(ctx, all, pagelab.Options{Policies: t.policies, Seeds: t.seeds, FirstSeed: t.first, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	columns := []string{"site", "pages", "policy"}
	for _, what := range []string{"mass", "of_frontier", "over_bfs"} {
		for _, share := range found.Shares {
			columns = append(columns, fmt.Sprintf("%s_%.0f%%", what, 100*share))
		}
	}
	means := pageRows("means", columns, found.Means)
	means.columns = slices.Clone(columns)
	for _, row := range means.rows {
		row[0] = "all" // sites, and their pages together
	}
	for k, share := range found.Shares {
		means.columns = append(means.columns, fmt.Sprintf("worst_over_bfs_%.0f%%", 100*share))
		for i, row := range found.Means {
			means.rows[i] = append(means.rows[i], strconv.FormatFloat(row.WorstOverBreadth[k], 'f', 3, 64))
		}
	}
	fixpoints, err := pagelab.Fixpoints(ctx, all)
	if err != nil {
		return findings{}, err
	}
	settled := finding{name: "fixpoints", long: true, columns: []string{"site", "pages", "l1"}}
	for i, o := range all {
		settled.rows = append(settled.rows, []string{o.Name, strconv.Itoa(o.Pages()), strconv.FormatFloat(fixpoints[i], 'e', 1, 64)})
	}
	each := pageRows("sites", columns, found.Rows)
	each.long = true
	f := findings{tables: []finding{means, each, settled}, plots: map[string]chart.Chart{}}
	var lines []chart.Curve
	for i, row := range found.Means {
		line := chart.Curve{Name: row.Policy}
		for k, mass := range found.Curves[i] {
			line.Points = append(line.Points, chart.Point{X: 100 * float64(k) / float64(max(len(found.Curves[i])-1, 1)), Y: mass})
		}
		lines = append(lines, line)
	}
	f.plots["means"] = chart.Curves(chart.Words{Title: "Importance found", Says: "The share of all PageRank in the pages read, by the share of pages read, in the mean over the sites.",
		X: "pages read, %", Y: "share of PageRank"}, lines)
	return f, nil
}

func pageRows(name string, columns []string, rows []pagelab.Row) finding {
	t := finding{name: name, columns: columns}
	for _, r := range rows {
		cells := []string{r.Site, strconv.Itoa(r.Pages), r.Policy}
		for _, values := range [][]float64{r.Mass, r.OfFrontier, r.OverBreadth} {
			for _, v := range values {
				cells = append(cells, strconv.FormatFloat(v, 'f', 3, 64))
			}
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

// replayEstimates measures how fast the estimates of importance become right.
func replayEstimates(ctx context.Context, t trial, all []*pagelab.Oracle) (findings, error) {
	var drawn []pagelab.Ensemble
	for _, kind := range pagelab.Kinds() {
		for _, degree := range []float64{5, 10, 20, 30} {
			drawn = append(drawn, pagelab.Ensemble{Kind: kind, Pages: 500, Degree: degree})
		}
	}
	found, err := pagelab.Estimates(ctx, drawn, all, pagelab.EstimateOptions{Policies: t.policies, Seeds: t.seeds, FirstSeed: t.first, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	table := finding{name: "estimates", columns: []string{"graph", "policy", "graphs", "l1_1", "l1_5", "l1_10", "tau_1", "tau_5", "tau_10"}}
	for _, p := range found {
		cells := []string{p.Graph, p.Policy, strconv.Itoa(p.Graphs)}
		for _, values := range [][]float64{p.Error, p.Tau} {
			for _, reads := range []int{1, 5, 10} {
				cells = append(cells, strconv.FormatFloat(values[reads-1], 'f', 4, 64))
			}
		}
		table.rows = append(table.rows, cells)
	}
	return findings{tables: []finding{table}, plots: estimateCurves(found)}, nil
}

// estimateCurves plots, for each graph, the error by readings.
func estimateCurves(found []pagelab.Precision) map[string]chart.Chart {
	lines := map[string][]chart.Curve{}
	for _, p := range found {
		lines[p.Graph] = append(lines[p.Graph], fromOne(p.Policy, p.Error))
	}
	plots := map[string]chart.Chart{}
	for graph, of := range lines {
		name := "error." + strings.NewReplacer(" ", "-", ",", "", "/", "-").Replace(graph)
		plots[name] = chart.Curves(chart.Words{Title: "Error of the estimate: " + graph, Says: "The sum of the absolute differences to PageRank, by readings a page, in the mean over the seeds.",
			X: "readings a page", Y: "sum of differences"}, of)
	}
	return plots
}
