package command

import (
	"context"
	"fmt"
	"path/filepath"

	"sitegraph/export"
	"sitegraph/run"
)

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
		noteVersion(a.progress, c)
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
	if len(results) > 1 { // a single one may be a part of what a run wrote there
		if across, err = a.config.WriteAcross(results, true, a.progress.Computing); err != nil {
			return err
		}
	}
	for _, res := range results {
		a.showPath(filepath.Join(res.Dir.Path(), res.Crawl.Name+".report.html"))
	}
	if across != nil {
		for _, path := range ending(across, ".report.html") {
			a.showPath(path)
		}
	}
	return nil
}

func (a *app) showPath(path string) {
	if a.progress.json && !a.flags.quiet {
		writeObject(a.out, map[string]string{"file": path})
		return
	}
	fmt.Fprintln(a.text(), path)
}
