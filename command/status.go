package command

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/stats"
)

// runStatus shows a line for each site in the state, even during a crawl.
func (a *app) runStatus(context.Context, []string) error {
	dir := a.config.StateDir()
	all, err := readStatus(a.config, dir)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.progress.Noticef("the state in %s holds no site yet", dir)
		return nil
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "site\tstarted (UTC)\tended\tcomplete\tfetched\tpages\tto go")
	for _, line := range slices.Sorted(maps.Keys(all)) {
		s := all[line]
		started := "unknown"
		if !s.Started.IsZero() {
			started = s.Started.Format("2006-01-02 15:04:05")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%t\t%d\t%d\t%d\n", nameInTable(s.Site),
			started, s.Ended, s.Complete, s.Fetched, s.Pages, s.ToGo)
	}
	return t.Flush()
}

// readStatus reads the status of all sites and of the search by agents, by name.
func readStatus(c run.Config, dir string) (all map[string]run.Status, err error) {
	search := map[string]run.Status{}
	if _, err := os.Stat(c.SearchStateDir()); err == nil {
		if search, err = run.ReadStatus(c.SearchStateDir()); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(dir); err != nil && len(search) > 0 {
		all = map[string]run.Status{}
	} else if err != nil {
		return nil, results.NoState(dir)
	} else if all, err = run.ReadStatus(dir); err != nil {
		return nil, err
	}
	for _, s := range search {
		if s.Plan != nil {
			s.Site = s.Plan.Name()
			all[s.Site] = s
		}
	}
	return all, nil
}

func (a *app) runStats(_ context.Context, args []string) error {
	in := a.inputs(run.Details{})
	w := stopwatch{out: a.progress, silent: !a.flags.verbose || a.flags.quiet}
	w.start("reading")
	for c, err := range in.Open(args) {
		if err != nil {
			return err
		}
		noteMissing(a.progress, c)
		analysis, err := a.config.Analyse(c.Crawl, nil, func(measure string, share float64) {
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

// stopwatch shows how long each step took, with --verbose.
type stopwatch struct {
	out    io.Writer
	silent bool
	step   string
	begun  time.Time
}

// start begins a step and ends the one before, unless they are the same.
func (w *stopwatch) start(step string) {
	if step == w.step {
		return
	}
	if w.step != "" && !w.silent {
		fmt.Fprintf(w.out, "%s: %.1f s\n", w.step, time.Since(w.begun).Seconds())
	}
	w.step, w.begun = step, time.Now()
}
