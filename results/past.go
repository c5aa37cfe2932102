// Package results reads finished crawls from the state of earlier runs, or from
// result folders and folders that contain them. It holds one crawl at a time.
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
	Origin string // the site's name in the state; "" for a crawl from a folder
	// Line is the site's line of hosts.txt, or the default. It matters only for a crawl from the state.
	Line     config.Host
	Folder   *export.Folder    // nil for a crawl from the state
	Settings map[string]string // all settings of the crawl, by name
	// Search has the data for the files of a search by agents. It is nil for a site and for a folder.
	Search *run.SearchFiles
}

// Missing returns the tables that a result folder lacks, except links.csv, which users seldom choose.
func (c Crawl) Missing() []string {
	if c.Folder == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Folder.Missing()), func(name string) bool { return name == "links.csv" })
}

// URLProfile returns the profile by which the crawl normalized URLs.
func (c Crawl) URLProfile() string {
	return cmp.Or(c.Settings["walk.url_profile"], site.ProfileDefault)
}

// Source returns the crawl's origin in the state, or the path of its folder.
func (c Crawl) Source() string {
	if c.Folder == nil {
		return c.Origin
	}
	return filepath.Clean(c.Folder.Path())
}

// Inputs says where to look for finished crawls.
type Inputs struct {
	run.Config
	Lines   map[string]config.Host // lines of hosts.txt, by origin
	Details run.Details            // what crawls from the state must have besides the graph
	Moment  extractor.Moment       // point in the history of the state's crawls to rebuild
	// Copy reads a copy of the state, so that a running crawl never waits.
	Copy bool
	// NoBelief skips a policy's beliefs about watched sites, which take seconds on a large one.
	NoBelief bool
}

func (in Inputs) alone(links func(int, uint32) []uint32) extractor.Ordering {
	return in.Ordering(1, links)
}

// Open yields the crawls that args name. These are result folders, folders that contain some, or sites of the state.
// Without args it yields all of the state. A crawl is valid until the next one. An error ends the sequence.
func (in Inputs) Open(args []string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		var sites, folders []string
		for _, arg := range args {
			found, err := Folders(arg)
			if err != nil && looksLikeFolder(arg) { // no site
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

// NoState returns the error for a missing state folder.
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

// each yields the crawls of the named sites, or of all sites that existed at the moment, until yield returns false.
func (s *state) each(args []string, yield func(Crawl, error) bool) (stopped bool, err error) {
	origins, err := s.sites(args)
	if err != nil {
		return false, err
	}
	var later []error // errors of sites first crawled later
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

// sites returns the state's names of the given sites, or all. A site may be given by the target of its redirect.
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

// crawl builds the crawl of one site. The site's line of hosts.txt, if any, limits the depth.
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

// asLastRun returns a state with the limits from the last run's flags, so that they decide the crawl, and the line.
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
