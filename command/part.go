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

// Part adds commands to the program, or changes those it has. The program of workers has one.
type Part func(Program)

// Program is what a part works with. Settings and flags are read when a command that [Program.Command] made runs.
type Program struct{ app *app }

// add gives the program its parts. Without any, commands and flags of workers say where they are.
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
	cmd, _, _ := p.app.root.Find([]string{name}) // the root, if there is none
	return cmd
}

// Command completes a command, which runs with settings and flags read.
func (p Program) Command(do func(ctx context.Context, args []string) error, cmd cobra.Command) *cobra.Command {
	return p.app.command(func(ctx context.Context, _ *app, args []string) error { return do(ctx, args) }, cmd)
}

// DeskWorkers sets what a desk gives projects to. connect is called when the desk is about to open.
func (p Program) DeskWorkers(connect func(context.Context) (desk.Workers, error)) {
	p.app.workers = connect
}

// Job returns a run without sites, with the settings and the log of the program.
func (p Program) Job() run.Job {
	return run.Job{Config: p.app.config, Log: p.app.log(), Screen: io.Discard}
}

// Spec returns the crawl that flags, settings and arguments ask for, to be divided among workers, and tells the user
// what there is to know of it.
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

// Merge joins the output folders of the shards of a crawl in that of the program, and shows what came of it; from names
// the shards.
func (p Program) Merge(from string, o run.Merging) error { return merge(p.app, from, o) }

// Confirmed asks whether what was named is to be removed, unless the user said so before.
func (p Program) Confirmed(yes bool) (bool, error) { return confirmed(p.app, yes) }

// StopBySignal returns a context that the first signal ends, after a remark.
func (p Program) StopBySignal(ctx context.Context, remark string) (stopping context.Context, release func()) {
	return stopBySignal(ctx, func() { p.app.progress.Notice(remark) })
}

// Noticef writes a remark for the user.
func (p Program) Noticef(format string, args ...any) { p.app.progress.Noticef(format, args...) }

// Out is where results are shown.
func (p Program) Out() io.Writer { return p.app.out }

// Variable returns an environment variable, "" if there is none.
func (p Program) Variable(name string) string { return p.app.variable(name) }

func (a *app) variable(name string) (value string) {
	for _, v := range a.env {
		if text, ok := strings.CutPrefix(v, name+"="); ok {
			value = text
		}
	}
	return value
}

// withWorkers says where the commands and flags of workers are.
const withWorkers = "is in the program of the workers: (cd workers && go build -o sitegraph-workers .) builds it; " +
	"see docs/many-machines.md"

// flagsElsewhere are the flags that the program of the workers adds to commands of this one.
var flagsElsewhere = []string{"nats", "nats-credentials", "nats-ca", "store", "job", "force"}

// otherFlags has a line for each flag of other programs: its name, our flags that the user may mean, and advice where
// we have none. The first of our flags that the command takes is suggested. Only commands that crawl give advice, but
// for url.
//
//go:embed flags.txt
var otherFlags string

func otherFlag(name string) (ours, way string) {
	for line := range strings.Lines(otherFlags) {
		if fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); fields[0] == name {
			return fields[1], fields[2]
		}
	}
	return "", ""
}

func newElsewhere(name string) *cobra.Command {
	return &cobra.Command{Use: name, Hidden: true, Args: cobra.ArbitraryArgs,
		Short: "In the program of the workers", Long: name + " " + withWorkers + ".",
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run.Usage("%s %s", cmd.CommandPath(), withWorkers)
		}}
}
