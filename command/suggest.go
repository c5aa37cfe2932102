package command

import (
	"bufio"
	"context"

	"sitegraph/run"
	"sitegraph/wording"
)

// missingLinks is the one value of what-if --suggest.
const missingLinks = "missing-links"

// suggestChanges writes changes that a site could do with to the standard output; "" is the only site of the state.
func suggestChanges(ctx context.Context, a *app, what, name string) error {
	if what != missingLinks {
		return run.Usage("--suggest: unknown suggestion %q (known: %s)", what, missingLinks)
	}
	in, err := a.inputs(a.config.Details())
	if err != nil {
		return err
	}
	ctx, release := stopBySignal(ctx, func() { a.progress.Notice("stopping") })
	defer release()
	job := a.job(nil)
	a.progress.Expect(1)
	found, err := in.MissingLinks(ctx, name, job)
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
