package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/run"
)

// FromState yields the crawls that args name, or all of the state. The search by agents comes last.
func (in Inputs) FromState(args []string) iter.Seq2[Crawl, error] {
	return inState(in, args, (*state).each, in.search)
}

// inState yields the values of sites for the named sites, or for all, and then the value of search.
func inState[T any](in Inputs, args []string,
	sites func(s *state, args []string, yield func(T, error) bool) (stopped bool, err error),
	search func(*run.SearchPlan) (T, error)) iter.Seq2[T, error] {

	return func(yield func(T, error) bool) {
		var none T
		named, plan, err := in.divide(args)
		if err != nil {
			yield(none, err)
			return
		}
		wanted := true
		next := func(c T, err error) bool {
			wanted = yield(c, err) && err == nil
			return wanted
		}
		if plan == nil || len(named) > 0 || len(args) == 0 && in.hasState() {
			stopped := false
			err := in.withState(func(s *state) (err error) {
				stopped, err = sites(s, named, next)
				return err
			})
			if err != nil && !stopped {
				next(none, err)
			}
		}
		if plan == nil || !wanted {
			return
		}
		c, err := search(plan)
		if later := errors.Is(err, extractor.ErrNothingYet); !later || len(args) > 0 || !in.hasState() {
			yield(c, err)
		}
	}
}

func (in Inputs) hasState() bool {
	_, err := os.Stat(in.StateDir())
	return err == nil && in.Store.Store != "memory"
}

// Between is like FromState, for two moments: earlier and in.Moment.
func (in Inputs) Between(earlier extractor.Moment, args []string) iter.Seq2[[2]Crawl, error] {
	before := in
	before.Moment = earlier
	sites := func(s *state, args []string, yield func([2]Crawl, error) bool) (stopped bool, err error) {
		was := &state{in: before, store: s.store}
		var later error // from sites first crawled later, reported if all are such
		others := false
		stopped, err = s.each(args, func(c Crawl, _ error) bool {
			then, err := was.crawl(c.Origin)
			if len(args) == 0 && errors.Is(err, extractor.ErrNothingYet) {
				later = err
				return true
			}
			others = true
			return yield([2]Crawl{then, c}, ofEarlier(err)) && err == nil
		})
		if !others {
			err = cmp.Or(err, ofEarlier(later))
		}
		return stopped, err
	}
	return inState(in, args, sites, func(plan *run.SearchPlan) (pair [2]Crawl, err error) {
		if pair[1], err = in.search(plan); err == nil {
			pair[0], err = before.search(plan)
			err = ofEarlier(err)
		}
		return pair, err
	})
}

func ofEarlier(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the earlier moment: %w", err)
}

// LeftOut returns all pages known to the state that link to a normalized URL, even if they are not in the crawl.
func (in Inputs) LeftOut(origin, key string) (pages []string, err error) {
	err = in.forecasting(origin, nil, func(f *forecaster) error {
		known := f.site.Known
		urls := known.URLs
		leads := func(to evidence.URLID) bool { return urls.String(urls.Key(to)) == key }
		for _, a := range known.Answers {
			if slices.ContainsFunc(evidence.Unpack(nil, a.Links), leads) {
				pages = append(pages, urls.String(a.URL))
			}
		}
		return nil
	})
	return pages, err
}

// divide separates sites from the search by agents. plan is nil unless args name the search or are empty.
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
