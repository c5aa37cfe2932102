package sitelab

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
)

// RuleOptions say what to measure; the zero value is the experiment of the
// tables in docs/policies.md.
type RuleOptions struct {
	// Pages is N, 2000 by default.
	Pages int
	// Rules are names of schedule/site, all by default. R1 is always run,
	// since the others are compared with it.
	Rules []string
	// Seeds worlds are drawn, with the seeds First, First+1, ...; 200 and 1 by
	// default.
	Seeds int
	First uint64
	// Block, Quantum and Start are passed on to the rules.
	Block, Quantum, Start int
	// Workers run at the same time, as many as there are processors by
	// default; the results do not depend on it.
	Workers int
	// Progress, if there is one, is told how many worlds of how many are done.
	Progress func(done, of int)
}

// mostPages is the greatest N, far above the pages of any world; there is
// nothing to be had beyond these.
const mostPages = 10_000_000

// trivial is the rule that the others are compared with.
const trivial = "r1"

// Rules returns the names of the rules, sorted.
func Rules() []string { return sites.Known() }

func (o RuleOptions) complete() (RuleOptions, error) {
	if o.Rules == nil {
		o.Rules = Rules()
	}
	if !slices.Contains(o.Rules, trivial) {
		o.Rules = append([]string{trivial}, o.Rules...)
	}
	for _, d := range []struct {
		value  *int
		preset int
	}{{&o.Pages, 2000}, {&o.Seeds, 200}, {&o.Workers, runtime.GOMAXPROCS(0)}} {
		if *d.value == 0 {
			*d.value = d.preset
		}
		if *d.value < 0 {
			return o, fmt.Errorf("site rules: negative number of pages, seeds or workers: %d, %d, %d", o.Pages, o.Seeds, o.Workers)
		}
	}
	if o.Pages > mostPages {
		return o, fmt.Errorf("site rules: %d pages; at most %d", o.Pages, mostPages)
	}
	if o.First == 0 {
		o.First = 1
	}
	for _, name := range o.Rules {
		if _, err := sites.New(name, o.policy(1)); err != nil {
			return o, err
		}
	}
	return o, nil
}

func (o RuleOptions) policy(count int) sites.Options {
	return sites.Options{Sites: count, Budget: o.Pages, Block: o.Block, Quantum: o.Quantum, Start: o.Start}
}

// MeasureRules runs every rule on the worlds of every set.
func MeasureRules(ctx context.Context, sets []Set, o RuleOptions) (*RuleResult, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("site rules: no set of sites to replay")
	}
	result := &RuleResult{Pages: o.Pages}
	of, before := 0, 0
	for _, s := range sets {
		of += s.worlds(o.Seeds)
	}
	for _, s := range sets {
		tell := func(done int) {
			if o.Progress != nil {
				o.Progress(before+done, of)
			}
		}
		outcomes, err := lab.Each(ctx, s.worlds(o.Seeds), o.Workers, tell, func(k int) (ruleOutcome, error) {
			return o.run(s.Draw(o.First + uint64(k)))
		})
		before += s.worlds(o.Seeds)
		if err != nil {
			return nil, fmt.Errorf("site rules on %s: %w", s.Name, err)
		}
		result.add(s.Name, o.Rules, outcomes)
	}
	return result, nil
}

// worlds is the number of worlds worth drawing.
func (s Set) worlds(seeds int) int {
	if s.single {
		return 1
	}
	return seeds
}

// ruleOutcome holds the links found after each page, by each rule and at
// best, as far as there are pages; see after.
type ruleOutcome struct {
	best  []int
	found [][]int
}

func (o RuleOptions) run(w World) (ruleOutcome, error) {
	var out ruleOutcome
	pages := min(o.Pages, w.pages())
	var err error
	if out.found, err = followEach(w, o.Rules, o.policy(len(w)), pages); err != nil {
		return out, err
	}
	out.best = optimum(w, pages)
	return out, nil
}

// followEach follows each of the rules.
func followEach(w World, rules []string, o sites.Options, pages int) (found [][]int, err error) {
	for _, name := range rules {
		p, err := sites.New(name, o)
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
func follow(w World, p *sites.Policy, pages int) ([]int, error) {
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
	return last(found, pages), nil
}
