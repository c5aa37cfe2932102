package command

import (
	"context"
	"fmt"
	"path/filepath"

	"sitegraph/compare"
	"sitegraph/past"
	"sitegraph/run"
	"sitegraph/site"
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
