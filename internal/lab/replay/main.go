// Program replay measures crawl policies on finished crawls and on synthetic sites (docs/design/lab.md). It writes its
// results to the folder replayed.
package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"sitegraph/config"
	"sitegraph/internal/lab"
	"sitegraph/internal/lab/marketlab"
	"sitegraph/internal/lab/pagelab"
	"sitegraph/internal/lab/replayed"
	"sitegraph/internal/lab/revisitlab"
	"sitegraph/internal/lab/sitelab"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := replay(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

// input is the input that all experiments share.
type input struct {
	plan     lab.Plan
	policies []string // if none, the experiment's defaults
	sites    []*replayed.Site
}

// experiment is a measurement that replay can run.
type experiment struct {
	crawls   bool // takes finished crawls
	policies []string
	// flags adds the experiment's own flags.
	flags func(*flag.FlagSet) measure
}

type measure func(context.Context, input) (lab.Result, error)

// experiments has the read-only experiments by name.
var experiments = map[string]experiment{
	"sites": {true, sitelab.Rules(), func(f *flag.FlagSet) measure {
		var o sitelab.Options
		f.IntVar(&o.Pages, "pages", 2000, "pages to scan in all (N)")
		f.BoolVar(&o.Scattered, "scattered", false, "shuffle the rewards among the pages of each crawl")
		return func(ctx context.Context, in input) (lab.Result, error) {
			o.Plan, o.Rules = in.plan, in.policies
			return sitelab.Run(ctx, in.sites, o)
		}
	}},
	"pages": {true, pagelab.Known(), func(f *flag.FlagSet) measure {
		var o pagelab.Options
		f.BoolVar(&o.Estimates, "ensembles", false, "measure the estimates of importance, on synthetic graphs too")
		return func(ctx context.Context, in input) (lab.Result, error) {
			o.Plan, o.Policies = in.plan, in.policies
			return pagelab.Run(ctx, in.sites, o)
		}
	}},
	"revisit": {false, revisitlab.Policies(), func(f *flag.FlagSet) measure {
		var o revisitlab.Options
		f.StringVar(&o.Variant, "variant", "standard", "model of a changing site: "+list(revisitlab.Variants()))
		return func(ctx context.Context, in input) (lab.Result, error) {
			o.Plan, o.Policies = in.plan, in.policies
			return revisitlab.Run(ctx, o)
		}
	}},
	"market": {false, marketlab.Schemes(), func(f *flag.FlagSet) measure {
		var o marketlab.Options
		f.StringVar(&o.Setup, "setup", "document", "equipment of the agents: "+list(marketlab.Setups()))
		f.StringVar(&o.Web, "web", "standard", "topical web: "+list(marketlab.Webs()))
		f.StringVar(&o.Matching, "matching", "exact", "way of matching: "+list(marketlab.Matchings()))
		f.BoolVar(&o.Matchings, "matchings", false, "compare the ways of matching alone")
		return func(ctx context.Context, in input) (lab.Result, error) {
			o.Plan, o.Schemes = in.plan, in.policies
			return marketlab.Run(ctx, o)
		}
	}},
}

func list(names []string) string { return strings.Join(names, ", ") }

// replay runs the experiment that the arguments name, writes its tables and charts and prints the short tables.
func replay(ctx context.Context, args []string, out io.Writer) error {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	e, err := site.Lookup("experiment", name, experiments)
	if err != nil {
		return err
	}
	var in input
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(out)
	f.IntVar(&in.plan.Seeds, "seeds", 40, "number of random seeds")
	f.Uint64Var(&in.plan.First, "first-seed", 1, "first random seed")
	dir := f.String("O", "", "output folder, also of the saved crawls")
	policies := f.String("policies", "", "names, separated by commas, of "+list(e.policies))
	run := e.flags(f)
	if err := f.Parse(args); err != nil {
		return err
	}
	if in.policies, err = e.named(*policies); err != nil {
		return err
	}
	if in.plan.Seeds < 1 || f.NArg() > 0 && !e.crawls {
		return fmt.Errorf("%s takes one seed or more, and folders or sites only if it replays crawls", name)
	}
	if in.sites, err = readCrawls(*dir, f.Args()); err != nil {
		return err
	}
	in.plan.Progress = func(done, total int) { fmt.Fprintf(os.Stderr, "\r%d of %d runs", done, total) }
	result, err := run(ctx, in)
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return write(filepath.Join(*dir, "replayed", name), result, out)
}

// named returns the policies in a list. An empty list means the default.
func (e experiment) named(text string) ([]string, error) {
	var names []string
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(e.policies, name) {
			return nil, fmt.Errorf("--policies has the unknown name %q; known are %s", name, list(e.policies))
		}
		names = append(names, name)
	}
	return names, nil
}

// readCrawls makes sites from finished crawls in result folders or the state.
func readCrawls(dir string, args []string) (all []*replayed.Site, err error) {
	if len(args) == 0 {
		return nil, nil
	}
	settings, err := config.Load(config.Sources{Env: os.Environ()})
	if err != nil {
		return nil, err
	}
	for c, err := range (results.Inputs{Config: run.NewConfig(*settings, dir)}).Open(args) {
		if err != nil {
			return nil, err
		}
		if !c.Complete {
			fmt.Fprintf(os.Stderr, "the crawl of %s is not complete (%s): pages that it has not fetched do not count\n",
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

// write writes tables as CSV and charts as SVG to files whose paths begin with prefix. It prints short tables.
func write(prefix string, result lab.Result, out io.Writer) error {
	if err := os.MkdirAll(filepath.Dir(prefix), 0o777); err != nil {
		return err
	}
	var b bytes.Buffer
	for _, t := range result.Tables {
		b.Reset()
		if err := csv.NewWriter(&b).WriteAll(t.Records()); err != nil {
			return err
		}
		if err := os.WriteFile(prefix+"."+t.Name+".csv", b.Bytes(), 0o666); err != nil {
			return err
		}
		if t.Long {
			continue
		}
		if err := t.Print(out); err != nil {
			return err
		}
	}
	for name, c := range result.Charts {
		b.Reset()
		if err := c.SVG(&b); err != nil {
			return err
		}
		if err := os.WriteFile(prefix+"."+name+".svg", b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
