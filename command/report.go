package command

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

func newReport(a *app) *cobra.Command {
	summary := false
	cmd := a.flags.addAsOf(a.command(func(_ context.Context, args []string) error {
		return runReport(a, args, summary)
	}, texts("report")))
	cmd.Flags().BoolVar(&summary, "summary", false, "also write a one-page summary for printing")
	return cmd
}

// runReport writes statistics, charts and reports of crawls from the state or from result folders.
func runReport(a *app, args []string, summary bool) error {
	in := a.inputs(run.Details{})
	reporter := run.NewReporter(a.config)
	reporter.Summary = summary
	var results []run.Result
	for c, err := range in.Open(args) {
		if err != nil {
			return err
		}
		noteMissing(a.progress, c)
		source := run.Source{Crawl: c.Crawl, Name: c.Source(), Settings: c.Settings, Missing: c.Missing()}
		res, err := reporter.Report(source, a.progress.Computing)
		if err != nil {
			return err
		}
		if res.Dir != nil {
			res.Host = c.Line
			if c.Folder != nil {
				res.Host.About = in.Lines[c.Site].About
			}
			results = append(results, res)
		}
	}
	a.progress.clear()
	var across *export.Dir
	if len(results) > 1 { // a run's files may be about more sites than a single result
		var err error
		if across, err = a.config.WriteAcross(results, true, a.progress.Computing); err != nil {
			return err
		}
	}
	for _, res := range results {
		a.show.path(filepath.Join(res.Dir.Path(), res.Crawl.Name+".report.html"))
		if summary {
			a.show.path(filepath.Join(res.Dir.Path(), res.Crawl.Name+".summary.html"))
		}
	}
	if across != nil {
		for _, path := range ending(across, ".report.html") {
			a.show.path(path)
		}
	}
	return nil
}

func (a *app) runExport(_ context.Context, args []string) error {
	in := a.inputs(a.config.Details())
	exporter := &run.Exporter{Config: a.config}
	if a.flags.asOf != "" {
		exporter.Folder = filepath.Join("as-of", strings.ReplaceAll(a.flags.asOf, ":", ""))
	}
	for c, err := range in.FromState(args) {
		if err != nil {
			return err
		}
		if c.Ended == site.EndedAnotherSite {
			continue
		}
		dir, err := exportOne(a, exporter, c)
		a.progress.clear()
		if err != nil {
			return err
		}
		files := wording.Count(len(dir.Files()), "file", "files")
		a.progress.Noticef("%s: %s in %s", site.Show(c.Site), files, dir.Path())
	}
	return nil
}

// exportOne writes the files of a crawl. For a search by agents it returns the folder of all topics.
func exportOne(a *app, e *run.Exporter, c results.Crawl) (dir *export.Dir, err error) {
	if c.Search == nil {
		dir, _, err = e.Export(c.Crawl, c.Line, a.progress.Computing)
		return dir, err
	}
	c.Search.Computing, c.Search.Folder = a.progress.Computing, e.Folder
	dir, _, err = a.config.WriteSearch(*c.Search)
	return dir, err
}
