package command

import (
	"bufio"
	"context"

	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// suggesters are the values of what-if --suggest.
var suggesters = map[string]func(results.Inputs, context.Context, string, run.Job) (*results.Missing, error){
	"missing-links": results.Inputs.MissingLinks,
}

// suggestChanges writes changes that a site could do with to the standard output; "" is the only site of the state.
func suggestChanges(ctx context.Context, a *app, what, name string) error {
	find, err := site.Lookup("suggestion", what, suggesters)
	if err != nil {
		return run.Usage("--suggest: %w", err)
	}
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	ctx, release := stopBySignal(ctx, func() { a.progress.Notice("stopping") })
	defer release()
	job := a.job(nil)
	a.progress.Expect(1)
	found, err := find(in, ctx, name, job)
	a.progress.clear()
	if ctx.Err() != nil {
		return exitCode(exitStopped)
	}
	if err != nil {
		return err
	}
	if n := len(found.Graph.Pages) - found.Read; n > 0 {
		a.progress.Noticef("%s could not be read again, so they are left out", wording.Count(n, "page", "pages"))
	}
	out := bufio.NewWriter(a.out)
	if err := found.Write(out); err != nil {
		return err
	}
	return out.Flush()
}
