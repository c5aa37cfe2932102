package command

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"text/tabwriter"

	"sitegraph/past"
	"sitegraph/run"
)

// runStatus shows one line for each site of the state, also while a crawl goes on.
func runStatus(_ context.Context, a *app, _ []string) error {
	dir := a.config.StateDir()
	if _, err := os.Stat(dir); err != nil {
		return past.NoState(dir)
	}
	all, err := run.ReadStatus(dir)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.progress.Noticef("the state in %s holds no site yet", dir)
		return nil
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "site\tstarted (UTC)\tended\tcomplete\tfetched\tpages\tto go")
	for _, line := range slices.Sorted(maps.Keys(all)) {
		s := all[line]
		started := "unknown"
		if !s.Started.IsZero() {
			started = s.Started.Format("2006-01-02 15:04:05")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%t\t%d\t%d\t%d\n", nameInTable(s.Site),
			started, s.Ended, s.Complete, s.Fetched, s.Pages, s.ToGo)
	}
	return t.Flush()
}
