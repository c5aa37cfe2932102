// Package sitelab replays the policies of schedule/sites: which site, and which
// page, to scan next when external links are wanted and there is time for N
// pages. The oracle is a set of finished crawls, or of synthetic sites.
//
// The site rules are compared with R1, the uniform division, and with the
// clairvoyant optimum: the best that any division of N pages among the sites
// could bring, computed exactly. The page policies are compared with greedy
// coverage, and with a bound that nothing can exceed.
//
//	run.go         the experiment and its options; site rules and page policies on worlds
//	crawl.go       what the pages of a crawl bring; URLs that failed cost a page too
//	worlds.go      sets of sites chosen by seeds; synthetic sites, after BeeBot's table 1
//	references.go  the clairvoyant optimum, greedy coverage and the bound
//	table.go       shares, tables and charts
package sitelab

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"sitegraph/chart"
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
	sets := append(ensembles(), delayed())
	if len(crawls) > 0 {
		sets = append(sets, worldsOf(crawls, worldSize))
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

// baseline is the rule that the others are compared with.
const baseline = "r1"

// outcome is what was found in one world.
type outcome struct {
	// found holds, by policy, the links found after n pages, as far as there
	// are pages; see after.
	found [][]int
	// bounds are those of page policies, by mark.
	bounds []int
}

// measureRules runs every rule on the worlds of every set.
func (o Options) measureRules(ctx context.Context, sets []set) (*result, error) {
	r := &result{curves: map[string][]chart.Curve{}}
	total, before := 0, 0
	for _, s := range sets {
		total += s.worlds(o.Plan.Seeds)
	}
	for _, s := range sets {
		n := s.worlds(o.Plan.Seeds)
		outcomes, err := lab.Each(ctx, o.Plan.Part(before, total), n, func(k int) (outcome, error) {
			return runRules(s.world(o.Plan.First+uint64(k)), o.Rules, o.Pages)
		})
		if err != nil {
			return nil, fmt.Errorf("site rules on %s: %w", s.name, err)
		}
		before += n
		r.addRules(s.name, o.Rules, o.Pages, outcomes)
	}
	return r, nil
}

// runRules finds what each of the rules brings in a world, and the optimum.
func runRules(w world, rules []string, budget int) (out outcome, err error) {
	for _, name := range rules {
		found, err := follow(w, name, budget)
		if err != nil {
			return out, err
		}
		out.found = append(out.found, found)
	}
	out.found = append(out.found, optimum(w, min(budget, w.pages())))
	return out, nil
}

// follow scans what a rule asks for, which plans with a budget, and returns the
// links found after n pages, for n from 0 on.
func follow(w world, rule string, budget int) ([]int, error) {
	p, err := sites.New(rule, sites.Options{Sites: len(w), Budget: budget})
	if err != nil {
		return nil, err
	}
	found := []int{0}
	next := make([]int, len(w))
	for i := range w {
		if len(w[i]) == 0 {
			p.Sleep(i)
		}
	}
	for i, ok := p.Next(); ok; i, ok = p.Next() {
		page := w[i][next[i]]
		if err := p.Report(i, page); err != nil {
			return nil, err
		}
		found = append(found, found[len(found)-1]+page.New)
		if next[i]++; next[i] == len(w[i]) {
			p.Sleep(i)
		}
	}
	return found, nil
}

// pageRule is the site rule that the page policies are compared with.
const pageRule = "auto"

// measurePages runs every page policy on worlds of so many of the crawls; with
// no more crawls there is one world of all. The links found are compared after
// the numbers of pages in marks.
func (o Options) measurePages(ctx context.Context, all []*crawl, marks []int, size int) (*result, error) {
	worlds, name := o.Plan.Seeds, "scattered"
	if !o.Scattered {
		worlds, name = set{single: len(all) <= size}.worlds(worlds), "pages"
	}
	outcomes, err := lab.Each(ctx, o.Plan, worlds, func(k int) (outcome, error) {
		seed := o.Plan.First + uint64(k)
		some := sample(all, size, seed)
		if o.Scattered {
			some = scattered(some, seed)
		}
		return runPages(some, marks)
	})
	if err != nil {
		return nil, fmt.Errorf("page policies: %w", err)
	}
	return newPageResult(name, marks, outcomes), nil
}

// runPages finds what the page policies bring, then the site rule, greedy
// coverage and coverage.
func runPages(crawls []*crawl, marks []int) (out outcome, err error) {
	var w world
	for _, c := range crawls {
		w = append(w, c.rewards())
	}
	budget := slices.Max(marks)
	for _, name := range sites.KnownPagePolicies() {
		found, err := scan(crawls, name, min(budget, w.pages()))
		if err != nil {
			return out, err
		}
		out.found = append(out.found, found)
	}
	rule, err := follow(w, pageRule, budget)
	if err != nil {
		return out, err
	}
	covered, bounds := coverage(crawls, marks)
	out.found = append(out.found, rule, greedy(crawls, budget), covered)
	out.bounds = bounds
	return out, nil
}

// scan scans what the page policy asks for, beginning with the home pages, and
// returns the links found after n pages, for n from 0 on.
func scan(crawls []*crawl, name string, pages int) ([]int, error) {
	p, err := sites.NewPagePolicy(name, sites.Options{Sites: len(crawls), Budget: pages})
	if err != nil {
		return nil, err
	}
	// The pages of all crawls are numbered through; base is where a crawl begins.
	base, known, n := make([]int, len(crawls)), make([][]bool, len(crawls)), 0
	counts := make([]seen, len(crawls))
	for i, c := range crawls {
		base[i], known[i], counts[i] = n, make([]bool, c.pages()), newSeen(c)
		n += c.pages()
	}
	add := func(i, page int) {
		if !known[i][page] {
			known[i][page] = true
			p.Add(sites.Link{Site: i, Page: base[i] + page, URL: crawls[i].url[page]})
		}
	}
	for i := range crawls {
		add(i, 0)
	}

	found := []int{0}
	for i, number, ok := p.Next(); ok; i, number, ok = p.Next() {
		page := number - base[i]
		gain := counts[i].scan(crawls[i], page).New
		found = append(found, found[len(found)-1]+gain)
		if err := p.Report(number, gain); err != nil {
			return nil, err
		}
		for _, t := range crawls[i].out[page] {
			add(i, int(t))
		}
	}
	return found, nil
}
