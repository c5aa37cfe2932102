// Package pagelab replays the policies of schedule/page on finished crawls and on synthetic graphs. It measures how
// much of a site's importance they read early, and how fast and how well they estimate importance.
//
//	run.go        options, tables and charts; the share of PageRank that policies read early
//	graphs.go     finished crawls and synthetic graphs; the references
//	estimates.go  errors of estimates by readings per page; Kendall's tau
package pagelab

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/internal/lab"
	"sitegraph/internal/lab/replayed"
	"sitegraph/report/chart"
)

// Options say what to measure. The zero value replays what docs/design/policies.md tabulates.
type Options struct {
	// Plan has the seeds for random policies and synthetic graphs. Results are means over them.
	Plan lab.Plan
	// Policies are names of page policies and references. The defaults are auto, stored, pagerank-of-known,
	// backlinks, bfs, random, walk and frontier; for estimates opic-random, opic-cycle and opic-greedy. Replays
	// always include bfs and frontier, to compare the others with.
	Policies []string
	// Estimates measures how fast estimates of importance improve, on synthetic graphs and the crawls, instead of
	// what is read early.
	Estimates bool
}

// Run replays page policies on the crawls or measures their estimates.
func Run(ctx context.Context, crawls []*replayed.Site, o Options) (lab.Result, error) {
	var all []*oracle
	for _, s := range crawls {
		all = append(all, newOracle(s.Name, s.Graph, s))
	}
	if o.Estimates {
		return o.runEstimates(ctx, all)
	}
	if len(all) == 0 {
		return lab.Result{}, fmt.Errorf("it needs result folders of finished crawls, or --ensembles")
	}
	return o.runEarly(ctx, all)
}

func (o Options) runEarly(ctx context.Context, all []*oracle) (lab.Result, error) {
	found, err := o.replayAll(ctx, all)
	if err != nil {
		return lab.Result{}, err
	}
	o.Plan.Progress = nil
	fixpoints, err := lab.Each(ctx, o.Plan, len(all), func(i int) (float64, error) { return fixpointError(all[i]) })
	if err != nil {
		return lab.Result{}, err
	}
	settled := lab.Table{Name: "fixpoints", Long: true, Columns: []string{"site", "pages", "l1"}}
	for i, a := range all {
		row := append([]lab.Cell{lab.Text(a.name), lab.Int(a.pages())}, lab.Numbers("%.1e", fixpoints[i])...)
		settled.Rows = append(settled.Rows, row)
	}
	means := table("means", found.means, "mass", "of_frontier", "over_bfs", "worst_over_bfs")
	each := table("sites", found.rows, "mass", "of_frontier", "over_bfs")
	each.Long = true
	return lab.Result{
		Tables: []lab.Table{means, each, settled},
		Charts: map[string]chart.Chart{"means": earlyChart(found.means)},
	}, nil
}

// table has a column for each of values and share of the pages.
func table(name string, rows []row, values ...string) lab.Table {
	columns := []string{"site", "pages", "policy"}
	for _, value := range values {
		for _, share := range massShares {
			columns = append(columns, fmt.Sprintf("%s_%d%%", value, share))
		}
	}
	return lab.NewTable(name, columns, rows, func(r row) []lab.Cell {
		cells := []lab.Cell{lab.Text(r.site), lab.Int(r.pages), lab.Text(r.policy)}
		for _, share := range massShares {
			cells = append(cells, lab.Numbers("%.3f", r.curve[share])...)
		}
		return append(cells, lab.Numbers("%.3f", slices.Concat(r.ofFrontier, r.overBreadth, r.worstOverBreadth)...)...)
	})
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
	return chart.Curves(chart.Words{Title: "Importance found", X: "pages read, %", Y: "share of PageRank",
		Description: "The share of all PageRank in the pages read, by the share of pages read, mean over the sites.",
	}, lines)
}

func (o Options) runEstimates(ctx context.Context, all []*oracle) (lab.Result, error) {
	found, err := o.measureEstimates(ctx, ensembles(500), all)
	if err != nil {
		return lab.Result{}, err
	}
	columns := []string{"graph", "policy", "graphs", "l1_1", "l1_5", "l1_10", "tau_1", "tau_5", "tau_10"}
	table := lab.NewTable("estimates", columns, found, func(p precision) []lab.Cell {
		cells := []lab.Cell{lab.Text(p.graph), lab.Text(p.policy), lab.Int(p.graphs)}
		return append(cells, lab.Numbers("%.4f", p.error[0], p.error[4], p.error[9], p.tau[0], p.tau[4], p.tau[9])...)
	})
	return lab.Result{Tables: []lab.Table{table}, Charts: estimateCharts(found)}, nil
}

