package sitelab

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
)

// baseline is the rule that the others are compared with.
const baseline = "r1"

// measureRules runs every rule on the worlds of every set.
func (o Options) measureRules(ctx context.Context, sets []set) (*ruleResult, error) {
	result := &ruleResult{pages: o.Pages, curves: map[string][]chart.Curve{}}
	total, before := 0, 0
	for _, s := range sets {
		total += s.worlds(o.Plan.Seeds)
	}
	for _, s := range sets {
		n := s.worlds(o.Plan.Seeds)
		outcomes, err := lab.Each(ctx, o.Plan.Part(before, total), n, func(k int) (ruleOutcome, error) {
			return runRules(s.world(o.Plan.First+uint64(k)), o.Rules, o.Pages)
		})
		if err != nil {
			return nil, fmt.Errorf("site rules on %s: %w", s.name, err)
		}
		before += n
		result.add(s.name, o.Rules, outcomes)
	}
	return result, nil
}

// ruleOutcome holds the links found after each page, by each rule and at
// best, as far as there are pages; see after.
type ruleOutcome struct {
	best  []int
	found [][]int
}

func runRules(w world, rules []string, budget int) (ruleOutcome, error) {
	pages := min(budget, w.pages())
	found, err := followEach(w, rules, budget, pages)
	if err != nil {
		return ruleOutcome{}, err
	}
	return ruleOutcome{best: optimum(w, pages), found: found}, nil
}

// followEach follows each of the rules, which plan with a budget, for so many
// pages.
func followEach(w world, rules []string, budget, pages int) (found [][]int, err error) {
	for _, name := range rules {
		p, err := sites.New(name, sites.Options{Sites: len(w), Budget: budget})
		if err != nil {
			return nil, err
		}
		links, err := follow(w, p, pages)
		if err != nil {
			return nil, err
		}
		found = append(found, links)
	}
	return found, nil
}

// follow scans what the policy asks for and returns the links found after n
// pages, for n from 0 to pages. When all sites are exhausted the number stays.
func follow(w world, p *sites.Policy, pages int) ([]int, error) {
	found := make([]int, 1, pages+1)
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
	return extend(found, pages), nil
}

// pageRule is the site rule that the page policies are compared with.
const pageRule = "auto"

// measurePages runs every page policy on worlds of so many of the crawls; with
// no more crawls there is one world of all. The links found are compared after
// the numbers of pages in marks.
func (o Options) measurePages(ctx context.Context, all []*crawl, marks []int, size int) (*pageResult, error) {
	worlds := o.Plan.Seeds
	if len(all) <= size && !o.Scattered {
		worlds = 1
	}
	outcomes, err := lab.Each(ctx, o.Plan, worlds, func(k int) (pageOutcome, error) {
		seed := o.Plan.First + uint64(k)
		some := all
		if len(all) > size {
			some = nil
			for _, i := range sample(len(all), size, seed) {
				some = append(some, all[i])
			}
		}
		if o.Scattered {
			some = scattered(some, seed)
		}
		return runPages(some, marks)
	})
	if err != nil {
		return nil, fmt.Errorf("page policies: %w", err)
	}
	return newPageResult(marks, outcomes), nil
}

// pageOutcome holds the links found in one world after each page, as far as
// there are pages; see after.
type pageOutcome struct {
	greedy, coverage, rule []int
	bounds                 []int   // at the marks
	found                  [][]int // by policy
}

func runPages(crawls []*crawl, marks []int) (pageOutcome, error) {
	var w world
	for _, c := range crawls {
		w = append(w, c.rewards())
	}
	budget := slices.Max(marks)
	pages := min(budget, w.pages())
	out := pageOutcome{greedy: greedy(crawls, pages)}
	out.coverage, out.bounds = coverage(crawls, marks)
	out.coverage = slices.Clone(out.coverage[:pages+1])

	for _, name := range sites.KnownPagePolicies() {
		found, err := scan(crawls, name, pages)
		if err != nil {
			return out, err
		}
		out.found = append(out.found, found)
	}
	found, err := followEach(w, []string{pageRule}, budget, pages)
	if err != nil {
		return out, err
	}
	out.rule = found[0]
	return out, nil
}

// scan scans what the page policy asks for, beginning with the home pages, and
// returns the links found after n pages, for n from 0 to pages.
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

	found := make([]int, 1, pages+1)
	for i, number, ok := p.Next(); ok; i, number, ok = p.Next() {
		page := number - base[i]
		gain := counts[i].scan(crawls[i], page).New
		found = append(found, found[len(found)-1]+gain)
		if err := p.Report(number, gain); err != nil {
			return nil, err
		}
		targets, _ := crawls[i].graph.Out(page)
		for _, t := range targets {
			add(i, int(t))
		}
	}
	return extend(found, pages), nil
}
