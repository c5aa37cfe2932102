package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/export"
	"sitegraph/site"
)

// reportsFolder holds what the command report writes, one folder a site. A
// result folder stays as its manifest says.
const reportsFolder = "reports"

// reported are the exporters that the command report runs.
var reported = []string{"stats", "report", "charts"}

// runReport writes statistics, charts and reports of crawls, from the state or
// from result folders.
func runReport(cmd *cobra.Command, c console, f *flags, args []string) error {
	p := newProgress(f.progress, f.quiet, c.err)
	var results []result
	var s *setup
	made := map[string]string{} // what each report is of
	err := eachInput(cmd, c, f, args, func(with *setup, in input) error {
		s = with
		if err := with.name(in, made); err != nil {
			return err
		}
		switch before := made[in.crawl.Name]; before {
		case "":
			made[in.crawl.Name] = in.source()
		case in.source():
			return nil // named twice
		default:
			return usage(fmt.Errorf("report: %s has the report of %s now; write that of %s elsewhere, with -O",
				filepath.Join(with.path(reportsFolder), in.crawl.Name), before, in.source()))
		}
		res, err := with.report(in, p)
		results = append(results, res)
		return err
	})
	p.End()
	if err != nil || s == nil {
		return err
	}
	together, err := s.writeSites(results, true)
	if err != nil {
		return err
	}
	for _, res := range results {
		fmt.Fprintf(c.out, "%s\n", filepath.Join(res.dir.Path(), res.crawl.Name+".report.html"))
	}
	if together != nil {
		fmt.Fprintf(c.out, "%s\n", filepath.Join(together.Path(), sitesFolder+".report.html"))
	}
	return nil
}

// name gives a crawl of the state the name of its folder.
func (s *setup) name(in input, made map[string]string) error {
	if in.crawl.Name != "" {
		return nil
	}
	u, err := site.Parse(in.crawl.Site)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	in.crawl.Name = s.reportFolder(u, in.source(), made)
	return nil
}

// source tells where a crawl comes from.
func (in input) source() string {
	if in.folder == nil {
		return in.origin
	}
	return filepath.Clean(in.folder.Path())
}

// report writes what tells of one crawl into a folder below the reports.
func (s *setup) report(in input, p *progress) (res result, err error) {
	res.crawl = in.crawl
	if res.dir, err = export.NewDir(filepath.Join(s.path(reportsFolder), in.crawl.Name), in.crawl.Name); err != nil {
		return res, err
	}
	teller := &reporter{crawl: in.crawl, settings: s.telling(in.settings(s)), progress: p.of(in.crawl.Site), missing: in.missing(), alone: true}
	for _, name := range reported {
		if err := reports[name](teller, res.dir); err != nil {
			return res, err
		}
	}
	summary := teller.analysis.Summary
	res.stats = &summary
	return res, nil
}

// telling are those of all settings that changed the graph, by the names that
// the user knows. Their values are written as in the manifest, so that a result
// folder tells the same as the state.
func (s *setup) telling(all map[string]string) map[string]string {
	told := map[string]string{}
	for name := range s.decisive(s.shown()) {
		key := strings.NewReplacer("[", "", "] ", ".").Replace(name)
		if value, ok := all[key]; ok {
			told[name] = none(value)
		}
	}
	return told
}
