package command

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"sitegraph/run"
	"sitegraph/site"
)

// runStatus shows one line a site. A site whose state does not fit the settings
// is reported, and does not keep the others from being shown.
func runStatus(_ context.Context, a *app, _ []string) (err error) {
	in, err := a.inputs(run.Details{})
	if err != nil {
		return err
	}
	state, err := in.OpenState()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, state.Close()) }()
	sites, err := state.Sites(nil)
	if err == nil && len(sites) == 0 {
		a.progress.Noticef("the state in %s holds no site yet", a.config.StateDir())
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	header := "site\tstarted (UTC)\tended\tcomplete\tfetched\tpages\tto go\n"
	for _, origin := range sites {
		c, misfit := state.Crawl(origin)
		if misfit != nil {
			err = errors.Join(err, misfit)
			continue
		}
		toGo := c.Counts.States[site.StateStopped] + c.Counts.Limits["max_pages"] // not what [limits] left out
		fmt.Fprintf(t, "%s%s\t%s\t%s\t%t\t%d\t%d\t%d\n", header, nameInTable(c.Site),
			c.Started.Format("2006-01-02 15:04:05"), c.Ended, c.Complete, c.Counts.Fetched, c.Counts.Pages, toGo)
		header = ""
	}
	return errors.Join(err, t.Flush())
}
