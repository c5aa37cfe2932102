package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/combine"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// newWatch returns the command watch.
func newWatch(a *app) *cobra.Command {
	var every time.Duration
	var acceptGone bool
	watch := func(ctx context.Context, a *app, args []string) error {
		return runWatch(ctx, a, args, every, acceptGone)
	}
	cmd := a.command(watch, cobra.Command{Use: "watch [site...]",
		Short: "Check crawled sites again, a part of their pages each time",
		Long: "watch checks some of the pages of the sites again, those that are likely to have changed, and\n" +
			"fetches what new links lead to: one iteration, to be run by cron, or one after the other with\n" +
			"--every. A site that was not crawled yet is crawled first. The result files then say when each\n" +
			"page and arc was seen; export --as-of and compare --from show earlier moments.",
		Example: "  sitegraph watch example.com --checks 200\n  sitegraph watch --every 6h"})
	cmd.Flags().DurationVar(&every, "every", 0, "time from one iteration to the next, such as 6h; 0 is one iteration")
	cmd.Flags().BoolVar(&acceptGone, "accept-gone", false,
		"treat pages that are not found as gone at once, even if they are most of the site")
	return cmd
}

// runWatch watches sites: one iteration, or one after the other until it is
// stopped.
func runWatch(ctx context.Context, a *app, args []string, every time.Duration, acceptGone bool) error {
	if every < 0 {
		return run.Usage("--every %s: must be 0 or more, such as 6h", every)
	}
	if _, both := a.overrides["revisit.seconds"]; both {
		if _, both = a.overrides["revisit.checks"]; both {
			return run.Usage("--checks and --seconds are two ways to bound an iteration: give one of them")
		}
	}
	ctx, job, release, err := a.begin(ctx, args, combine.OfWatch)
	if err != nil {
		return err
	}
	defer release()
	job.Watch, job.AcceptGone, a.watching = true, acceptGone, true
	for {
		begun := time.Now()
		out, err := a.crawl(ctx, job)
		if every == 0 || !goesOn(out, err) {
			return err
		}
		next := begun.Add(every)
		a.progress.Noticef("next iteration at %s (Ctrl-C ends the watch)", next.Format(time.DateTime))
		if !a.wait(ctx, next) {
			return nil
		}
		job.FromScratch = false
	}
}

// goesOn reports whether a watch goes on after an iteration: sites that could not
// be reached may be the next time, and what a limit of time cut off is resumed.
func goesOn(out run.Outcome, err error) bool {
	if out.Over {
		return false
	}
	code := exitCode(exitDone)
	if err != nil && !errors.As(err, &code) || code == exitFailure {
		return false
	}
	return !slices.ContainsFunc(out.Results, func(res run.Result) bool {
		return res.Crawl == nil || res.Crawl.Ended == site.EndedSignal || res.Crawl.Ended == site.EndedStopFile
	})
}

// wait waits for the time of the next iteration; it returns false if the watch is
// to end before: by a signal, or by the stop file.
func (a *app) wait(ctx context.Context, until time.Time) bool {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		_, err := os.Stat(a.config.Path(a.config.Finish.StopFile))
		if err == nil || ctx.Err() != nil {
			return false
		}
		if !time.Now().Before(until) {
			return true
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// showIteration tells what the last iteration of a site came to.
func showIteration(c *site.Crawl) string {
	all := c.Watched.Iterations
	it := all[len(all)-1]
	if it.Number == 1 {
		return fmt.Sprintf("%s: crawled; the next watch checks its pages again", site.Show(c.Site))
	}
	text := fmt.Sprintf("%s: iteration %d: %s checked, %d changed, %d gone, %d without an answer", site.Show(c.Site),
		it.Number, wording.Count(it.Checked, "page", "pages"), it.Changed, it.Gone, it.Failed)
	return text + fmt.Sprintf("; %s joined the graph, %d left it", wording.Count(it.Added, "page", "pages"), it.Removed)
}
