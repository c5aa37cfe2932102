package results

import (
	"context"
	"slices"

	"sitegraph/run"
)

// divide tells the names of sites from that of the search by agents. The plan is nil unless the search is meant, by
// its name or with all that there is.
func (in Inputs) divide(args []string) (sites []string, plan *run.SearchPlan, err error) {
	plan, err = in.FindSearch()
	if err != nil || plan == nil {
		return args, nil, err
	}
	sites = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == plan.Name() })
	if len(args) > 0 && len(sites) == len(args) {
		return sites, nil, nil
	}
	return sites, plan, nil
}

func (in Inputs) search(plan *run.SearchPlan) (Crawl, error) {
	files, err := in.RecallSearch(context.Background(), run.Recalled{Plan: plan, Details: in.Details,
		Moment: in.Moment, Copy: in.Copy, NoBelief: in.NoBelief})
	if err != nil {
		return Crawl{}, err
	}
	c := Crawl{Crawl: files.All, Origin: plan.Name(), Search: &files, Settings: files.Settings}
	_, c.Name = in.SearchDir()
	return c, nil
}
