package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/export"
	"sitegraph/results"
	"sitegraph/results/gate"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

func newCompare(a *app) *cobra.Command {
	var from, to string
	do := func(_ context.Context, args []string) error {
		if from == "" && to == "" {
			return a.show.gate.outcome(runCompare(a, args))
		}
		return a.show.gate.outcome(compareMoments(a, args, from, to))
	}
	cmd := a.command(do, texts("compare"))
	cmd.SuggestFor = []string{"diff"}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if from != "" || to != "" {
			return nil
		}
		return argCount("two result folders, the earlier one first, or --from and sites", 2)(cmd, args)
	}
	const kinds = "a day (its end, in UTC), a time, or the number of an iteration"
	cmd.Flags().StringVar(&from, "from", "", "the earlier `moment` of sites of the state: "+kinds)
	cmd.Flags().StringVar(&to, "to", "", "the later `moment`; without it, now")
	a.show.gate.addTo(cmd)
	return cmd
}

func compareMoments(a *app, args []string, from, to string) error {
	if from == "" {
		return usage(errors.New("--to needs --from: the earlier moment"))
	}
	later := a.inputs(run.Details{})
	later.NoBelief = true
	earlier, err := results.ParseMoment(from, time.Now())
	if err != nil {
		return run.Usage("--from %w", err)
	}
	if to != "" {
		if later.Moment, err = results.ParseMoment(to, time.Now()); err != nil {
			return run.Usage("--to %w", err)
		}
	}
	first := true
	for pair, err := range later.Between(earlier, args) {
		if err != nil {
			return err
		}
		if !first {
			fmt.Fprintln(a.show.people)
		}
		first = false
		name := pair[1].Name // name of a search
		if pair[1].Search == nil {
			u, err := site.Parse(pair[1].Site)
			if err != nil {
				return err
			}
			name = export.FolderName(u)
			switch pair[0].Finished.Compare(pair[1].Finished) {
			case 1:
				return run.Usage("--from %s is later than --to %s: swap them", from, to)
			case 0:
				a.progress.Noticef("%s is compared with itself: it was not crawled between %s and %s",
					site.Show(pair[1].Site), from, cmp.Or(to, "now"))
			}
		}
		if err := a.difference(pair[0], pair[1], name, from, cmp.Or(to, "now")); err != nil {
			return err
		}
	}
	return nil
}

func runCompare(a *app, args []string) error {
	matched, alone, err := results.Pairs(args[0], args[1])
	if err != nil {
		return err
	}
	for i, pair := range matched {
		if i > 0 {
			fmt.Fprintln(a.show.people)
		}
		if err := compareCrawls(a, pair); err != nil {
			return err
		}
	}
	for _, dir := range alone {
		a.progress.Notice(dir + " has no counterpart")
		if err := a.show.alone(dir); err != nil {
			return err
		}
	}
	return nil
}

func compareCrawls(a *app, pair results.Pair) error {
	earlier, later, err := a.readPair(pair)
	if err != nil {
		return err
	}
	return a.difference(earlier, later, filepath.Base(later.Folder.Name()), pair.A, pair.B)
}

// readPair reads two result folders and tells the user what is odd about them.
func (a *app) readPair(pair results.Pair) (earlier, later results.Crawl, err error) {
	if earlier, err = results.ReadFolder(pair.A); err == nil {
		later, err = results.ReadFolder(pair.B)
	}
	if err != nil {
		return earlier, later, err
	}
	noteFolder(a.progress, earlier)
	noteFolder(a.progress, later)
	if earlier.Source() == later.Source() {
		a.progress.Noticef("%s is compared with itself", pair.A)
	}
	return earlier, later, nil
}

// writeMoves prints a file of changes that turns one crawl's pages into a later crawl's.
func writeMoves(a *app, args []string) error {
	matched, _, err := results.Pairs(args[0], args[1])
	if err != nil {
		return err
	}
	if len(matched) > 1 {
		return run.Usage("--from-crawl takes the result folders of one site, such as %s", matched[0].A)
	}
	was, is, err := a.readPair(matched[0])
	if err != nil {
		return err
	}
	if !is.Complete {
		a.progress.Noticef("%s is not complete: pages that it did not reach count as gone", matched[0].B)
	}
	return whatif.WriteMoves(a.out, compare.Alike(was.Crawl, is.Crawl))
}

// difference shows a comparison's counts and writes its files, whose names come from the site.
func (a *app) difference(earlier, later results.Crawl, name, from, to string) error {
	d, remarks, err := results.Compare(earlier, later)
	if err != nil {
		return err
	}
	a.progress.Notice(remarks...)
	if s := d.Summary(); earlier.Site != later.Site && earlier.Folder != nil && s.A.Pages-s.Pages.Removed < 2 &&
		max(s.A.Pages, s.B.Pages) > 1 && !a.show.gate.asked() {
		return run.Usage("%s and %s are different sites: they share no path except that of the home page. Crawl both "+
			"in one run, and sites.report.html compares them; --fail-on judges them anyway",
			site.Show(earlier.Site), site.Show(later.Site))
	}
	noLedger := slices.Contains(later.Missing(), "ledger.csv")
	changes := gate.Changes{A: earlier.Crawl, B: later.Crawl, Difference: d, NoLedger: noLedger}
	if err := a.show.changes(changes, fmt.Sprintf("from %s to %s", from, to)); err != nil {
		return err
	}
	dir, err := a.config.WriteComparison("", name, d, nil)
	if err != nil {
		return err
	}
	if !run.HasTimeline(d.Summary()) {
		a.progress.Notice("no timeline.gexf: the two crawls have more arcs than Gephi can open")
	}
	if !a.show.gate.asked() {
		fmt.Fprintln(a.show.people)
	}
	a.show.list(dir)
	return nil
}

type gating struct {
	conditions []gate.Condition
	failed     bool
}

func (g *gating) addTo(cmd *cobra.Command) {
	cmd.Flags().Func("fail-on", "end with exit code 5 if one of these `conditions` holds or cannot be judged, such as "+
		"'new:broken-link,depth>6,pages<90%', and print Markdown", func(text string) (err error) {
		g.conditions, err = gate.Parse(text)
		return err
	})
}

func (g *gating) asked() bool { return len(g.conditions) > 0 }

// outcome turns the success of a comparison into an exit code if a condition failed.
func (g *gating) outcome(err error) error {
	if err == nil && g.failed {
		return exitCode(exitFails)
	}
	return err
}
