package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

func newForget(a *app) *cobra.Command {
	var yes bool
	do := func(_ context.Context, args []string) error { return forget(a, args, yes) }
	cmd := a.command(do, texts("forget"))
	cmd.Args = cobra.ArbitraryArgs
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// confirmed asks the user to confirm a removal, unless yes is set.
func confirmed(a *app, yes bool) (bool, error) {
	if yes {
		return true, nil
	}
	if !interactive(a.in, a.err) {
		return false, run.Usage("this cannot be undone: add --yes to confirm")
	}
	fmt.Fprint(a.err, "Remove it for good? [y/N] ")
	line, _ := bufio.NewReader(a.in).ReadString('\n') // the end of the input means no
	answer := strings.ToLower(strings.TrimSpace(line))
	if yes = answer == "y" || answer == "yes"; !yes {
		a.progress.Notice("nothing was removed")
	}
	return yes, nil
}

func forget(a *app, args []string, yes bool) (err error) {
	if len(args) == 0 {
		return run.Usage("name the sites to forget; sitegraph status lists those that are known")
	}
	hosts, err := a.hostArguments(args)
	if err != nil {
		return err
	}
	f, err := a.config.BeginForget(hosts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, s := range f.Sites {
		fmt.Fprintf(a.out, "%s: %s\n", site.Show(s.Site), whatThereIs(s))
	}
	if sure, err := confirmed(a, yes); !sure || err != nil {
		return err
	}
	if err := f.Do(); err != nil {
		return err
	}
	remarkForgotten(a, f)
	return nil
}

func whatThereIs(s run.Forgotten) string {
	var parts []string
	if s.Line != "" {
		parts = append(parts, fmt.Sprintf("state of %s with %s", wording.Count(s.Status.Fetched, "URL", "URLs"),
			wording.Count(s.Status.Pages, "page", "pages")))
	}
	return strings.Join(append(parts, s.Folders...), ", ")
}

// remarkForgotten tells the user what remains of the sites.
func remarkForgotten(a *app, f *run.Forgetting) {
	a.progress.Noticef("%s forgotten", wording.Count(len(f.Sites), "site", "sites"))
	in := a.inputs(run.Details{})
	for _, s := range f.Sites {
		if _, listed := in.Lines[s.Line]; listed {
			a.progress.Noticef("%s is still in %s: the next run crawls it from scratch", s.Line, a.config.Sites.Hosts)
		}
	}
	if _, err := os.Stat(a.config.ArchiveDir()); err == nil {
		a.progress.Noticef("the web archives in %s stay; they may contain it", a.config.ArchiveDir())
	}
}
