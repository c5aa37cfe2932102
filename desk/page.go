package desk

import (
	"context"
	"errors"
	"fmt"

	"sitegraph/results/inspect"
)

// Page returns all that is now known about a URL of a site. It builds the crawl from a copy of the state. The error is
// an *InputError, ErrNotFound for a site or URL, ErrNothingYet, or the reason why the crawl could not be built.
func (p *Project) Page(ctx context.Context, line, url string, limits inspect.Limits) (page inspect.Page, err error) {
	if _, err := inspect.URLs(url); err != nil {
		return page, input("url: %w", err)
	}
	s, err := p.Site(line)
	if err != nil {
		return page, err
	}
	if s.State == New || s.State == Waiting && s.Started.IsZero() {
		return page, fmt.Errorf("%s: %w", line, ErrNothingYet)
	}
	setup := p.setup()
	if setup.trouble != nil {
		return page, setup.trouble
	}
	done, err := enter(ctx, p.desk.views.one)
	if err != nil {
		return page, err
	}
	defer done()
	err = p.desk.safely(p.Name, func() (err error) {
		page, err = setup.page(line, url, limits)
		return err
	})
	if errors.Is(err, inspect.ErrUnknown) {
		err = fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return page, err
}

func (s *setup) page(line, url string, limits inspect.Limits) (page inspect.Page, err error) {
	// The answer is read from the state, which must stay open: crawled would close it too early.
	for c, err := range s.inState(line) {
		if err != nil {
			return page, err
		}
		asked, err := inspect.New(c.Crawl, s.config.Walk.URLProfile)
		if err != nil {
			return page, err
		}
		e, err := asked.One(url)
		if err != nil {
			return page, err
		}
		return asked.Page(e, limits)
	}
	return page, ErrNothingYet
}
