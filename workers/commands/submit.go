package commands

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
	"sitegraph/workers/queue"
)

func (p program) newSubmit() *cobra.Command {
	var s services
	by := servers{lookup: p.lookup}
	submit := func(ctx context.Context, args []string) error { return p.submit(ctx, args, s, by) }
	cmd := p.Command(submit, cobra.Command{Use: "submit job [site...]", Args: cobra.MinimumNArgs(1),
		Short: "Give a crawl of many sites to workers",
		Long: "submit gives the sites of hosts.txt, or of the command line, to workers, as a named job with the\n" +
			"current settings. See sitegraph worker, and docs/many-machines.md. Submitting the same job again\n" +
			"does no harm.",
		Example: "  sitegraph submit museums --store /shared/store\n  sitegraph status --nats nats://queue:4222\n" +
			"  sitegraph merge --job museums --store /shared/store -O all"})
	s.addQueue(cmd)
	s.addStore(cmd)
	cmd.Flags().IntVar(&by.most, "same-address", defaultMost, "most `sites` of one IP address in a group, which are "+
		"crawled one after the other; 0 looks up no names")
	cmd.Flags().StringVar(&by.table, "cdn", "", "`file` of networks, one per line, whose addresses unrelated sites "+
		"share (default: those of some CDNs)")
	return cmd
}

func (p program) submit(ctx context.Context, args []string, s services, by servers) error {
	if err := queue.CheckName(args[0]); err != nil {
		return run.Usage("%w", err)
	}
	if by.most < 0 {
		return run.Usage("--same-address %d: must be 0 or more", by.most)
	}
	spec, err := p.Spec(args[1:])
	if err != nil {
		return err
	}
	store, err := p.openStore(s)
	if err != nil {
		return err
	}
	q, err := s.connect(ctx, "submit")
	if err != nil {
		return err
	}
	defer q.Close()
	j, err := by.job(ctx, store, args[0], spec)
	if err != nil {
		return err
	}
	if err := queue.Submit(ctx, q, store, j); err != nil {
		return err
	}
	p.Noticef("job %s: %s in %s, queued", j.Name, wording.Count(len(spec.Hosts), "site", "sites"),
		wording.Count(j.Groups, "group", "groups"))
	return nil
}
