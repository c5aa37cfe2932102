package command

import (
	"cmp"
	"errors"
	"fmt"

	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/wording"
)

// explainPair says whether two URLs are one page and how two pages differ. It fails if no site knows both.
func explainPair(a *app, texts []string, asJSON bool) error {
	in := a.inputs(run.Details{})
	in.NoBelief = true
	var unknown error
	for c, err := range in.FromState(nil) {
		if err != nil {
			return err
		}
		s, err := inspect.New(c.Crawl, a.config.Walk.URLProfile)
		if err != nil {
			return usage(err)
		}
		p, err := s.Pair(texts[0], texts[1])
		switch {
		case errors.Is(err, inspect.ErrUnknown):
			unknown = err
			continue
		case err != nil:
			return usage(err)
		case asJSON:
			writeObject(a.out, p)
			return nil
		}
		explainVerdict(a.out, p.First, -1)
		explainVerdict(a.out, p.Second, -1)
		says := "two pages, or none: see their states"
		if p.OnePage {
			says = "one page: " + cmp.Or(p.First.Page, p.First.Key)
		} else if len(p.Differ) > 0 {
			says = "two pages, which differ:"
		}
		fmt.Fprintln(a.out, says)
		for _, d := range p.Differ {
			explainLine(a.out, d.Of, cmp.Or(d.First, "(none)"))
			explainLine(a.out, "", cmp.Or(d.Second, "(none)"))
		}
		return nil
	}
	fmt.Fprintln(a.out, wording.Capital(cmp.Or(unknown, error(inspect.ErrUnknown)).Error()))
	return exitCode(exitNothing)
}
