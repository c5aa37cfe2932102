package command

import (
	"context"
	"fmt"
	"path/filepath"

	"sitegraph/export"
	"sitegraph/past"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// suggesters are the values of what-if --suggest.
var suggesters = map[string]func(past.Inputs, context.Context, string, run.Job) (*past.Missing, error){
	"missing-links": past.Inputs.MissingLinks,
}

// suggest writes a file of changes that pay, of a site; "" is the only one of the state.
func (a *app) suggest(ctx context.Context, what, name string) error {
	find, err := site.Lookup("suggestion", what, suggesters)
	if err != nil {
		return run.Usage("--suggest: %w", err)
	}
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	ctx, release := a.stoppable(ctx)
	defer release()
	found, err := find(in, ctx, name, a.job(nil))
	a.progress.clear()
	if err != nil {
		return err
	}
	folder, file := filepath.Join(a.config.Path(whatIfFolder)), what+".txt"
	dir, err := export.NewDir(folder, found.Name)
	if err == nil {
		err = dir.Write(file, found.Write)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.text(), "%s: %s suggested, by the texts of %s\n", site.Show(found.Site),
		wording.Count(len(found.Links), "link is", "links are"), wording.Count(found.Read, "page", "pages"))
	a.list(dir)
	return nil
}
