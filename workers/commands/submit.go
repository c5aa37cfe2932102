package commands

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/wording"
	"sitegraph/workers/queue"
)

func (p program) newSubmit() *cobra.Command {
	var s services
	submit := func(ctx context.Context, args []string) error { return p.submit(ctx, args, s) }
	cmd := p.Command(submit, cobra.Command{Use: "submit job [site...]", Args: cobra.MinimumNArgs(1),
		Short: "Give a crawl of many sites to workers",
		Long: "submit gives the sites of hosts.txt, or of the command line, with these settings to workers, as a\n" +
			"job with a name. See sitegraph worker, and docs/many-machines.md. Submitting the same job again\n" +
			"does no harm.",
		Example: "  sitegraph submit museums --store /shared/store\n  sitegraph status --nats nats://queue:4222\n" +
			"  sitegraph merge --job museums --store /shared/store -O all"})
	s.addQueue(cmd)
	s.addStore(cmd)
	return cmd
}

func (p program) submit(ctx context.Context, args []string, s services) error {
	if err := queue.CheckName(args[0]); err != nil {
		return run.Usage("%w", err)
	}
	spec, err := p.Spec(args[1:])
	if err != nil {
		return err
	}
	store, err := p.openStore(s)
	if err != nil {
		return err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	q, err := s.connect(ctx, "submit")
	if err != nil {
		return err
	}
	defer q.Close()
	j := queue.Job{Name: args[0], Version: run.Version, Groups: len(spec.Groups()), Crawl: text}
	if err := queue.Submit(ctx, q, store, j); err != nil {
		return err
	}
	p.Noticef("job %s: %s in %s, queued", j.Name, wording.Count(len(spec.Hosts), "site", "sites"),
		wording.Count(j.Groups, "group", "groups"))
	return nil
}
