package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
)

func newMerge(a *app) *cobra.Command {
	var m merging
	merge := func(ctx context.Context, a *app, args []string) error { return m.run(ctx, a, args) }
	cmd := a.command(merge, cobra.Command{Use: "merge folder...",
		Short: "Join the output folders of the shards of a crawl, or what workers wrote",
		Long: "merge joins the shards of a crawl: it copies the result folders of all sites from the\n" +
			"output folders of the shards into that of -O, and writes the tables, the graph and the report over\n" +
			"all sites. The files are those of one run over all sites. States, logs and archives stay where they\n" +
			"are: to continue a crawl, run the shards again. With --job it joins the groups of a job of workers,\n" +
			"which it takes from the store.",
		Example: "  sitegraph --shard 1/2 -O part1\n  sitegraph --shard 2/2 -O part2\n" +
			"  sitegraph merge -O all part1 part2 --pages\n" +
			"  sitegraph merge --job museums --store /shared/store -O all"})
	m.addStore(cmd)
	cmd.Flags().StringVar(&m.job, "job", "", "`name` of a job of workers, instead of folders")
	cmd.Flags().BoolVar(&m.pages, "pages", false, "write the graph of the pages of all sites too")
	return cmd
}

// merging is what merge is asked for.
type merging struct {
	services
	job   string
	pages bool
}

// run joins the output folders of shards, or a job.
func (m merging) run(ctx context.Context, a *app, args []string) error {
	out, err := m.merge(ctx, a, args)
	if err != nil {
		return err
	}
	folders := 0
	for _, res := range out.Results {
		if res.Dir != nil {
			folders++
		}
	}
	from := "job " + m.job
	if m.job == "" {
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
func (m merging) merge(ctx context.Context, a *app, folders []string) (run.Outcome, error) {
	switch {
	case m.job == "":
		return run.Merge(a.flags.outputDir, folders, m.pages, a.progress.Computing)
	case len(folders) > 0:
		return run.Outcome{}, run.Usage("--job takes the groups from the store: remove %q", folders)
	}
	return a.collectJob(ctx, m.job, m.services, m.pages)
}
