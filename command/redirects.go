package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/results/redirects"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

func newRedirects(a *app) *cobra.Command {
	cmd := a.command(func(_ context.Context, args []string) error { return checkRedirects(a, args[0], args[1:]) },
		texts("redirects"))
	cmd.Args = argCount("a file and the result folder of the new site, before it that of the old one", 2, 3)
	return cmd
}

// checkRedirects shows what is wrong with a file of redirects. The last folder is of the site that they lead to, the
// one before it of the site as it was.
func checkRedirects(a *app, name string, folders []string) error {
	text, err := config.ReadRegular(name)
	if err != nil {
		return run.Usage("the redirects: %w", err)
	}
	file, err := redirects.Read(string(text))
	if err != nil {
		return run.Usage("%s: %w", name, err)
	}
	slices.Reverse(folders)
	var sites [2]redirects.Site // the new one first
	for i, folder := range folders {
		if sites[i], err = redirected(a.progress, folder); err != nil {
			return err
		}
	}
	found, err := redirects.Check(file, sites[0], sites[1])
	if err != nil {
		return err
	}
	for _, f := range slices.Concat(file.Unread, found) {
		place, more := name, ""
		if f.Line > 0 {
			place += fmt.Sprintf(":%d", f.Line)
		}
		if f.URLs > 1 {
			more = fmt.Sprintf(" (and %s)", wording.Count(f.URLs-1, "more URL", "more URLs"))
		}
		fmt.Fprintf(a.out, "%s: %s: %s%s\n", place, f.Kind, site.Printable(f.Text), more)
	}
	a.progress.Noticef("%s: %s, %s not understood, %s", name, wording.Count(len(file.Rules), "rule", "rules"),
		wording.Count(len(file.Unread), "line", "lines"), wording.Count(len(found), "fault", "faults"))
	if len(found)+len(file.Unread) > 0 {
		return exitCode(exitFails)
	}
	return nil
}

// redirected reads a crawl for a check of redirects.
func redirected(progress *progress, folder string) (redirects.Site, error) {
	c, err := results.ReadFolder(folder)
	if err != nil {
		return redirects.Site{}, err
	}
	noteFolder(progress, c)
	if slices.Contains(c.Missing(), "ledger.csv") {
		return redirects.Site{}, run.Usage("%s has no ledger.csv, which says what URLs answer", folder)
	}
	s, err := inspect.New(c.Crawl, c.URLProfile())
	if err != nil {
		return redirects.Site{}, err
	}
	return redirects.Site{Crawl: c.Crawl, Key: s.Key}, nil
}
