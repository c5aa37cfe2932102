package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/site"
	"sitegraph/stats"
)

// recaller builds crawls again from the state folder.
type recaller struct {
	*setup
	store *store.Store
	lines map[string]config.Host // those of the hosts file, by origin
	texts bool                   // whether files are written that show anchor texts
}

func (s *setup) newRecaller() (*recaller, error) {
	if s.flags.fresh {
		return nil, usage(errors.New("--fresh forgets the state, from which this command works: crawl with it"))
	}
	if _, err := os.Stat(s.path("state")); err != nil || s.Store.Store == "memory" {
		return nil, usage(fmt.Errorf("no state in %s: crawl first (with [store] store = badger)", s.path("state")))
	}
	st, err := s.openStore()
	if err != nil {
		return nil, err
	}
	return &recaller{setup: s, store: st, lines: s.lines()}, nil
}

// sites returns the origins asked for, or all that the state has. A site that
// a home page redirected to is asked for by its own name too.
func (r *recaller) sites(args []string) ([]string, error) {
	known, err := r.store.Sites()
	if err != nil || len(args) == 0 {
		return known, err
	}
	var sites []string
	for _, text := range args {
		h, _, err := config.ParseHost(text, r.Settings)
		if err != nil {
			return nil, usage(err)
		}
		origin := h.URL.Origin()
		if !slices.Contains(known, origin) {
			if origin, err = r.adopter(known, origin); err != nil {
				return nil, err
			}
		}
		sites = append(sites, origin)
	}
	return sites, nil
}

// adopter returns the origin whose home page led to another one.
func (r *recaller) adopter(known []string, adopted string) (string, error) {
	for _, origin := range known {
		if c, err := r.crawl(origin); err == nil && c.Site == adopted {
			return origin, nil
		}
	}
	return "", usage(fmt.Errorf("%s was never crawled here: known are %s", adopted, strings.Join(known, ", ")))
}

// line is the line of hosts.txt of a site of the state, or what holds without
// one.
func (r *recaller) line(origin string) (config.Host, error) {
	if line, ok := r.lines[origin]; ok {
		return line, nil
	}
	u, err := site.Parse(origin)
	if err != nil {
		return config.Host{}, fmt.Errorf("state: %w", err)
	}
	return config.Host{URL: u, Downloads: r.Sites.DownloadsAtOnce, MaxLevel: r.Sites.MaxLevel, Delay: r.Sites.CrawlDelay}, nil
}

// crawl builds the crawl of one site. The levels it reached are those of its
// own line in hosts.txt, where it has one.
func (r *recaller) crawl(origin string) (*site.Crawl, error) {
	journal, err := r.store.Journal(origin)
	if err != nil {
		return nil, err
	}
	line, err := r.line(origin)
	if err != nil {
		return nil, err
	}
	var keep kept
	if r.texts {
		keep = r.shown()
	}
	c, err := extractor.Recall(journal, r.limits(line, keep), r.decisive(keep))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", origin, err)
	}
	return c, nil
}

// lines are those of the hosts file, if there is one.
func (s *setup) lines() map[string]config.Host {
	lines := map[string]config.Host{}
	if _, err := os.Stat(s.Sites.Hosts); err != nil {
		return lines
	}
	hosts, _ := s.hosts(nil) // without a usable line the settings hold
	for _, h := range hosts {
		lines[h.URL.Origin()] = h
	}
	return lines
}

// withState opens the state for do.
func withState(cmd *cobra.Command, c console, f *flags, do func(r *recaller) error) (err error) {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	r, err := s.newRecaller()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.store.Close()) }()
	return do(r)
}

// eachCrawl calls do with the crawl of every site asked for, and the origin
// under which the state has it. It need not have anchor texts.
func eachCrawl(cmd *cobra.Command, c console, f *flags, args []string, do func(r *recaller, origin string, crawl *site.Crawl) error) error {
	return eachOf(cmd, c, f, args, false, do)
}

// eachOf is eachCrawl; texts wants the anchor texts that the exporters need.
func eachOf(cmd *cobra.Command, c console, f *flags, args []string, texts bool, do func(r *recaller, origin string, crawl *site.Crawl) error) error {
	return withState(cmd, c, f, func(r *recaller) error {
		r.texts = texts
		sites, err := r.sites(args)
		if err != nil {
			return err
		}
		for _, origin := range sites {
			crawl, err := r.crawl(origin)
			if err != nil {
				return err
			}
			if err := do(r, origin, crawl); err != nil {
				return err
			}
		}
		return nil
	})
}

func runExport(cmd *cobra.Command, c console, f *flags, args []string) error {
	folders := map[string]string{}
	p := newProgress(f.progress, f.quiet, c.err)
	return eachOf(cmd, c, f, args, true, func(r *recaller, origin string, crawl *site.Crawl) error {
		if crawl.Ended == site.EndedAnotherSite {
			return nil
		}
		line, err := r.line(origin)
		if err != nil {
			return err
		}
		one := &run{setup: r.setup, progress: p, folders: folders, origins: map[string]string{}}
		dir, _, err := one.export(crawl, line)
		p.End()
		if err != nil {
			return err
		}
		r.say("%s: %d files in %s", site.Show(crawl.Site), len(dir.Files()), dir.Path())
		return nil
	})
}

func runStats(cmd *cobra.Command, c console, f *flags, args []string) error {
	p := newProgress(f.progress, f.quiet, c.err)
	w := stopwatch{out: p, silent: !f.verbose || f.quiet}
	w.turn("reading")
	return eachInput(cmd, c, f, args, func(_ *setup, in input) error {
		show := p.of(in.crawl.Site)
		a, err := stats.Analyse(in.crawl, func(measure string, share float64) {
			w.turn(measure)
			show(measure, share)
		})
		w.turn("reading")
		p.End()
		if err != nil {
			return err
		}
		return stats.WriteTable(c.out, a.Summary)
	})
}

// stopwatch tells, with --verbose, how long each thing took.
type stopwatch struct {
	out    io.Writer
	silent bool
	doing  string
	begun  time.Time
}

// turn ends what was being done, unless it goes on.
func (w *stopwatch) turn(to string) {
	if to == w.doing {
		return
	}
	if w.doing != "" && !w.silent {
		fmt.Fprintf(w.out, "%s: %.1f s\n", w.doing, time.Since(w.begun).Seconds())
	}
	w.doing, w.begun = to, time.Now()
}

// runStatus shows one line a site. A site whose state does not fit the settings
// is told, and does not keep the others from being shown.
func runStatus(cmd *cobra.Command, c console, f *flags) error {
	return withState(cmd, c, f, func(r *recaller) error {
		sites, err := r.store.Sites()
		if err == nil && len(sites) == 0 {
			r.say("sitegraph: the state in %s holds no site yet", r.path("state"))
		}
		t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		header := "site\tstarted (UTC)\tended\tcomplete\tfetched\tpages\tto go\n"
		for _, origin := range sites {
			crawl, misfit := r.crawl(origin)
			if misfit != nil {
				err = errors.Join(err, misfit)
				continue
			}
			toGo := crawl.Counts.States[site.StateStopped] + crawl.Counts.Limits["max_pages"] // what a limit of [limits] cut stays away
			fmt.Fprintf(t, "%s%s\t%s\t%s\t%t\t%d\t%d\t%d\n", header, nameInTable(crawl.Site), crawl.Started.Format("2006-01-02 15:04:05"), none(string(crawl.Ended)),
				crawl.Complete, crawl.Counts.Fetched, crawl.Counts.Pages, toGo)
			header = ""
		}
		return errors.Join(err, t.Flush())
	})
}
