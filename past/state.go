package past

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// state is the open state folder, or a copy of it while a crawl writes to it.
type state struct {
	in      Inputs
	store   *store.Store
	stopped bool // nobody wants further crawls
}

func (in Inputs) openState() (*state, error) {
	if _, err := os.Stat(in.StateDir()); err != nil || in.Store.Store == "memory" {
		return nil, usage("no state in %s: crawl first (with [store] store = badger)", in.StateDir())
	}
	st, err := store.OpenForReading(in.StateDir())
	if err != nil {
		return nil, err
	}
	return &state{in: in, store: st}, nil
}

// usage marks an error as the user's.
func usage(format string, args ...any) error {
	return &run.UsageError{Err: fmt.Errorf(format, args...)}
}

// each yields the crawls of the sites that arguments name, or of all.
func (s *state) each(args []string, yield func(Crawl, error) bool) {
	origins, err := s.sites(args)
	if err != nil {
		s.stopped = !yield(Crawl{}, err)
	}
	for _, origin := range origins {
		c, err := s.crawl(origin)
		if s.stopped = !yield(c, err) || err != nil; s.stopped {
			return
		}
	}
}

// sites returns the names in the state of the sites that arguments name, or of
// all. A site that a home page redirected to is found by its own name too.
func (s *state) sites(args []string) ([]string, error) {
	known, err := s.store.Sites()
	if err != nil || len(args) == 0 {
		return known, err
	}
	var origins []string
	for _, text := range args {
		h, _, err := config.ParseHost(text, s.in.Settings)
		if err != nil {
			return nil, &run.UsageError{Err: err}
		}
		origin := h.URL.Origin()
		if !slices.Contains(known, origin) {
			if origin, err = s.redirecting(known, origin); err != nil {
				return nil, err
			}
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

// redirecting returns the origin whose home page led to a site.
func (s *state) redirecting(known []string, to string) (string, error) {
	for _, origin := range known {
		journal, err := s.store.Journal(origin)
		if err != nil {
			return "", err
		}
		reached, _, err := extractor.SiteOf(journal)
		if err != nil {
			return "", fmt.Errorf("%s: %w", origin, err)
		}
		if reached == to {
			return origin, nil
		}
	}
	return "", usage("%s was never crawled here: known are %s", to, strings.Join(known, ", "))
}

// crawl builds the crawl of one site. Its depth is limited by its own line of
// hosts.txt, where it has one.
func (s *state) crawl(origin string) (Crawl, error) {
	journal, err := s.store.Journal(origin)
	if err != nil {
		return Crawl{}, err
	}
	line, err := s.line(origin)
	if err != nil {
		return Crawl{}, err
	}
	c, err := extractor.Rebuild(journal, s.in.LimitsOf(line, s.in.Details), s.in.Identity(s.in.Details))
	if err != nil {
		return Crawl{}, fmt.Errorf("%s: %w", origin, err)
	}
	return Crawl{Crawl: c, Origin: origin, Line: line, Settings: s.in.SettingsOf(line)}, nil
}

// line is the line of hosts.txt of a site, or what holds without one.
func (s *state) line(origin string) (config.Host, error) {
	if line, ok := s.in.Lines[origin]; ok {
		return line, nil
	}
	u, err := site.Parse(origin)
	if err != nil {
		return config.Host{}, fmt.Errorf("state: %w", err)
	}
	return s.in.HostOf(u), nil
}
