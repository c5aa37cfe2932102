package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"

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
}

func (s *setup) newRecaller() (*recaller, error) {
	if _, err := os.Stat(s.path("state")); err != nil || s.Store.Store == "memory" {
		return nil, usage(fmt.Errorf("no state in %s: crawl first (with [store] store = badger)", s.path("state")))
	}
	st, err := s.openStore()
	if err != nil {
		return nil, err
	}
	return &recaller{setup: s, store: st}, nil
}

// sites returns the origins asked for, or all that the state has.
func (r *recaller) sites(args []string) ([]string, error) {
	known, err := r.store.Sites()
	if err != nil || len(args) == 0 {
		return known, err
	}
	var sites []string
	for _, text := range args {
		h, _, err := config.ParseHost(text, r.Settings)
		if err != nil {
			return nil, usage(fmt.Errorf("%q: %w", text, err))
		}
		if !slices.Contains(known, h.URL.Origin()) {
			return nil, usage(fmt.Errorf("%s was never crawled here: known are %q", h.URL.Origin(), known))
		}
		sites = append(sites, h.URL.Origin())
	}
	return sites, nil
}

// crawl builds the crawl of one site. The levels it reached are those of its
// own line in hosts.txt, where it has one.
func (r *recaller) crawl(origin string) (*site.Crawl, error) {
	journal, err := r.store.Journal(origin)
	if err != nil {
		return nil, err
	}
	u, err := site.Parse(origin)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	h := config.Host{URL: u, Downloads: 1, MaxLevel: r.Sites.MaxLevel}
	for _, listed := range r.listed() {
		if listed.URL.Origin() == origin {
			h = listed
		}
	}
	c, err := extractor.Recall(journal, r.limits(h), r.decisive())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", origin, err)
	}
	return c, nil
}

// listed are the sites of the hosts file, if there is one.
func (r *recaller) listed() []config.Host {
	if _, err := os.Stat(r.Sites.Hosts); err != nil {
		return nil
	}
	hosts, err := r.hosts(nil)
	if err != nil {
		return nil
	}
	return hosts
}

// eachCrawl calls f with the crawl of every site asked for.
func eachCrawl(cmd *cobra.Command, c console, f *flags, args []string, do func(*recaller, *site.Crawl) error) (err error) {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	r, err := s.newRecaller()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.store.Close()) }()
	sites, err := r.sites(args)
	if err != nil {
		return err
	}
	for _, origin := range sites {
		crawl, err := r.crawl(origin)
		if err != nil {
			return err
		}
		if err := do(r, crawl); err != nil {
			return err
		}
	}
	return nil
}

func runExport(cmd *cobra.Command, c console, f *flags, args []string) error {
	folders := map[string]string{}
	return eachCrawl(cmd, c, f, args, func(r *recaller, crawl *site.Crawl) error {
		if crawl.Ended == extractor.EndedClaimed {
			return nil
		}
		one := &run{setup: r.setup, folders: folders, origins: map[string]bool{}}
		dir, files, err := one.export(crawl)
		if err != nil {
			return err
		}
		r.say("%s: %d files in %s", crawl.Site, len(files), dir)
		return nil
	})
}

func runStats(cmd *cobra.Command, c console, f *flags, args []string) error {
	return eachCrawl(cmd, c, f, args, func(_ *recaller, crawl *site.Crawl) error {
		return stats.WriteTable(c.out, stats.Compute(crawl))
	})
}

func runStatus(cmd *cobra.Command, c console, f *flags) error {
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "site\tstarted\tended\tcomplete\tfetched\tpages\tto go\t")
	err := eachCrawl(cmd, c, f, nil, func(_ *recaller, crawl *site.Crawl) error {
		states := crawl.Counts.States
		_, err := fmt.Fprintf(t, "%s\t%s\t%s\t%t\t%d\t%d\t%d\t\n", crawl.Site, crawl.Started.Format("2006-01-02 15:04:05"), none(crawl.Ended),
			crawl.Complete, crawl.Counts.Fetched, crawl.Counts.Pages, states[site.StateStopped]+states[site.StateLimit])
		return err
	})
	return errors.Join(err, t.Flush())
}
