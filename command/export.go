package command

import (
	"context"
	"path/filepath"
	"strings"

	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// momentFolder is where the files of an earlier moment go: beside the result
// folder, which has those of now. "" means that one.
func momentFolder(asOf string) string {
	if asOf == "" {
		return ""
	}
	return filepath.Join("as-of", strings.ReplaceAll(asOf, ":", ""))
}

// runExport writes the result files of crawls of the state again.
func runExport(_ context.Context, a *app, args []string) error {
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	exporter := &run.Exporter{Config: a.config, Folder: momentFolder(a.flags.asOf)}
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

// exportOne writes the files of a crawl. The folder is that of all topics for a search by agents.
func exportOne(a *app, e *run.Exporter, c results.Crawl) (dir *export.Dir, err error) {
	if c.Search == nil {
		dir, _, err = e.Export(c.Crawl, c.Line, a.progress.Computing)
		return dir, err
	}
	c.Search.Computing, c.Search.Folder = a.progress.Computing, e.Folder
	dir, _, err = a.config.WriteSearch(*c.Search)
	return dir, err
}
