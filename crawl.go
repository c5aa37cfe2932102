package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor/finish"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// run is one crawl of all sites.
type run struct {
	*setup
	store    *store.Store
	logs     *logs
	progress *progress
	log      *slog.Logger

	mu      sync.Mutex
	origins map[string]bool   // sites of this run
	folders map[string]string // result folder → origin
}

// result is what one site gave.
type result struct {
	host  config.Host
	crawl *site.Crawl
	dir   string
	files []export.File
	err   error
}

func runCrawl(cmd *cobra.Command, c console, f *flags, args []string) error {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	hosts, err := s.hosts(args)
	if err != nil {
		return err
	}
	s.greet()
	stopSample, err := s.serveSample()
	if err != nil {
		return err
	}
	defer stopSample()
	r, err := s.newRun(hosts)
	if err != nil {
		return err
	}
	ctx, release := stopBySignal(c.err)
	defer release()
	results := r.sites(ctx, hosts)
	if err := r.close(); err != nil {
		return err
	}
	return r.summarise(results)
}

// greet tells what a user should know before anything happens.
func (s *setup) greet() {
	for _, n := range s.Notes {
		s.say("sitegraph: %s", n)
	}
	if s.flags.ignoreRobots {
		s.warn("warning: robots.txt is not obeyed; do this only on sites of your own")
	}
	if s.Download.Contact == "" && s.Download.UserAgent == "" && s.Download.Downloader == "http" && s.Sample.Host == "" {
		s.say("sitegraph: no contact is set: site owners cannot reach you (--contact, or [download] contact)")
	}
}

// newRun opens what the sites share.
func (s *setup) newRun(hosts []config.Host) (*run, error) {
	stopFile := s.path(s.Finish.StopFile)
	if removed, err := finish.RemoveStopFile(stopFile); err != nil {
		return nil, err
	} else if removed {
		s.warn("removed the stop file %s of an earlier run", stopFile)
	}
	st, err := s.openStore()
	if err != nil {
		return nil, err
	}
	l, err := s.openLogs()
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	level := slog.LevelWarn
	if s.flags.verbose {
		level = slog.LevelDebug
	}
	r := &run{setup: s, store: st, logs: l, progress: newProgress(s.flags.progress, s.flags.quiet, s.console.err),
		log:     slog.New(slog.NewTextHandler(s.console.err, &slog.HandlerOptions{Level: level})),
		origins: map[string]bool{}, folders: map[string]string{}}
	for _, h := range hosts {
		r.origins[h.URL.Origin()] = true
		r.folder(h.URL)
	}
	return r, nil
}

// openStore opens the state folder; --fresh forgets one that cannot be read.
func (s *setup) openStore() (*store.Store, error) {
	dir := s.path("state")
	st, err := stores[s.Store.Store](dir, s.Store.Sync)
	if errors.Is(err, store.ErrFormat) && s.flags.fresh {
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("state folder: %w", err)
		}
		return stores[s.Store.Store](dir, s.Store.Sync)
	}
	return st, err
}

func (r *run) close() error {
	r.progress.Clear()
	return errors.Join(r.logs.Close(), r.store.Close())
}

// sites walks all sites, so many at a time as the settings say. An error of
// the program's own (the disk is full) ends the others too.
func (r *run) sites(ctx context.Context, hosts []config.Host) []result {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]result, len(hosts))
	slots := make(chan struct{}, r.Sites.AtOnce)
	var all sync.WaitGroup
	for i, h := range hosts {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			results[i] = r.site(ctx, h)
			if results[i].err != nil {
				cancel(errors.New("error"))
			}
		})
	}
	all.Wait()
	return results
}

// claim makes an origin a site of this run; false when it is one already.
func (r *run) claim(origin string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.origins[origin] {
		return false
	}
	r.origins[origin] = true
	return true
}

// folder returns the name of a site's result folder. Two sites never share
// one: http and https of one host do not, nor do "a:80" and a host "a_80".
func (r *run) folder(u site.URL) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := export.FolderName(u)
	for _, try := range []string{name, name + "_" + u.Scheme, name + "_" + u.Scheme + "_" + u.Port} {
		if owner := r.folders[try]; owner == "" || owner == u.Origin() {
			r.folders[try] = u.Origin()
			return try
		}
	}
	return name
}

// resultDir is the folder of a site's files.
func (r *run) resultDir(name string) string {
	return filepath.Join(r.path(r.Export.ResultFolder), name)
}
