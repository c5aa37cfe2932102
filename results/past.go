// Package results reads finished crawls: from the state of earlier runs, or from
// result folders and folders of them. It holds one crawl at a time.
//
//	past.go    crawls of the state and of result folders
//	folders.go  which result folders an argument names; what has changed between two crawls
//	in_state.go  crawls of the state, also at two moments; the search by agents, which has a state of its own
//	whatif.go  a crawl of the state after changes; foresee.go  the same in few words
//	suggest.go  changes that are suggested
package results

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"sitegraph/config"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
)

// Crawl is a finished crawl.
type Crawl struct {
	*site.Crawl
	Origin string // the site's name in the state; "" when the crawl comes from a folder
	// Line is the site's line of hosts.txt, or what holds without one. It matters only for a crawl of the state.
	Line     config.Host
	Folder   *export.Folder    // nil when the crawl comes from the state
	Settings map[string]string // all that the crawl was made with, by name
	// Search is what the files of a search by agents are made of; nil for a site, and for a folder.
	Search *run.SearchFiles
}

// Missing are the tables that a result folder does not have, but for links.csv, which is seldom chosen.
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
	Lines   map[string]config.Host // those of hosts.txt, by origin
	Details run.Details            // what the crawls of the state must have beside the graph
	Moment  extractor.Moment       // the point in the history of the crawls of the state that is wanted
	// Copy reads a copy of the state, so that a crawl never has to wait.
	Copy bool
	// NoBelief leaves out what a policy believes of watched sites, which takes seconds on a large one.
	NoBelief bool
}

func (in Inputs) alone(links func(int, uint32) []uint32) extractor.Ordering {
	return in.Ordering(1, links)
}

// Open returns the crawls that arguments name: result folders, folders of these, sites of the state; without
// arguments, all of the state. A crawl can be used until the next is asked for. An error ends the sequence.
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

// NoState is the error that there is no state folder.
func NoState(dir string) error {
	return run.Usage("no saved crawl in %s: crawl first, or name the output folder of a crawl with -O "+
		"([store] store = memory saves nothing)", dir)
}

// state is the open state folder, or a copy of it while a crawl writes to it.
type state struct {
	in    Inputs
	store *store.Store
}

func (in Inputs) withState(use func(*state) error) error {
	if !in.hasState() {
		return NoState(in.StateDir())
	}
	open := store.OpenForReading
	if in.Copy {
		open = store.OpenCopy
	}
	st, err := open(in.StateDir())
	if err != nil {
		return err
	}
	return cmp.Or(use(&state{in: in, store: st}), st.Close())
}

// each yields the crawls of the sites named, or of all there were at the moment, until yield returns false.
func (s *state) each(args []string, yield func(Crawl, error) bool) (stopped bool, err error) {
	origins, err := s.sites(args)
	if err != nil {
		return false, err
	}
	var later []error // of the sites that were crawled only later
	for _, origin := range origins {
		c, err := s.crawl(origin)
		if len(args) == 0 && errors.Is(err, extractor.ErrNothingYet) {
			later = append(later, err)
			continue
		}
		if err != nil {
			return false, err
		}
		if !yield(c, nil) {
			return true, nil
		}
	}
	if len(later) > 0 && len(later) == len(origins) {
		return false, later[len(later)-1]
	}
	return false, nil
}

// sites returns the names in the state of the sites named, also by where a home page led, or of all.
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
		origin := s.in.Settled([]config.Host{h})[0].URL.Origin()
		if !slices.Contains(known, origin) {
			if origin, err = s.redirecting(known, origin); err != nil {
				return nil, err
			}
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

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
	return "", run.UnknownSite(to, known)
}

// crawl builds the crawl of one site. Its depth is limited by its own line of hosts.txt, where it has one.
func (s *state) crawl(origin string) (Crawl, error) {
	journal, err := s.store.Journal(origin)
	if err != nil {
		return Crawl{}, err
	}
	s, line, err := s.asLastRun(origin)
	if err != nil {
		return Crawl{}, err
	}
	wanted := extractor.Past{Settings: s.in.Identity(s.in.Details), Moment: s.in.Moment, Ordering: s.in.alone}
	if !s.in.NoBelief {
		wanted.Believe = func(h *evidence.History) *site.Belief { return s.in.Believe(h, line) }
	}
	c, err := extractor.Rebuild(journal, s.in.LimitsOf(line, s.in.Details.Kept(journal)), wanted)
	if err != nil {
		return Crawl{}, fmt.Errorf("%s: %w", origin, err)
	}
	settings := s.in.SettingsOf(line)
	settings["sites.scope"] = c.Scope
	return Crawl{Crawl: c, Origin: origin, Line: line, Settings: settings}, nil
}

// asLastRun has the limits of the last run's flags, lest others decide the crawl, and the site's line.
func (s *state) asLastRun(origin string) (*state, config.Host, error) {
	line, err := s.line(origin)
	if err != nil {
		return nil, line, err
	}
	last, err := run.LastFlags(s.store, origin)
	if err != nil {
		return nil, line, err
	}
	own := *s
	if err := own.in.Inherit(last); err != nil {
		return nil, line, fmt.Errorf("state of %s: %w", origin, err)
	}
	if _, ok := last["sites.max_depth"]; ok {
		line.MaxDepth = own.in.Sites.MaxDepth
	}
	return &own, line, nil
}

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
