package command

import (
	"context"
	"fmt"
	"io"
	"time"

	"sitegraph/run"
	"sitegraph/stats"
)

func runStats(_ context.Context, a *app, args []string) error {
	in, err := a.inputs(run.Details{})
	if err != nil {
		return err
	}
	w := stopwatch{out: a.progress, silent: !a.flags.verbose || a.flags.quiet}
	w.start("reading")
	for c, err := range in.Open(args) {
		if err != nil {
			return err
		}
		noteVersion(a.progress, c)
		noteMissing(a.progress, c)
		analysis, err := a.config.Analyse(c.Crawl, func(measure string, share float64) {
			w.start(measure)
			a.progress.Computing(c.Site, measure, share)
		})
		w.start("reading")
		a.progress.clear()
		if err != nil {
			return err
		}
		if a.progress.json {
			writeObject(a.out, analysis.Summary)
		} else if err := stats.WriteTable(a.out, analysis.Summary); err != nil {
			return err
		}
	}
	return nil
}

// stopwatch shows, with --verbose, how long each step took.
type stopwatch struct {
	out    io.Writer
	silent bool
	step   string
	begun  time.Time
}

// start ends the step before, unless it is the same.
func (w *stopwatch) start(step string) {
	if step == w.step {
		return
	}
	if w.step != "" && !w.silent {
		fmt.Fprintf(w.out, "%s: %.1f s\n", w.step, time.Since(w.begun).Seconds())
	}
	w.step, w.begun = step, time.Now()
}
