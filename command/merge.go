package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
)

// newMerge returns the command merge.
func newMerge(a *app) *cobra.Command {
	return a.command(runMerge, cobra.Command{Use: "merge folder...",
		Short: "Join the output folders of the shards of a crawl (see --shard)",
		Long: "merge joins the shards of a crawl: it copies the result folders of all sites from the\n" +
			"output folders of the shards into that of -O, and writes the tables, the graph and the report over\n" +
			"all sites. The files are those of one run over all sites. States, logs and archives stay where they\n" +
			"are: to continue a crawl, run the shards again.",
		Example: "  sitegraph --shard 1/2 -O part1\n  sitegraph --shard 2/2 -O part2\n" +
			"  sitegraph merge -O all part1 part2"})
}

// runMerge joins the output folders of shards.
func runMerge(_ context.Context, a *app, args []string) error {
	out, err := run.Merge(a.flags.outputDir, args)
	if err != nil {
		return err
	}
	folders := 0
	for _, res := range out.Results {
		if res.Dir != nil {
			folders++
		}
	}
	a.progress.Noticef("%s from %s, %s with results", wording.Count(len(out.Results), "site", "sites"),
		wording.Count(len(args), "shard", "shards"), wording.Count(folders, "site", "sites"))
	if out.Across != nil {
		a.list(out.Across)
	}
	return nil
}
