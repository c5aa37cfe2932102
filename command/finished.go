package command

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"sitegraph/compare"
	"sitegraph/past"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
)

// runCompare shows what has changed between the crawls of two result folders.
func runCompare(_ context.Context, a *app, args []string) error {
	matched, alone, err := past.Pairs(args[0], args[1])
	if err != nil {
		return err
	}
	for i, pair := range matched {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := a.compare(pair); err != nil {
			return err
		}
	}
	for _, dir := range alone {
		a.progress.Notice(dir + " has no counterpart")
	}
	return nil
}

// compare writes the files of one comparison and shows its counts.
func (a *app) compare(pair past.Pair) error {
	earlier, err := past.ReadFolder(pair.A)
	if err != nil {
		return err
	}
	later, err := past.ReadFolder(pair.B)
	if err != nil {
		return err
	}
	a.noteVersion(earlier)
	a.noteVersion(later)
	d := compare.New(earlier.Crawl, later.Crawl, compare.SettingsDiff(earlier.Settings, later.Settings))
	fmt.Fprintf(a.out, "%s, from %s to %s\n\n", site.Show(later.Site), pair.A, pair.B)
	if err := compare.WriteTable(a.out, d.Summary()); err != nil {
		return err
	}
	dir, err := a.config.WriteComparison(filepath.Base(later.Folder.Name()), d)
	if err != nil {
		return err
	}
	if !run.HasTimeline(d.Summary()) {
		a.progress.Notice("no timeline.gexf: the two crawls have more arcs than Gephi opens")
	}
	fmt.Fprintln(a.out)
	a.list(dir)
	return nil
}

// runExport writes the result files of crawls of the state again.
func runExport(_ context.Context, a *app, args []string) error {
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	exporter := &run.Exporter{Config: a.config}
	for c, err := range in.FromState(args) {
		if err != nil {
			return err
		}
		if c.Ended == site.EndedAnotherSite {
			continue
		}
		dir, _, err := exporter.Export(c.Crawl, c.Line, a.progress.Computing)
		a.progress.clear()
		if err != nil {
			return err
		}
		a.progress.Noticef("%s: %d files in %s", site.Show(c.Site), len(dir.Files()), dir.Path())
	}
	return nil
}

// runStats shows the main numbers of crawls.
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
		a.noteVersion(c)
		a.noteMissing(c)
		analysis, err := stats.Analyse(c.Crawl, func(measure string, share float64) {
			w.start(measure)
			a.progress.Computing(c.Site, measure, share)
		})
		w.start("reading")
		a.progress.clear()
		if err != nil {
			return err
		}
		if err := stats.WriteTable(a.out, analysis.Summary); err != nil {
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

// runReport writes statistics, charts and reports of crawls, from the state or from result folders.
func runReport(_ context.Context, a *app, args []string) error {
	in, err := a.inputs(run.Details{})
	if err != nil {
		return err
	}
	reporter := run.NewReporter(a.config)
	var results []run.Result
	for c, err := range in.Open(args) {
		if err != nil {
			return err
		}
		a.noteVersion(c)
		a.noteMissing(c)
		source := run.Source{Crawl: c.Crawl, Name: c.Source(), Settings: c.Settings, Missing: c.Missing()}
		res, err := reporter.Report(source, a.progress.Computing)
		if err != nil {
			return err
		}
		if res.Dir != nil {
			results = append(results, res)
		}
	}
	a.progress.clear()
	across, err := a.config.WriteAcross(results, true)
	if err != nil {
		return err
	}
	for _, res := range results {
		fmt.Fprintln(a.out, filepath.Join(res.Dir.Path(), res.Crawl.Name+".report.html"))
	}
	if across != nil {
		for _, path := range ending(across, ".report.html") {
			fmt.Fprintln(a.out, path)
		}
	}
	return nil
}

// runStatus shows one line for each site of the state, also while a crawl goes on.
func runStatus(_ context.Context, a *app, _ []string) error {
	dir := a.config.StateDir()
	if _, err := os.Stat(dir); err != nil {
		return past.NoState(dir)
	}
	all, err := run.ReadStatus(dir)
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
		fmt.Fprintf(t, "%s\t%s\t%s\t%t\t%d\t%d\t%d\n", nameInTable(s.Site),
			s.Started.Format("2006-01-02 15:04:05"), s.Ended, s.Complete, s.Fetched, s.Pages, s.ToGo)
	}
	return t.Flush()
}
