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
