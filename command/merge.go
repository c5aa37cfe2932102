package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
)

func newMerge(a *app) *cobra.Command {
	var pages bool
	merge := func(_ context.Context, a *app, folders []string) error {
		return merge(a, folders, wording.Count(len(folders), "shard", "shards"), pages)
	}
	cmd := a.command(merge, texts("merge"))
	cmd.Flags().BoolVar(&pages, "pages", false, "write the graph of the pages of all sites too")
	return cmd
}

// merge joins the output folders of shards; from names them.
func merge(a *app, shards []string, from string, pages bool) error {
	out, err := run.Merge(a.flags.outputDir, shards, pages, a.progress.Computing)
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
		a.list(out.Across)
	}
	return nil
}
