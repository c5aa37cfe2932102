package commands

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"sitegraph/workers/queue"
)

func (p program) addToStatus() {
	var s services
	cmd := p.Named("status")
	cmd.Short += ", or of jobs of workers"
	extend(cmd, "With --nats it shows a\nline for each job of the workers.",
		"  sitegraph status --nats nats://queue:4222")
	s.addQueue(cmd)
	p.instead(cmd, func() bool { return cmd.Flags().Changed("nats") },
		func(ctx context.Context, _ []string) error { return p.status(ctx, s) })
}

// status shows the progress of jobs and workers.
func (p program) status(ctx context.Context, s services) error {
	q, err := s.connect(ctx, "status")
	if err != nil {
		return err
	}
	defer q.Close()
	all, err := q.Status(ctx)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(p.Out(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "job\tgroups\tdone\tunder way\tgiven up\tsites\tpages\trequests\tworkers")
	for _, j := range all {
		if j.Damaged != "" {
			continue
		}
		var workers []string
		for _, name := range slices.Sorted(maps.Keys(j.Workers)) {
			workers = append(workers, fmt.Sprintf("%s (%d)", name, j.Workers[name]))
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", j.Job, j.Groups, j.Done, j.Held, j.Failed, j.Sites,
			j.Pages, j.Requests, strings.Join(workers, ", "))
	}
	err = t.Flush()
	for _, j := range all {
		if j.Damaged != "" {
			fmt.Fprintf(p.Out(), "%s: %s: remove it with sitegraph forget --job %s\n", j.Job, j.Damaged, j.Job)
		}
		for _, n := range slices.Sorted(maps.Keys(j.GivenUp)) {
			fmt.Fprintf(p.Out(), "%s, group %d: %s\n", j.Job, n, j.GivenUp[n])
		}
	}
	if err != nil {
		return err
	}
	reports, err := q.Reports(ctx)
	if err != nil {
		return err
	}
	return showReports(p.Out(), reports)
}

// showReports shows the workers and their slowest groups.
func showReports(out io.Writer, all []queue.Report) error {
	if len(all) == 0 {
		fmt.Fprintln(out, "\nno worker answers")
		return nil
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nworker\tgroups\tsites\tpages\trequests\tper second\tlast page\tmemory")
	var slowest []queue.GroupReport
	for _, r := range all {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.1f\t%s\t%d MiB\n", r.Worker, r.Groups, r.Sites, r.Pages, r.Requests,
			r.Rate, ago(r.LastPage), r.Memory>>20)
		slowest = append(slowest, r.Slowest...)
	}
	if slowest = queue.Slowest(slowest); len(slowest) > 0 {
		fmt.Fprintln(t, "\nslowest groups\tnumber\tsite\tpages\trequests\tper second\tlast page")
	}
	for _, g := range slowest {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%.2f\t%s\n", g.Job, g.Number, g.Site, g.Pages, g.Requests, g.Rate,
			ago(g.LastPage))
	}
	return t.Flush()
}

func ago(seconds float64) string {
	if seconds == 0 {
		return "" // no answer yet
	}
	return (time.Duration(min(seconds, 1e9)) * time.Second).String() + " ago"
}
