package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sitegraph/chart"
	"sitegraph/export"
	"sitegraph/past"
	"sitegraph/schedule/lab/marketlab"
	"sitegraph/schedule/lab/pagelab"
	"sitegraph/schedule/lab/revisitlab"
	"sitegraph/schedule/lab/sitelab"
	"sitegraph/site"
)

// replayedFolder holds the tables and plots of replays.
const replayedFolder = "replayed"

// trial is what a replay is asked for.
type trial struct {
	// seeds are first, first+1, ...
	seeds int
	first uint64
	// policies are names; none means those of the tables in docs/policies.md.
	policies []string
	// pages is the horizon N of sites.
	pages int
	// variant is the model of revisit; setup, web and matching are the agents'
	// equipment, the web and the way of matching of market.
	variant, setup, web, matching string
	// ensembles asks pages for drawn graphs instead of crawls, matchings asks
	// market for the ways of matching alone, scattered exchanges what the pages
	// of a site bring.
	ensembles, matchings, scattered bool
	progress                        func(done, of int)
}

// finding is what a replay found: a table, as CSV and for the screen.
type finding struct {
	name string
	// long tables are only written.
	long    bool
	columns []string
	rows    [][]string
}

// findings are the tables and plots of a replay.
type findings struct {
	tables []finding
	plots  map[string]chart.Chart
}

// replays are the experiments by name; crawls are those of the folders named.
var replays = map[string]struct {
	says string
	run  func(ctx context.Context, t trial, crawls []*site.Crawl) (findings, error)
}{
	"sites":   {"Which site next: the rules of BeeBot and their successors, on drawn worlds and on crawls", replaySites},
	"pages":   {"Which page next: online importance against breadth-first, on crawls", replayPages},
	"revisit": {"When to look again: S.C.E.N.T. and its successor, on drawn sites", replayRevisit},
	"market":  {"Who fetches what: agents that trade addresses, on drawn topical webs", replayMarket},
}

// newReplay returns the command replay.
func newReplay(a *app) *cobra.Command {
	names := slices.Sorted(maps.Keys(replays))
	root := &cobra.Command{Use: "replay", Short: "Measure a policy against an oracle, on finished crawls and on drawn sites (docs/policies.md)",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(fmt.Errorf("unknown replay %q; known are %s", args[0], strings.Join(names, ", ")))
			}
			return usage(fmt.Errorf("%s takes what to replay: market, pages, revisit or sites", cmd.CommandPath()))
		}}
	for _, name := range names {
		root.AddCommand(newReplayOf(a, name))
	}
	return root
}

// newReplayOf returns the command of one experiment.
func newReplayOf(a *app, name string) *cobra.Command {
	var t trial
	var policies string
	cmd := &cobra.Command{Use: name, Short: replays[name].says,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if cmd.Flags().Changed("policies") {
				if t.policies, err = policyNames(policies); err != nil {
					return usage(err)
				}
			}
			return runReplay(cmd, a, name, t, args)
		}}
	var known []string
	only := ""
	switch name {
	case "sites":
		only = "; page policies are then left out"
		cmd.Use += " [folder...]"
		known = sitelab.Rules()
		cmd.Flags().IntVar(&t.pages, "pages", 2000, "pages to scan in all (N)")
		cmd.Flags().BoolVar(&t.scattered, "scattered", false, "exchange at random what the pages of each crawl bring")
	case "pages":
		cmd.Use += " [folder...]"
		known = pagelab.Known()
		cmd.Flags().BoolVar(&t.ensembles, "ensembles", false, "measure the estimates of importance, on drawn graphs and the folders")
	case "revisit":
		known = revisitlab.Policies()
		cmd.Flags().StringVar(&t.variant, "variant", "standard", "which model of a changing site: "+strings.Join(revisitlab.Variants(), ", "))
	case "market":
		known = marketlab.Schemes()
		cmd.Flags().StringVar(&t.setup, "setup", "document", "which equipment the agents have: "+strings.Join(marketlab.KnownSetups(), ", "))
		cmd.Flags().StringVar(&t.web, "web", "standard", "which topical web: "+strings.Join(marketlab.KnownModels(), ", "))
		cmd.Flags().StringVar(&t.matching, "matching", "exact", "which way of matching: "+strings.Join(marketlab.KnownMatchings(), ", "))
		cmd.Flags().BoolVar(&t.matchings, "matchings", false, "compare the ways of matching alone")
	}
	cmd.Flags().IntVar(&t.seeds, "seeds", 40, "number of seeds")
	cmd.Flags().Uint64Var(&t.first, "first-seed", 1, "the first of them")
	cmd.Flags().StringVar(&policies, "policies", "", "names, separated by commas (default those of docs/policies.md): "+strings.Join(known, ", ")+only)
	return cmd
}