// estimateCharts returns a chart for each graph with the error by readings.
func estimateCharts(found []precision) map[string]chart.Chart {
	curves, graphs := map[string][]chart.Curve{}, map[string]string{}
	for _, p := range found {
		name := "error." + strings.NewReplacer(" ", "-", ",", "", "/", "-").Replace(p.graph)
		curves[name] = append(curves[name], lab.Numbered(p.policy, p.error))
		graphs[name] = p.graph
	}
	return lab.Charts(curves, func(name string) chart.Words {
		return chart.Words{Title: "Error of the estimate: " + graphs[name],
			X: "readings a page", Y: "sum of differences",
			Description: "Sum of the absolute differences to PageRank, by readings a page, mean over the seeds."}
	})
}

// massShares are the shares of a site's pages, in percent, at which tables show the mass.
var massShares = []int{5, 10, 20, 40}

// curvePoints is the number of equal steps in a curve.
const curvePoints = 100

type early struct {
	// rows are ordered by site, then by policy, as given. means has a row for each policy over all sites.
	rows, means []row
}

// row is the result of a policy on a site.
type row struct {
	site   string
	pages  int
	policy string
	// curve is the share of the site's PageRank that the first pages have, from no page to all.
	curve []float64
	// ofFrontier is the curve divided by frontier's at each of massShares. overBreadth is the curve less bfs's.
	// worstOverBreadth, only in means, is the minimum of overBreadth over the sites.
	ofFrontier, overBreadth, worstOverBreadth []float64
}

// replayAll replays every policy on every crawl.
func (o Options) replayAll(ctx context.Context, all []*oracle) (*early, error) {
	policies := o.earlyPolicies()
	rows, err := lab.Each(ctx, o.Plan, len(all)*len(policies), func(i int) (row, error) {
		return o.replay(ctx, all[i/len(policies)], policies[i%len(policies)])
	})
	if err != nil {
		return nil, err
	}
	e := &early{rows: rows}
	for site := range slices.Chunk(rows, len(policies)) {
		breadth, best := site[slices.Index(policies, breadthFirst)], site[slices.Index(policies, frontier)]
		for i := range site {
			for _, share := range massShares {
				mass := site[i].curve[share]
				site[i].overBreadth = append(site[i].overBreadth, mass-breadth.curve[share])
				site[i].ofFrontier = append(site[i].ofFrontier, ratio(mass, best.curve[share]))
			}
		}
	}
	for i := range policies {
		var same []row
		for k := i; k < len(rows); k += len(policies) {
			same = append(same, rows[k])
		}
		e.means = append(e.means, mean(same))
	}
	return e, nil
}

// earlyPolicies returns the requested or default policies, with bfs and frontier.
func (o Options) earlyPolicies() []string {
	policies := slices.Clone(o.Policies)
	if len(policies) == 0 {
		policies = []string{"auto", "stored", "pagerank-of-known", "backlinks", breadthFirst, "random", walk, frontier}
	}
	for _, name := range []string{breadthFirst, frontier} {
		if !slices.Contains(policies, name) {
			policies = append(policies, name)
		}
	}
	return policies
}

// replay runs a policy on a site. Only random policies run with all seeds.
func (o Options) replay(ctx context.Context, site *oracle, name string) (row, error) {
	seeds := 1
	if name == "random" || name == "opic-random" {
		seeds = o.Plan.Seeds
	}
	r := row{site: site.name, pages: site.pages(), policy: name, curve: make([]float64, curvePoints+1)}
	for seed := range seeds {
		read, err := site.readBy(ctx, name, o.Plan.First+uint64(seed))
		if err != nil {
			return r, fmt.Errorf("%s: %w", site.name, err)
		}
		mass, before := 0.0, 0
		for i := range r.curve {
			next := min(int(math.Ceil(float64(i*site.pages())/curvePoints-1e-9)), len(read))
			for _, page := range read[before:next] {
				mass += site.rank[page]
			}
			before = next
			r.curve[i] += mass / float64(seeds)
		}
	}
	return r, nil
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// mean returns the mean of a policy's rows over all sites.
func mean(same []row) row {
	m := row{
		site: "all", policy: same[0].policy,
		curve:            lab.Means(same, func(r row) []float64 { return r.curve }),
		ofFrontier:       lab.Means(same, func(r row) []float64 { return r.ofFrontier }),
		overBreadth:      lab.Means(same, func(r row) []float64 { return r.overBreadth }),
		worstOverBreadth: slices.Clone(same[0].overBreadth),
	}
	for _, r := range same {
		m.pages += r.pages
		for j, v := range r.overBreadth {
			m.worstOverBreadth[j] = min(m.worstOverBreadth[j], v)
		}
	}
	return m
}
