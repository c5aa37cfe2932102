package command

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

func (a *app) runCrawl(ctx context.Context, args []string) error {
	if len(args) == 0 && a.asks() && a.isEmpty() {
		var err error
		if args, err = a.offer(); err != nil {
			return err
		}
		if args == nil {
			return serveDesk(ctx, a, "projects", serveFlags{listen: usualAddress})
		}
	}
	ctx, job, release, err := a.begin(ctx, args, pairs.OfCrawl)
	if err != nil {
		return err
	}
	defer release()
	_, err = a.crawl(ctx, job)
	return err
}

// begin greets the user. It returns the crawl of args or hosts.txt, and a context that ends at the first signal.
func (a *app) begin(ctx context.Context, args []string, of pairs.Command) (context.Context, run.Job, func(), error) {
	if err := a.fits(of); err != nil {
		return nil, run.Job{}, nil, err
	}
	hosts, err := a.hosts(args)
	if err != nil {
		return nil, run.Job{}, nil, err
	}
	if err := a.settleScope(hosts); err != nil {
		return nil, run.Job{}, nil, err
	}
	shard, hosts, err := shardOf(a, hosts)
	if err != nil {
		return nil, run.Job{}, nil, err
	}
	a.greet(hosts, func(h config.Host) bool { return hasBegun(a.config.StateDir(), h.URL.Origin()) })
	ctx, release := stoppable(ctx, a.progress)
	job := a.job(hosts)
	job.Shard = shard
	return ctx, job, release, nil
}

// shardOf returns the sites of the shard that the user asked for.
func shardOf(a *app, all []config.Host) (s run.Shard, own []config.Host, err error) {
	if a.flags.shard == "" {
		return s, all, nil
	}
	if s, err = run.ParseShard(a.flags.shard); err != nil {
		return s, nil, err
	}
	s = s.Take(all)
	a.progress.Noticef("shard %v: %d of %s", s, len(s.Hosts), wording.Count(len(all), "site", "sites"))
	return s, s.Hosts, nil
}

// stoppable returns a context that ends at the first signal, and tells the user so.
func stoppable(ctx context.Context, p *progress) (stopping context.Context, release func()) {
	return stopBySignal(ctx, func() {
		p.Notice("stopping, writing partial results (press Ctrl-C again to quit now)")
	})
}

func (a *app) job(hosts []config.Host) run.Job {
	a.progress.Expect(len(hosts))
	job := run.Job{Config: a.config, Hosts: hosts, FromScratch: a.flags.fresh, RetryFailed: a.flags.retryFailed,
		Observer: a.progress, Log: a.log(), Screen: a.progress}
	if a.flags.quiet {
		job.Screen = io.Discard
	}
	return job
}

func (a *app) crawl(ctx context.Context, job run.Job) (run.Outcome, error) {
	out, err := run.Run(ctx, job)
	a.progress.clear()
	if len(out.Results) == 0 { // a shard may have no site
		return out, err
	}
	code := a.summarise(out)
	if err == nil && code != exitDone {
		err = exitCode(code)
	}
	return out, err
}

// greet warns the user before any request. A missing contact counts only before the first crawl of another's site.
func (a *app) greet(hosts []config.Host, begun func(config.Host) bool) {
	if a.flags.ignoreRobots {
		a.progress.Notice("warning: robots.txt is not obeyed; do this only on sites of your own")
	}
	d := a.config.Download
	first := slices.IndexFunc(hosts, func(h config.Host) bool { return hasStrangers(a.config, h) })
	if first >= 0 && d.Contact == "" && d.UserAgent == "" && d.Downloader == "http" && !begun(hosts[first]) {
		a.progress.Notice("no contact is set: site owners cannot reach you (--contact, or [download] contact)")
	}
}

// hasStrangers reports whether a site may belong to others: neither the sample nor on this computer or network.
func hasStrangers(c run.Config, h config.Host) bool {
	ip, err := netip.ParseAddr(strings.Trim(h.URL.Host, "[]"))
	return h.URL.Host != "localhost" && (err != nil || site.IsPublic(ip)) && !c.IsSample(h)
}

// hasBegun reports whether a state folder has a crawl of this name.
func hasBegun(dir, name string) bool {
	known, err := run.ReadStatus(dir, name)
	return err == nil && len(known) > 0
}

// log returns the log of details, which --verbose shows.
func (a *app) log() *slog.Logger {
	if !a.flags.verbose || a.flags.quiet {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(a.progress, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// stopBySignal returns a context that ends at the first SIGINT or SIGTERM with the cause "signal", after it called
// before. A second signal ends the program at once. The state is safe either way.
func stopBySignal(ctx context.Context, before func()) (stopping context.Context, release func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		before()
		cancel(site.EndedSignal)
		if _, ok := <-signals; ok {
			os.Exit(exitStopped)
		}
	}()
	return ctx, func() { signal.Stop(signals); close(signals); cancel(nil) }
}
