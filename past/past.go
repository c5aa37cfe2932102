// Package past reads finished crawls: from the state of earlier runs, or from
// result folders. It holds one crawl at a time.
//
//	past.go     Open: the crawls that the arguments of a command name, those of the state
//	folders.go  result folders, and folders of them
package past

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// Crawl is a finished crawl.
type Crawl struct {
	*site.Crawl
	// Origin is the site's name in the state; "" when the crawl comes from a folder.
	Origin string
	// Line is the site's line of hosts.txt, or what holds without one. It matters only for a crawl of the state.
	Line config.Host
	// Folder is nil when the crawl comes from the state.
	Folder *export.Folder
	// Settings are all that the crawl was made with, by name.
	Settings map[string]string
}

// Missing are the tables that a result folder does not have. links.csv is seldom chosen, and nobody misses it.
func (c Crawl) Missing() []string {
	if c.Folder == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Folder.Missing()), func(name string) bool { return name == "links.csv" })
}

// Source says where the crawl comes from: its origin in the state, or the path of its folder.
func (c Crawl) Source() string {
	if c.Folder == nil {
		return c.Origin
	}
	return filepath.Clean(c.Folder.Path())
}

// Inputs say where finished crawls are looked for.
type Inputs struct {
	run.Config
	// Lines are those of hosts.txt, by origin.
	Lines map[string]config.Host
	// Details are what the crawls of the state must have beside the graph.
	Details run.Details
}

// Open returns the crawls that arguments name: result folders, folders of result folders with all of theirs, sites
// of the state; without arguments all that the state has. Each crawl can be used until the next one is asked for.
// An error ends the sequence.
func (in Inputs) Open(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		var sites, folders []string
		for _, arg := range args {
			found, err := foldersOf(arg)
			if err != nil {
				yield(Crawl{}, err)
				return
			}
			folders = append(folders, found...)
			if len(found) == 0 {
				sites = append(sites, arg)
			}
		}
		for _, dir := range folders {
			if c, err := ReadFolder(dir); !yield(c, err) || err != nil {
				return
			}
		}
		if len(folders) == 0 || len(sites) > 0 {
			in.FromState(sites)(yield)
		}
	}
}

// FromState returns the crawls of the sites of the state that arguments name, or of all. An error ends the sequence.
func (in Inputs) FromState(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		s, err := in.openState()
		if err != nil {
			yield(Crawl{}, err)
			return
		}
		defer func() {
			if err := s.store.Close(); err != nil && !s.stopped {
				yield(Crawl{}, err)
			}
		}()
		s.each(args, yield)
	}
}

// state is the open state folder, or a copy of it while a crawl writes to it.
type state struct {
	in      Inputs
	store   *store.Store
	stopped bool // nobody wants further crawls
}

func (in Inputs) openState() (*state, error) {
	if _, err := os.Stat(in.StateDir()); err != nil || in.Store.Store == "memory" {
		return nil, run.Usage("no state in %s: crawl first (with [store] store = badger)", in.StateDir())
	}
	st, err := store.OpenForReading(in.StateDir())
	if err != nil {
		return nil, err
	}
	return &state{in: in, store: st}, nil
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
			return nil, run.Usage("%w", err)
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
	return "", run.Usage("%s was never crawled here: known are %s", to, strings.Join(known, ", "))
}

// crawl builds the crawl of one site. Its depth is limited by its own line of hosts.txt, where it has one.
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
