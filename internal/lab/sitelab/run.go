// Package sitelab replays the policies of schedule/sites. They choose the site or page to scan next, to find many
// external links with N pages. Finished crawls and synthetic sites serve as oracles.
//
// The lab compares site rules with R1, the uniform division, and with the clairvoyant optimum, which is the best
// division of N pages among the sites, computed exactly. It compares page policies with greedy coverage and with an
// upper bound.
//
// All run through package order and count like a crawl. A page, a duplicate, a status, a failure and an answer
// other than HTML cost one page each. Redirects and URLs that robots.txt forbids are free. The target of a
// redirect comes next.
//
//	run.go         the experiment and its options; site rules and page policies on worlds
//	crawl.go       yields of replayed crawls and of synthetic sites
//	worlds.go      sets of sites chosen by seeds; synthetic sites after BeeBot's table 1
//	references.go  the clairvoyant optimum, greedy coverage and the bound
//	table.go       shares, tables and charts
package sitelab

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sitegraph/internal/lab"
	"sitegraph/internal/lab/replayed"
	"sitegraph/report/chart"
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
)

// Options configure a study.
type Options struct {
	// Plan has a world for each seed.
	Plan lab.Plan
	// Pages is N, the number of pages to scan.
	Pages int
	// Rules are names of site rules, all by default. R1 always runs, to compare the others with. Page policies run
	// only if Rules is nil.
	Rules []string
	// Scattered shuffles the external links among the pages of each crawl, so that URLs and order mean nothing.
	Scattered bool
}

// worldSize is the number of crawls in a world.
const worldSize = 10

// maxPages is the maximum N, far above the pages of any world.
const maxPages = 10_000_000

// Rules returns the names of the site rules, sorted.
func Rules() []string { return sites.Known() }

// Run measures the site rules on the ensembles and on the crawls, and the page policies on the crawls.
func Run(ctx context.Context, crawls []*replayed.Site, o Options) (lab.Result, error) {
	pagePolicies := len(crawls) > 0 && o.Rules == nil
	o, err := o.filled()
	if err != nil {
		return lab.Result{}, err
	}
	if o.Scattered && !pagePolicies {
		return lab.Result{}, fmt.Errorf("scattered rewards are for page policies: " +
			"that needs result folders, and no rules")
	}
	for _, s := range crawls {
		if s.External == nil {
			return lab.Result{}, fmt.Errorf("the crawl of %s has no table of external links: "+
				"crawl it with the exporter external", s.Name)
		}
	}
	sets := append(ensembles(), delayed())
	if len(crawls) > 0 {
		set, err := worldsOf(ctx, crawls, worldSize)
		if err != nil {
			return lab.Result{}, err
		}
		sets = append(sets, set)
	}
	rules, err := o.measureRules(ctx, sets)
	if err != nil {
		return lab.Result{}, err
	}
	result := lab.Result{Tables: []lab.Table{rules.ruleTable()}, Charts: rules.charts(ruleWords)}
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

func (o Options) filled() (Options, error) {
	if o.Pages < 1 || o.Pages > maxPages {
		return o, fmt.Errorf("pages is %d; it must be from 1 to %d", o.Pages, maxPages)
	}
	if o.Rules == nil {
		o.Rules = Rules()
	}
	if !slices.Contains(o.Rules, baseline) {
		o.Rules = append([]string{baseline}, o.Rules...)
	}
	return o, nil
}

// baseline is the rule that the others are compared with.
const baseline = "r1"

// measureRules runs every rule on the worlds of every set.
func (o Options) measureRules(ctx context.Context, sets []set) (*result, error) {
	r := &result{curves: map[string][]chart.Curve{}}
	total, before := 0, 0
	for _, s := range sets {
		total += s.worlds(o.Plan.Seeds)
	}
	for _, s := range sets {
		n := s.worlds(o.Plan.Seeds)
		found, err := lab.Each(ctx, o.Plan.Part(before, total), n, func(k int) ([][]int, error) {
			return s.runRules(ctx, o.Plan.First+uint64(k), o.Rules, o.Pages)
		})
		if err != nil {
			return nil, fmt.Errorf("site rules on %s: %w", s.name, err)
		}
		before += n
		r.add(s.name, append(slices.Clone(o.Rules), clairvoyant), found, []int{o.Pages}, baseline, clairvoyant)
	}
	return r, nil
}

// runRules returns the links that each rule finds in a seed's world after n pages, for n from 0 on, and the optimum.
func (s set) runRules(ctx context.Context, seed uint64, rules []string, budget int) (all [][]int, err error) {
	w, scan := s.at(ctx, seed)
	for _, name := range rules {
		found, err := scan(name, budget)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
	}
	return append(all, optimum(w, min(budget, w.pages()))), nil
}

// pageRule is the site rule that the page policies are compared with.
const pageRule = "auto"

// measurePages runs every page policy on worlds of size crawls, or on one world of all crawls if there are no more. It
// compares the links found after the numbers of pages in marks.
func (o Options) measurePages(ctx context.Context, all []*replayed.Site, marks []int, size int) (*result, error) {
	worlds, name := o.Plan.Seeds, "scattered"
	if !o.Scattered {
		worlds, name = set{single: len(all) <= size}.worlds(worlds), "pages"
	}
	found, err := lab.Each(ctx, o.Plan, worlds, func(k int) ([][]int, error) {
		seed := o.Plan.First + uint64(k)
		some := sample(all, size, seed)
		if o.Scattered {
			some = scattered(some, seed)
		}
		return runPages(ctx, some, marks)
	})
	if err != nil {
		return nil, fmt.Errorf("page policies: %w", err)
	}
	r, rule := &result{curves: map[string][]chart.Curve{}}, "site rule "+pageRule
	policies := append(pagePolicies(), rule, greedyName, coverageName, coverageBound)
	r.add(name, policies, found, marks, rule, greedyName, coverageName, coverageBound)
	return r, nil
}

// runPages returns the links that the page policies find, then the site rule, greedy coverage, coverage and its bound.
func runPages(ctx context.Context, all []*replayed.Site, marks []int) (found [][]int, err error) {
	budget := slices.Max(marks)
	find := func(one []int, failed error) {
		found, err = append(found, one), cmp.Or(err, failed)
	}
	for _, name := range pagePolicies() {
		find(crawlByPages(ctx, all, name, budget))
	}
	find(linksOf(replayed.Crawl(ctx, all, order.Options{Rule: pageRule, Budget: budget})))
	find(greedy(ctx, all, budget))
	covered, bound := coverage(all, marks)
	return append(found, covered, bound), err
}

// overSites begins the names of these page policies in package order.
const overSites = "links-"

// pagePolicies returns the names of the page policies, sorted.
func pagePolicies() []string {
	names := []string{breadthFirst}
	for _, name := range order.Pages() {
		if strings.HasPrefix(name, "links-") {
			names = append(names, strings.TrimPrefix(name, overSites))
		}
	}
	slices.Sort(names)
	return names
}
