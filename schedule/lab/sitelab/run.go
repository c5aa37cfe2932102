// Package sitelab replays the policies of schedule/sites: which site, and which
// page, to scan next when external links are wanted and there is time for N
// pages. The oracle is a set of finished crawls, or of synthetic sites.
//
// The site rules are compared with R1, the uniform division, and with the
// clairvoyant optimum: the best that any division of N pages among the sites
// could bring, computed exactly. The page policies are compared with greedy
// coverage, and with a bound that nothing can exceed.
//
//	run.go         the experiment and its options
//	crawl.go       what the pages of a crawl bring; URLs that failed cost a page too
//	worlds.go      sets of sites chosen by seeds; synthetic sites, after BeeBot's table 1
//	policies.go    site rules and page policies on worlds
//	references.go  the clairvoyant optimum, greedy coverage and the bound
//	table.go       shares, tables and charts
package sitelab

import (
	"context"
	"maps"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// Options say what to measure.
type Options struct {
	// Plan says how many worlds are made, one a seed.
	Plan lab.Plan
	// Pages is N, the number of pages to scan.
	Pages int
	// Rules are names of site rules, all by default. R1 is always among them,
	// since the others are compared with it. Page policies are measured only if
	// no rules are named.
	Rules []string
	// Scattered exchanges at random what the pages of each crawl bring, so that
	// URLs and the order of the pages mean nothing.
	Scattered bool
}

// worldSize is the number of crawls in a world.
const worldSize = 10

// maxPages is the greatest N, far above the pages of any world.
const maxPages = 10_000_000

// Rules returns the names of the site rules, sorted.
func Rules() []string { return sites.Known() }

// Run measures the site rules on the ensembles and on the crawls, and the page
// policies on the crawls.
func Run(ctx context.Context, all []*site.Crawl, o Options) (lab.Result, error) {
	pagePolicies := len(all) > 0 && o.Rules == nil
	o, err := o.filled()
	if err != nil {
		return lab.Result{}, err
	}
	if o.Scattered && !pagePolicies {
		return lab.Result{}, lab.Invalid("scattered rewards are for page policies: " +
			"that needs result folders, and no rules")
	}
	var crawls []*crawl
	for _, c := range all {
		read, err := newCrawl(c)
		if err != nil {
			return lab.Result{}, err
		}
		crawls = append(crawls, read)
	}
	sets := ensembles()
	if len(crawls) > 0 {
		sets = append(sets, worldsOf(crawls, worldSize))
	}
	rules, err := o.measureRules(ctx, sets)
	if err != nil {
		return lab.Result{}, err
	}
	result := lab.Result{
		Tables: []lab.Table{rules.ruleTable()},
		Charts: rules.charts(ruleWords),
	}
	if !pagePolicies {
		return result, nil
	}

	marks := slices.Compact([]int{o.Pages / 4, o.Pages / 2, o.Pages})
	marks = slices.DeleteFunc(marks, func(n int) bool { return n < 1 })
	pages, err := o.measurePages(ctx, crawls, marks, worldSize)
	if err != nil {
		return lab.Result{}, err
	}
	result.Tables = append(result.Tables, pages.pageTable())
	maps.Copy(result.Charts, pages.charts(pageWords))
	return result, nil
}

// filled returns the options with the defaults.
func (o Options) filled() (Options, error) {
	if o.Pages < 1 || o.Pages > maxPages {
		return o, lab.Invalid("N, the number of pages, is %d; it must be from 1 to %d", o.Pages, maxPages)
	}
	if o.Rules == nil {
		o.Rules = Rules()
	}
	if !slices.Contains(o.Rules, baseline) {
		o.Rules = append([]string{baseline}, o.Rules...)
	}
	return o, nil
}