// policyNames reads the list of names of --policies; each counts once.
func policyNames(list string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("--policies is %q; it must be names, separated by commas", list)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// runReplay runs one experiment, shows its table and writes all.
func runReplay(cmd *cobra.Command, a *app, name string, t trial, folders []string) error {
	if err := t.check(name, folders); err != nil {
		return usage(err)
	}
	if err := a.configure(cmd); err != nil {
		return err
	}
	crawls, err := a.readCrawls(folders)
	if err != nil {
		return err
	}
	d, err := export.NewDir(a.config.Path(replayedFolder), name) // not after a quarter of an hour
	if err != nil {
		return err
	}
	t.progress = func(done, of int) { a.progress.Computing("replay "+name, "runs", float64(done)/float64(max(of, 1))) }
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	found, err := replays[name].run(ctx, t, crawls)
	a.progress.clear()
	if err != nil {
		os.Remove(d.Path()) // when nothing is in it
	}
	if ctx.Err() != nil {
		return fmt.Errorf("replay %s: interrupted; nothing was written", name)
	}
	if err != nil {
		return usage(fmt.Errorf("replay %s: %w", name, err))
	}
	wrong := found.write(d) // before a reader of the tables can go away
	for i, table := range found.tables {
		if table.long {
			continue
		}
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if err := table.show(a.out); err != nil {
			return errors.Join(wrong, err)
		}
	}
	fmt.Fprintln(a.out)
	for _, f := range d.Files() {
		fmt.Fprintf(a.out, "  %s\n", filepath.Join(d.Path(), f.Name))
	}
	return wrong
}

// check says what of the trial makes no sense.
func (t trial) check(name string, folders []string) error {
	switch {
	case t.seeds < 1:
		return fmt.Errorf("--seeds is %d; it must be 1 or more", t.seeds)
	case t.first < 1 || t.first > math.MaxInt64:
		return fmt.Errorf("--first-seed is %d; it must be from 1 to %d", t.first, math.MaxInt64)
	case name == "sites" && t.pages < 1:
		return fmt.Errorf("--pages is %d; it must be 1 or more", t.pages)
	case t.scattered && (len(folders) == 0 || t.policies != nil):
		return fmt.Errorf("--scattered is about the page policies on crawls: it needs result folders, and no --policies")
	case len(folders) > 0 && (name == "revisit" || name == "market"):
		return fmt.Errorf("replay %s works on what it draws and takes no folders", name)
	case t.matchings && t.policies != nil:
		return fmt.Errorf("--matchings compares the ways of matching and takes no --policies")
	}
	return nil
}

// readCrawls reads result folders, and folders of them. It says of which the
// rest of the site is not known.
func (a *app) readCrawls(folders []string) ([]*site.Crawl, error) {
	var crawls []*site.Crawl
	for _, arg := range folders {
		dirs, err := past.Folders(arg)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			c, err := past.ReadFolder(dir)
			if err != nil {
				return nil, err
			}
			a.noteVersion(c)
			if !c.Complete {
				a.progress.Noticef("the crawl of %s is not complete (%s): pages that it has not fetched do not count", dir, c.Ended)
			}
			if slices.Contains(c.Folder.Missing(), "external.csv") {
				c.External = nil
			}
			crawls = append(crawls, c.Crawl)
		}
	}
	return crawls, nil
}

// mostShown is the number of rows of a table that the screen gets.
const mostShown = 200

// show writes the table for a person.
func (t finding) show(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, strings.Join(t.columns, "\t"))
	for i, row := range t.rows {
		if i == mostShown {
			fmt.Fprintf(tw, "… %d rows more in the file\n", len(t.rows)-i)
			break
		}
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	return tw.Flush()
}

// cells are the rows for a file, numbers as numbers.
func (t finding) cells() iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		for _, row := range t.rows {
			var cells []export.Cell
			for _, text := range row {
				cells = append(cells, cellOf(text))
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}

// fromOne is a line through values after 1, 2, ... of something.
func fromOne(name string, values []float64) chart.Curve {
	line := chart.Curve{Name: name}
	for i, v := range values {
		line.Points = append(line.Points, chart.Point{X: float64(i + 1), Y: v})
	}
	return line
}

// cellOf takes what begins like a number for one, so that a site may be named
// nan.
func cellOf(text string) export.Cell {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.IndexAny(text, "-0123456789") != 0 {
		return export.Text(text)
	}
	return export.Float(n)
}

// write writes the tables as CSV and the plots as SVG.
func (found findings) write(d *export.Dir) error {
	for _, t := range found.tables {
		if err := export.WriteTable(context.Background(), d, t.name+".csv", t.columns, t.cells()); err != nil {
			return err
		}
	}
	for plot, c := range found.plots {
		if err := d.Write(plot+".svg", c.SVG); err != nil {
			return err
		}
	}
	return nil
}
