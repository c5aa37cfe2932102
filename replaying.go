package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sitegraph/chart"
	"sitegraph/export"
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
func newReplay(c console, f *flags) *cobra.Command {
	root := &cobra.Command{Use: "replay", Short: "Measure a policy against an oracle, on finished crawls and on drawn sites (docs/policies.md)",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(fmt.Errorf("unknown replay %q; known are market, pages, revisit, sites", args[0]))
			}
			return usage(fmt.Errorf("%s takes what to replay: market, pages, revisit or sites", cmd.CommandPath()))
		}}
	for _, name := range []string{"sites", "pages", "revisit", "market"} {
		var t trial
		var policies string
		cmd := &cobra.Command{Use: name + " [folder...]", Short: replays[name].says,
			RunE: func(cmd *cobra.Command, args []string) error {
				if policies != "" {
					t.policies = strings.Split(policies, ",")
				}
				return runReplay(cmd, c, f, name, t, args)
			}}
		cmd.Flags().IntVar(&t.seeds, "seeds", 40, "number of seeds")
		cmd.Flags().Uint64Var(&t.first, "first-seed", 1, "the first of them")
		cmd.Flags().StringVar(&policies, "policies", "", "names of policies, separated by commas (default: those of docs/policies.md)")
		switch name {
		case "sites":
			cmd.Flags().IntVar(&t.pages, "pages", 2000, "pages to scan in all (N)")
			cmd.Flags().BoolVar(&t.scattered, "scattered", false, "exchange at random what the pages of each crawl bring")
		case "pages":
			cmd.Flags().BoolVar(&t.ensembles, "ensembles", false, "measure the estimates of importance on drawn graphs")
		case "revisit":
			cmd.Flags().StringVar(&t.variant, "variant", "standard", "which model of a changing site")
		case "market":
			cmd.Flags().StringVar(&t.setup, "setup", "document", "which equipment the agents have")
			cmd.Flags().StringVar(&t.web, "web", "standard", "which topical web")
			cmd.Flags().StringVar(&t.matching, "matching", "exact", "which way of matching")
			cmd.Flags().BoolVar(&t.matchings, "matchings", false, "compare the ways of matching alone")
		}
		root.AddCommand(cmd)
	}
	return root
}

// runReplay runs one experiment, shows its table and writes all.
func runReplay(cmd *cobra.Command, c console, f *flags, name string, t trial, folders []string) error {
	if t.seeds < 1 {
		return usage(fmt.Errorf("--seeds is %d; it must be 1 or more", t.seeds))
	}
	if name == "sites" && t.pages < 1 {
		return usage(fmt.Errorf("--pages is %d; it must be 1 or more", t.pages))
	}
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	crawls, err := readCrawls(folders)
	if err != nil {
		return err
	}
	p := newProgress(f.progress, f.quiet, c.err)
	t.progress = func(done, of int) { p.measure("replay "+name, "runs", float64(done)/float64(max(of, 1))) }
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	found, err := replays[name].run(ctx, t, crawls)
	p.End()
	if ctx.Err() != nil {
		return fmt.Errorf("replay %s: interrupted; nothing was written", name)
	}
	if err != nil {
		return usage(fmt.Errorf("replay %s: %w", name, err))
	}
	for i, table := range found.tables {
		if table.long {
			continue
		}
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := table.show(c.out); err != nil {
			return err
		}
	}
	return s.writeReplay(name, found)
}

// readCrawls reads result folders, and folders of them.
func readCrawls(folders []string) ([]*site.Crawl, error) {
	var crawls []*site.Crawl
	for _, arg := range folders {
		dirs := resultFolders(arg)
		if len(dirs) == 0 {
			dirs = []string{arg} // reading says what is wrong
		}
		for _, dir := range dirs {
			in, err := readFolder(dir)
			if err != nil {
				return nil, err
			}
			crawls = append(crawls, in.crawl)
		}
	}
	return crawls, nil
}

// mostShown is the number of rows of a table that the screen gets.
const mostShown = 80

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
				if n, err := strconv.ParseFloat(text, 64); err == nil {
					cells = append(cells, export.Float(n))
				} else {
					cells = append(cells, export.Text(text))
				}
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}

// writeReplay writes the tables as CSV and the plots as SVG.
func (s *setup) writeReplay(name string, found findings) error {
	d, err := export.NewDir(s.path(replayedFolder), name)
	if err != nil {
		return err
	}
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
	fmt.Fprintln(s.console.out)
	for _, f := range d.Files() {
		fmt.Fprintf(s.console.out, "  %s\n", filepath.Join(d.Path(), f.Name))
	}
	return nil
}
