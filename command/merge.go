package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
)

// newMerge returns the command merge.
func newMerge(a *app) *cobra.Command {
	var s services
	var job string
	merge := func(ctx context.Context, a *app, args []string) error { return runMerge(ctx, a, args, job, s) }
	cmd := a.command(merge, cobra.Command{Use: "merge folder...",
		Short: "Join the output folders of the shards of a crawl, or what workers wrote",
		Long: "merge joins the shards of a crawl: it copies the result folders of all sites from the\n" +
			"output folders of the shards into that of -O, and writes the tables, the graph and the report over\n" +
			"all sites. The files are those of one run over all sites. States, logs and archives stay where they\n" +
			"are: to continue a crawl, run the shards again. With --job it joins the groups of a job of workers,\n" +
			"which it takes from the store.",
		Example: "  sitegraph --shard 1/2 -O part1\n  sitegraph --shard 2/2 -O part2\n" +
			"  sitegraph merge -O all part1 part2\n  sitegraph merge --job museums --store /shared/store -O all"})
	s.addStore(cmd)
	cmd.Flags().StringVar(&job, "job", "", "`name` of a job of workers, instead of folders")
	return cmd
}

// runMerge joins the output folders of shards.
func runMerge(ctx context.Context, a *app, args []string, job string, s services) error {
	out, err := a.merge(ctx, args, job, s)
	if err != nil {
		return err
	}
	folders := 0
	for _, res := range out.Results {
		if res.Dir != nil {
			folders++
		}
	}
	from := "job " + job
	if job == "" {
		from = wording.Count(len(args), "shard", "shards")
	}
	a.progress.Noticef("%s from %s, %s with results", wording.Count(len(out.Results), "site", "sites"), from,
		wording.Count(folders, "site", "sites"))
	if out.Across != nil {
		a.list(out.Across)
	}
	return nil
}

// merge joins folders, or a job.
func (a *app) merge(ctx context.Context, folders []string, job string, s services) (run.Outcome, error) {
	switch {
	case job == "":
		return run.Merge(a.flags.outputDir, folders)
	case len(folders) > 0:
		return run.Outcome{}, run.Usage("--job takes the groups from the store: remove %q", folders)
	}
	return a.collectJob(ctx, job, s)
}
