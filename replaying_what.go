package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"sitegraph/chart"
	"sitegraph/replay/market"
	"sitegraph/replay/pages"
	"sitegraph/replay/revisit"
	"sitegraph/replay/sites"
	"sitegraph/site"
)

// replaySites measures site rules on the ensembles and on the crawls, and page
// policies on the crawls.
func replaySites(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	sets := sites.Ensembles()
	all, err := siteOracles(crawls)
	if err != nil {
		return findings{}, err
	}
	if len(all) > 0 {
		set, err := sites.Crawls("crawls", all, 10)
		if err != nil {
			return findings{}, err
		}
		sets = append(sets, set)
	}
	rules, err := sites.MeasureRules(ctx, sets, sites.RuleOptions{Pages: t.pages, Rules: t.policies, Seeds: t.seeds, First: t.first, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	f := findings{tables: []finding{{name: "rules", columns: rules.Columns()}}, plots: map[string]chart.Chart{}}
	for _, row := range rules.Rows {
		f.tables[0].rows = append(f.tables[0].rows, row.Cells())
	}
	for _, set := range sets {
		f.plots[set.Name] = siteCurves(set.Name, rules.Curves)
	}
	if len(all) == 0 || t.policies != nil {
		return f, nil
	}
	policies, err := sites.MeasurePages(ctx, all, sites.PageOptions{Marks: quarters(t.pages), Seeds: t.seeds, First: t.first, Scattered: t.scattered, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	table := finding{name: "pages", columns: policies.Columns()}
	for _, row := range policies.Rows {
		table.rows = append(table.rows, row.Cells())
	}
	f.tables = append(f.tables, table)
	return f, nil
}

// quarters are a quarter and a half of so many pages, and all.
func quarters(pages int) []int {
	marks := []int{pages / 4, pages / 2, pages}
	return slices.DeleteFunc(slices.Compact(marks), func(n int) bool { return n < 1 })
}

func siteOracles(crawls []*site.Crawl) ([]*sites.Site, error) {
	var all []*sites.Site
	for _, c := range crawls {
		s, err := sites.NewSite(c)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// siteCurves plots the share of the optimum's links that the rules have found.
func siteCurves(set string, curves []sites.Curve) chart.Chart {
	best := 0.0
	for _, c := range curves {
		if c.Set == set {
			best = max(best, c.Links[len(c.Links)-1])
		}
	}
	var lines []chart.Curve
	for _, c := range curves {
		if c.Set != set || best == 0 {
			continue
		}
		line := chart.Curve{Name: c.Name}
		for i := range c.Pages {
			line.Points = append(line.Points, chart.Point{X: float64(c.Pages[i]), Y: c.Links[i] / best})
		}
		lines = append(lines, line)
	}
	return chart.Curves(chart.Words{Title: "External links found: " + set, Says: "The share of the links that the best division of all pages would have found, by pages scanned.",
		X: "pages scanned", Y: "share of the optimum's links"}, lines)
}

// replayPages measures page policies on the crawls, or estimates on drawn
// graphs.
func replayPages(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	var all []*pages.Oracle
	for _, c := range crawls {
		o, err := pages.NewOracle(c, nil)
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
	found, err := pages.Replay(ctx, all, pages.Options{Policies: t.policies, Seeds: t.seeds, FirstSeed: t.first, Progress: t.progress})
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
	for k, share := range found.Shares {
		means.columns = append(means.columns, fmt.Sprintf("worst_over_bfs_%.0f%%", 100*share))
		for i, row := range found.Means {
			means.rows[i] = append(means.rows[i], strconv.FormatFloat(row.WorstOverBreadth[k], 'f', 3, 64))
		}
	}
	fixpoints, err := pages.Fixpoints(ctx, all)
	if err != nil {
		return findings{}, err
	}
	settled := finding{name: "fixpoints", columns: []string{"site", "pages", "l1"}}
	for i, o := range all {
		settled.rows = append(settled.rows, []string{o.Name, strconv.Itoa(o.Pages()), strconv.FormatFloat(fixpoints[i], 'e', 1, 64)})
	}
	f := findings{tables: []finding{means, pageRows("sites", columns, found.Rows), settled}, plots: map[string]chart.Chart{}}
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

func pageRows(name string, columns []string, rows []pages.Row) finding {
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
func replayEstimates(ctx context.Context, t trial, all []*pages.Oracle) (findings, error) {
	var drawn []pages.Ensemble
	for _, kind := range pages.Kinds() {
		for _, degree := range []float64{5, 10, 20, 30} {
			drawn = append(drawn, pages.Ensemble{Kind: kind, Pages: 500, Degree: degree})
		}
	}
	found, err := pages.Estimates(ctx, drawn, all, pages.EstimateOptions{Policies: t.policies, Seeds: t.seeds, FirstSeed: t.first, Progress: t.progress})
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
	return findings{tables: []finding{table}}, nil
}

// replayRevisit measures when to look again.
func replayRevisit(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	if len(crawls) > 0 {
		return findings{}, fmt.Errorf("it works on drawn sites and takes no folders")
	}
	models, err := revisit.Variant(t.variant)
	if err != nil {
		return findings{}, err
	}
	found, err := revisit.Measure(ctx, revisit.Options{Models: models, Policies: t.policies, Seeds: t.seeds, First: t.first, Progress: t.progress})
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
		line := chart.Curve{Name: c.Policy}
		for i, share := range c.Shares {
			line.Points = append(line.Points, chart.Point{X: float64(i + 1), Y: share})
		}
		lines[name] = append(lines[name], line)
	}
	for name, of := range lines {
		f.plots[name] = chart.Curves(chart.Words{Title: "Value of the index: " + name, Says: "The value of the index as a share of the greatest possible, by iteration, in the mean over the seeds.",
			X: "iteration", Y: "Q / greatest Q"}, of)
	}
	return f, nil
}

// replayMarket measures agents with and without a market.
func replayMarket(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	if len(crawls) > 0 {
		return findings{}, fmt.Errorf("it works on drawn webs and takes no folders")
	}
	if t.matchings {
		found, err := market.Matchings(ctx, market.MatchingOptions{Seed: t.first}, t.progress)
		return findings{tables: []finding{marketTable("matching", found)}}, err
	}
	model, err := market.NewModel(t.web)
	if err != nil {
		return findings{}, err
	}
	study, err := market.Run(ctx, market.Options{
		Setup: t.setup, Model: &model, Matching: t.matching, Schemes: t.policies, First: t.first, Webs: t.seeds,
	}, t.progress)
	if err != nil {
		return findings{}, err
	}
	var f findings
	for _, table := range study.Tables() {
		f.tables = append(f.tables, marketTable(t.setup+"."+table.Name, table))
	}
	return f, nil
}

func marketTable(name string, table market.Table) finding {
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
