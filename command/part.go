package command

import (
	"context"
	_ "embed"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/desk"
	"sitegraph/run"
)

// Part adds commands to the program or changes existing ones. sitegraph-workers has one.
type Part func(Program)

// Program is a part's view of the program. Commands from [Program.Command] read settings and flags before they run.
type Program struct{ app *app }

// add adds the parts to the program. Without parts, the commands for workers explain where to find them.
func (a *app) add(root *cobra.Command) {
	a.root = root
	if a.parts == nil {
		root.AddCommand(newElsewhere("worker"), newElsewhere("submit"))
	}
	for _, add := range a.parts {
		add(Program{a})
	}
}

// AddCommand adds commands.
func (p Program) AddCommand(all ...*cobra.Command) { p.app.root.AddCommand(all...) }

// Named returns a command of the program.
func (p Program) Named(name string) *cobra.Command {
	cmd, _, _ := p.app.root.Find([]string{name}) // the root if there is none
	return cmd
}

// Command returns a command that reads settings and flags before it runs.
func (p Program) Command(do func(ctx context.Context, args []string) error, cmd cobra.Command) *cobra.Command {
	return p.app.command(do, cmd)
}

// DeskWorkers lets a desk hand projects to workers. The desk calls connect when it opens.
func (p Program) DeskWorkers(connect func(context.Context) (desk.Workers, error)) {
	p.app.workers = connect
}

// Job returns a run without sites that has the program's settings and log.
func (p Program) Job() run.Job {
	return run.Job{Config: p.app.config, Log: p.app.log(), Screen: io.Discard}
}

// Spec returns, for workers, the crawl that flags, settings and arguments describe. It shows the remarks of a crawl.
func (p Program) Spec(args []string) (run.Spec, error) {
	a := p.app
	hosts, err := a.hosts(args)
	if err != nil {
		return run.Spec{}, err
	}
	if err := a.settleScope(hosts); err != nil {
		return run.Spec{}, err
	}
	use := pairs.Use{Settings: a.config.Settings, Hosts: hosts, Workers: true, List: a.flags.list != ""}
	if err := use.Check(); err != nil {
		return run.Spec{}, usage(err)
	}
	a.greet(hosts, func(config.Host) bool { return false })
	return run.SpecOf(a.config, hosts)
}

// Merge joins shards in the output folder and shows the result. from describes the shards to the user.
func (p Program) Merge(from string, o run.Merging) error { return merge(p.app, from, o) }

// Confirmed asks the user to confirm a removal, unless yes is set.
func (p Program) Confirmed(yes bool) (bool, error) { return confirmed(p.app, yes) }

// StopBySignal returns a context that ends at the first signal, which also shows a remark.
func (p Program) StopBySignal(ctx context.Context, remark string) (stopping context.Context, release func()) {
	return stopBySignal(ctx, func() { p.app.progress.Notice(remark) })
}

// Noticef writes a remark for the user.
func (p Program) Noticef(format string, args ...any) { p.app.progress.Noticef(format, args...) }

// Out returns standard output, for results.
func (p Program) Out() io.Writer { return p.app.out }

// Variable returns an environment variable, or "".
func (p Program) Variable(name string) string { return p.app.variable(name) }

func (a *app) variable(name string) (value string) {
	for _, v := range a.env {
		if text, ok := strings.CutPrefix(v, name+"="); ok {
			value = text
		}
	}
	return value
}

// withWorkers tells the user which program has the commands and flags of workers.
const withWorkers = "belongs to the program sitegraph-workers: build it with (cd workers && go build -o " +
	"sitegraph-workers .); see docs/many-machines.md"

// flagsElsewhere are the flags that sitegraph-workers adds to commands of this program.
var flagsElsewhere = []string{"nats", "nats-credentials", "nats-ca", "store", "job", "force"}

// otherFlags has a line for each flag that users know from other programs: its name, a colon, the flags of ours that
// may be meant, and after a tab advice. hint suggests the first of the flags that the command takes. Only commands that
// crawl give advice, except about url.
//
//go:embed flags.txt
var otherFlags string

func newElsewhere(name string) *cobra.Command {
	return &cobra.Command{Use: name, Hidden: true, Args: cobra.ArbitraryArgs,
		Short: "Part of sitegraph-workers", Long: name + " " + withWorkers + ".",
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run.Usage("%s %s", cmd.CommandPath(), withWorkers)
		}}
}
