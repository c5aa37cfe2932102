package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/finish"
	"sitegraph/extractor/store"
	"sitegraph/site"
	"sitegraph/stats"
)

// run is one crawl of all sites.
type run struct {
	*setup
	store    *store.Store
	logs     *logs
	progress *progress
	log      *slog.Logger

	mu      sync.Mutex
	origins map[string]string // site of this run → origin of its line
	folders map[string]string // result folder → origin
	kept    map[string]kept   // by origin of the line, what its state has: it must go on to
}

// result is what one site gave.
type result struct {
	host  config.Host
	crawl *site.Crawl
	dir   *export.Dir    // nil when nothing was written
	stats *stats.Summary // nil when no file wants it
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
	s.greet(hosts)
	stopSample, err := s.serveSample(hosts)
	if err != nil {
		return err
	}
	defer stopSample()
	if err := s.checkFolder(); err != nil {
		return err
	}
	r, err := s.newRun(hosts)
	if err != nil {
		return err
	}
	ctx, release := stopBySignal(c.err)
	defer release()
	results := r.sites(ctx, hosts)
	together, written := r.writeSites(results, slices.Contains(r.Export.Exporters, "report"))
	closed := r.close()
	if err := r.summarise(results, together); closed == nil && written == nil {
		return err
	}
	return errors.Join(written, closed)
}

// notes tells what the settings gave rise to.
func (s *setup) notes() {
	for _, n := range s.Notes {
		s.say("sitegraph: %s", n)
	}
}

// greet tells what a user should know before anything happens.
func (s *setup) greet(hosts []config.Host) {
	s.notes()
	if s.flags.ignoreRobots {
		s.warn("warning: robots.txt is not obeyed; do this only on sites of your own")
	}
	abroad := slices.ContainsFunc(hosts, func(h config.Host) bool { return !s.isSample(h) })
	if abroad && s.Download.Contact == "" && s.Download.UserAgent == "" && s.Download.Downloader == "http" {
		s.say("sitegraph: no contact is set: site owners cannot reach you (--contact, or [download] contact)")
	}
}

// newRun opens what the sites share.
func (s *setup) newRun(hosts []config.Host) (*run, error) {
	if err := os.MkdirAll(s.flags.outputDir, 0o755); err != nil {
		return nil, fmt.Errorf("output folder: %w: choose another one with -O", err)
	}
	st, err := s.openStore()
	if err != nil {
		return nil, err
	}
	r := &run{setup: s, store: st, progress: newProgress(s.flags.progress, s.flags.quiet, s.console.err),
		origins: map[string]string{}, folders: map[string]string{}, kept: map[string]kept{}}
	level := slog.LevelWarn
	if s.flags.verbose {
		level = slog.LevelDebug
	}
	r.log = slog.New(slog.NewTextHandler(r.progress, &slog.HandlerOptions{Level: level}))
	if r.logs, err = s.openLogs(r.progress); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	if err := s.removeStopFile(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	for _, h := range hosts {
		r.claim(h.URL.Origin(), h.URL.Origin())
		r.folder(h.URL, h.URL.Origin())
	}
	if err := r.takeUp(hosts); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// takeUp readies the state of all lines before the first walk begins. --fresh
// forgets them together, so that no run after a kill finds half of them. And a
// line keeps the site that its home page led to: if the home pages of two
// lines do, the walk must not begin again in the journal of the other one. What
// some files show is kept to the end if it was at the beginning, or a later run
// that writes these files would find some pages without.
func (r *run) takeUp(hosts []config.Host) error {
	var lines []string
	for _, h := range hosts {
		lines = append(lines, h.URL.Origin())
	}
	if r.flags.fresh {
		return r.store.Forget(lines...)
	}
	known, err := r.store.Sites()
	if err != nil {
		return err
	}
	for _, line := range lines {
		if !slices.Contains(known, line) {
			continue
		}
		journal, err := r.store.Journal(line)
		if err != nil {
			return err
		}
		if origin, settings, err := extractor.SiteOf(journal); err == nil { // else the walk will tell
			r.claim(line, origin)
			r.kept[line] = kept{links: settings[keptLinks] != "", texts: settings[keptTexts] != ""}
		}
	}
	return nil
}

// removeStopFile removes what stopped an earlier run. The state is open by
// then, so it cannot be meant for another run that still goes on here.
func (s *setup) removeStopFile() error {
	path := s.path(s.Finish.StopFile)
	removed, err := finish.RemoveStopFile(path)
	if removed {
		s.say("sitegraph: removed the stop file %s of an earlier run", path)
	}
	return err
}

// openStore opens the state folder. Only with --fresh, and only if the files in
// it are damaged, they are removed: all sites then begin from scratch.
func (s *setup) openStore() (*store.Store, error) {
	dir := s.path("state")
	st, err := stores[s.Store.Store](dir, s.Store.Sync)
	switch {
	case errors.Is(err, store.ErrInUse):
		return nil, fmt.Errorf("%w: wait until it ends, or choose another folder with -O", err)
	case errors.Is(err, store.ErrDamaged) && !s.flags.fresh:
		return nil, fmt.Errorf("%w: --fresh removes what it holds of all sites, and crawls from scratch", err)
	case !errors.Is(err, store.ErrDamaged):
		return st, err
	}
	s.say("sitegraph: %v: what it held of all sites is removed", err)
	if err := store.Remove(dir); err != nil {
		return nil, err
	}
	return stores[s.Store.Store](dir, s.Store.Sync)
}

func (r *run) close() error {
	r.progress.End()
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
				cancel(site.EndedError)
			}
		})
	}
	all.Wait()
	return results
}

// claim makes an origin the site of a line; false when another line has it.
func (r *run) claim(line, origin string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.origins[origin] == "" {
		r.origins[origin] = line
	}
	return r.origins[origin] == line
}
