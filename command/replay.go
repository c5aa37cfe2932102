package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/schedule/lab"
	"sitegraph/schedule/lab/marketlab"
	"sitegraph/schedule/lab/pagelab"
	"sitegraph/schedule/lab/replayed"
	"sitegraph/schedule/lab/revisitlab"
	"sitegraph/schedule/lab/sitelab"
	"sitegraph/site"
)

// replayedFolder holds the tables and charts of replays.
const replayedFolder = "replayed"

// replayInput is what every experiment takes.
type replayInput struct {
	plan     lab.Plan
	policies []string // none means those of docs/policies.md
	sites    []*replayed.Site
}

// runExperiment is an experiment whose own flags are read.
type runExperiment func(context.Context, replayInput) (lab.Result, error)

// experiment is what replay can measure.
type experiment struct {
	short  string
	crawls bool // whether it takes finished crawls
	// policies are the names that --policies takes, kind says of what.
	kind     string
	policies func() []string
	// flags adds the experiment's own flags.
	flags func(*cobra.Command) runExperiment
}

// experiments are the subcommands of replay by name; it is never written to.
var experiments = map[string]experiment{
	"sites": {
		"Which site next: BeeBot's rules and their successors, on synthetic sites and crawls",
		true, "site rule", sitelab.Rules, func(cmd *cobra.Command) runExperiment {
			var o sitelab.Options
			cmd.Flags().IntVar(&o.Pages, "pages", 2000, "pages to scan in all (N)")
			cmd.Flags().BoolVar(&o.Scattered, "scattered", false, "shuffle the rewards among the pages of each crawl")
			return func(ctx context.Context, in replayInput) (lab.Result, error) {
				o.Plan, o.Rules = in.plan, in.policies
				return sitelab.Run(ctx, in.sites, o)
			}
		},
	},
	"pages": {
		"Which page next: online importance against breadth-first, on crawls",
		true, "page policy", pagelab.Known, func(cmd *cobra.Command) runExperiment {
			var o pagelab.Options
			cmd.Flags().BoolVar(&o.Estimates, "ensembles", false,
				"measure the estimates of importance, on synthetic graphs and the folders")
			return func(ctx context.Context, in replayInput) (lab.Result, error) {
				o.Plan, o.Policies = in.plan, in.policies
				return pagelab.Run(ctx, in.sites, o)
			}
		},
	},
	"revisit": {
		"When to look again: S.C.E.N.T. and its successor, on synthetic sites",
		false, "revisit policy", revisitlab.Policies, func(cmd *cobra.Command) runExperiment {
			var o revisitlab.Options
			cmd.Flags().StringVar(&o.Variant, "variant", "standard",
				"model of a changing site: "+list(revisitlab.Variants()))
			completes(cmd, "variant", completeName(revisitlab.Variants()))
			return func(ctx context.Context, in replayInput) (lab.Result, error) {
				o.Plan, o.Policies = in.plan, in.policies
				return revisitlab.Run(ctx, o)
			}
		},
	},
	"market": {
		"Who fetches what: agents that trade URLs, on synthetic topical webs",
		false, "scheme", marketlab.Schemes, func(cmd *cobra.Command) runExperiment {
			var o marketlab.Options
			cmd.Flags().StringVar(&o.Setup, "setup", "document", "equipment of the agents: "+list(marketlab.Setups()))
			cmd.Flags().StringVar(&o.Web, "web", "standard", "topical web: "+list(marketlab.Webs()))
			cmd.Flags().StringVar(&o.Matching, "matching", "exact", "way of matching: "+list(marketlab.Matchings()))
			completes(cmd, "setup", completeName(marketlab.Setups()))
			completes(cmd, "web", completeName(marketlab.Webs()))
			completes(cmd, "matching", completeName(marketlab.Matchings()))
			cmd.Flags().BoolVar(&o.Matchings, "matchings", false, "compare the ways of matching alone")
			return func(ctx context.Context, in replayInput) (lab.Result, error) {
				o.Plan, o.Schemes = in.plan, in.policies
				return marketlab.Run(ctx, o)
			}
		},
	},
}

func list(names []string) string { return strings.Join(names, ", ") }

// newReplay returns the command replay.
func newReplay(a *app) *cobra.Command {
	names := site.Names(experiments)
	root := &cobra.Command{
		Use:   "replay",
		Short: "Simulate crawl policies against an oracle, on saved crawls and synthetic sites (docs/design/lab.md)",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				_, err := site.Lookup("replay", args[0], experiments)
				return usage(err)
			}
			return run.Usage("%s needs the name of a replay: %s", cmd.CommandPath(), list(names))
		},
	}
	for _, name := range names {
		root.AddCommand(newExperiment(a, name, experiments[name]))
	}
	return root
}

