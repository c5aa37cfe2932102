package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
)

func newMerge(a *app) *cobra.Command {
	var o run.Merging
	cmd := a.command(func(_ context.Context, folders []string) error {
		o.Folders = folders
		return merge(a, wording.Count(len(folders), "shard", "shards"), o)
	}, texts("merge"))
	cmd.Flags().BoolVar(&o.Pages, "pages", false, "write the graph of the pages of all sites too")
	cmd.Flags().BoolVar(&o.Partial, "partial", false, "merge what is there; a later merge adds the rest")
	return cmd
}

// merge joins the output folders of shards. from describes the shards to the user.
func merge(a *app, from string, o run.Merging) error {
	o.Report = a.progress.Computing
	out, err := run.Merge(a.flags.outputDir, o)
	if err != nil {
		return err
	}
	folders := 0
	for _, res := range out.Results {
		if res.Dir != nil {
			folders++
		}
	}
	a.progress.Noticef("%s from %s, %s with results", wording.Count(len(out.Results), "site", "sites"), from,
		wording.Count(folders, "site", "sites"))
	if out.Across != nil {
		a.show.list(out.Across)
	}
	if len(out.Absent) == 0 {
		return nil
	}
	a.progress.Noticef("left out because they have no result yet: %s. Run the same command again later",
		wording.ListFirst(out.Absent, 5))
	return exitCode(exitStopped)
}
