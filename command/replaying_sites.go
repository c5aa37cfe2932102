package command

import (
	"context"
	"slices"

	"sitegraph/chart"
	"sitegraph/schedule/lab/sitelab"
	"sitegraph/site"
)

// replaySites measures site rules on the ensembles and on the crawls, and page
// policies on the crawls.
func replaySites(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error) {
	sets := sitelab.Ensembles()
	all, err := siteOracles(crawls)
	if err != nil {
		return findings{}, err
	}
	if len(all) > 0 {
		set, err := sitelab.Crawls("crawls", all, 10)
		if err != nil {
			return findings{}, err
		}
		sets = append(sets, set)
	}
	rules, err := sitelab.MeasureRules(ctx, sets, sitelab.RuleOptions{Pages: t.pages, Rules: t.policies, Seeds: t.seeds, First: t.first, Progress: t.progress})
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
	policies, err := sitelab.MeasurePages(ctx, all, sitelab.PageOptions{Marks: quarters(t.pages), Seeds: t.seeds, First: t.first, Scattered: t.scattered, Progress: t.progress})
	if err != nil {
		return findings{}, err
	}
	table := finding{name: "pages", columns: policies.Columns()}
	if t.scattered {
		table.name = "scattered"
	}
	for _, row := range policies.Rows {
		table.rows = append(table.rows, row.Cells())
	}
	f.tables = append(f.tables, table)
	f.plots[table.name] = pageCurves(policies.Curves)
	return f, nil
}

// quarters are a quarter and a half of so many pages, and all.
func quarters(pages int) []int {
	marks := []int{pages / 4, pages / 2, pages}
	return slices.DeleteFunc(slices.Compact(marks), func(n int) bool { return n < 1 })
}

func siteOracles(crawls []*site.Crawl) ([]*sitelab.Site, error) {
	var all []*sitelab.Site
	for _, c := range crawls {
		s, err := sitelab.NewSite(c)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// siteCurves plots what the rules have found in the worlds of a set, as a share
// of what the best division of all pages finds.
func siteCurves(set string, curves []sitelab.Curve) chart.Chart {
	curves = slices.DeleteFunc(slices.Clone(curves), func(c sitelab.Curve) bool { return c.Set != set })
	return linkCurves(chart.Words{Title: "External links found: " + set, Says: "The share of the links that the best division of all pages would have found, by pages scanned.",
		X: "pages scanned", Y: "share of the optimum's links"}, curves)
}

// pageCurves plots what the page policies have found.
func pageCurves(curves []sitelab.Curve) chart.Chart {
	return linkCurves(chart.Words{Title: "External links found by page policies", Says: "The share of the links that greedy coverage of all pages would have found, by pages scanned.",
		X: "pages scanned", Y: "share of coverage's links"}, curves)
}

// linkCurves plots curves as shares of the greatest number in them.
func linkCurves(words chart.Words, curves []sitelab.Curve) chart.Chart {
	most := 0.0
	for _, c := range curves {
		most = max(most, c.Links[len(c.Links)-1])
	}
	var lines []chart.Curve
	for _, c := range curves {
		if most == 0 {
			break
		}
		line := chart.Curve{Name: c.Name}
		for i := range c.Pages {
			line.Points = append(line.Points, chart.Point{X: float64(c.Pages[i]), Y: c.Links[i] / most})
		}
		lines = append(lines, line)
	}
	return chart.Curves(words, lines)
}
