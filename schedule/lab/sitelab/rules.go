package sitelab

import (
	"context"
	"fmt"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
)

// baseline is the rule that the others are compared with.
const baseline = "r1"

// measureRules runs every rule on the worlds of every set.
func (o Options) measureRules(ctx context.Context, sets []set) (*ruleResult, error) {
	result := &ruleResult{pages: o.Pages}
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
			if err := p.Sleep(i); err != nil {
				return nil, err
			}
		}
	}
	for i, ok := p.Next(); ok; i, ok = p.Next() {
		page := w[i][next[i]]
		if err := p.Report(i, page); err != nil {
			return nil, err
		}
		found = append(found, found[len(found)-1]+page.New)
		if next[i]++; next[i] == len(w[i]) {
			if err := p.Sleep(i); err != nil {
				return nil, err
			}
		}
	}
	return extend(found, pages), nil
}
