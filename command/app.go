package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/desk"
	"sitegraph/extractor/download"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/stats"
	"sitegraph/wording"
)

// app is one invocation of the program.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      []string
	sample   fs.FS           // files of the sample site; nil if the program has none
	lookup   download.Lookup // nil asks the system

	twinPause time.Duration // as in run.Config
	parts     []Part
	root      *cobra.Command
	flags     flags
	workers   func(context.Context) (desk.Workers, error) // connects a desk to workers; nil if it has none

	// configure sets these.
	config    run.Config
	overrides map[string]string // settings that flags override
	asked     results.Inputs    // has the moment of --as-of
	progress  *progress
	watching  bool   // the summary shows iterations
	notify    string // where to send them; "" for nowhere
	show      display
}

func (a *app) configure(cmd *cobra.Command) error {
	if err := errors.Join(a.flags.check(), refuseOthers(cmd, nil)); err != nil {
		return err
	}
	a.overrides = a.flags.overrides(cmd)
	a.progress = newProgress(a.flags.progress, a.flags.quiet, a.err)
	a.show.open(a.out, a.progress.json, a.flags.quiet)
	file := a.flags.settings
	if _, err := os.Stat("settings.ini"); file == "" && err == nil {
		file = "settings.ini"
	}
	if file == "" && a.flags.verbose {
		a.progress.Notice("settings.ini not found, using defaults")
	}
	settings, err := config.Load(config.Sources{File: file, Env: a.env, Overrides: a.overrides})
	if err != nil {
		return usage(err)
	}
	a.config = run.NewConfig(*settings, a.flags.outputDir)
	a.config.Lookup, a.config.TwinPause = a.lookup, a.twinPause
	inputs := []run.Input{{What: "the settings", Path: file}, {What: "--list", Path: a.flags.list, Hosts: true}}
	if err := a.config.CheckFiles(inputs...); err != nil {
		return err
	}
	a.progress.Notice(settings.Notes...)
	if a.flags.asOf == "" {
		return nil
	}
	if err := (pairs.Use{Settings: a.config.Settings, AsOf: a.flags.asOf}).CheckOf(pairs.AsOf); err != nil {
		return usage(err)
	}
	if a.asked.Moment, err = results.ParseMoment(a.flags.asOf, time.Now()); err != nil {
		return run.Usage("--as-of %w", err)
	}
	return nil
}

// fits refuses settings and flags that do not go together, before the sites are known.
func (a *app) fits(command pairs.Command) error {
	u := pairs.Use{Settings: a.config.Settings, Command: command, List: a.flags.list != "",
		RetryFailed: a.flags.retryFailed, Shard: a.flags.shard != ""}
	if err := u.Check(); err != nil {
		return usage(err)
	}
	return nil
}

// hosts returns the sites of the command line or of the hosts file. Flags override the fields of a line.
func (a *app) hosts(args []string) ([]config.Host, error) {
	if a.flags.list != "" {
		return a.listed(args)
	}
	if len(args) > 0 {
		hosts, err := a.hostArguments(args)
		return a.overridden(hosts), err
	}
	hosts, warnings, err := a.hostsFile()
	a.progress.Notice(warnings...)
	if err != nil {
		return nil, usage(err)
	}
	return a.overridden(hosts), nil
}

func (a *app) overridden(hosts []config.Host) []config.Host {
	set := a.config.Sites
	for i := range hosts {
		h := &hosts[i]
		if _, ok := a.overrides["sites.connections_per_host"]; ok {
			h.Connections = set.ConnectionsPerHost
		}
		if _, ok := a.overrides["sites.max_depth"]; ok {
			h.MaxDepth = set.MaxDepth
		}
		if _, ok := a.overrides["sites.crawl_delay"]; ok {
			h.Delay = set.CrawlDelay
		}
	}
	return hosts
}

// hostsFile reads the hosts file, or the standard input for "-".
func (a *app) hostsFile() ([]config.Host, []string, error) {
	name, r := a.config.Sites.Hosts, a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			const advice = "sitegraph init writes it, one site per line; or name a site: sitegraph https://example.com"
			return nil, nil, fmt.Errorf("hosts file: %w: %s", err, advice)
		}
		defer f.Close()
		r = f
	}
	hosts, warnings, err := config.ReadHosts(r, name, a.config.Settings)
	return a.config.Settled(hosts), warnings, err
}

// hostArguments reads sites from the command line. Several URLs of one site are its start pages. It drops repetitions.
func (a *app) hostArguments(args []string) ([]config.Host, error) {
	var hosts []config.Host
	places, seen := map[string]int{}, map[string]bool{}
	for _, text := range args {
		if !strings.Contains(text, "://") && isFile(text) {
			return nil, run.Usage("%s is a file: --hosts %[1]s crawls the sites that a file lists", text)
		}
		h, remarks, err := config.ParseHost(text, a.config.Settings)
		if err != nil {
			return nil, usage(err)
		}
		for _, r := range remarks {
			a.progress.Notice(h.URL.Origin() + ": " + r)
		}
		at, known := places[h.URL.Origin()]
		switch {
		case seen[h.URL.String()]:
		case known:
			hosts[at].Further = append(hosts[at].Further, h.URL)
			hosts[at].SchemeOpen = hosts[at].SchemeOpen && h.SchemeOpen
		default:
			places[h.URL.Origin()] = len(hosts)
			hosts = append(hosts, h)
		}
		seen[h.URL.String()] = true
	}
	return a.config.Settled(config.JoinStarts(hosts)), nil
}

// inputs says where commands find finished crawls. d lists the details that they need besides the graphs.
func (a *app) inputs(d run.Details) results.Inputs {
	in := a.asked
	in.Config, in.Lines, in.Details = a.config, map[string]config.Host{}, d
	if _, err := os.Stat(a.config.Sites.Hosts); err != nil {
		return in // also for standard input
	}
	hosts, _, _ := a.hostsFile() // without usable lines, the settings apply
	for _, h := range a.overridden(hosts) {
		in.Lines[h.URL.Origin()] = h
	}
	return in
}

// noteFolder tells the user if another version wrote a result folder.
func noteFolder(p *progress, c results.Crawl) {
	if c.Folder != nil && c.Folder.Manifest.Version != run.Version {
		p.Noticef("%s was written by sitegraph %q; this is version %q",
			c.Folder.Path(), c.Folder.Manifest.Version, run.Version)
	}
}

// noteMissing is like noteFolder and also tells the user which tables are missing and which problems no table shows.
func noteMissing(p *progress, c results.Crawl) {
	noteFolder(p, c)
	if missing := c.Missing(); len(missing) > 0 {
		p.Noticef("%s has no %s: what depends on it is left out", c.Folder.Path(),
			wording.ListFirst(missing, maxNamed))
	}
	if c.Folder != nil && c.Searched == nil {
		p.Noticef("%s: tables do not show the problems %s: use the saved state to find them",
			c.Folder.Path(), wording.List(stats.NotInTables()))
	}
}