// newExperiment returns the command of one experiment.
func newExperiment(a *app, name string, e experiment) *cobra.Command {
	var in replayInput
	var policies string
	cmd := &cobra.Command{Use: name, Short: e.short}
	if e.crawls {
		cmd.Use += " [folder|site...]"
	}
	measure := e.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&in.plan.Seeds, "seeds", 40, "number of random seeds")
	f.Uint64Var(&in.plan.First, "first-seed", 1, "first random seed")
	f.StringVar(&policies, "policies", "",
		"names, separated by commas (default: see docs/design/lab.md): "+list(e.policies()))
	completes(cmd, "policies", completeList(e.policies()))

	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		switch {
		case in.plan.Seeds < 1:
			return run.Usage("--seeds is %d; it must be 1 or more", in.plan.Seeds)
		case in.plan.First < 1 || in.plan.First > math.MaxInt64:
			return run.Usage("--first-seed is %d; it must be from 1 to %d", in.plan.First, math.MaxInt64)
		case len(args) > 0 && !e.crawls:
			return run.Usage("replay %s works on synthetic sites and takes no finished crawls", name)
		}
		if f.Changed("policies") {
			if in.policies, err = e.policyNames(policies); err != nil {
				return run.Usage("replay %s: %w", name, err)
			}
		}
		if err := a.configure(cmd); err != nil {
			return err
		}
		if in.sites, err = a.readCrawls(args); err != nil {
			return err
		}
		return a.replay(cmd.Context(), name, measure, in)
	}
	return cmd
}

// policyNames reads the list of names of --policies; each counts once.
func (e experiment) policyNames(text string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("--policies is %q; it must be names, separated by commas", text)
		}
		if known := e.policies(); !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown %s %q; known are %s", e.kind, name, list(known))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// replay runs one experiment, writes its tables and charts and shows the short
// tables. Errors of what the user gave are usage errors.
func (a *app) replay(ctx context.Context, name string, measure runExperiment, in replayInput) error {
	d, err := export.NewDir(a.config.Path(replayedFolder), name) // fail before the work, not after
	if err != nil {
		return err
	}
	in.plan.Progress = func(done, total int) {
		a.progress.Computing("replay "+name, "runs", float64(done)/float64(max(total, 1)))
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	result, err := measure(ctx, in)
	a.progress.clear()
	if err != nil {
		os.Remove(d.Path()) // if it is empty
	}
	input := lab.InputError{}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("replay %s: interrupted; nothing was written", name)
	case errors.As(err, &input):
		return run.Usage("replay %s: %w", name, err)
	case err != nil:
		return fmt.Errorf("replay %s: %w", name, err)
	}

	failed := writeResult(d, result) // even if the tables are not read to their end
	short := slices.DeleteFunc(slices.Clone(result.Tables), func(t lab.Table) bool { return t.Long })
	for _, table := range short {
		if err := table.Print(a.text()); err != nil {
			return errors.Join(failed, err)
		}
		fmt.Fprintln(a.text())
	}
	a.list(d)
	return failed
}

// readCrawls makes sites of finished crawls, from result folders or the state, and notes which are not complete.
func (a *app) readCrawls(args []string) (all []*replayed.Site, err error) {
	if len(args) == 0 {
		return nil, nil
	}
	in, err := a.inputs(run.Details{})
	if err != nil {
		return nil, err
	}
	for c, err := range in.Open(args) {
		if err != nil {
			return nil, err
		}
		a.noteVersion(c)
		if !c.Complete {
			a.progress.Noticef("the crawl of %s is not complete (%s): pages that it has not fetched do not count",
				c.Source(), c.Ended)
		}
		if c.Folder != nil && slices.Contains(c.Folder.Missing(), "external.csv") {
			c.External = nil
		}
		s, err := replayed.New(c.Crawl, c.Settings["walk.url_profile"])
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// writeResult writes the tables as CSV and the charts as SVG.
func writeResult(d *export.Dir, result lab.Result) error {
	for _, t := range result.Tables {
		if err := export.WriteTable(context.Background(), d, t.Name+".csv", t.Columns, exportRows(t)); err != nil {
			return err
		}
	}
	for name, c := range result.Charts {
		if err := d.Write(name+".svg", c.SVG); err != nil {
			return err
		}
	}
	return nil
}

func exportRows(t lab.Table) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		for _, row := range t.Rows {
			cells := make([]export.Cell, len(row))
			for i, c := range row {
				cells[i] = export.Text(c.String())
				if x, ok := c.Number(); ok {
					cells[i] = export.Float(x)
				}
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}
