package sitelab

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
)

// PageOptions say what to measure; the zero value is the experiment of the
// tables in docs/policies.md.
type PageOptions struct {
	// Marks are the numbers of pages at which the policies are compared; 500,
	// 1000 and 2000 by default.
	Marks []int
	// Policies are names of page policies of schedule/site, all by default.
	Policies []string
	// Rules are names of site rules that are compared with them, auto by
	// default. A rule's budget is the greatest mark.
	Rules []string
	// Sites of a world; 10 by default. With no more crawls there is one world
	// of all.
	Sites int
	// Seeds worlds are drawn, with the seeds First, First+1, ...; 40 and 1 by
	// default.
	Seeds int
	First uint64
	// Scattered exchanges what the pages of a site bring at random, so that
	// neither address nor place tells anything.
	Scattered bool
	// Workers run at the same time, as many as there are processors by
	// default; the results do not depend on it.
	Workers int
	// Progress, if there is one, is told how many worlds of how many are done.
	Progress func(done, of int)
}

func (o PageOptions) complete() (PageOptions, error) {
	if len(o.Marks) == 0 {
		o.Marks = []int{500, 1000, 2000}
	}
	if o.Policies == nil {
		o.Policies = sites.KnownPages()
	}
	if o.Rules == nil {
		o.Rules = []string{"auto"}
	}
	for _, d := range []struct {
		value  *int
		preset int
	}{{&o.Sites, 10}, {&o.Seeds, 40}, {&o.Workers, runtime.GOMAXPROCS(0)}} {
		if *d.value == 0 {
			*d.value = d.preset
		}
	}
	if o.First == 0 {
		o.First = 1
	}
	return o, o.check()
}

func (o PageOptions) check() error {
	if o.Sites < 0 || o.Seeds < 0 || o.Workers < 0 || slices.Min(o.Marks) < 1 {
		return fmt.Errorf("page policies: sites, seeds, workers and marks must be positive: %d, %d, %d, %v", o.Sites, o.Seeds, o.Workers, o.Marks)
	}
	if slices.Max(o.Marks) > mostPages {
		return fmt.Errorf("page policies: %d pages; at most %d", slices.Max(o.Marks), mostPages)
	}
	for _, name := range o.Policies {
		if _, err := sites.NewPages(name, sites.PagesOptions{Sites: 1}); err != nil {
			return err
		}
	}
	for _, name := range o.Rules {
		if _, err := sites.New(name, sites.Options{Sites: 1, Budget: 1}); err != nil {
			return err
		}
	}
	return nil
}

// MeasurePages runs every policy on worlds drawn from the crawls.
func MeasurePages(ctx context.Context, all []*Site, o PageOptions) (*PageResult, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("page policies: no crawl to replay")
	}
	worlds := o.Seeds
	if len(all) <= o.Sites && !o.Scattered {
		worlds = 1
	}
	tell := func(done int) {
		if o.Progress != nil {
			o.Progress(done, worlds)
		}
	}
	outcomes, err := lab.Each(ctx, worlds, o.Workers, tell, func(k int) (pageOutcome, error) {
		return o.run(all, o.First+uint64(k))
	})
	if err != nil {
		return nil, fmt.Errorf("page policies: %w", err)
	}
	return o.result(outcomes), nil
}

// pageOutcome holds the links found in one world after each page, as far as
// there are pages; see after.
type pageOutcome struct {
	greedy, coverage []int
	bounds           []int // at the marks
	found            [][]int
}

func (o PageOptions) run(all []*Site, seed uint64) (pageOutcome, error) {
	var out pageOutcome
	chosen := all
	if len(all) > o.Sites {
		chosen = nil
		for _, i := range sample(len(all), o.Sites, seed) {
			chosen = append(chosen, all[i])
		}
	}
	if o.Scattered {
		chosen = scattered(chosen, seed)
	}
	var w World
	for _, s := range chosen {
		w = append(w, s.rewards())
	}
	budget := slices.Max(o.Marks)
	most := min(budget, w.pages())
	out.greedy = greedy(chosen, most)
	out.coverage, out.bounds = coverage(chosen, o.Marks)
	out.coverage = slices.Clone(out.coverage[:most+1])
	for _, name := range o.Policies {
		found, err := crawl(chosen, name, most)
		if err != nil {
			return out, err
		}
		out.found = append(out.found, found)
	}
	found, err := followEach(w, o.Rules, sites.Options{Sites: len(w), Budget: budget}, most)
	out.found = append(out.found, found...)
	return out, err
}

// crawl scans what the page policy asks for, beginning with the home pages,
// and returns the links found after n pages, for n from 0 to pages.
func crawl(chosen []*Site, name string, pages int) ([]int, error) {
	p, err := sites.NewPages(name, sites.PagesOptions{Sites: len(chosen), Budget: pages})
	if err != nil {
		return nil, err
	}
	// The pages of all sites are numbered through; base is where a site begins.
	base, known, n := make([]int, len(chosen)), make([][]bool, len(chosen)), 0
	counts := make([]seen, len(chosen))
	for i, s := range chosen {
		base[i], known[i], counts[i] = n, make([]bool, s.Pages()), newSeen(s)
		n += s.Pages()
	}
	add := func(i, page int) error {
		if known[i][page] {
			return nil
		}
		known[i][page] = true
		return p.Add(sites.Link{Site: i, Page: base[i] + page, URL: chosen[i].url[page]})
	}
	for i := range chosen {
		if err := add(i, 0); err != nil {
			return nil, err
		}
	}
	found := make([]int, 1, pages+1)
	for i, number, ok := p.Next(); ok; i, number, ok = p.Next() {
		page := number - base[i]
		gain := counts[i].scan(chosen[i], page).New
		found = append(found, found[len(found)-1]+gain)
		if err := p.Report(number, gain); err != nil {
			return nil, err
		}
		targets, _ := chosen[i].graph.Out(page)
		for _, t := range targets {
			if err := add(i, int(t)); err != nil {
				return nil, err
			}
		}
	}
	return last(found, pages), nil
}
