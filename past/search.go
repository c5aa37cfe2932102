package past

import (
	"context"
	"errors"
	"slices"

	"sitegraph/extractor"
	"sitegraph/run"
)

// errNoMoments is the error of asking for an earlier moment of a search.
var errNoMoments = errors.New("a search by agents has no earlier moments: leave --as-of out")

// divide tells the names of sites from that of the search by agents. The plan is nil unless the search is meant, by
// its name or with all that there is.
func (in Inputs) divide(args []string) (sites []string, plan *run.SearchPlan, err error) {
	plan, err = in.FindSearch()
	if err != nil || plan == nil {
		return args, nil, err
	}
	now := in.Moment == extractor.Moment{}
	isSearch := func(arg string) bool { return arg == plan.Name() }
	sites = slices.DeleteFunc(slices.Clone(args), isSearch)
	named := len(sites) < len(args)
	switch {
	case named && !now:
		return nil, nil, run.Usage("%w", errNoMoments)
	case named || len(args) == 0 && now:
		return sites, plan, nil
	}
	return sites, nil, nil
}

// search recalls the search by agents. Its crawl is that of all pages.
func (in Inputs) search(plan *run.SearchPlan) (Crawl, error) {
	files, err := in.RecallSearch(context.Background(), plan, in.Copy)
	if err != nil {
		return Crawl{}, err
	}
	c := Crawl{Crawl: files.All, Origin: plan.Name(), Search: &files, Settings: files.Settings}
	_, c.Name = in.SearchDir()
	return c, nil
}
